"""The main button of a fight's page: every press of it is taken, and there is always one to press."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from combat import deeds, demo, store
from combat.models import Encounter
from equipment.packs import catalogue
from equipment.packs.installing import install_shipped
from rules.core.inputs import Choice, Flag, Input, Number, Several
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role
from tests.combat.pressing import PAGE, PANEL, Person, Shown
from tests.kept import as_made, demo_table, made_once, without
from tests.sizes import examples, one_in

pytestmark = pytest.mark.django_db

PRESSES = examples(125) // one_in(2)
MOST = 80
"""After this many presses of others, what is waited for should have come."""

GAME_MASTERS = {"tapiz": "dj", "tumbas": "narradora", "tactico": "capitana", "d20": "bitacora"}
"""The game masters of the demo tables."""

MACHINES = "tactico, machines"
"""The demo table of Tactico on which machines fight."""

ALL_GAME_MASTERS = {**GAME_MASTERS, MACHINES: "cartografia"}

T = TypeVar("T")


def demo_of(slug: str) -> Path:
    """The file of the demo table of a system, or of its machines."""
    system, _, machines = slug.partition(", ")
    stem = "demo_mechs" if machines else "demo"
    return next(path for path in demo.demos() if (path.parent.name, path.stem) == (system, stem))


def load(*slugs: str) -> None:
    """Set up the demo table of each of these systems."""
    for slug in slugs:
        demo.load(demo_of(slug))


@pytest.fixture(scope="module")
def _demos(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    def make() -> None:
        for path in sorted(map(demo_of, ALL_GAME_MASTERS)):
            demo_table(path)

    with made_once(make, django_db_blocker):
        yield


@pytest.fixture(autouse=True)
def forgotten(_demos: None, db: None) -> None:
    as_made(None)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in each run."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))


@pytest.mark.parametrize("slug", ["tapiz", "tumbas", "tactico", "d20"])
def test_whatever_the_main_button_says_is_taken(slug: str) -> None:
    press_on(people_of(slug))


def press_on(people: Mapping[str, Person]) -> None:
    """The first person who has something to press presses it: each press is taken, and there is always one."""
    chance = random.Random(1)
    for _press in range(PRESSES):
        order = chance.sample(sorted(people), len(people))
        took = next((one for name in order if (one := pressed(people[name], PAGE)) is not None), None)
        assert took is not None, "nobody has anything to press"
        words, response = took
        assert response.status_code in (200, 302), f"{words!r} was refused: {_why(response.content.decode())}"


def sides(item: Input) -> list[Json]:
    """The values of a setting other than its first; of a number its bounds."""
    match item:
        case Flag():
            found: list[Json] = [not item.default]
        case Choice():
            found = [option.value for option in item.options]
        case Number():
            found = [item.minimum, item.maximum]
        case Several():
            found = [[option.value] for option in item.options[:1]]
        case _:
            raise AssertionError(f"a setting of la carta that no test knows: {item}")
    return [value for value in found if value != item.default]


@pytest.mark.parametrize("slug", ALL_GAME_MASTERS)
def test_each_side_of_each_setting_is_played_in_a_running_fight(slug: str) -> None:
    """La carta changes in the middle of the fight, a few settings a time, and is never changed back.

    The long run changes each alone.
    """
    people, encounter = people_of(slug), fight_of(slug)
    table, runs = encounter.table, people[ALL_GAME_MASTERS[slug]]
    order = [runs, *(one for one in people.values() if one is not runs)]
    for person in order:
        page, panel = person.look(), person.look(part=PANEL)
        assert (panel.act, panel.link, panel.words) == (page.act, page.link, page.words)
        assert sent(panel) <= sent(page), "the panel alone sends nothing but what the page sends"
    for number, changed in enumerate(changes(get_system(table.system).settings, one_in(4))):
        table.house = {**house_of(table), **changed}
        table.save(update_fields=["house"])
        answer = runs.client.post(f"{runs.url}hacer/?do=house", {"key": f"carta-{number}-of-this-test"})
        assert answer.status_code == 302, (changed, _why(answer.content.decode()))
        assert changed.items() <= store.read(encounter.pk).head.fight.house.items()
        words, response = next(one for person in order if (one := pressed(person)) is not None)
        assert response.status_code in (200, 302), (changed, words, _why(response.content.decode()))


def changes(settings: Sequence[Input], together: int) -> Iterator[dict[str, Json]]:
    """What changes at a time, until each setting has had each of its sides."""
    for first in range(0, len(settings), together):
        some = {item.name: sides(item) for item in settings[first : first + together]}
        for step in range(max(map(len, some.values()))):
            yield {name: values[step] for name, values in some.items() if step < len(values)}


def sent(shown: Shown) -> set[tuple[str, str]]:
    """What the form of a page sends, but for what is new each time."""
    return {(name, value) for name, value in shown.controls if name not in ("key", "csrfmiddlewaretoken")}


def pressed(one: Person, part: str = PANEL) -> tuple[str, HttpResponse] | None:
    """What this person's main button said, and the answer; None where they have to wait."""
    words, response = one.press(part=part)
    return None if response is None else (words, response)


