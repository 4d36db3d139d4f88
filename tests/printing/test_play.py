"""Prints for play, of all systems: cards, record sheets, the fight by hand, the DJ's screen; measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from characters.models import Character
from characters.policy import readable_by
from characters.printing import cards, leaves, screen
from characters.printing.leaves import Leaf
from characters.printing.options import Options
from characters.printing.records import empty, empty_sheets, has_record, recorded
from characters.printing.sheets import filled
from characters.printing.views import document as document_of
from combat import demo, printing
from combat.models import Encounter
from combat.policy import seat_or_404
from equipment.packs import catalogue, installing
from rules.core.fight import Combatant
from rules.core.gear import NO_GEAR
from rules.core.outfit import fresh_body
from rules.core.registry import SYSTEMS, get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.pictures import looks
from tests.kept import made_once
from tests.sizes import one_in, shared_out

from . import pages
from .pages import MM, Area, boxes, classes, lines, outer, printed, text_of
from .test_people import THIN, fill

pytestmark = [pytest.mark.usefixtures("_needs_pdf", "db")]

Paper = tuple[str, str, tuple[float, float]]
PAPERS: list[Paper] = [("a4", "es", (210, 297)), ("letter", "en", (215.9, 279.4))]
"""Papers, the languages that stand on them here, and how wide and high they are."""
LONG = "Guardapuentes de la casa de las tres fuentes " * 5
PT = 96 / 72


@pytest.fixture(scope="module")
def _tables(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    def make() -> None:
        installing.install_shipped()
        for path in demo.demos():
            demo.load(path)

    with made_once(make, django_db_blocker):
        yield


@pytest.fixture
def tables(_tables: None, db: None) -> dict[str, list[Table]]:
    """The demo tables by their system."""
    return {slug: list(Table.objects.filter(system=slug).order_by("name")) for slug in SYSTEMS}


def laid_out(leaf: Leaf, paper: str) -> Any:
    return printed(leaves.document(leaf.drawn(paper, "título"), "título"))


def faults(document: Any, *, within: str = "") -> list[str]:
    """Lines on each other, outside the page or outside the box of this class; letters below 8.5 points."""
    found = []
    for page in document.pages:
        room = Area(0, 0, page.width, page.height)
        said = list(lines(page))
        for line, around in said:
            inside = [outer(box) for box in around if within and within in classes(box)] or [room]
            if not all(line.within(one) for one in inside):
                found.append(f"{line.what!r} is cut")
        for at, (line, _) in enumerate(said):
            found += [f"{line.what!r} lies on {other.what!r}" for other, _ in said[at + 1 :] if line.overlaps(other)]
        small = {
            box.text for box, _ in boxes(page) if type(box).__name__ == "TextBox" and box.style["font_size"] < 8.45 * PT
        }
        found += [f"{text!r} is too small" for text in small if text.strip()]
    return found


def size(document: Any) -> set[tuple[float, float]]:
    return {(round(page.width / MM, 1), round(page.height / MM, 1)) for page in document.pages}


def creature(table: Table, name: str, values: dict[str, Any], kind: str = "creature") -> Combatant[Any]:
    system, house = get_system(table.system), house_of(table)
    sheet = system.sheet_kinds[kind].load(values)
    return Combatant(name, name, fresh_body(system, kind, sheet, NO_GEAR, house), kind=kind, sheet=sheet)


def game_master(table: Table) -> User:
    return Membership.objects.get(table=table, role=Role.GAME_MASTER).user


def fight_of(table: Table) -> Encounter:
    return Encounter.objects.filter(table=table, free=False).earliest("created")


@pytest.mark.parametrize(("slug", "paper"), shared_out(SYSTEMS, PAPERS))
def test_creatures_of_a_pack_are_cards_eight_to_a_page(tables: dict[str, list[Table]], slug: str, paper: Paper) -> None:
    table, (size_of_paper, language, measure) = tables[slug][0], paper
    with translation.override(language):
        entries = [one for one in catalogue.entries_for(table, family="creature") if one.kind == "creature"]
        whole = 2 // one_in(2)
        wanted = {one.code: 1 for one in entries[: 8 * whole]} | {entries[0].code: 2}
        made = cards.leaves(table, cards.from_entries(table, wanted))
        assert [len(leaf.said["cards"]) for leaf in made] == [*[8] * whole, 1]
        documents = [laid_out(leaf, size_of_paper) for leaf in made]
    assert [len(document.pages) for document in documents] == [1] * (whole + 1)
    for document in documents:
        assert faults(document, within="card") == []
        assert size(document) == {measure}
    said = "".join(map(text_of, documents))
    numbered = "".join(f"{entries[0].name} 2".split())
    assert numbered in said
    other = {"es": "level", "en": "nivel"}[language]
    assert other not in said


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_card_holds_long_names_and_much_of_everything(tables: dict[str, list[Table]], slug: str) -> None:
    table = tables[slug][0]
    long = {
        "tapiz": {"physical_max": 999, "mental_max": 49, "traits": [{"text": LONG[:110], "sort": "natural"}] * 9},
        "d20": {"hp_max": 999, "feats": ["blind_fight", "sunder"], "weapons": [{"name": LONG[:40], "dice": "2d6"}] * 6},
        "tumbas": {"hp_max": 120},
        "tactico": {"constitution": 10, "weapons": [{"name": LONG[:40], "category": "rifles", "hand": "both"}] * 4},
    }[slug]
    one = creature(table, LONG, long)
    drawn = [cards.Drawn(one, LONG, looks.of_creature(LONG, "creature"))] * 8
    (leaf,) = cards.leaves(table, drawn)
    document = laid_out(leaf, "letter")
    assert len(document.pages) == 1
    assert faults(document, within="card") == []


@pytest.mark.parametrize("slug", SYSTEMS)
def test_each_point_has_its_box(tables: dict[str, list[Table]], slug: str) -> None:
    table = tables[slug][0]
    for entry in catalogue.entries_for(table, family="creature")[:6]:
        (leaf,) = cards.leaves(table, cards.from_entries(table, {entry.code: 1}))
        for card in leaf.said["cards"]:
            for track in (*card.profile.tracks, *card.profile.parts):
                assert track.boxes.path.count("M") == track.most > 0


def machine(kind: str, tonnage: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return (
        ("mech", {"tonnage": tonnage, **more})
        if kind == "mech"
        else ("vehicle", {"vehicle_kind": kind, "tonnage": tonnage})
    )


MACHINES = [("mech", 20), ("mech", 100), ("fighter", 45), ("tank", 60), ("helicopter", 15), ("dropship", 800)]


@pytest.mark.parametrize(("made", "paper"), shared_out(MACHINES, PAPERS))
def test_a_machine_has_a_record_of_one_page(
    tables: dict[str, list[Table]], made: tuple[str, int], paper: Paper
) -> None:
    table, (kind, tonnage), (size_of_paper, language, measure) = tables["tactico"][0], made, paper
    more = {"jump_jets": True, "melee_arm": "right_arm"} if kind == "mech" else {}
    one = creature(table, LONG, *reversed(machine(kind, tonnage, **more)))
    with translation.override(language):
        drawn = [cards.Drawn(one, LONG[:200], looks.of_creature("Roca", one.kind))]
        (leaf,) = cards.leaves(table, drawn)
        document = laid_out(leaf, size_of_paper)
    assert len(document.pages) == 1
    assert size(document) == {measure}
    assert faults(document) == []
    places = leaf.said["record"].figure.places
    assert {place.name: place.boxes.path.count("M") for place in places} == one.body.machine.armour_max
    heat = [box for box, _ in boxes(document.pages[0]) if "heat__box" in classes(box)]
    assert len(heat) == (31 if kind in ("mech", "fighter") else 0)


def test_damage_is_crossed_out_where_that_is_wanted(tables: dict[str, list[Table]]) -> None:
    table = tables["tactico"][0]
    system = get_system("tactico")
    one = creature(table, "Roca", {"tonnage": 60}, "mech")
    body = system.with_lasting(one.body, {"lost": {"head": 5}, "fired": {}})
    hurt = Combatant("Roca", "Roca", body, kind="mech", sheet=one.sheet)
    for crossed, strokes in ((True, 5), (False, 0)):
        record = system.paper.record(hurt, house_of(table), crossed)
        head = next(place for place in record.figure.places if place.name == "head")
        assert head.boxes.crosses.count("M") == strokes
        assert head.boxes.count == 20


@pytest.mark.parametrize(("slug", "paper"), shared_out(SYSTEMS, PAPERS[::-1]))
def test_the_screen_is_one_landscape_page_of_its_own_system(
    tables: dict[str, list[Table]], slug: str, paper: Paper
) -> None:
    size_of_paper, language, measure = paper
    with translation.override(language):
        leaf = screen.leaf(tables[slug][0])
        assert leaf is not None
        document = laid_out(leaf, size_of_paper)
    assert len(document.pages) == 1
    assert size(document) == {tuple(reversed(measure))}
    assert faults(document) == []
    said = text_of(document)
    assert all(not part.entries or "".join(part.name.split()) in said for part in leaf.said["parts"])
    marks = {"tapiz": "PGF", "d20": "d20+", "tumbas": "TUM-", "tactico": "Casi imposible"}
    assert not any("".join(mark.split()) in said for other, mark in marks.items() if other != slug and language == "es")


def test_the_screen_says_what_this_table_plays_otherwise(tables: dict[str, list[Table]]) -> None:
    table = tables["tumbas"][0]
    table.house = {**table.house, "pace": 5, "starting_coins": 40}
    found = screen.leaf(table)
    assert found is not None
    here = [one.said for part in found.said["parts"] for entry in part.entries for one in entry.here]
    assert "5" in here
    assert [one.said for one in found.said["others"]] == ["40"]


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_fight_goes_on_by_hand(tables: dict[str, list[Table]], slug: str) -> None:
    for table, (paper, language, measure) in shared_out(tables[slug], PAPERS):
        seat = seat_or_404(game_master(table), fight_of(table).pk)
        with translation.override(language):
            first, *records = printing.sheet(seat)
            document = laid_out(first, paper)
        fight = seat.read.head.fight
        rows = first.said["fight"].rows
        assert len(rows) == len(fight.combatants)
        assert {row.name for row in rows if row.hidden} == {
            one.called(by_game_master=True) for one in fight.combatants.values() if one.hidden
        }
        assert len(records) == sum(bool(getattr(one.body, "machine", None)) for one in fight.combatants.values())
        assert faults(document) == []
        assert len(document.pages) == 1
        assert size(document) == {measure}
        spare = [box for page in document.pages for box, _ in boxes(page) if "spare" in classes(box)]
        assert len(spare) == 6
        for row in rows:
            for track in row.profile.tracks:
                assert track.boxes is None or track.boxes.crossed == min(track.most, track.most - track.left)


@pytest.mark.parametrize(("place", "paper"), [(0, "a4"), (1, "letter")])
def test_a_fight_with_everybody_goes_over_pages_whole(tables: dict[str, list[Table]], place: int, paper: str) -> None:
    table = tables["d20"][0]
    seat = seat_or_404(game_master(table), fight_of(table).pk)
    (leaf,) = printing.sheet(seat)
    fight = leaf.said["fight"]
    for extra in (0, 3, 6, 24)[place % one_in(2) :: one_in(2)]:
        many = replace(fight, rows=(fight.rows * 4)[: len(fight.rows) + extra], name="M" * 200)
        document = laid_out(Leaf(leaf.template, {**leaf.said, "fight": many}), paper)
        assert len(document.pages) < 5
        assert faults(document) == []
        assert fill(document.pages[-1]) > THIN, extra


@pytest.mark.parametrize("slug", SYSTEMS)
def test_characters_who_play_take_one_page(tables: dict[str, list[Table]], slug: str) -> None:
    everybody = Character.objects.filter(table__in=tables[slug]).select_related("table")
    for one, (paper, language, measure) in shared_out(everybody, PAPERS):
        options = Options(paper=paper)
        one.role = Role.GAME_MASTER
        with translation.override(language):
            document = printed(document_of(recorded(filled(one, options), one, options), options))
        assert len(document.pages) == 1, one.name
        assert size(document) == {measure}
        assert (faults(document) if has_record(one) else pages.faults(document)) == [], one.name


def test_only_who_runs_the_table_gets_them_and_by_few_taps(tables: dict[str, list[Table]]) -> None:
    table = tables["tapiz"][0]
    encounter, client = fight_of(table), Client()
    client.force_login(game_master(table))
    more = client.get(encounter.get_absolute_url(), {"panel": "more"}).content.decode()
    assert reverse("combat:print_fight", args=[encounter.pk]) in more
    family = client.get(reverse("packs:family", args=[table.pk, "creature"])).content.decode()
    assert reverse("characters:print_cards", args=[table.pk]) in family
    assert reverse("characters:print_screen", args=[table.pk]) in client.get(table.get_absolute_url()).content.decode()
    player = Membership.objects.filter(table=table, role=Role.PLAYER).first()
    assert player is not None
    client.force_login(player.user)
    for name, key in (("combat:print_fight", encounter.pk), ("characters:print_cards", table.pk)):
        assert client.get(reverse(name, args=[key])).status_code == 403
    page = client.get(encounter.get_absolute_url(), {"panel": "more"}).content.decode()
    assert reverse("combat:print_fight", args=[encounter.pk]) not in page


def test_cards_are_chosen_by_number_and_nonsense_is_one(tables: dict[str, list[Table]]) -> None:
    table, client = tables["tumbas"][0], Client()
    client.force_login(game_master(table))
    codes = [one.code for one in catalogue.entries_for(table, family="creature")[:2]]
    query = {"paper": "letter", "of": [*codes, "nada"], f"n-{codes[0]}": "3", f"n-{codes[1]}": "muchas"}
    page = client.get(reverse("characters:print_cards", args=[table.pk]), query).content.decode()
    assert page.count('class="card"') == 4
    assert "paper--letter" in page
    assert "data-print-now" not in page
    at_once = client.get(reverse("characters:print_cards", args=[table.pk]), {**query, "print": "1"}).content.decode()
    assert "data-print-now" in at_once
    assert 'class="card"' not in client.get(reverse("characters:print_cards", args=[table.pk])).content.decode()


@pytest.mark.parametrize("whole", [True, False])
def test_the_sheet_of_a_machine_is_its_record(tables: dict[str, list[Table]], whole: bool) -> None:
    """Who reads all of it has its damage crossed out where that is wanted; others see it undamaged."""
    found = Character.objects.filter(kind="mech", table__system="tactico").select_related("table").earliest("created")
    Character.objects.filter(pk=found.pk).update(condition={"lost": {"head": 3}, "fired": {}}, shared=True)
    readers = Membership.objects.filter(table=found.table)
    seats = readers.filter(role=Role.GAME_MASTER) if whole else readers.exclude(role=Role.GAME_MASTER)
    reader = next(one.user for one in seats if whole or one.user not in found.players.all())
    character = readable_by(reader).select_related("table").get(pk=found.pk)
    options = Options(damage=True)
    sheet = recorded(filled(character, options), character, options)
    head = next(place for place in sheet.record.figure.places if place.name == "head")
    assert head.boxes.crossed == (3 if whole else 0)
    document = printed(document_of(sheet, options))
    assert len(document.pages) == 1
    assert faults(document) == []


def test_each_kind_of_machine_has_an_empty_record(tables: dict[str, list[Table]]) -> None:
    table, client = tables["tactico"][0], Client()
    client.force_login(game_master(table))
    assert set(empty_sheets(table)) >= {"person", "mech", "tank", "fighter", "helicopter", "dropship"}
    address = reverse("characters:print_blank", args=[table.pk])
    page = client.get(address, {"paper": "a4", "kind": "helicopter"}).content.decode()
    assert "Helicóptero" in page.partition("<article")[2]
    assert "<article" not in client.get(address, {"paper": "a4", "kind": "vehicle"}).content.decode()


@pytest.mark.parametrize(
    ("kind", "paper"), shared_out(("mech", "tank", "fighter", "helicopter", "dropship"), PAPERS[::-1])
)
def test_an_empty_record_is_one_page_without_boxes(tables: dict[str, list[Table]], kind: str, paper: Paper) -> None:
    size_of_paper, language, measure = paper
    with translation.override(language):
        sheet = empty(tables["tactico"][0], kind)
        document = printed(document_of(sheet, Options(paper=size_of_paper)))
        assert sheet.record.kind.code == f"vehicle.{kind}"
    assert len(document.pages) == 1
    assert size(document) == {measure}
    assert faults(document) == []
    assert all(place.boxes is None for place in sheet.record.figure.places)
    heat = [box for box, _ in boxes(document.pages[0]) if "heat__box" in classes(box)]
    assert len(heat) == (31 if kind in ("mech", "fighter") else 0)
    assert {"es": "Daño", "en": "Damage"}[language] in text_of(document)
