"""A board in two browsers at once: the game master lays it and places people, a phone moves by two taps."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from combat import deeds
from combat.models import TableMap
from rules.core.board import choosing

from .fight import PANELS, PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo

Enter = Callable[..., Person]
SQUARE = 60
"""Units of the picture across a square."""
BOARD_IN_SIGHT = """document.querySelector(".picture__view").clientHeight
  - document.querySelector(".map__foot").offsetHeight"""


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()
    return lambda name, **more: entered(
        new_context, live_url, name, url, **{**(TABLET if name == "dj" else PHONE), **more}
    )


def middle(column: int, row: int) -> tuple[float, float]:
    """The middle of a cell in units of the picture."""
    return SQUARE * (column - 0.5), SQUARE * (row - 0.5)


def tap(page: Page, picture: str, at: tuple[float, float]) -> None:
    """Tap a place on a board, which is brought into sight before."""
    page.locator(picture).wait_for()
    where = page.evaluate(
        """([picture, x, y]) => {
          const one = document.querySelector(picture);
          const there = () => new DOMPoint(x, y).matrixTransform(one.getScreenCTM());
          const view = one.closest(".picture__view, .map-edit"), frame = view.getBoundingClientRect();
          view.scrollLeft += there().x - frame.left - 120;
          view.scrollTop += there().y - frame.top - 120;
          return [there().x, there().y];
        }""",
        [picture, *at],
    )
    page.mouse.click(*where)


def token(one: Person, name: str, where: str) -> Locator:
    """The token of a combatant on a cell of the board."""
    return one.page.locator("#f-picture").get_by_role("link", name=re.compile(f"^{name}, en {where}"))


def lay(dj: Person) -> None:
    """An empty board of the usual size; the page has no place for one and loads anew."""
    dj.follow("Más")
    dj.follow("Tablero")
    dj.follow("Tablero vacío")
    dj.button("Tablero vacío").click()
    expect(dj.page.locator("#f-land .map--land")).to_be_visible()


def place(dj: Person, name: str, column: int, row: int) -> None:
    """Tap a token, tap a cell, confirm."""
    for link in (dj.page.locator(".picture__sizes a"), dj.panel.get_by_role("link", name="Colocar")):
        with dj.taken_in(PANELS):
            link.click()
    dj.panel.get_by_text(name, exact=True).click()
    board = "#f-picture .map[data-free=cell]"
    with dj.taken_in(PANELS):
        tap(dj.page, board, middle(column, row))
    dj.press("Colocar")


def test_a_phone_moves_by_two_taps_and_the_other_page_follows(enter: Enter) -> None:
    dj = enter("dj")
    lay(dj)
    place(dj, "Sharra", 3, 4)
    place(dj, "Orco 1", 6, 4)
    expect(token(dj, "Sharra", "C4")).to_be_visible()
    dj.open(dj.page.url.partition("?")[0])
    sharra = enter("sharra")
    expect(token(sharra, "Orco 1", "F4")).to_have_count(1)
    sharra.open(f"{sharra.page.url.partition('?')[0]}?panel=act&action=move")
    sharra.page.locator("#f-picture .go").first.wait_for(state="attached")
    with sharra.taken_in(PANELS):
        tap(sharra.page, "#f-picture .map", middle(3, 5))
    expect(sharra.page.locator(".map__way")).to_have_count(1)
    asked: list[str] = []
    dj.page.on("request", lambda request: asked.append(request.url))
    land = dj.page.locator("#f-land .map--land").element_handle()
    sharra.page.locator("#f-dock .btn--next").click()
    expect(token(dj, "Sharra", "C5")).to_be_visible()
    expect(dj.page.locator(".where__one").filter(has_text="Sharra")).to_contain_text("en C5")
    dj.page.wait_for_timeout(400)
    assert asked == [], "the news bring all of it"
    assert land.evaluate("one => one.isConnected"), "and no land"
    expect(token(sharra, "Sharra", "C5")).to_be_visible()
    for one in (dj, sharra):
        one.assert_never_reloaded()


def test_on_a_phone_the_board_is_in_sight_after_an_act_and_one_key_leads_on_from_it(enter: Enter) -> None:
    dj = enter("dj")
    lay(dj)
    place(dj, "Sharra", 3, 4)
    sharra = enter("sharra")
    sharra.open(f"{sharra.page.url.partition('?')[0]}?panel=act&action=move")
    page = sharra.page
    with sharra.taken_in(PANELS):
        tap(page, "#f-picture .map", middle(3, 5))
    # half out of sight the board lies under what the fight waits for, not over it
    page.locator(".fight__page").evaluate("one => { one.scrollTop = one.querySelector('.picture').offsetHeight; }")
    assert page.evaluate(
        """() => {
          const { left, top, height } = document.querySelector("#f-stage").getBoundingClientRect();
          return document.elementFromPoint(left + 20, top + height / 2).closest("#f-stage") !== null;
        }"""
    )
    page.locator("#f-dock .btn--next").click()
    expect(token(sharra, "Sharra", "C5")).to_be_visible()
    page.wait_for_function(
        """() => {
          const [page, board, result] = [".fight__page", ".picture__view", "#f-result"].map((name) =>
            document.querySelector(name).getBoundingClientRect());
          return board.top >= page.top && board.bottom <= page.bottom && result.bottom <= page.bottom;
        }"""
    )
    page.locator('#f-picture .map a[tabindex="0"]').focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Ir al paso siguiente")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#f-dock")).to_be_focused()


def test_far_squares_are_tapped_where_they_lie_and_a_key_leads_to_the_field_for_their_name(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "MOST_LINKS", 20)
    dj = enter("dj")
    lay(dj)
    place(dj, "Sharra", 3, 4)
    sharra = enter("sharra")
    sharra.open(f"{sharra.page.url}?panel=act&action=move")
    to = sharra.panel.get_by_label("A qué casilla")
    with sharra.taken_in(PANELS):
        tap(sharra.page, "#f-picture .map", middle(20, 4))
    expect(to).to_have_value("T4")
    expect(sharra.page.locator(".go--on")).to_have_attribute("aria-label", re.compile("^T4, "))
    sharra.page.locator(".go--far[data-expanse]").press("Enter")
    expect(to).to_be_focused()


def test_who_is_where_is_told_in_words_and_chosen_from_the_list(
    enter: Enter, assert_accessible: Callable[[Page], None]
) -> None:
    dj = enter("dj", viewport={"width": 1280, "height": 1000})
    lay(dj)
    place(dj, "Orco 1", 6, 4)
    sharra = enter("sharra")
    sharra.action("Atacar")
    before = sharra.page.evaluate(BOARD_IN_SIGHT)
    sharra.page.get_by_text("Quién está dónde").click()
    assert sharra.page.evaluate(BOARD_IN_SIGHT) >= before, "the list takes nothing of the board"
    listed = sharra.page.locator(".where__one").filter(has_text="Orco 1")
    expect(listed).to_contain_text("en F4")
    with sharra.taken_in(PANELS):
        listed.click()
    expect(sharra.panel.get_by_role("radio", name=re.compile("^Orco 1"))).to_be_checked()
    assert_accessible(dj.page)


def test_without_scripts_everything_is_a_link_or_a_field(enter: Enter) -> None:
    dj = enter("dj", java_script_enabled=False)
    page = dj.page
    page.goto(f"{page.url}?panel=verb&action=board_new")
    page.locator("#f-dock .btn--next").click()
    page.goto(f"{page.url.partition('?')[0]}?panel=verb&action=board_place")
    page.locator("#panel").get_by_text("Sharra", exact=True).click()
    page.get_by_label("Casilla").fill("C4")
    # it looks idle, as without scripts it cannot know what is filled in, but is sent as it stands
    page.locator("#f-dock .btn--next").click(force=True)
    expect(token(dj, "Sharra", "C4")).to_be_visible()


def test_a_stroke_paints_a_map(enter: Enter, demo: Demo) -> None:
    dj = enter("dj")
    page, table = dj.page, demo.encounter.table
    page.goto(f"{page.url.partition('/conflictos')[0]}/mesas/{table.pk}/mapas/")
    page.get_by_label("Nombre del mapa").fill("Patio")
    page.get_by_role("button", name="Crear el mapa").click()
    page.locator("#map").get_by_text("Muro", exact=True).click()
    board = "#map-sheet .map[data-free]"
    page.locator("#map-sheet").scroll_into_view_if_needed()
    with page.expect_response(re.compile("/mapas/")):
        # on the east side of B3
        tap(page, board, (2 * SQUARE - 3, 2.5 * SQUARE))
    expect(page.locator("#map-sheet .map__edge--wall")).to_have_count(1)
    assert TableMap.objects.get().data["edges"] == {"B3:e": "wall"}
    # a stroke of the mouse, which names the cell under it, and a step back
    page.locator("#map").get_by_text("Difícil").click()
    frame = page.locator(board).bounding_box()
    assert frame is not None
    unit = frame["height"] / float(page.locator(board).get_attribute("viewBox").split()[3])  # type: ignore[union-attr]
    start, down = frame["x"] + (24 + 4.5 * SQUARE) * unit, frame["y"] + (24 + 1.5 * SQUARE) * unit
    with page.expect_response(re.compile("/mapas/")):
        page.mouse.move(start, down)
        page.mouse.down()
        page.mouse.move(start + 2 * SQUARE * unit, down, steps=8)
        expect(page.locator("#map-cell")).to_have_text("G2")
        page.mouse.up()
    expect(page.locator("#map-sheet .map__on--difficult")).to_have_count(1)
    assert sorted(TableMap.objects.get().data["cells"]) == ["E2", "F2", "G2"]
    with page.expect_response(re.compile("/mapas/")):
        page.get_by_role("button", name="Deshacer").click()
    expect(page.locator("#map-sheet .map__on--difficult")).to_have_count(0)
    expect(page.get_by_role("button", name="Rehacer")).to_be_enabled()


def test_one_finger_paints_a_map_and_two_move_it(enter: Enter, demo: Demo) -> None:
    page, table = enter("dj").page, demo.encounter.table
    kept = TableMap.objects.create(table=table, name="Patio", data={"columns": 30, "rows": 30}, created_by=None)
    page.goto(f"{page.url.partition('/conflictos')[0]}{kept.get_absolute_url()}")
    page.locator("#map").get_by_text("Difícil").click()
    frame = page.locator(".map-edit").bounding_box()
    assert frame is not None
    x, y = frame["x"] + 150, frame["y"] + 300
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": across, "y": down, "id": place} for place, (across, down) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (x + 90, y))
    for step in range(1, 9):
        touch("touchMove", (x, y - 20 * step), (x + 90, y - 20 * step))
    touch("touchEnd")
    page.wait_for_function("document.querySelector('.map-edit').scrollTop > 0")
    kept.refresh_from_db()
    assert not kept.data.get("cells")
    with page.expect_response(re.compile("/mapas/")):
        touch("touchStart", (x, y))
        for step in range(1, 9):
            touch("touchMove", (x + 20 * step, y))
        touch("touchEnd")
    kept.refresh_from_db()
    assert len(kept.data["cells"]) >= 3
    assert {land["ground"] for land in kept.data["cells"].values()} == {"difficult"}