def test_who_has_declared_waits_and_can_still_declare_otherwise() -> None:
    people = people_of("tumbas")
    narrator, player = people["narradora"], people["orlo"]
    until(lambda: says(player, "Declarar"), narrator)
    assert player.press()[0].startswith("Declarar")
    after = player.look()
    assert not after.act
    assert not after.link
    page = player.client.get(player.url).content.decode()
    assert "Cambiarlo" in page
    assert "Hecho; aún se puede cambiar" in page
    # an act that asks nothing rolls nothing, and where there is no other the button alone says so
    assert "Mis dados" not in page
    assert ">Acción</h3>" not in page
    # the form begins with what was declared
    declared = re.findall(r'name="what" value="(\w+)"[^>]*checked', page)
    assert player.look().controls.count(("what", declared[0])) == 1
    data = {"key": "another-declaration", "filled": "", "what": "nothing", "target": ""}
    done = re.search(r'formaction="([^"]*action=declare[^"]*)"', page)
    assert done is not None
    assert player.client.post(html.unescape(done[1]), data).status_code == 302
    assert ("what", "nothing") in player.look().controls


def test_who_has_declared_can_do_so_otherwise_while_a_hidden_combatant_has_yet_to() -> None:
    people = people_of("tumbas")
    narrator, player = people["narradora"], people["orlo"]
    until(lambda: says(player, "Declarar"), narrator)
    for one in (people["irena"], player):
        assert one.press()[0].startswith("Declarar")
    read = store.read(fight_of("tumbas").pk)
    fight = read.head.fight
    for who in [one for one in read.system.whose_turn(fight) if not fight.combatants[one].controllers]:
        hides = f"{narrator.url}hacer/?do=command&action=hide&who={who}"
        narrator.client.post(hides, {"key": f"hide-{who}-of-this-test"[:60]})
    page = player.client.get(player.url).content.decode()
    done = re.search(r'formaction="([^"]*action=declare[^"]*)"[^>]*btn--stack', page)
    assert done is not None
    data = {"key": "another-declaration", "filled": "", "what": "nothing", "target": ""}
    assert player.client.post(html.unescape(done[1]), data).status_code == 302


def test_who_is_still_to_act_is_not_told_that_it_is_done_while_another_act_is_open() -> None:
    """All of a group act in any order: who waits for the answer to a friend's act has done nothing yet."""
    people = people_of("tumbas")
    narrator, orlo, irena = people["narradora"], people["orlo"], people["irena"]
    until(lambda: says(orlo, "Declarar"), narrator, *people.values())
    for one, what in ((irena, "charge"), (orlo, "cast")):
        one.press(what=what)
    until(lambda: says(irena, "Cargar"), narrator)
    irena.press()
    assert narrator.look().words.startswith("Atacar ahora")
    page = orlo.client.get(orlo.url).content.decode()
    assert "Qué efecto" in page
    assert "puede actuar ya" in page
    assert "Hecho; aún se puede cambiar" not in page
    assert "Cambiarlo" not in page


