"""The pages of packs: readers, choosing, importing, writing."""

from __future__ import annotations

import io
import json
import zipfile

import jsonschema
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from equipment.packs import catalogue, choosing, drafts
from equipment.packs.files import reading, schemas, unpacking
from equipment.packs.models import Entry, Pack, PackVersion, TablePack
from rules.core.registry import get_system
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tests.packs import sample
from tests.packs.shelf import Shelf, brought, numbered

# Reading


def test_the_compendium_tells_of_packs_chapters_and_families(shelf: Shelf) -> None:
    text = shelf.text("player", "compendium")
    for words in ("Sal y lino", "Un archipiélago de salineras.", "La costa", "Equipo", "Especies", "CC-BY-4.0"):
        assert words in text
    assert "Bestiario" not in text
    assert "Bestiario" in shelf.text("game_master", "compendium")


def test_a_family_is_listed_by_kind_and_searched(shelf: Shelf) -> None:
    text = shelf.text("player", "family", "item")
    assert text.index("Arpón") < text.index("Remo de guerra") < text.index("Coraza de concha")
    found = shelf.text("player", "family", "item", q="sedal")
    assert "Arpón" in found
    assert "Remo de guerra" not in found


def test_players_do_not_read_the_bestiary(shelf: Shelf) -> None:
    assert shelf.get("player", "family", "creature").status_code == 404
    assert shelf.get("player", "entry", "SLC0001").status_code == 404
    assert shelf.get("player", "paper", "creature").status_code == 404
    assert "Cangrejo" not in shelf.text("player", "compendium", q="cangrejo")
    assert "12" in shelf.text("game_master", "entry", "SLC0001")


def test_an_entry_tells_its_values_and_what_it_writes_on_a_sheet(shelf: Shelf) -> None:
    text = shelf.text("player", "entry", "SLE0001")
    for words in ("Gente de la sal", "Nadan.", "Saben leer la marea.", "SLE0001", "https://example.org/sal"):
        assert words in text
    assert "Parte de: Gente de la sal" in shelf.text("player", "entry", "SLE0002")


def test_a_pack_that_is_not_shown_is_not_there_for_players(shelf: Shelf) -> None:
    shelf.post("game_master", "change", shelf.pack.pk, do="hide")
    assert "Sal y lino" not in shelf.text("player", "compendium")
    assert shelf.get("player", "chapter", shelf.pack.pk, "01-coast").status_code == 404
    assert shelf.get("game_master", "chapter", shelf.pack.pk, "01-coast").status_code == 200
    shelf.post("game_master", "change", shelf.pack.pk, do="show")
    assert "Sopla siempre." in shelf.text("player", "chapter", shelf.pack.pk, "01-coast")


def test_texts_come_in_the_language_of_the_reader(shelf: Shelf) -> None:
    client = shelf.client("player")
    client.post("/cuenta/idioma/", {"language": "en"})
    response = client.get(shelf.url("entry", "SLO0001"), headers={"accept-language": "en"})
    assert "Harpoon" in response.content.decode()


def test_paper_has_every_entry_of_the_family(shelf: Shelf) -> None:
    text = shelf.text("player", "paper", "item")
    for words in ("Arpón", "Remo de guerra", "Jubón de red"):
        assert words in text


