"""The end of a scene: its closing page, what ending it does, and how it is reopened."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.http import HttpResponse

from characters.gear import things_of
from characters.models import Character
from characters.services import create_character
from combat import closing, deeds, services, sheets, store
from combat.closing import doer
from equipment.ledger.models import Loot
from rules.core import changes
from rules.core.facts import fact
from rules.core.fight import Command
from rules.core.gear import Gear, Thing
from rules.core.log import Entry
from rules.core.outfit import dump_gear
from rules.core.types import Json
from tapiz_site.campaigns import services as campaigns
from tests.kept import demo_table, without

from .play import Game, creatures, people
from .pressing import Person
from .test_presses import GAME_MASTERS, demo_of, people_of, until

pytestmark = pytest.mark.django_db

ENDS = {"tumbas": "trabado", "tactico": "de 10 a 50 m:", "d20": "cobertura de un cuarto"}
"""What a combatant of each demo scene is from its beginning, until the scene ends."""


def text(response: HttpResponse) -> str:
    return response.content.decode()


def close(game: Game, who: str = "game_master", **said: Any) -> HttpResponse:
    return game.client(who).post(game.url("close"), {"key": game.key(), **said})


def test_the_page_says_who_fell_by_whose_act_and_when(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=30)
    fight.damage("game_master", "Orco 1", 60)
    page = text(fight.get("game_master", "close"))
    fallen = page[page.index("Quién cayó") : page.index("Cómo quedan")]
    assert "Orco 1" in fallen
    assert "Orco 2" not in fallen
    assert "Ronda 1" in fallen


def test_a_fall_is_looked_for_from_the_end_of_the_log(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long log only what came after the fall is taken back."""
    for _blow in range(10):
        fight.damage("game_master", "Ana", 1)
    fight.damage("game_master", "Orco 1", 60)
    fight.damage("game_master", "Bruno", 1)
    taken_back: list[object] = []
    monkeypatch.setattr(closing, "fold", lambda *given: (taken_back.append(given), changes.fold(*given))[1])
    assert "Ronda 1" in text(fight.get("game_master", "close"))
    assert len(taken_back) == 2


def test_one_press_ends_it_and_leads_to_the_table(fight: Game) -> None:
    sent = close(fight, note="Huyó río abajo.")
    assert (sent.status_code, sent["Location"]) == (302, fight.table.get_absolute_url())
    assert fight.fight.status == "archived"
    for who in ("game_master", "player", "spectator"):
        page = text(fight.get(who))
        assert "La escena ha terminado" in page
        assert "Volver a la mesa" in page or who == "spectator"
        assert ("Huyó río abajo." in page) == (who == "game_master")
    assert "Huyó río abajo." in text(fight.get("game_master", "log"))
    assert "Huyó río abajo." not in text(fight.get("player", "log"))


def test_the_rules_of_the_end_of_a_scene_are_applied(fight: Game) -> None:
    fight.damage("game_master", "Ana", 20)
    assert fight.body("Ana").physical.current == 0
    close(fight)
    assert fight.body("Ana").physical.current == 1
    assert Character.objects.get(name="Ana").condition["physical"]["current"] == 1


def test_what_was_open_or_paused_does_not_hold_it_up(fight: Game) -> None:
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength", mode="rolled")
    assert fight.read.head.open
    fight.command("game_master", "pause")
    assert close(fight).status_code == 302
    assert fight.fight.status == "archived"
    assert not fight.read.head.open


def test_each_thing_of_the_fallen_goes_where_it_is_said(fight: Game) -> None:
    picks = {"id": "picks", "kind": "object", "name": "Ganzúas"}
    others = {name: Thing(id=name, kind="object", name=name) for name in ("Cuerda", "Piedra")}
    armed = creatures("Bandido", {}, gear=dump_gear(Gear({"picks": Thing(**picks), **others})))
    services.enlist(encounter=fight.encounter, user=fight.users["game_master"], rows=armed, key=fight.key())
    fight.damage("game_master", "Bandido", 60)
    page = text(fight.get("game_master", "close"))
    lot = f"loot-{fight.id('Bandido')}"
    fields = {name: field for field, name in re.findall(rf'<label for="({lot}-\d)"><b>(.*?)</b>', page)}
    ana = Character.objects.get(name="Ana")
    said = {fields["Ganzúas"]: str(ana.pk), fields["Cuerda"]: "shared", fields["Piedra"]: "left"}
    close(fight, **said, **{f"loot-{fight.id('Ana')}": "shared"})
    assert [loot.name for loot in Loot.objects.all()] == ["Bandido"]
    left = {one.name for one in Loot.objects.get().possessions.filter(quantity__gt=0)}
    assert left == {"Cuerda"}
    assert "Ganzúas" in [one.name for one in things_of(ana)]


def test_the_scene_can_be_given_another_title(fight: Game) -> None:
    close(fight, title="  El vado ")
    fight.encounter.refresh_from_db()
    assert fight.encounter.name == "El vado"


def test_experience_is_written_on_the_chosen_sheets(fight: Game) -> None:
    ana, bruno = (Character.objects.get(name=name) for name in ("Ana", "Bruno"))
    close(fight, points="140", earns=[str(ana.pk)])
    ana.refresh_from_db()
    bruno.refresh_from_db()
    assert (ana.sheet["experience"], bruno.sheet["experience"]) == (140, 0)


