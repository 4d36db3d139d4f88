"""The main button of a fight's page: every press of it is taken, and there is always one to press."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from combat import deeds, demo, services, store
from combat.models import Encounter
from rules.core.inputs import Choice, Flag, Input, Number, Several
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role
from tests.combat.course import MOST, Course, same_step
from tests.combat.pressing import PANEL, Person, shown_on
from tests.kept import as_made, demo_table, made_once
from tests.simulation.reading import words_of
from tests.sizes import examples, one_in

pytestmark = pytest.mark.django_db

PRESSES = examples(125) // one_in(2)

GAME_MASTERS = {"tapiz": "dj", "tumbas": "narradora", "tactico": "capitana", "d20": "bitacora"}
"""The game masters of the demo tables."""

MACHINES = "tactico, machines"
"""The demo table of Tactico on which machines fight."""

ALL_GAME_MASTERS = {**GAME_MASTERS, MACHINES: "cartografia"}

T = TypeVar("T")
Courses: TypeAlias = dict[str, Course]


def demo_of(slug: str) -> Path:
    """The file of the demo table of a system, or of its machines."""
    system, _, machines = slug.partition(", ")
    stem = "demo_mechs" if machines else "demo"
    return next(path for path in demo.demos() if (path.parent.name, path.stem) == (system, stem))


@pytest.fixture(scope="module")
def _demos(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Courses]:
    def make() -> Courses:
        for path in sorted(map(demo_of, ALL_GAME_MASTERS)):
            demo_table(path)
        return {slug: Course() for slug in ALL_GAME_MASTERS}

    with made_once(make, django_db_blocker) as courses:
        yield courses


@pytest.fixture(autouse=True)
def courses(_demos: Courses, db: None) -> Courses:
    """The courses of the demo fights, which are at their beginning."""
    as_made(None)
    return _demos


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in each run: with these it soon comes to what is waited for."""
    monkeypatch.setattr(deeds, "_random", random.Random(3))


@pytest.mark.parametrize("slug", ["tapiz", "tumbas", "tactico", "d20"])
def test_whatever_the_main_button_says_is_taken(slug: str, courses: Courses) -> None:
    press_on(people_of(slug), courses[slug])


def press_on(people: Mapping[str, Person], course: Course) -> None:
    """There is always a person with a button to press, and each press is taken."""
    for press in range(PRESSES + 1):
        course.come_to(press, people)


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
def test_each_side_of_each_setting_is_played_in_a_running_fight(slug: str, courses: Courses) -> None:
    """La carta changes in the middle of the fight, a few settings a time, and is never changed back.

    The long run changes each alone. Those of as many sides change together.
    """
    people, encounter = people_of(slug), fight_of(slug)
    table, runs = encounter.table, people[ALL_GAME_MASTERS[slug]]
    order = [runs, *(one for one in people.values() if one is not runs)]

    def same() -> bool:
        for person in order:
            same_step(person.look(), person.look(part=PANEL))
        return True

    assert courses[slug].until(people, same)
    for number, changed in enumerate(changes(get_system(table.system).settings, one_in(8))):
        table.house = {**house_of(table), **changed}
        table.save(update_fields=["house"])
        answer = runs.client.post(f"{runs.url}hacer/?do=house", {"key": f"carta-{number}-of-this-test"})
        assert answer.status_code == 302, (changed, words_of(answer.content.decode()))
        assert changed.items() <= store.read(encounter.pk).head.fight.house.items()
        words, response = next(one for person in order if (one := pressed(person)) is not None)
        assert response.status_code in (200, 302), (changed, words, words_of(response.content.decode()))


def changes(settings: Sequence[Input], together: int) -> Iterator[dict[str, Json]]:
    """What changes at a time, until each setting has had each of its sides."""
    all_sides = sorted(((item.name, sides(item)) for item in settings), key=lambda one: len(one[1]))
    for first in range(0, len(settings), together):
        some = dict(all_sides[first : first + together])
        for step in range(max(map(len, some.values()))):
            yield {name: values[step] for name, values in some.items() if step < len(values)}


def pressed(one: Person, part: str = PANEL) -> tuple[str, HttpResponse] | None:
    """What this person's main button said, and the answer; None where they have to wait."""
    words, response = one.press(part=part)
    return None if response is None else (words, response)


def test_who_has_declared_waits_and_can_still_declare_otherwise(courses: Courses) -> None:
    people = people_of("tumbas")
    player = people["orlo"]
    courses["tumbas"].until(people, lambda: says(player, "Declarar"))
    assert player.press()[0].startswith("Declarar")
    page = player.read()
    after = shown_on(page)
    assert not after.act
    assert not after.link
    assert "Cambiarlo" in page
    assert "Hecho; aún se puede cambiar" in page
    # an act that asks nothing rolls nothing, and where there is no other the button alone says so
    assert "Mis dados" not in page
    assert ">Acción</h3>" not in page
    # the form begins with what was declared
    declared = re.findall(r'name="what" value="(\w+)"[^>]*checked', page)
    assert after.controls.count(("what", declared[0])) == 1
    data = {"key": "another-declaration", "filled": "", "what": "nothing", "target": ""}
    done = re.search(r'formaction="([^"]*action=declare[^"]*)"', page)
    assert done is not None
    assert player.client.post(html.unescape(done[1]), data).status_code == 302
    assert ("what", "nothing") in player.look().controls