def test_queries_do_not_grow_with_entries(shelf: Shelf, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    shelf.get("player", "family", "item")
    # session, person, table, packs; for the header fights and versions, what hangs there, and whether play is stopped
    with django_assert_num_queries(10):
        shelf.get("player", "family", "item")


# Choosing


def test_taking_and_leaving_a_pack(shelf: Shelf) -> None:
    shelf.post("game_master", "change", shelf.pack.pk, do="leave")
    assert not TablePack.objects.exists()
    assert "Jugar con él" in shelf.text("game_master", "choose")
    shelf.post("game_master", "change", shelf.pack.pk, do="take", version="1.0")
    assert TablePack.objects.get().version == shelf.version


def test_a_newer_version_is_shown_with_its_differences_and_taken_with_one_tap(shelf: Shelf) -> None:
    dearer = sample.WEAPON.replace("price = 30", "price = 45")
    brought(pack_toml=numbered("1.1"), weapon_toml=dearer)
    assert "Hay una versión 1.1" in shelf.text("game_master", "choose")
    text = shelf.text("game_master", "differ", shelf.pack.pk)
    assert "<del>30</del>" in text
    assert "<ins>45</ins>" in text
    shelf.post("game_master", "change", shelf.pack.pk, do="take", version="1.1")
    assert "más nueva" in shelf.text("game_master", "differ", shelf.pack.pk)


def test_a_newer_version_says_what_it_switches_in_la_carta(shelf: Shelf) -> None:
    choosing.choose_rules(shelf.table, {"SLR0001"}, shelf.users["game_master"])
    brought(pack_toml=numbered("1.1"), rule_toml=None)
    assert "Lo que cambia en la carta" in shelf.text("game_master", "differ", shelf.pack.pk)
    shelf.post("game_master", "change", shelf.pack.pk, do="take", version="1.1")
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is False


def test_a_version_that_is_not_there_cannot_be_taken(shelf: Shelf) -> None:
    assert shelf.post("game_master", "change", shelf.pack.pk, do="take", version="7").status_code == 404
    assert shelf.post("game_master", "change", shelf.pack.pk, do="dance").status_code == 404


def test_optional_rules_say_first_what_they_would_change(shelf: Shelf) -> None:
    asked = shelf.post("game_master", "rules", rule=["SLR0001", "SLR9999"]).content.decode()
    assert "Lo que cambia en la carta" in asked
    assert choosing.chosen_rules(shelf.table) == set()
    shelf.post("game_master", "rules", rule=["SLR0001"], confirm="1")
    shelf.table.refresh_from_db()
    assert house_of(shelf.table)["defence_reserve"] is True


# Files


def packed(**changed: str | None) -> SimpleUploadedFile:
    return SimpleUploadedFile("lienzo.zip", sample.zipped(sample.files(**changed)), "application/zip")


def test_a_zip_file_becomes_a_pack_of_the_table_alone(shelf: Shelf) -> None:
    shelf.post("game_master", "change", shelf.pack.pk, do="leave")
    shelf.post("game_master", "bring", file=packed())
    assert Pack.objects.get(owner=shelf.table).slug == "sal-y-lino"
    assert TablePack.objects.get().pack.owner == shelf.table
    other = Table.objects.get(name="Otra")
    assert [one.owner_id for one in choosing.available(other)] == [None]


def test_a_folder_comes_with_its_paths(shelf: Shelf) -> None:
    shelf.post("game_master", "change", shelf.pack.pk, do="leave")
    files = sample.files()
    sent = [SimpleUploadedFile(path.rpartition("/")[2], data) for path, data in files.items()]
    shelf.post("game_master", "bring", folder=sent, path=[f"lienzo/{path}" for path in files])
    assert Entry.objects.filter(version__pack__owner=shelf.table).count() == 8


def test_a_bad_pack_is_refused_with_every_fault_and_nothing_is_kept(shelf: Shelf) -> None:
    bad = packed(
        pack_toml=sample.HEAD.replace("CC-BY-4.0", ""),
        weapon_toml=sample.WEAPON.replace("price = 30", 'price = "<b>x</b>"'),
    )
    response = shelf.post("game_master", "bring", file=bad)
    text = response.content.decode()
    assert response.status_code == 422
    for words in ("tiene 2 fallos", "pack.toml", "weapon.toml", "SLO0001 entry[0].price", "Debe ser un número entero."):
        assert words in text
    assert not Pack.objects.filter(owner=shelf.table).exists()


@pytest.mark.parametrize("code", sorted(__import__("equipment.packs.words", fromlist=["x"]).FAULT_WORDS))
def test_every_fault_has_words(code: str) -> None:
    from equipment.packs.files.faults import CODES, Fault
    from equipment.packs.words import said

    assert code in CODES
    params = dict.fromkeys(("most", "words", "reason", "name", "language", "wanted", "file"), "x")
    assert "%" not in said(Fault("a", (), code, params), "tapiz").text


def test_every_code_has_words() -> None:
    from equipment.packs.files.faults import CODES
    from equipment.packs.words import FAULT_WORDS

    assert set(CODES) == set(FAULT_WORDS)


def test_what_is_exported_is_what_was_brought(shelf: Shelf) -> None:
    response = shelf.get("game_master", "export", shelf.pack.pk, "1.0")
    assert response["Content-Type"] == "application/zip"
    assert reading.load(unpacking.unpacked(response.content)) == reading.load(sample.files())
    assert zipfile.ZipFile(io.BytesIO(response.content)).namelist()[0].startswith("sal-y-lino/")


def test_administrators_install_for_all_tables(shelf: Shelf) -> None:
    url = reverse("packs:install")
    assert shelf.client("game_master").get(url).status_code == 404
    user = shelf.users["game_master"]
    user.is_staff = True
    user.save()
    shelf.client("game_master").post(url, {"file": packed(pack_toml=numbered("2"))})
    assert PackVersion.objects.filter(pack=shelf.pack).count() == 2
    assert "Sal y lino" in shelf.client("game_master").get(url).content.decode()


def test_a_withdrawn_pack_stays_with_its_tables(shelf: Shelf) -> None:
    user = shelf.users["game_master"]
    user.is_staff = True
    user.save()
    shelf.client("game_master").post(reverse("packs:archive", args=[shelf.pack.pk]), {"archived": "1"})
    assert shelf.pack in choosing.available(shelf.table)
    assert shelf.pack not in choosing.available(Table.objects.get(name="Otra"))
    shelf.client("game_master").post(reverse("packs:archive", args=[shelf.pack.pk]), {"archived": "0"})
    assert shelf.pack in choosing.available(Table.objects.get(name="Otra"))


def test_the_schemas_are_served(shelf: Shelf) -> None:
    client = shelf.client("player")
    jsonschema.Draft202012Validator.check_schema(client.get("/formatos/lienzo/pack.json").json())
    for system in ("tapiz", "tumbas"):
        made = schemas.of_system(get_system(system))
        assert client.get(f"/formatos/lienzo/{system}.json").json() == json.loads(json.dumps(made))
    assert client.get("/formatos/lienzo/chess.json").status_code == 404


# Writing


@pytest.fixture
def draft(shelf: Shelf) -> PackVersion:
    return drafts.begin(table=shelf.table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="x", language="es")


def test_a_pack_is_written_in_the_browser_from_nothing_to_play(shelf: Shelf) -> None:
    said = {"name": "Lo nuestro", "code": "LN", "licence": "x", "language": "es"}
    shelf.post("game_master", "new", **said)
    pack = Pack.objects.get(owner=shelf.table)
    assert (pack.slug, pack.code) == ("lo-nuestro", "LN")
    assert "Publicar" not in shelf.text("game_master", "draft", pack.pk)
    assert shelf.get("game_master", "add", pack.pk, "weapon").status_code == 200
    knife = {"entry_name": "Cuchillo", "entry_code": "LNO0001", "entry_text": "Corta.", "price": "12", "use": "melee"}
    shelf.post("game_master", "add", pack.pk, "weapon", **knife)
    folk = {"entry_name": "Gente", "entry_code": "LNE0001", "gives-size": "large", "gives-notes": "Altos."}
    shelf.post("game_master", "add", pack.pk, "species", **folk)
    assert Entry.objects.get(code="LNE0001").values == {"gives": {"size": "large", "notes": "Altos."}}
    assert "Publicar" in shelf.text("game_master", "draft", pack.pk)
    shelf.post("game_master", "publish", pack.pk, number="1")
    assert "Publicar" not in shelf.text("game_master", "draft", pack.pk)
    found = catalogue.entry_for(shelf.table, "LNO0001")
    assert found
    assert (found.name, found.values["price"], found.licence) == ("Cuchillo", 12, "x")


def test_letters_of_another_pack_are_refused(shelf: Shelf) -> None:
    response = shelf.post("game_master", "new", name="X", code="SL", licence="x", language="es")
    assert response.status_code == 422
    assert not Pack.objects.filter(owner=shelf.table).exists()


def test_faults_stand_beside_their_fields_and_nothing_typed_is_lost(shelf: Shelf, draft: PackVersion) -> None:
    typed = {"entry_name": "Cuchillo", "entry_code": "XXO0001", "price": "caro", "gives-size": "medium"}
    response = shelf.post("game_master", "add", draft.pack_id, "weapon", **typed)
    text = response.content.decode()
    assert response.status_code == 422
    for words in ("Cuchillo", 'value="caro"', "Debe ser un número entero.", "Tiene que ser LNO y cuatro cifras."):
        assert words in text
    assert not draft.entries.exists()


def test_a_body_without_a_form_lacks_everything(shelf: Shelf, draft: PackVersion) -> None:
    url = shelf.url("add", draft.pack_id, "weapon")
    answer = shelf.client("game_master").post(url, "{}", content_type="application/json")
    assert answer.status_code == 422


@pytest.mark.parametrize("kind", ["class", "species", "talent", "spell", "creature", "rule", "consumable"])
def test_every_kind_has_a_form(shelf: Shelf, draft: PackVersion, kind: str) -> None:
    text = shelf.text("game_master", "add", draft.pack_id, kind)
    for item in get_system("tapiz").equipment.kinds[kind].inputs:
        assert f'name="{item.name}"' in text


def test_an_optional_rule_says_only_what_is_marked(shelf: Shelf, draft: PackVersion) -> None:
    said = {"entry_name": "Regla", "entry_code": "LNR0001", "sets": ["tzr0001", "flat_cap"], "flat_cap": "7"}
    shelf.post("game_master", "add", draft.pack_id, "rule", **said, defence_reserve="on")
    assert Entry.objects.get(code="LNR0001").values == {"flat_cap": 7, "tzr0001": False}


def test_an_entry_is_changed_and_thrown_away(shelf: Shelf, draft: PackVersion) -> None:
    said = {"entry_name": "Daga", "entry_code": "LNO0001"}
    shelf.post("game_master", "add", draft.pack_id, "weapon", **said)
    shelf.post("game_master", "edit", draft.pack_id, "LNO0001", **{**said, "entry_code": "LNO0005", "price": "3"})
    assert [(one.code, one.values) for one in draft.entries.all()] == [("LNO0005", {"price": 3})]
    shelf.post("game_master", "remove", draft.pack_id, "LNO0005")
    assert not draft.entries.exists()


def test_what_others_are_part_of_stays(shelf: Shelf, draft: PackVersion) -> None:
    shelf.post("game_master", "add", draft.pack_id, "species", entry_name="A", entry_code="LNE0001")
    part = {"entry_name": "B", "entry_code": "LNE0002", "entry_of": "LNE0001"}
    shelf.post("game_master", "add", draft.pack_id, "species", **part)
    shelf.post("game_master", "remove", draft.pack_id, "LNE0001")
    assert draft.entries.count() == 2
    # It cannot itself become a part.
    assert 'name="entry_of"' not in shelf.text("game_master", "edit", draft.pack_id, "LNE0001")


def test_an_entry_is_copied_to_be_changed(shelf: Shelf, draft: PackVersion) -> None:
    response = shelf.post("game_master", "copy", "SLE0002", pack=str(draft.pack_id))
    assert response["Location"] == shelf.url("edit", draft.pack_id, "LNE0001")
    row = draft.entries.get()
    assert (row.name, row.of, row.source) == ({"es": "Gente del faro"}, "", "Sal y lino 1.0 (SLE0002)")
    assert row.licence == "CC-BY-4.0"
    assert row.values["gives"]["size"] == "medium"
    shelf.post("game_master", "edit", draft.pack_id, "LNE0001", entry_name="Gente alta", entry_code="LNE0001")
    assert shelf.version.entries.get(code="SLE0002").name["es"] == "Gente del faro"


def test_texts_are_written_one_language_at_a_time(shelf: Shelf) -> None:
    shelf.post("game_master", "change", shelf.pack.pk, do="leave")
    shelf.post("game_master", "bring", file=packed())
    pack = Pack.objects.get(owner=shelf.table)
    url = shelf.url("edit", pack.pk, "SLO0001") + "?idioma=en"
    drafts.draft_of(pack)
    assert "With a line" in shelf.client("game_master").get(url).content.decode()
    said = {"entry_name": "Gaff", "entry_code": "SLO0001", "price": "30", "properties": "Barbed"}
    shelf.client("game_master").post(url, said)
    row = Entry.objects.get(version__pack=pack, version__published=None, code="SLO0001")
    assert row.name == {"es": "Arpón", "en": "Gaff"}
    assert row.values["properties"] == {"es": "Con sedal", "en": "Barbed"}


def test_the_head_of_a_draft(shelf: Shelf, draft: PackVersion) -> None:
    said = {"name": "Nuestro", "description": "Cosas.", "licence": "CC0", "authors": "Ana, Bruno", "source": ""}
    shelf.post("game_master", "head", draft.pack_id, **said)
    draft.refresh_from_db()
    assert (draft.name, draft.authors, draft.licence) == ({"es": "Nuestro"}, ["Ana", "Bruno"], "CC0")


def test_no_one_else_reaches_the_packs_of_a_table(shelf: Shelf, draft: PackVersion) -> None:
    for name in ("draft", "head"):
        assert shelf.get("player", name, draft.pack_id).status_code == 403
        assert shelf.get("stranger", name, draft.pack_id).status_code == 404
    other = Table.objects.get(name="Otra")
    theirs = reverse("packs:draft", args=[other.pk, draft.pack_id])
    assert shelf.client("stranger").get(theirs).status_code == 404
    gone = reverse("packs:export", args=[other.pk, draft.pack_id, "1"])
    assert shelf.client("stranger").get(gone).status_code == 404


def test_what_could_not_be_brought_in_again_is_not_published(shelf: Shelf, draft: PackVersion) -> None:
    shelf.post("game_master", "add", draft.pack_id, "species", entry_name="A", entry_code="LNE0001")
    part = {"entry_name": "B", "entry_code": "LNE0002", "entry_of": "LNE0001"}
    shelf.post("game_master", "add", draft.pack_id, "species", **part)
    # Its parts follow a new code.
    shelf.post("game_master", "edit", draft.pack_id, "LNE0001", entry_name="A", entry_code="LNE0005")
    assert [one.of for one in draft.entries.order_by("code")] == ["LNE0005", ""]
    draft.entries.filter(code="LNE0005").delete()
    response = shelf.post("game_master", "publish", draft.pack_id, number="1")
    assert response.status_code == 422
    assert "LNE0002" in response.content.decode()
    draft.refresh_from_db()
    assert draft.published is None


def test_a_family_without_free_codes_is_told_and_nothing_is_added(
    shelf: Shelf, draft: PackVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "LAST_CODE", 0)
    count, client = Entry.objects.count(), shelf.client("game_master")
    add, copy = shelf.url("add", draft.pack_id, "species"), shelf.url("copy", "SLE0002")
    for answer in (
        client.get(add, follow=True),
        client.post(add, {"entry_name": "Gente", "entry_code": "LNE0009"}, follow=True),
        client.post(copy, {"pack": str(draft.pack_id)}, follow=True),
    ):
        assert answer.status_code == 200
        assert "No caben más entradas en este Lienzo." in answer.content.decode()
    assert Entry.objects.count() == count
