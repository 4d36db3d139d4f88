"""Starting characters of every archetype on one page, overloaded ones without a fault, in all systems."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from pytest_django import DjangoDbBlocker

from characters import drafts, services
from characters.inventory.showing import said_name
from characters.models import Character
from characters.printing.options import Options
from characters.printing.sheets import blank, filled
from characters.printing.views import document
from characters.sheets import kind_of
from rules.core.creation import propose
from rules.core.gear import Thing
from rules.core.inputs import Choice, Flag, Input, Number, Rows, Several, Text
from rules.core.overrides import FIELD
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.speech import speaker
from tests.kept import made_once
from tests.sizes import one_in, shared_out

from .pages import FOOT, TOP, boxes, faults, printed, text_of

pytestmark = [pytest.mark.usefixtures("_needs_pdf"), pytest.mark.django_db]

SYSTEMS = ("d20", "tapiz", "tumbas", "tactico")
SMALLEST = 8.5 * 96 / 72
"""The smallest letters, in CSS pixels."""

LEAST_FILL = 0.8
"""How much of the height of a page a starting character takes at least."""

THIN = 0.2
"""A last page with less than this is an orphan."""

LONG_NAME = ("Aquella que anduvo " * 12)[:200].strip()


@pytest.fixture(scope="module")
def systems(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Table]]:
    def make() -> dict[str, Table]:
        user = User.objects.create(username="printer", display_name="Printer")
        return {slug: campaigns.create_table(user=user, name="Mesa de los jueves", system=slug) for slug in SYSTEMS}

    with made_once(make, django_db_blocker) as tables:
        yield tables


def made(table: Table, name: str, values: dict[str, Json], things: Any = ()) -> Character:
    user = User.objects.get(username="printer")
    found = services.create_character(
        table=table, kind="person", name=name, values=values, by=user, players=[user], things=things
    )
    found.role = Role.GAME_MASTER
    return found


def starting(table: Table) -> Iterator[Character]:
    """One of each second archetype, and of each with `make test-long`, as the app makes them."""
    creation = get_system(table.system).sheet_kinds["person"].creation
    assert creation is not None
    around = drafts.around(table, creation.takes, game_master=True)
    for place, archetype in [*enumerate(creation.archetypes)][:: one_in(2)]:
        words = speaker(table.system)
        one = propose(creation, archetype.value, random.Random(place).randrange, words.word, around)
        yield made(table, f"{archetype.value} {one.name}", dict(one.values), one.things)


def overfull(item: Input, place: int = 0) -> Json:
    """As much as an input takes."""
    match item:
        case Text():
            words = "Una frase que dice algo. " * 200 if item.multiline else f"{place} palabra larga que dice algo más"
            return words[: item.length].strip() if item.length > 20 else "1"
        case Number():
            return item.maximum
        case Flag():
            return True
        case Several():
            return [option.value for option in item.options]
        case Choice():
            return item.options[place % len(item.options)].value
        case Rows():
            return [{part.name: overfull(part, row) for part in item.of} for row in range(item.maximum)]
    return None


def laid_out(character: Character, paper: str, language: str) -> Any:
    options = Options(paper=paper)
    with translation.override(language):
        return printed(document(filled(character, options), options))


def fill(page: Any) -> float:
    """How much of the height of a page its boxes take."""
    bottoms = [box.position_y + box.height for box, _around in boxes(page) if type(box).__name__ == "TextBox"]
    bottoms += [box.position_y + box.height for box, _around in boxes(page) if box.element_tag in ("td", "div")]
    return (max(bottoms) - TOP) / (page.height - TOP - FOOT)


def smallest(made_of: Any) -> float:
    """The size of the smallest letters."""
    texts = (box for page in made_of.pages for box, _ in boxes(page) if type(box).__name__ == "TextBox")
    return min(float(box.style["font_size"]) for box in texts)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_starting_character_takes_one_page_with_all_that_it_carries(systems: dict[str, Table], slug: str) -> None:
    """Letter is the lower of the two papers; A4 in the other language has the last of them."""
    people = list(starting(systems[slug]))
    prints = {one.name: laid_out(one, "letter", "es") for one in people}
    prints["A4"] = laid_out(people[-1], "a4", "en")
    assert {name: len(one.pages) for name, one in prints.items() if len(one.pages) != 1} == {}
    assert {name: faults(one) for name, one in prints.items() if faults(one)} == {}
    filled_to = {name: round(fill(one.pages[0]), 2) for name, one in prints.items()}
    assert {name: share for name, share in filled_to.items() if share < LEAST_FILL} == {}
    assert min(map(smallest, prints.values())) >= SMALLEST - 0.01
    for one in people:
        assert one.possessions.exists()
        said = text_of(prints[one.name])
        with translation.override("es"):
            names = [said_name(thing, speaker(slug)) for thing in one.possessions.all()]
        assert [name for name in names if "".join(name.split()) not in said] == []


@pytest.mark.parametrize(("slug", "paper"), shared_out(SYSTEMS, [("letter", "en"), ("a4", "es")]))
def test_an_overfull_character_runs_on_without_a_fault(
    systems: dict[str, Table], slug: str, paper: tuple[str, str]
) -> None:
    kind = get_system(slug).sheet_kinds["person"]
    values = {item.name: overfull(item) for item in kind.inputs if item.name != FIELD}
    if slug == "d20":
        (skills,) = (item for item in kind.inputs if item.name == "skills")
        named = [option.value for option in skills.of[0].options]
        values["skills"] = [{**row, "skill": name} for row, name in zip(values["skills"], named, strict=True)]
        values["armour_weight"] = "20"
        for row in values["weapons"]:
            row |= {"dice": "2d6", "extra_dice": "1d6", "splash_dice": "1d6", "weight": "12"}
        for row in values["items"]:
            row["weight"] = "1"
    one = laid_out(made(systems[slug], LONG_NAME, values), *paper)
    assert faults(one) == []
    assert len(one.pages) > 2
    assert fill(one.pages[0]) > LEAST_FILL
    assert fill(one.pages[-1]) > THIN
    assert "".join(LONG_NAME.split()) in text_of(one)
    assert smallest(one) >= SMALLEST - 0.01


@pytest.mark.parametrize("slug", SYSTEMS)
def test_blank_sheets_and_long_names_take_one_page(systems: dict[str, Table], slug: str) -> None:
    options = Options(paper="letter")
    empty = printed(document(blank(systems[slug], kind_of(systems[slug], "person")), options))
    long = laid_out(made(systems[slug], LONG_NAME, {}), "a4", "en")
    for one in (empty, long):
        assert faults(one) == []
        assert len(one.pages) == 1
    assert "".join(LONG_NAME.split()) in text_of(long)


def test_spaces_are_numbered_and_those_beyond_the_capacity_are_set_apart(systems: dict[str, Table]) -> None:
    """Tumbas: 5, Strength 1 and Resistance −2 make four spaces."""
    wanted = [("gear", "Escala", 2, 1), ("weapon", "Daga", 1, 2), ("gear", "Espejo", 1, 1)]
    things = [
        *(Thing(str(at), kind, name, {"spaces": each}, many) for at, (kind, name, each, many) in enumerate(wanted)),
        Thing("7", "provisions", "Pan", {}, 3),
        Thing("8", "coin", "gold", {"coin": "gold"}, 12),
    ]
    one = made(systems["tumbas"], "Irena", {"strength": 1, "resistance": -2, "equipment_points": 0, "coins": 0}, things)
    with translation.override("es"):
        spaces = filled(one, Options()).spaces
    assert spaces is not None
    taken = [(space.number, space.thing.name, space.first) for space in spaces.free if space.thing]
    assert taken == [(1, "Escala", True), (2, "Escala", False), (3, "Daga", True), (4, "Daga", True)]
    beyond = [(space.number, space.thing.name if space.thing else "", space.units) for space in spaces.beyond]
    assert beyond == [(5, "Espejo", 0), (6, "Pan", 2), (7, "", 0), (8, "", 0)]
    assert [(thing.name, thing.quantity) for thing in spaces.loose] == [("Pan", 3), ("Moneda de oro", 12)]


def test_a_class_that_casts_has_its_spells_on_paper(systems: dict[str, Table]) -> None:
    wizard = {"character_class": "wizard", "intelligence": 3}
    said = text_of(laid_out(made(systems["tumbas"], "Orlo", wizard), "a4", "es"))
    assert "Mayor+32d8" in said
    assert "Extraordinario+33d10" in said
    warrior = text_of(laid_out(made(systems["tumbas"], "Irena", {}), "a4", "es"))
    assert "Extraordinario" not in warrior
    assert "Premioocastigo" in warrior
