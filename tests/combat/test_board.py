"""The board on the fight's page: choices are links that fill the form; hidden combatants are not in it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import deeds, store
from combat.board import board, cards, likeness_of
from combat.deeds import Deed
from combat.views import shared
from rules.core.fight import Combatant
from tapiz_site.accounts.models import User
from tapiz_site.pictures import looks
from tests.combat.course import Course
from tests.combat.mechs import FALCON, GM, ROCK, SCREEN, Field
from tests.combat.pressing import Shown
from tests.combat.test_presses import MACHINES, people_of, press_on
from tests.kept import Onward, as_made, made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _field(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Field]:
    with made_once(Field, django_db_blocker) as field:
        yield field


@pytest.fixture
def field(_field: Field, db: None) -> Field:
    return as_made(_field)


@pytest.fixture(scope="module")
def _goes_on() -> Onward[Field]:
    return Onward(lambda field: field.until("Roca"))


@pytest.fixture
def roca(field: Field, _goes_on: Onward[Field]) -> Field:
    """The field in the turn of Roca."""
    return _goes_on.of(field)


def links(page: str, css: str) -> list[str]:
    return [match.replace("&amp;", "&") for match in re.findall(rf'<a href="([^"]*)"[^>]* class="{css}[ "]', page)]


def test_page_of_the_fight_shows_the_board_to_all_and_the_keypad_to_who_plays(field: Field) -> None:
    for username in (GM, FALCON, SCREEN):
        page = field.client(username).get(field.url()).content.decode()
        assert 'class="map map--marks' in page
        assert "Saqueador" in page
        assert ("Sombra" in page) is (username == GM)
        assert ("Daño o cura" in page) is (username != SCREEN)


@pytest.mark.parametrize("readers", [(GM, FALCON), (FALCON, GM)])
def test_each_page_waits_for_the_turn_that_its_reader_sees(field: Field, readers: Sequence[str]) -> None:
    """While a hidden machine declares, whichever page is asked for first."""
    shared.forget()
    for username in readers:
        page = field.client(username).get(field.url()).content.decode()
        waited_for = [row for row in page.split("<li") if "falta que declare" in row]
        assert waited_for, username
        assert all(("Sombra" if username == GM else "Saqueador") in row for row in waited_for)


def test_cards_of_the_turn_of_a_hidden_machine_are_not_those_of_players(field: Field) -> None:
    """What was made for the game master does not serve a player, who sees another turn."""
    read, player = store.read(field.encounter.pk), User.objects.get(username=FALCON)
    viewer = read.head.fight.viewer(str(player.pk), game_master=False)
    of_game_master = cards(read.system, read.head.fight)
    assert board(read.system, read.head, viewer, of_game_master) == board(read.system, read.head, viewer)


@pytest.mark.parametrize("by_game_master", [True, False])
def test_a_public_name_says_what_players_see_drawn_and_without_one_they_see_who_it_is(by_game_master: bool) -> None:
    duke = Combatant("d", "El duque", None, kind="person", character=str(uuid4()))
    assert likeness_of(duke, by_game_master=by_game_master) == looks.of_character(duke.character, "person")
    hooded = replace(duke, public_name="Encapuchado")
    drawn = duke if by_game_master else Combatant("h", "Encapuchado", None, kind="person")
    assert likeness_of(hooded, by_game_master=by_game_master) == likeness_of(drawn, by_game_master=by_game_master)


def test_fight_without_machines_has_no_board(field: Field) -> None:
    for name in ("Halcón", "Roca", "Saqueador", "Carro del vado", "Sombra"):
        field.act(Deed("command", "dismiss", None, {"who": field.id(name)}))
    assert 'class="map map--marks' not in field.client(GM).get(field.url()).content.decode()


def test_whatever_the_main_button_says_is_taken(field: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by players who act while the hidden machine has something open."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    press_on(people_of(MACHINES), Course())


def test_the_usual_fire_is_proposed_and_the_button_says_where_nothing_will_be_fired(roca: Field) -> None:
    """TAC-HEAT-04: two of the four weapons that reach the tank, since heat has no effect below 5."""
    page, nothing = Shown(), Shown()
    page.feed(roca.client(ROCK).get(f"{roca.url('panel')}?action=fire").content.decode())
    assert page.words.endswith("2 armas a Carro del vado, calor 15")
    form = {"action": "fire", "filled": f"act:{roca.id('Roca')}:fire"}
    nothing.feed(roca.client(ROCK).get(roca.url("panel"), form).content.decode())
    assert nothing.words.endswith("No disparar · Pilotar"), "the roll is not for a shot"


def test_the_button_says_what_is_fired_at_whom_and_its_heat(roca: Field) -> None:
    weapons = sorted(name for name, one in roca.machine("Roca").weapons.items() if one.weapon == "particle_cannon")
    form = {"action": "fire", "filled": f"act:{roca.id('Roca')}:fire"}
    page = Shown()
    form |= {f"shots__{weapons[0]}": roca.id("Saqueador")}
    page.feed(roca.client(ROCK).get(roca.url("panel"), form).content.decode())
    assert page.words.endswith("Cañón de partículas a Saqueador, calor 10")


def test_hex_is_chosen_confirmed_and_reached(roca: Field) -> None:
    """TAC-VEH-05, TAC-VMOV-02 to -05, TAC-HOUSE-34: cost on each hex, the facing apart, the move in the log."""
    client = roca.client(ROCK)
    page = client.get(roca.url()).content.decode()
    found = links(page, "go")
    ahead = next(link for link in found if "to=1212" in link)
    # Rough ground ahead: one point for the hex, one for the obstacle.
    assert "hexágono 1212, terreno abrupto, cuesta 2" in page
    shown = client.get(roca.url() + ahead).content.decode()
    assert 'name="to" value="1212"' in shown
    turns = links(shown, "face-to")
    assert len(turns) >= 3
    turned = next(link for link in turns if "facing=1" in link)
    final = client.get(roca.url("panel") + turned).content.decode()
    act = re.search(r'formaction="([^"]+action=drive[^"]+)" class="btn btn--next"', final)
    assert act is not None
    sent = {"mode": "walk", "to": "1212", "facing": "1", "key": "drive-to-the-ford", "action": "drive"}
    assert client.post(act[1].replace("&amp;", "&"), sent).status_code == 302
    rock = roca.machine("Roca")
    assert (rock.at, rock.facing) == ("1212", 1)
    assert "caminar hasta 1212" in client.get(roca.url("log")).content.decode()


def test_hex_out_of_reach_is_refused_with_what_was_typed(roca: Field) -> None:
    client = roca.client(ROCK)
    query = f"?do=command&action=drive&actor={roca.id('Roca')}&moment={_moment(roca)}"
    sent = {"mode": "walk", "to": "0101", "facing": "", "key": "drive-much-too-far", "action": "drive"}
    answer = client.post(roca.url("act") + query, {**sent, "filled": f"act:{roca.id('Roca')}:drive"})
    assert answer.status_code == 422
    assert "0101 queda fuera del alcance" in answer.content.decode()
    assert 'value="0101"' in answer.content.decode()


def _moment(field: Field) -> str:
    return store.read(field.encounter.pk).system.moment(field.fight)


def test_tapped_machine_shows_the_line_with_its_woods_and_an_arc(field: Field) -> None:
    """TAC-SHOT-06, TAC-ARC-01, TAC-HOUSE-33."""
    field.until("Halcón")
    client = field.client(FALCON)
    picture = client.get(
        field.url("fragment", "picture"), {"unit": field.id("Saqueador"), "look": "w03"}
    ).content.decode()
    assert 'class="map__stroke map__stroke--range"' in picture
    assert "bosque en medio" in picture
    assert "map__area--short" in picture
    # the woods that stand in the way, and how it is said otherwise than by the board
    assert "map__area--crossed" in picture
    assert re.search(r"Bosque en [\d ]+: la dificultad sube \d", picture)
    assert "panel=relate" in picture


def test_board_says_nothing_of_arcs_of_others(field: Field) -> None:
    client = field.client(SCREEN)
    picture = client.get(
        field.url("fragment", "picture"), {"unit": field.id("Saqueador"), "look": "w01"}
    ).content.decode()
    assert "map__area" not in picture


def test_seeing_as_a_player_shows_that_players_board(field: Field) -> None:
    person = User.objects.get(username=FALCON)
    address = reverse("combat:as_player", args=[person.pk, field.url().lstrip("/")])
    page = field.client(GM).get(address).content.decode()
    assert 'class="map map--marks' in page
    assert "Sombra" not in page


def test_a_machine_stays_where_it_is_until_a_hexagon_is_tapped(roca: Field) -> None:
    page = roca.client(ROCK).get(f"{roca.url('panel')}?action=drive").content.decode()
    button = page[page.index('class="btn btn--next"') :].split("</button>")[0]
    assert "Quedarse en" in button
    assert "aria-disabled" not in button


def test_friends_and_what_cannot_be_hit_are_folded_away_among_the_targets_of_a_weapon(field: Field) -> None:
    field.until("Saqueador")
    page = field.client(GM).get(f"{field.url('panel')}?action=fire").content.decode()
    weapon = page[page.index('class="shot"') :].split("</fieldset>")[0]
    in_sight, aside = weapon.split('class="aside"')
    assert "Carro del vado" not in in_sight
    assert "Carro del vado" in aside
    assert "Fuera de alcance." not in in_sight


def test_the_crew_of_a_machine_rolls_at_one_tap_too(field: Field) -> None:
    machine = Character.objects.get(name="Halcón")
    client = field.client(FALCON)
    assert 'value="roll crew:piloting"' in client.get(machine.get_absolute_url()).content.decode()
    sent = {"do": "roll crew:piloting", "key": "the-key-of-this-tap"}
    client.post(reverse("combat:sheet_act", args=[machine.pk]), sent, headers={"HX-Request": "true"})
    last = field.fight.combatants[field.id("Halcón")].thrown
    pilot = field.machine("Halcón")
    assert last is not None
    assert last.total == sum(last.faces) + pilot.dexterity + pilot.piloting


def test_what_is_fired_at_one_target_stands_once_in_the_order(field: Field) -> None:
    field.until("Carro del vado")
    weapons, target = [*field.machine("Carro del vado").weapons][:2], field.id("Roca")
    field.command("fire", "Carro del vado", shots=dict.fromkeys(weapons, target))
    order = field.client(GM).get(field.url("fragment", "order")).content.decode()
    assert re.sub(r"<[^>]*>", "", order).count("2 armas a Roca") == 1