def test_who_has_declared_can_do_so_otherwise_while_a_hidden_combatant_has_yet_to(courses: Courses) -> None:
    people = people_of("tumbas")
    narrator, player = people["narradora"], people["orlo"]
    players = (people["irena"], player)
    courses["tumbas"].until(people, lambda: all(says(one, "Declarar") for one in players) or None)
    for one in players:
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


def test_who_is_still_to_act_is_not_told_that_it_is_done_while_another_act_is_open(courses: Courses) -> None:
    """All of a group act in any order: who waits for the answer to a friend's act has done nothing yet."""
    people = people_of("tumbas")
    narrator, orlo, irena = people["narradora"], people["orlo"], people["irena"]
    courses["tumbas"].until(people, lambda: all(says(one, "Declarar") for one in (irena, orlo)) or None)
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


def test_a_spell_of_which_nothing_was_said_is_cast(courses: Courses) -> None:
    """Its button is pressed as it stands: what it is for says enough."""
    people = people_of("tumbas")
    narrator, orlo = people["narradora"], people["orlo"]
    courses["tumbas"].until(people, lambda: says(orlo, "Declarar"))
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


def test_what_a_player_is_to_answer_is_not_proposed_to_the_game_master(courses: Courses) -> None:
    """The button says who answers; it can still be pressed, for a player who is away."""
    people = people_of("tapiz")
    dj, sharra = people["dj"], people["sharra"]
    courses["tapiz"].until(people, lambda: says(dj, "Responde Sharra"))
    page = dj.read()
    assert shown_on(page).words == "Responde Sharra responder en su lugar"
    assert "btn--instead" in page
    page = sharra.read()
    assert shown_on(page).act
    assert "btn--instead" not in page


def test_the_act_of_a_players_turn_is_not_what_the_game_master_is_to_press() -> None:
    """It can still be pressed; its button looks like one for another."""
    people = people_of("tapiz")
    dj, sharra = people["dj"], people["sharra"]
    for one, instead in ((dj, True), (sharra, False)):
        page = one.read()
        assert shown_on(page).words.startswith("Tirar")
        assert ("btn--instead" in page) is instead
    while not says(sharra, "Pasar turno"):
        assert (sharra.press()[1] or dj.press()[1]) is not None
    page = dj.read()
    assert shown_on(page).words.startswith("Pasar turno")
    assert "btn--instead" in page
    sharra.press()
    assert "btn--instead" not in dj.read(), "the orc's turn is the game master's"


def test_the_first_step_of_a_scene_begins_it() -> None:
    """In Tumbas the same verb begins the fight and goes on with the round."""
    narrator, table = people_of("tumbas")["narradora"], fight_of("tumbas").table
    runs = User.objects.get(username="narradora")
    scene = store.create(table=table, name="La cripta", user=runs)
    rows = [{"id": store.new_id(), "name": "Lobo", "kind": "creature", "sheet": {"template": "wolf"}, "side": "foes"}]
    services.enlist(encounter=scene, user=runs, rows=rows, key="one-of-a-scene-of-this-test")
    at_scene = Person(narrator.client, scene.get_absolute_url())
    assert at_scene.press()[0] == "Empezar el primer asalto"
    assert "Empezar el primer asalto" not in at_scene.read()


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
def test_what_a_usual_attack_costs_its_player(
    slug: str, word: str, courses: Courses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others press their main buttons meanwhile. The attack hits: one that misses is a single press."""
    people = people_of(slug)

    def found() -> str | None:
        return next((name for name in players(people) if attacks(people[name], word)), None)

    who = courses[slug].until(people, found)
    attacker, presses = people.pop(who), 0
    monkeypatch.setattr(deeds, "_random", High())
    while presses == 0 or head_of(attacker.url).open:
        page = attacker.read()
        if shown_on(page).act:
            assert "stage--mine" in page
            assert attacker.press()[1] is not None
            presses += 1
        else:
            assert any(one.press()[1] is not None for one in people.values())
    assert presses <= ATTACKS[slug, word]


@pytest.mark.parametrize("slug", ALL_GAME_MASTERS)
def test_the_end_of_a_turn_is_one_press(slug: str, courses: Courses) -> None:
    player = to_player_with("action=end_turn", slug, courses)
    before = acting(slug)
    assert player.press_that("action=end_turn").status_code == 302
    assert acting(slug) != before


@pytest.mark.parametrize("slug", ["tumbas", "d20", "tactico"])
def test_a_yes_or_a_no_is_one_press(slug: str, courses: Courses) -> None:
    """Both buttons of a plain question stand in the dock."""
    player = to_player_with("btn--decline", slug, courses)
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


def to_player_with(button: str, slug: str, courses: Courses) -> Person:
    """The first player of a fight who has a button of this kind or address, when it has come to that."""
    people = people_of(slug)

    def found() -> Person | None:
        return next((people[one] for one in players(people) if people[one].offers(button)), None)

    return courses[slug].until(people, found)


def players(people: Mapping[str, Person]) -> list[str]:
    """Those who are not the game master."""
    return [name for name in people if name not in ALL_GAME_MASTERS.values()]


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


def _entered(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