def test_a_spell_of_which_nothing_was_said_is_cast() -> None:
    """Its button is pressed as it stands: what it is for says enough."""
    people = people_of("tumbas")
    narrator, orlo = people["narradora"], people["orlo"]
    until(lambda: says(orlo, "Declarar"), narrator, *people.values())
    page = orlo.client.get(orlo.url).content.decode()
    declares = re.search(r'formaction="([^"]*action=declare[^"]*)"', page)
    target = re.search(r'name="target" value="(\w+)"[^>]*checked', page)
    assert declares is not None
    assert target is not None
    said = {"key": "a-spell-of-no-words", "what": "cast", "target": target[1], "words": ""}
    assert orlo.client.post(html.unescape(declares[1]), said).status_code == 302
    until(lambda: says(orlo, "Lanzar un conjuro"), narrator, people["irena"])
    # what the party would do is not named among what the game master's own do
    assert "Lanzar un conjuro" not in narrator.look("?panel=group").words
    assert "Lanzar un conjuro" in narrator.look("?panel=group&filled=group&party=1").words
    words, response = orlo.press()
    assert words.startswith("Lanzar un conjuro")
    assert response is not None
    assert response.status_code == 302
    assert "para dañar" in narrator.client.get(narrator.url).content.decode()


def test_what_a_player_is_to_answer_is_not_proposed_to_the_game_master() -> None:
    """The button says who answers; it can still be pressed, for a player who is away."""
    people = people_of("tapiz")
    dj, sharra = people["dj"], people["sharra"]
    until(lambda: says(dj, "Responde Sharra"), dj, sharra)
    assert dj.look().words == "Responde Sharra responder en su lugar"
    assert "btn--instead" in dj.client.get(dj.url).content.decode()
    assert sharra.look().act
    assert "btn--instead" not in sharra.client.get(sharra.url).content.decode()


def test_the_act_of_a_players_turn_is_not_what_the_game_master_is_to_press() -> None:
    """It can still be pressed; its button looks like one for another."""
    people = people_of("tapiz")
    dj, sharra = people["dj"], people["sharra"]
    assert sharra.look().words.startswith("Tirar")
    assert dj.look().words.startswith("Tirar")
    assert "btn--instead" in dj.client.get(dj.url).content.decode()
    assert "btn--instead" not in sharra.client.get(sharra.url).content.decode()
    while not says(sharra, "Pasar turno"):
        assert (sharra.press()[1] or dj.press()[1]) is not None
    assert dj.look().words.startswith("Pasar turno")
    assert "btn--instead" in dj.client.get(dj.url).content.decode()
    sharra.press()
    assert "btn--instead" not in dj.client.get(dj.url).content.decode(), "the orc's turn is the game master's"


def test_the_first_step_of_a_scene_begins_it() -> None:
    """In Tumbas the same verb begins the fight and goes on with the round."""
    without()
    # a table takes the packs that are there when it begins
    install_shipped()
    load("tumbas")
    narrator = people_of("tumbas")["narradora"]
    table = fight_of("tumbas").table
    scene = store.create(table=table, name="La cripta", user=User.objects.get(username="narradora"))
    creature = catalogue.entries_for(table, family="creature")[0].code
    form = {"who": "bestiary", "creature": creature, "count": "1", "side": "foes", "shows": "word"}
    adds = reverse("combat:add", args=[scene.pk])
    assert narrator.client.post(adds, {**form, "key": "one-creature-of-a-scene"}).status_code == 302
    at_scene = Person(narrator.client, scene.get_absolute_url())
    assert at_scene.press()[0] == "Empezar el primer asalto"
    assert "Empezar el primer asalto" not in narrator.client.get(at_scene.url).content.decode()


class High(random.Random):
    """Dice that fall well."""

    def randint(self, a: int, b: int) -> int:
        return b - b // 6


ATTACKS = {
    ("tapiz", "Atacar"): 2,
    ("tumbas", "Atacar"): 2,
    ("d20", "Atacar"): 3,
    ("tactico", "Disparar"): 2,
    ("tactico", "Golpear"): 2,
    (MACHINES, "calor"): 2,
}
"""By fight and a word of the main button that attacks: the presses of the attacker.

One is the attack, one what comes of it; in d20 the damage is rolled apart and may have to be confirmed.
"""