def test_what_cannot_be_given_ends_nothing(fight: Game) -> None:
    refused = close(fight, points="mil", note="El sello", earns=[])
    assert refused.status_code == 422
    assert "El sello" in text(refused)
    assert fight.fight.status == "running"


def test_it_is_reopened_from_more(fight: Game) -> None:
    close(fight)
    assert "Reabrir la escena" not in text(fight.get("game_master"))
    assert "Reabrir la escena" in text(fight.get("game_master", panel="more"))
    fight.post("game_master", {"do": "command", "action": "resume"})
    assert fight.fight.status == "running"
    assert "La escena se reabre" in text(fight.get("player", "log"))


def test_a_side_that_is_down_leads_to_the_page(fight: Game) -> None:
    for name in ("Orco 1", "Orco 2"):
        fight.damage("game_master", name, 60)
    assert fight.url("close") not in text(fight.get("game_master"))
    fight.damage("game_master", "Sombra", 60)
    assert fight.url("close") in text(fight.get("game_master"))
    assert fight.url("close") not in text(fight.get("player"))


def test_the_free_scene_has_no_end(fight: Game) -> None:
    scene = services.scene_of(fight.table, fight.users["game_master"])
    page = fight.client("game_master").get(f"{scene.get_absolute_url()}cierre/")
    assert page.status_code == 404


def tumbas() -> Game:
    """A fight of Tumbas in which Ana meets a wolf."""
    without()
    _table, users = people()
    runs = users["game_master"]
    table = campaigns.create_table(user=runs, name="Los viernes", system="tumbas")
    ana = create_character(table=table, kind="person", name="Ana", values={}, by=runs, players=[])
    game = Game(table, users, store.create(table=table, name="La cripta", user=runs), {"Ana": ana})
    rows: list[dict[str, Json]] = [sheets.character_row(ana), *creatures("Lobo", {})]
    services.enlist(encounter=game.encounter, user=runs, rows=rows, key=game.key())
    game.command("game_master", str(game.read.system.next_step(game.fight)))
    return game


def test_a_session_is_counted_only_where_that_is_said() -> None:
    game = tumbas()
    page = text(game.get("game_master", "close"))
    assert 'name="account" value="end_session"' in page
    close(game)
    ana = Character.objects.get(table=game.table, name="Ana")
    assert ana.sheet["sessions"] == 0
    game.post("game_master", {"do": "command", "action": "resume"})
    close(game, account="end_session", survived=[game.id("Ana")])
    ana.refresh_from_db()
    assert ana.sheet["sessions"] == 1


def test_each_wound_is_healed_or_kept(fight: Game) -> None:
    for name in ("Ana", "Bruno"):
        fight.damage("game_master", name, 7)
    page = text(fight.get("game_master", "close"))
    assert f'name="wound-{fight.id("Ana")}-physical"' in page
    assert f'name="wound-{fight.id("Orco 1")}-physical"' not in page
    close(fight, **{f"wound-{fight.id('Ana')}-physical": "healed", f"wound-{fight.id('Bruno')}-physical": "stays"})
    kept = {name: Character.objects.get(name=name).condition["physical"]["current"] for name in ("Ana", "Bruno")}
    assert kept == {"Ana": 20, "Bruno": 13}
    assert "recupera 7 PGF" in text(fight.get("game_master", "log"))
    fight.post("game_master", {"do": "command", "action": "resume"})
    healed = fight.encounter.entries.get(data__command__action="heal_wounds")
    fight.undo("game_master", entry=str(healed.pk))
    assert fight.body("Ana").physical.current == 13


def test_what_nobody_waits_for_is_not_asked_at_the_end(fight: Game) -> None:
    assert 'name="effects"' not in text(fight.get("game_master", "close"))


@pytest.mark.parametrize(("slug", "ends"), ENDS.items())
def test_what_ends_with_the_scene_is_not_shown_as_kept(slug: str, ends: str) -> None:
    """The demo scenes begin with combatants who are engaged, near or far."""
    demo_table(demo_of(slug))
    master = people_of(slug)[GAME_MASTERS[slug]]
    page = text(master.client.get(f"{master.url}cierre/"))
    kept = page[page.index("Cómo quedan") : page.index("Lo que se queda lo lleva")]
    assert ends in text(master.client.get(master.url))
    assert ends not in kept


def test_who_hit_is_named_when_harm_lands_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Tumbas what a group does takes effect together, by a step of the table."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    game = tumbas()
    game.command("game_master", "damage", amount=4, targets={game.id("Lobo"): "full"})
    master = Person(game.client("game_master"), game.encounter.get_absolute_url())
    until(lambda: True if not game.body("Lobo").able else None, master)
    page = text(game.get("game_master", "close"))
    fallen = page[page.index("Quién cayó") : page.index("Cómo quedan")]
    assert "Ana, Asalto 1" in fallen


def test_an_attack_of_opportunity_is_its_attackers() -> None:
    """Who falls in the middle of its own act has not brought itself down."""
    command = Command("one", "attack", "teo", {})
    hit = fact("attack.damage", 6, who="dog", target="teo")
    entry = Entry("a", "user", "answer", "one", (), facts=(hit, fact("harm.points", 6, who="teo")))
    assert doer(entry, command, "teo") == "dog"
