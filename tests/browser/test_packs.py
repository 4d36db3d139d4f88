"""Packs in a real browser: a folder comes in with its paths, a pasted table fits a phone, all of it is accessible."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from equipment.packs import drafts
from equipment.packs.models import Entry, Pack
from tests.packs import sample
from tests.packs.shelf import Shelf, make_shelf

from .visitors import first_page


@pytest.fixture
def page(live_url: str, new_context: Callable[..., BrowserContext], shelf: Shelf) -> Page:
    client = Client()
    client.force_login(shelf.users["game_master"])
    context = new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_url}])
    return first_page(context)


@pytest.fixture
def shelf(live_url: str) -> Shelf:
    return make_shelf()


def fits(page: Page) -> None:
    wide, inside = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= inside


def test_a_folder_comes_in_with_its_paths(page: Page, shelf: Shelf, tmp_path: Path) -> None:
    head = sample.HEAD.replace('"SL"', '"ZZ"').replace("sal-y-lino", "otra-sal")
    for path, data in sample.files(pack_toml=head).items():
        here = tmp_path / "otra-sal" / path
        here.parent.mkdir(parents=True, exist_ok=True)
        here.write_bytes(data if path == "pack.toml" else data.replace(b"SL", b"ZZ"))
    page.goto(shelf.url("bring"))
    page.set_input_files("#folder", tmp_path / "otra-sal")
    page.get_by_role("button", name="Importar la carpeta").click()
    expect(page.get_by_role("heading", name="Sal y lino").first).to_be_visible()
    assert Entry.objects.filter(version__pack=Pack.objects.get(owner=shelf.table)).count() == 8


def test_a_pasted_table_scrolls_inside_its_page(
    page: Page, shelf: Shelf, assert_accessible: Callable[[Page], None]
) -> None:
    draft = drafts.begin(table=shelf.table, slug="x", code="LN", name="Lo nuestro", licence="x", language="es")
    page.goto(shelf.url("paste", draft.pack_id, "armour"))
    page.fill("#pasted", "Nombre\tPrecio\tArmadura\tPeso\nCoraza\t900\tPesada\t9\nRed\tcaro\tLigera\t3\n")
    page.get_by_role("button", name="Ver qué sería").click()
    expect(page.get_by_text("1 línea de 2 sin fallos.")).to_be_visible()
    fits(page)
    assert_accessible(page)
    page.get_by_role("button", name="Añadir 1 línea sin fallos").click()
    expect(page.locator("#pasted")).to_have_value("Nombre\tPrecio\tArmadura\tPeso\nRed\tcaro\tLigera\t3")
    assert draft.entries.count() == 1


@pytest.mark.parametrize("name", ["compendium", "choose", "bring", "rules", "new"])
def test_pages_fit_a_phone_and_are_accessible(
    page: Page, shelf: Shelf, name: str, assert_accessible: Callable[[Page], None]
) -> None:
    page.goto(shelf.url(name))
    fits(page)
    assert_accessible(page)