@pytest.mark.parametrize(("slug", "word"), ATTACKS)
def test_what_a_usual_attack_costs_its_player(slug: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others press their main buttons meanwhile. The attack hits: one that misses is a single press."""
    master, people = by_role(slug)
    who = until(lambda: next((one for one in people if attacks(people[one], word)), None), master, *people.values())
    attacker, presses = people.pop(who), 0
    monkeypatch.setattr(deeds, "_random", High())
    while presses == 0 or head_of(attacker.url).open:
        if attacker.look().act:
            assert "stage--mine" in attacker.client.get(attacker.url).content.decode()
            assert attacker.press()[1] is not None
            presses += 1
        else:
            assert any(one.press()[1] is not None for one in (master, *people.values()))
    assert presses <= ATTACKS[slug, word]


@pytest.mark.parametrize("slug", ALL_GAME_MASTERS)
def test_the_end_of_a_turn_is_one_press(slug: str) -> None:
    master, people = by_role(slug)
    player = until(
        lambda: next((one for one in people.values() if one.offers("action=end_turn")), None), master, *people.values()
    )
    before = acting(slug)
    assert player.press_that("action=end_turn").status_code == 302
    assert acting(slug) != before


@pytest.mark.parametrize("slug", ["tumbas", "d20", "tactico"])
def test_a_yes_or_a_no_is_one_press(slug: str) -> None:
    """Both buttons of a plain question stand in the dock."""
    master, people = by_role(slug)
    player = until(
        lambda: next((one for one in people.values() if one.offers("btn--decline")), None), master, *people.values()
    )
    question = asked(player.url)
    assert question
    for press in (lambda: player.press()[1], lambda: player.press_that("btn--decline")):
        here = transaction.savepoint()
        answer = press()
        assert answer is not None
        assert answer.status_code == 302
        assert asked(player.url) != question
        transaction.savepoint_rollback(here)
        as_made(None)


def until(found: Callable[[], T | None], *people: Person) -> T:
    """Let these people press until something is found."""
    for _press in range(MOST):
        if (it := found()) is not None:
            return it
        assert any(one.press()[1] is not None for one in people)
    raise AssertionError("it never came to that")


def says(one: Person, words: str) -> bool | None:
    """Whether the words of this person's main button begin like this."""
    return one.look(part=PANEL).words.startswith(words) or None


def attacks(one: Person, word: str) -> bool:
    """Whether this person's main button attacks."""
    shown = one.look(part=PANEL)
    return bool(shown.act) and word in shown.words


def acting(slug: str) -> tuple[str, ...]:
    """Who may act now in the fight of a demo table, in order."""
    read = store.read(fight_of(slug).pk)
    return tuple(read.system.whose_turn(read.head.fight))


def asked(url: str) -> list[tuple[str, list[str]]]:
    """The open resolutions, each with what was answered in it."""
    return [(one.command.id, sorted(one.answers)) for one in head_of(url).open]


def head_of(url: str) -> Any:
    """The head of the fight at this address."""
    return store.read(url.rstrip("/").rpartition("/")[2]).head


def fight_of(slug: str) -> Encounter:
    """The fight of a demo table."""
    system, _, machines = slug.partition(", ")
    fights = Encounter.objects.filter(table__system=system, free=False, status="running")
    of_machines = Q(table__memberships__user__username=ALL_GAME_MASTERS[MACHINES])
    return fights.get(of_machines if machines else ~of_machines)


def people_of(slug: str) -> dict[str, Person]:
    """The people of a demo table who play at it, by log-in, at the page of its fight."""
    encounter = fight_of(slug)
    roles = encounter.table.memberships.exclude(role=Role.SPECTATOR).values_list("user", flat=True)
    users = User.objects.filter(pk__in=roles)
    return {user.username: Person(_entered(user), encounter.get_absolute_url()) for user in users}


def by_role(slug: str) -> tuple[Person, dict[str, Person]]:
    """The game master of a demo table, and the others who play."""
    people = people_of(slug)
    return people.pop(ALL_GAME_MASTERS[slug]), people


def _entered(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _why(page: str) -> str:
    """The words of a refusal on a page."""
    found = re.findall(r'role="alert"[^>]*>(.*?)</(?:p|div|section)>', page, re.DOTALL)
    return " | ".join(re.sub(r"<[^>]+>|\s+", " ", one).strip() for one in found if "reintentar" not in one)
