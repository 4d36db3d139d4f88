"""A table pasted from a spreadsheet: the meaning of its columns, the faults of its cells, and nothing is lost."""

from __future__ import annotations

import pytest

from equipment.packs import drafts, pasting
from equipment.packs.files.kinds import kinds_of
from equipment.packs.models import PackVersion
from rules.core.registry import get_system
from tapiz_site.speech import speaker
from tests.packs.shelf import Shelf

TAPIZ = get_system("tapiz")
SHEET = "Nombre\tPrice\tarmour\tColor\nCoraza\t900\tPesada\trojo\nJubón\tcaro\tlight\t\n\tcinco\tlight\t\n"


@pytest.fixture
def draft(shelf: Shelf) -> PackVersion:
    return drafts.begin(table=shelf.table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="x", language="es")


def read(draft: PackVersion, text: str, became: list[str] | None = None, kind: str = "armour") -> pasting.PastedTable:
    return pasting.read(draft, TAPIZ, kinds_of(TAPIZ)[kind], text, became, speaker("tapiz"))


def test_columns_are_known_by_name_and_by_word_in_either_language(draft: PackVersion) -> None:
    assert read(draft, SHEET).became == ["name", "price", "armour", ""]
    assert read(draft, "name,gives.size,Tamaño,text\nA,,,\n", kind="species").became == [
        "name",
        "gives.size",
        "",
        "text",
    ]
    assert read(draft, "Nombre;Peso;Precio\nA;1;2\n").became == ["name", "weight", "price"]


def test_cells_are_read_and_faults_stand_beside_them(draft: PackVersion) -> None:
    first, second, third = read(draft, SHEET).lines
    assert (first.good, first.entry.code, first.entry.values) == (True, "LNO0001", {"price": 900, "armour": "heavy"})
    assert [cell.fault for cell in second.cells] == ["", "Debe ser un número entero.", "", ""]
    assert [bool(cell.fault) for cell in third.cells] == [True, True, False, False]
    assert first.cells[3].text == "rojo"


def test_the_meaning_of_a_column_is_chosen(draft: PackVersion) -> None:
    table = read(draft, SHEET, ["name", "", "armour", "properties"])
    assert table.lines[0].entry.values == {"armour": "heavy", "properties": "rojo"}
    assert table.lines[1].good


def test_codes_are_kept_or_made_and_none_twice(draft: PackVersion) -> None:
    drafts.write(draft, read(draft, "code,name\nLNO0002,A\n").lines[0].entry)
    lines = read(draft, "code,name\nLNO0007,A\nLNO0007,B\nLNO0002,C\nXXO0001,D\n,E\n,F\n").lines
    assert [line.entry.code for line in lines if line.good] == ["LNO0007", "LNO0001", "LNO0003"]


def test_a_fault_of_what_no_column_says_stands_at_the_line(draft: PackVersion) -> None:
    (line,) = read(draft, "price\n3\n").lines
    assert line.faults == ["Falta decirlo."]


def test_the_preview_comes_first_and_only_the_good_lines_are_taken(shelf: Shelf, draft: PackVersion) -> None:
    seen = shelf.post("game_master", "paste", draft.pack_id, "armour", table=SHEET).content.decode()
    assert "1 línea de 3 sin fallos." in seen
    assert '<option value="price" selected>' in seen
    assert not draft.entries.exists()
    became = ["name", "price", "armour", ""]
    left = shelf.post("game_master", "paste", draft.pack_id, "armour", table=SHEET, became=became, take="1")
    assert [one.name for one in draft.entries.all()] == [{"es": "Coraza"}]
    text = left.content.decode()
    assert "Jubón\tcaro\tlight" in text
    assert "Coraza" not in text.split("<textarea")[1]
    mended = "Nombre\tPrice\nJubón\t5\n"
    done = shelf.post("game_master", "paste", draft.pack_id, "armour", table=mended, became=["name", "price"], take="1")
    assert done.status_code == 302
    assert draft.entries.count() == 2


