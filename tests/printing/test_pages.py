"""Sheets laid out in pages as in the PDF: nothing cut, nothing overlapping, no row torn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from characters.gear import holder_of
from characters.printing.options import Options
from characters.printing.sheets import PrintedSheet, blank, filled
from characters.printing.views import document
from characters.sheets import kind_of
from equipment.ledger import services
from tests.sizes import shared_out

from .pages import MM, boxes, classes, faults, printed, text_of, titles
from .people import EMPTY, NOTES, ORDINARY, OVERLOADED, Printing, overloaded

pytestmark = pytest.mark.usefixtures("_needs_pdf")

SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
EDGE_TEXT = "<b>&amp; {{ x }} ñ — “Ł 龍 😀\N{RIGHT-TO-LEFT OVERRIDE}"


def laid_out(sheet: PrintedSheet, options: Options) -> Any:
    return printed(document(sheet, options))


def sheet_of(printing: Printing, what: str, options: Options) -> PrintedSheet:
    if what == "blank":
        return blank(printing.table, kind_of(printing.table, "person"))
    if what == "overloaded":
        return filled(printing.read_by("player", overloaded(printing)), options)
    values = {"empty": EMPTY, "ordinary": ORDINARY, "long": ORDINARY, "words": ORDINARY}[what]
    found = filled(printing.read_by("player", printing.make("Nadie", values)), options)
    if what == "long":
        table = printing.table
        table.name = "M" * 200
        return replace(found, name="W" * 200, players=("Wz" * 100,), table=table)
    return replace(found, name="Alguien con " + "nombre " * 27) if what == "words" else found


@pytest.mark.parametrize(
    ("what", "on"),
    shared_out(["ordinary", "overloaded", "empty", "blank", "long", "words"], [("a4", "es"), ("letter", "en")]),
)
def test_pages(printing: Printing, what: str, on: tuple[str, str]) -> None:
    paper, language = on
    options = Options(paper=paper, notes=True, changes=True)
    with translation.override(language):
        sheet = sheet_of(printing, what, options)
        made = laid_out(sheet, options)
    assert faults(made) == []
    assert {(round(page.width / MM, 1), round(page.height / MM, 1)) for page in made.pages} == {SIZES[paper]}
    assert sheet.blank or "".join(sheet.name.split()) in text_of(made)
    most = {"overloaded": 11, "blank": 2}.get(what, 2)
    assert len(made.pages) <= most
    pencils = [box for page in made.pages for box, _around in boxes(page) if "pencil" in classes(box)]
    assert len(pencils) == 8
    assert all(box.height > 6 * MM and box.width > 8 * MM for box in pencils)


def test_everything_of_the_overloaded_one_is_there_under_its_titles(printing: Printing) -> None:
    options = Options(notes=True, changes=True)
    made = laid_out(sheet_of(printing, "overloaded", options), options)
    assert faults(made) == []
    assert len(made.pages) <= 11
    said = text_of(made)
    wanted = [row["text"] for row in OVERLOADED["traits"]] + [row["name"] for row in OVERLOADED["languages"]]
    wanted += [row["reason"] for row in OVERLOADED["overrides"]] + [NOTES[:200], NOTES[-300:]]
    assert [text for text in wanted if "".join(text.split()) not in said] == []
    found = titles(made)
    assert len(found["Rasgos"]) >= 2
    assert len(found["Historial de cambios"]) >= 2
    assert set(found) >= {"Lenguas", "Corregido a mano", "Lleva", "Aspecto", "Historia", "Notas"}


def test_a_hoard_flows_over_pages_with_every_row_whole(printing: Printing) -> None:
    made_for = printing.make("Ana", ORDINARY)
    by = printing.users["game_master"]
    goods = {"weight": 1200, "price": 3, "properties": ""}
    for number in range(60):
        name = f"Reliquia {number} " + "muy larga " * (number % 8)
        services.add(holder_of(made_for), by, kind="gear", name=name, values=goods, note="Del túmulo " * (number % 5))
    options = Options(notes=True)
    made = laid_out(filled(printing.read_by("player", made_for), options), options)
    assert faults(made) == []
    said = text_of(made)
    assert all(f"Reliquia{number}" in said for number in range(60))
    assert len(titles(made)["Lleva"]) >= 2


def test_a_text_without_a_single_blank_flows_too(printing: Printing) -> None:
    values = {**ORDINARY, "background": "W" * 4000, "notes": "\n".join("x" * 300)}
    options = Options(notes=True)
    made = laid_out(filled(printing.read_by("player", printing.make("Nadie", values)), options), options)
    assert faults(made) == []
    assert text_of(made).count("W") == 4000
    assert text_of(made).count("x") >= 300
    assert len(made.pages) > 6


def test_signs_of_markup_and_of_other_scripts_are_only_text(printing: Printing) -> None:
    made_for = printing.make("Nadie", {**ORDINARY, "notes": EDGE_TEXT, "traits": [{"text": EDGE_TEXT}]})
    made = laid_out(filled(printing.read_by("player", made_for), Options(notes=True)), Options())
    assert faults(made) == []
    assert text_of(made).count("<b>&amp;{{x}}") == 2


def test_a_fault_is_found(printing: Printing) -> None:
    """The measuring reports boxes that are too wide, overlap or are torn."""
    options = Options()
    html = document(sheet_of(printing, "ordinary", options), options)
    wide = html.replace(
        "<body>", "<body><style>.pgrid { width: 250mm; } .ptab { margin-top: -10mm !important; }</style>"
    )
    found = faults(printed(wide))
    assert any("margin" in one for one in found)
    assert any("lies on" in one for one in found)
    # lines of text, which are told in quotes, are measured too
    assert any("' lies on '" in one for one in found)
    tall = html.replace("<tbody>", "<tbody><tr><td>" + "<p>a</p>" * 100 + "</td></tr>", 1)
    assert any(
        "torn" in one
        for one in faults(
            printed(tall.replace("<body>", "<body><style>.paper tr { break-inside: auto !important; }</style>"))
        )
    )
