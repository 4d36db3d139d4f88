"""Rolls from the sheet: one tap, no form; typed dice; the game master's word; and whose they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from characters.gear import holder_of
from characters.models import Character
from characters.services import update_character
from combat import services, store
from combat.models import Encounter, LogEntry
from equipment.ledger import services as ledger
from rules.core.sheet_rolls import OPEN
from tests.combat.play import Game

pytestmark = pytest.mark.django_db

TEST = "attribute:dexterity"


def scene(game: Game) -> Encounter:
    """The free scene, in which all characters are once the fight is over."""
    game.command("game_master", "archive")
    return services.scene_of(game.table, game.users["game_master"])


def tap(game: Game, who: str, does: str, name: str = "Ana", *, htmx: bool = True, **more: Any) -> HttpResponse:
    """One act on the sheet of a character."""
    address = reverse("combat:sheet_act", args=[game.characters[name].pk])
    headers = {"HX-Request": "true"} if htmx else {}
    return game.client(who).post(address, {"do": does, "key": game.key(), **more}, headers=headers)


def thrown(place: Encounter, name: str = "Ana") -> Any:
    fight = store.read(place.pk).head.fight
    return next(one for one in fight.combatants.values() if one.name == name).thrown


def test_a_tap_rolls_without_a_form_and_shows_the_result_on_the_sheet(fight: Game) -> None:
    place = scene(fight)
    page = fight.client("player").get(fight.characters["Ana"].get_absolute_url()).content.decode()
    assert f'name="do" value="roll {TEST}"' in page
    response = tap(fight, "player", f"roll {TEST}")
    assert response.status_code == 200
    last = thrown(place)
    assert len(last.faces) == 3
    assert f'<b class="total">{last.total}</b>' in response.content.decode()
    assert last.total == sum(last.faces) + 1 + 2  # Dexterity 12, and one trait at level 2
    told = [fact["code"] for row in LogEntry.objects.filter(encounter=place) for fact in row.data["facts"]]
    assert "core.sheet_roll.rolled" in told


def test_without_scripts_the_result_stands_at_an_address(fight: Game) -> None:
    place = scene(fight)
    response = tap(fight, "player", f"roll {TEST}", htmx=False)
    assert response.status_code == 302
    assert f"tirada={thrown(place).id}" in response["Location"]
    shown = fight.client("player").get(response["Location"]).content.decode()
    assert f'<b class="total">{thrown(place).total}</b>' in shown


def test_typed_dice_replace_those_that_the_app_rolled_and_the_log_says_so(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", f"roll {TEST}")
    first = thrown(place)
    keys = tap(fight, "player", f"again {TEST}", tirada=first.id).content.decode()
    assert keys.count("<fieldset") >= 3
    tap(fight, "player", f"roll {TEST}", instead=first.id, face0="6", face1="5", face2="4", dice="3")
    assert thrown(place).faces == (6, 5, 4)
    told = [fact["code"] for row in LogEntry.objects.filter(encounter=place) for fact in row.data["facts"]]
    assert "core.sheet_roll.instead" in told


def test_the_app_rolls_no_second_time_in_place_of_a_roll(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", f"roll {TEST}")
    first = thrown(place)
    tap(fight, "player", f"roll {TEST}", instead=first.id)
    assert thrown(place) == first
    # neither of an older roll nor of another's
    tap(fight, "player", "roll initiative")
    refused = tap(fight, "player", f"roll {TEST}", instead=first.id, face0="6", face1="6", face2="6", dice="3")
    assert refused.status_code == 422
    assert thrown(place).what == "initiative"


@pytest.mark.parametrize("faces", [{"face0": "7", "face1": "1", "face2": "1"}, {f"face{n}": "1" for n in range(4)}])
def test_faces_that_no_die_has_and_too_many_are_refused_and_nothing_stays_open(
    fight: Game, faces: dict[str, str]
) -> None:
    place = scene(fight)
    refused = tap(fight, "player", f"roll {TEST}", dice="3", **faces)
    assert refused.status_code == 422
    assert thrown(place) is None
    assert not store.read(place.pk).head.open


def test_who_always_types_gets_the_keypad_at_once(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", "dice 1")
    keys = tap(fight, "player", f"roll {TEST}").content.decode()
    assert 'id="face0-6"' in keys
    assert thrown(place) is None
    tap(fight, "player", "dice 0")
    tap(fight, "player", f"roll {TEST}")
    assert thrown(place) is not None


def test_the_game_master_says_whether_it_is_enough_from_any_page(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", f"roll {TEST}")
    last = thrown(place)
    assert last.word == OPEN
    master = fight.client("game_master")
    calls = reverse("combat:calls", args=[fight.table.pk])
    header = master.get(calls).content.decode()
    assert f"Ana: {last.total}" in header
    who = re.findall(r'name="who" value="([^"]+)"', header)[0]
    answer = {"who": who, "roll": last.id, "word": ["enough", "short"], "key": fight.key()}
    master.post(reverse("combat:judge", args=[place.pk]), answer, headers={"HX-Request": "true"})
    assert thrown(place).word == "short"
    assert "¿Basta?" not in master.get(calls).content.decode()
    sheet = fight.client("player").get(f"{fight.characters['Ana'].get_absolute_url()}?tirada={last.id}")
    assert "No basta" in sheet.content.decode()


def test_no_player_says_whether_a_roll_is_enough(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", f"roll {TEST}")
    answer = {"who": "x", "roll": thrown(place).id, "word": "enough", "key": fight.key()}
    assert fight.client("player").post(reverse("combat:judge", args=[place.pk]), answer).status_code == 403


def test_another_player_may_look_where_the_sheet_is_shared_but_rolls_nothing(fight: Game) -> None:
    place = scene(fight)
    ana = fight.characters["Ana"]
    assert tap(fight, "other_player", f"roll {TEST}").status_code == 404
    Character.objects.filter(pk=ana.pk).update(shared=True)
    page = fight.client("other_player").get(ana.get_absolute_url()).content.decode()
    assert "Ataques" in page
    assert re.findall(r'name="do" value="([^"]*)"', page) == ["stop"], "nothing but to stop play"
    for who in ("other_player", "spectator"):
        assert tap(fight, who, f"roll {TEST}").status_code == 403
    assert thrown(place) is None


def test_an_ordinary_act_cannot_smuggle_in_a_roll_of_the_sheet(fight: Game) -> None:
    address = reverse("combat:act", args=[fight.encounter.pk])
    refused = fight.client("player").post(
        f"{address}?do=command&action=sheet_roll&actor={fight.id('Ana')}&rolls=1",
        {"key": fight.key(), "what": TEST},
        headers={"HX-Request": "true"},
    )
    assert refused.status_code == 422
    assert fight.one("Ana").thrown is None


def test_points_change_by_two_taps_and_by_hand(fight: Game) -> None:
    place = scene(fight)
    tap(fight, "player", "points", verb="harm", amount="5", pool="physical")
    tap(fight, "player", "points", verb="heal", amount="", amount_typed="2", pool="physical")
    fight_now = store.read(place.pk).head.fight
    ana = next(one for one in fight_now.combatants.values() if one.name == "Ana")
    assert ana.body.physical.current == 17
    assert tap(fight, "player", "points", verb="heal", amount="x").status_code == 422


def test_a_roll_in_a_fight_needs_no_turn_and_attacks_lead_there(fight: Game) -> None:
    fight.end_turn()
    page = fight.client("player").get(fight.characters["Ana"].get_absolute_url()).content.decode()
    link = re.findall(r'class="tira[^"]*" href="([^"]+)"', page)[0].replace("&amp;", "&")
    assert link.startswith(f"{fight.encounter.get_absolute_url()}?panel=act")
    assert fight.client("player").get(link).status_code == 200
    tap(fight, "player", f"roll {TEST}")
    assert fight.one("Ana").thrown.what == TEST
    assert fight.turn != "Ana"


def test_it_rolls_on_top_of_what_is_open_and_leaves_that_as_it_is(fight: Game) -> None:
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"))
    before = fight.asked
    assert before
    tap(fight, "player", f"roll {TEST}")
    assert fight.one("Ana").thrown.what == TEST
    assert [request.key for request in fight.asked] == [request.key for request in before]


def test_who_lies_still_attacks_with_nothing_and_reads_why(fight: Game) -> None:
    scene(fight)
    tap(fight, "player", "points", verb="harm", amount="40", pool="physical")
    refused = tap(fight, "player", "roll weapon:unarmed")
    assert refused.status_code == 422
    page = fight.client("player").get(fight.characters["Ana"].get_absolute_url()).content.decode()
    assert "tira--not" in page
    assert 'value="roll weapon:unarmed"' not in page


def test_the_same_form_twice_rolls_once(fight: Game) -> None:
    place = scene(fight)
    address = reverse("combat:sheet_act", args=[fight.characters["Ana"].pk])
    data = {"do": f"roll {TEST}", "key": "the-same-key"}
    for _again in range(2):
        fight.client("player").post(address, data, headers={"HX-Request": "true"})
    commands = LogEntry.objects.filter(encounter=place, kind="command")
    rolled = [row for row in commands if row.data["command"]["action"] == "sheet_roll"]
    assert len(rolled) == 1


def test_the_sheet_asks_the_database_no_more_for_many_things(fight: Game) -> None:
    scene(fight)
    ana = fight.characters["Ana"]
    client = fight.client("player")
    client.get(ana.get_absolute_url())
    with CaptureQueriesContext(connection) as few:
        client.get(ana.get_absolute_url())

    values = {
        "size": "one_handed",
        "attribute": "strength",
        "use": "melee",
        "reach": "inmediato",
        "weight": 1,
        "price": 0,
        "properties": "",
    }
    for number in range(12):
        ledger.add(holder_of(ana), fight.users["game_master"], kind="weapon", name=f"Espada {number}", values=values)
    client.get(ana.get_absolute_url())
    with CaptureQueriesContext(connection) as many:
        client.get(ana.get_absolute_url())
    assert len(many) <= len(few)


def test_a_level_to_gain_is_said_on_the_sheet_and_on_the_page_of_the_table(fight: Game) -> None:
    scene(fight)
    ana = fight.characters["Ana"]
    pages = (ana.get_absolute_url(), fight.table.get_absolute_url())
    for page in pages:
        assert "subir de nivel ·" not in fight.client("player").get(page).content.decode()
    update_character(character=ana, name="Ana", values={**ana.sheet, "experience": 9000}, by=fight.users["player"])
    own, table = (fight.client("player").get(page).content.decode() for page in pages)
    assert "cue--level" in own
    assert reverse("characters:advance", args=[ana.pk]) in own
    for page in (own, table):
        assert "9000 PX de" in page