@pytest.mark.parametrize("text", ["", "Nombre", 'a\tb\n"x', "x" * (pasting.MOST_PASTED + 1)])
def test_what_is_no_table_is_said_so(shelf: Shelf, draft: PackVersion, text: str) -> None:
    response = shelf.post("game_master", "paste", draft.pack_id, "armour", table=text, take="1")
    assert response.status_code == 422
    assert not draft.entries.exists()


def test_a_wrong_number_of_columns_is_guessed_anew(draft: PackVersion) -> None:
    assert read(draft, SHEET, ["name"]).became == ["name", "price", "armour", ""]
    assert read(draft, SHEET, ["name", "price", "armour", "os.system"]).became[3] == ""


def test_texts_by_language_become_what_the_draft_speaks(draft: PackVersion) -> None:
    text = "name.es\tname.en\tproperties.en\nRed\tNet\tHeavy\n"
    (line,) = read(draft, text).lines
    assert line.good
    assert (line.entry.name, line.entry.values) == ({"es": "Red"}, {"properties": "Heavy"})
    draft.languages = ["es", "en"]
    (line,) = read(draft, "name.es\tname.en\tproperties.es\nRed\tNet\tPesa\n").lines
    assert (line.entry.name, line.entry.values) == ({"es": "Red", "en": "Net"}, {"properties": "Pesa"})


def test_a_name_that_is_too_long_is_said_so(draft: PackVersion) -> None:
    (line,) = read(draft, f"name\n{'x' * 121}\n").lines
    assert line.cells[0].fault == "Puede tener 120 caracteres como mucho."


@pytest.mark.usefixtures("templates_tell")
def test_more_lines_than_are_looked_at_together_wait_for_their_turn(
    shelf: Shelf, draft: PackVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasting, "MOST_LINES", 20)
    many = pasting.MOST_LINES + 2
    text = "Nombre\tPrecio\n" + "\n\n".join(f"Cosa {number:03}\t{number}" for number in range(many)) + "\n"
    seen = shelf.post("game_master", "paste", draft.pack_id, "gear", table=text).content.decode()
    assert f"{pasting.MOST_LINES} líneas de {pasting.MOST_LINES} sin fallos." in seen
    assert "Quedan 2 líneas más" in seen
    left = shelf.post("game_master", "paste", draft.pack_id, "gear", table=text, take="1")
    area = left.context["text"]
    assert area == "Nombre\tPrecio\nCosa 020\t20\nCosa 021\t21"
    done = shelf.post("game_master", "paste", draft.pack_id, "gear", table=area, became=["name", "price"], take="1")
    assert done.status_code == 302
    assert draft.entries.count() == many


@pytest.mark.usefixtures("templates_tell")
def test_too_many_columns_are_refused_and_the_text_stays(shelf: Shelf, draft: PackVersion) -> None:
    text = "Nombre\tPrecio" + "\tmás" * pasting.MOST_COLUMNS + "\nCoraza\t9\n"
    answer = shelf.post("game_master", "paste", draft.pack_id, "armour", table=text, take="1")
    assert answer.status_code == 422
    assert "La tabla tiene 62 columnas; se leen 60 como mucho." in answer.content.decode()
    assert answer.context["text"] == text
    assert not draft.entries.exists()


def test_blank_columns_at_the_end_count_for_nothing(draft: PackVersion) -> None:
    table = read(draft, "Nombre\tPrecio" + "\t" * 100 + "\nCoraza\t9\t" + "\t" * 100 + "\nRed\t1\tsuelto\n")
    assert table.head == ["Nombre", "Precio", ""]
    assert [line.good for line in table.lines] == [True, True]
    assert read(draft, "Nombre\t\nCoraza\tsuelto\n").lines[0].cells[1].text == "suelto"


def test_a_cell_beside_the_columns_is_a_fault_and_stays_with_its_line(draft: PackVersion) -> None:
    table = read(draft, 'Nombre,Precio\nCoraza,"1,5"\nRed,1,5\n')
    assert table.lines[1].faults == ["La línea tiene más celdas que la primera."]
    assert table.left() == 'Nombre,Precio\nCoraza,"1,5"\nRed,1,5'
