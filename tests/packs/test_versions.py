"""Versions of packs: published ones never change, newer ones are offered, a table takes them or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from equipment.packs import catalogue, choosing, differences, drafts, installing
from equipment.packs.errors import CodeChanged, CodeTaken, Empty, OtherSystem, VersionOlder, VersionTaken
from equipment.packs.files.document import Entry as Written
from equipment.packs.files.reading import load
from equipment.packs.files.writing import files_of
from equipment.packs.models import Entry, Pack, PackVersion, Published, TablePack
from equipment.packs.newer import newer_for
from equipment.packs.stored import pack_of
from tapiz_site.campaigns import services
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import HouseChange, Table
from tests.packs import sample
from tests.packs.shelf import Shelf, brought, numbered

DEARER = sample.WEAPON.replace("price = 30", "price = 45")


# Published versions never change


def test_a_stored_pack_says_what_its_files_said(shelf: Shelf) -> None:
    assert files_of(pack_of(shelf.version)) == files_of(load(sample.files()))


def test_what_was_published_cannot_be_changed(shelf: Shelf) -> None:
    entry = shelf.version.entries.get(code="SLO0001")
    shelf.version.licence = "none"
    for attempt in (
        shelf.version.save,
        shelf.version.delete,
        entry.save,
        entry.delete,
        lambda: PackVersion.objects.update(licence="none"),
        lambda: PackVersion.objects.filter(pk=shelf.version.pk).delete(),
        lambda: PackVersion.objects.bulk_update([shelf.version], ["licence"]),
        lambda: Entry.objects.filter(code="SLO0001").update(code="SLO0009"),
        lambda: Entry.objects.filter(code="SLO0001").delete(),
        lambda: Entry.objects.bulk_create([Entry(version=shelf.version, kind="weapon", code="SLO0009")]),
        lambda: Entry.objects.bulk_update([entry], ["code"]),
        lambda: shelf.version.entries.create(kind="weapon", code="SLO0009"),
    ):
        with pytest.raises(Published):
            attempt()
    assert files_of(pack_of(PackVersion.objects.get(pk=shelf.version.pk))) == files_of(load(sample.files()))


def test_the_same_content_again_is_the_same_version(shelf: Shelf) -> None:
    assert brought() == shelf.version
    assert PackVersion.objects.count() == 1


def test_other_content_under_the_same_number_is_refused(shelf: Shelf) -> None:
    with pytest.raises(VersionTaken):
        brought(weapon_toml=DEARER)


def test_the_letters_of_a_pack_stay(shelf: Shelf) -> None:
    other = {name: text.replace("SL", "ZZ") for name, text in files_as_text().items()}
    with pytest.raises(CodeChanged):
        brought(**{**other, "pack_toml": numbered("2").replace('code = "SL"', 'code = "ZZ"')})


def files_as_text() -> dict[str, str]:
    return {
        "weapon_toml": sample.WEAPON,
        "armour_csv": sample.ARMOUR,
        "species_toml": sample.SPECIES,
        "creature__coast_json": sample.CREATURE,
        "rule_toml": sample.RULE,
    }


# Newer versions are offered


def test_a_newer_version_is_offered_and_never_slipped_in(shelf: Shelf) -> None:
    newer = brought(pack_toml=numbered("1.1"), weapon_toml=DEARER)
    row = TablePack.objects.get(table=shelf.table)
    assert newer_for(shelf.table) == {row.pk: newer}
    assert row.version == shelf.version
    assert price(shelf.table) == 30
    choosing.take(shelf.table, newer)
    assert newer_for(shelf.table) == {}
    assert price(shelf.table) == 45


def price(table: Table) -> object:
    found = catalogue.entry_for(table, "SLO0001")
    assert found is not None
    return found.values["price"]


def test_1_10_is_newer_than_1_9(shelf: Shelf) -> None:
    brought(pack_toml=numbered("1.10"))
    brought(pack_toml=numbered("1.9"))
    assert [one.number for one in newer_for(shelf.table).values()] == ["1.10"]


def test_what_a_newer_version_brings_is_told_field_by_field(shelf: Shelf) -> None:
    weapons = DEARER.replace('code = "SLO0002"', 'code = "SLO0003"').replace('en = "With a line"', 'en = "With line"')
    newer = brought(pack_toml=numbered("2").replace("CC-BY-4.0", "CC0-1.0"), weapon_toml=weapons)
    found = differences.between(pack_of(shelf.version), pack_of(newer))
    assert [one.code for one in found.added] == ["SLO0003"]
    assert [one.code for one in found.removed] == ["SLO0002"]
    ((changed),) = found.changed
    assert [(one.path, one.old, one.new) for one in changed.fields] == [
        ("price", 30, 45),
        ("properties.en", "With a line", "With line"),
    ]
    assert [(one.path, one.new) for one in found.head] == [("licence", "CC0-1.0")]
    assert found.any


# Versions that a table may take


def test_a_pack_of_another_table_cannot_be_taken(shelf: Shelf) -> None:
    other = Table.objects.get(name="Otra")
    theirs = brought(other)
    with pytest.raises(OtherSystem):
        choosing.take(shelf.table, theirs)
    assert theirs.pack not in choosing.available(shelf.table)
    assert theirs.pack in choosing.available(other)


def test_a_pack_of_another_system_cannot_be_taken(shelf: Shelf) -> None:
    tumbas = services.create_table(user=shelf.users["game_master"], name="Los viernes", system="tumbas")
    with pytest.raises(OtherSystem):
        choosing.take(tumbas, shelf.version)
    assert choosing.available(tumbas) == []


def test_two_packs_with_the_same_letters_cannot_be_told_apart(shelf: Shelf) -> None:
    own = brought(shelf.table)
    with pytest.raises(CodeTaken):
        choosing.take(shelf.table, own)


def test_one_pack_a_slug(shelf: Shelf) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Pack.objects.create(system="tapiz", code="SL", slug="sal-y-lino")


def test_a_table_of_the_demo_begins_with_the_newest_of_its_packs(shelf: Shelf) -> None:
    newer = brought(pack_toml=numbered("1.1"))
    other = Table.objects.get(name="Otra")
    choosing.take_newest(other, ["sal-y-lino", "not-here"])
    assert [row.version for row in TablePack.objects.filter(table=other)] == [newer]


# Entries that count at a table


def test_entries_count_in_the_language_asked_for(shelf: Shelf) -> None:
    spanish = catalogue.entry_for(shelf.table, "SLO0001", language="es")
    english = catalogue.entry_for(shelf.table, "SLO0001", language="en")
    french = catalogue.entry_for(shelf.table, "SLO0001", language="fr")
    assert spanish
    assert english
    assert (spanish.name, spanish.values["properties"]) == ("Arpón", "Con sedal")
    assert (english.name, english.values["properties"]) == ("Harpoon", "With a line")
    assert french == spanish


def test_a_search_takes_every_word_and_no_accents(shelf: Shelf) -> None:
    def found(search: str) -> list[str]:
        return [one.code for one in catalogue.entries_for(shelf.table, search=search, language="es")]

    assert found("arpon") == ["SLO0001"]
    assert found("HUESO sedal") == ["SLO0001"]
    assert found("gente faro") == ["SLE0002"]
    assert found("dragón") == []


def test_players_get_no_bestiary_and_nothing_that_is_not_shown(shelf: Shelf) -> None:
    read = [one.family for one in catalogue.entries_for(shelf.table, game_master=False)]
    assert set(read) == {"item", "species", "rule"}
    choosing.show(shelf.table, shelf.pack, shown=False)
    assert catalogue.entries_for(shelf.table, game_master=False) == []
    assert catalogue.entries_for(shelf.table, family="creature")


def test_a_creature_has_a_whole_sheet(shelf: Shelf) -> None:
    (crab,) = catalogue.entries_for(shelf.table, family="creature")
    sheet = catalogue.sheet_of_creature(shelf.table, crab)
    assert (sheet["physical_max"], sheet["mental_max"]) == (12, 4)
    assert sheet["strength"] == 10


def test_entries_cost_two_queries_and_then_one(shelf: Shelf, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(3):
        letters = "ABC"[number] + "X"
        changed = {name: text.replace("SL", letters) for name, text in files_as_text().items()}
        head = sample.HEAD.replace('"SL"', f'"{letters}"').replace('"sal-y-lino"', f'"pack-{number}"')
        choosing.take(shelf.table, brought(**changed, pack_toml=head))
    with django_assert_num_queries(2):
        assert len(catalogue.entries_for(shelf.table, language="en")) == 8 * 4
    with django_assert_num_queries(1):
        catalogue.entries_for(shelf.table, language="en", family="item")


def test_an_entry_that_the_rules_no_longer_take_can_still_be_read(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> object:
        from rules.core.errors import NotAllowed

        raise NotAllowed("core.not_yours")

    monkeypatch.setattr(catalogue, "counting", refuse)
    found = catalogue.entry_for(shelf.table, "SLO0001", language="de")
    assert found
    assert not found.sound
    assert found.name == "Arpón"


# Optional rules


def test_an_optional_rule_switches_la_carta_and_its_history_says_so(shelf: Shelf) -> None:
    assert [(one.setting, one.old, one.new) for one in choosing.switches(shelf.table, {"SLR0001"})] == [
        ("defence_reserve", False, True)
    ]
    choosing.choose_rules(shelf.table, {"SLR0001"}, shelf.users["game_master"])
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is True
    assert choosing.chosen_rules(shelf.table) == {"SLR0001"}
    assert [(one.setting, one.new) for one in HouseChange.objects.all()] == [("defence_reserve", True)]
    choosing.choose_rules(shelf.table, set(), shelf.users["game_master"])
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is False


def test_what_the_table_set_itself_stays_when_a_rule_is_not_given_up(shelf: Shelf) -> None:
    services.change_house(table=shelf.table, house={**house_of(shelf.table), "flat_cap": 12})
    choosing.choose_rules(shelf.table, {"SLR0001"}, shelf.users["game_master"])
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["flat_cap"] == 12


CAPPED = sample.RULE.replace("defence_reserve = true", 'blow_cap = "flat"')


def test_la_carta_follows_a_chosen_rule_into_another_version(shelf: Shelf) -> None:
    by = shelf.users["game_master"]
    choosing.choose_rules(shelf.table, {"SLR0001"}, by)
    shelf.table.refresh_from_db()
    newer = brought(pack_toml=numbered("1.1"), rule_toml=CAPPED)
    assert [(one.setting, one.new) for one in choosing.switches_after(shelf.table, newer)] == [
        ("defence_reserve", False),
        ("blow_cap", "flat"),
    ]
    choosing.take(shelf.table, newer, by)
    shelf.table.refresh_from_db()
    house = house_of(shelf.table)
    assert (house["defence_reserve"], house["blow_cap"]) == (False, "flat")
    assert choosing.chosen_rules(shelf.table) == {"SLR0001"}
    assert {one.by for one in HouseChange.objects.all()} == {by}


def test_a_rule_that_a_version_no_longer_has_is_given_up(shelf: Shelf) -> None:
    choosing.choose_rules(shelf.table, {"SLR0001"}, shelf.users["game_master"])
    shelf.table.refresh_from_db()
    newer = brought(pack_toml=numbered("1.1"), rule_toml=sample.RULE.replace("SLR0001", "SLR0002"))
    choosing.take(shelf.table, newer, shelf.users["game_master"])
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is False
    assert TablePack.objects.get(table=shelf.table, pack=newer.pack).rules == []


def test_what_was_set_by_hand_since_a_rule_was_chosen_stays_with_another_version(shelf: Shelf) -> None:
    by = shelf.users["game_master"]
    choosing.choose_rules(shelf.table, {"SLR0001"}, by)
    shelf.table.refresh_from_db()
    services.change_house(table=shelf.table, house={**house_of(shelf.table), "defence_reserve": False}, by=by)
    choosing.take(shelf.table, brought(pack_toml=numbered("1.1")), by)
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is False


def test_publishing_takes_la_carta_along(shelf: Shelf, draft: PackVersion) -> None:
    by = shelf.users["game_master"]
    drafts.write(draft, Written("rule", "LNR0001", {"es": "Reserva"}, values={"defence_reserve": True}))
    choosing.take(shelf.table, drafts.publish(draft, "1", by), by)
    choosing.choose_rules(shelf.table, {"LNR0001"}, by)
    second = drafts.draft_of(draft.pack)
    drafts.write(second, Written("rule", "LNR0001", {"es": "Tope"}, values={"blow_cap": "flat"}), "LNR0001")
    drafts.publish(second, "2", by)
    shelf.table.refresh_from_db()
    house = house_of(shelf.table)
    assert (house["defence_reserve"], house["blow_cap"]) == (False, "flat")


# Writing one's own


@pytest.fixture
def draft(shelf: Shelf) -> PackVersion:
    return drafts.begin(table=shelf.table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="x", language="es")


def weapon(code: str, **values: object) -> Written:
    return Written("weapon", code, {"es": f"Arma {code}"}, values=values)


def test_a_draft_is_published_and_its_table_plays_with_it(shelf: Shelf, draft: PackVersion) -> None:
    drafts.write(draft, weapon("LNO0001", price=3, size=None))
    choosing_before = [one.code for one in catalogue.entries_for(shelf.table, kind="weapon")]
    version = drafts.publish(draft, "1")
    choosing.take(shelf.table, version)
    assert "LNO0001" not in choosing_before
    assert catalogue.entry_for(shelf.table, "LNO0001") is not None
    assert version.checksum
    assert version.entries.get().values == {"price": 3}


def test_the_next_draft_begins_with_what_is_published(shelf: Shelf, draft: PackVersion) -> None:
    drafts.write(draft, weapon("LNO0001", price=3))
    first = drafts.publish(draft, "1.2")
    choosing.take(shelf.table, first)
    second = drafts.draft_of(first.pack)
    assert (second.number, [one.code for one in second.entries.all()]) == ("1.3", ["LNO0001"])
    assert drafts.draft_of(first.pack) == second
    drafts.write(second, weapon("LNO0001", price=5), "LNO0001")
    assert first.entries.get().values == {"price": 3}
    drafts.publish(second, "1.3")
    assert TablePack.objects.get(table=shelf.table, pack=first.pack).version == second


def test_a_version_is_newer_than_those_before_it(draft: PackVersion) -> None:
    drafts.write(draft, weapon("LNO0001"))
    drafts.publish(draft, "2")
    second = drafts.draft_of(draft.pack)
    with pytest.raises(VersionOlder):
        drafts.publish(second, "1.9")


def test_nothing_is_not_published(draft: PackVersion) -> None:
    with pytest.raises(Empty):
        drafts.publish(draft, "1")


def test_a_copy_says_where_it_comes_from(shelf: Shelf, draft: PackVersion) -> None:
    harpoon = load(sample.files()).entries[0]
    copied = drafts.copy(draft, harpoon, "Sal y lino 1.0 (SLO0001)")
    assert (copied.code, copied.source, copied.name) == ("LNO0001", "Sal y lino 1.0 (SLO0001)", {"es": "Arpón"})


# Packs that ship


def test_shipped_packs_are_brought_in_once_and_a_newer_one_besides(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "tapiz" / "sal-y-lino"
    monkeypatch.setattr(installing, "shipped", lambda: [here])

    def write(**changed: str) -> None:
        for path, data in sample.files(**changed).items():
            (here / path).parent.mkdir(parents=True, exist_ok=True)
            (here / path).write_bytes(data)

    write()
    assert (installing.install_shipped(), installing.install_shipped()) == (1, 0)
    write(pack_toml=numbered("1.1"), weapon_toml=DEARER)
    assert (installing.install_shipped(), installing.install_shipped()) == (1, 0)
    write(pack_toml="nothing")
    assert installing.install_shipped() == 0
    assert sorted(one.number for one in PackVersion.objects.all()) == ["1.0", "1.1"]


@pytest.mark.parametrize("path", installing.shipped(), ids=lambda path: path.name)
def test_every_shipped_pack_is_sound(path: Path) -> None:
    from equipment.packs.files.unpacking import folder

    pack = load(folder(path))
    assert pack.system == path.parent.name
    assert set(pack.languages) == {"es", "en"}
