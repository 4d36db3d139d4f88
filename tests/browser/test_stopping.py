"""The quiet stop in three browsers at once: a phone stops play, the tablet of the DJ and the room's screen follow."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.combat.play import Game, make_game

from .accessible import violations
from .fight import PHONE, TABLET, Windows, entered

TITLE = "Paramos un momento"


def test_a_phone_stops_play_on_all_screens_and_nothing_typed_is_lost(new_context: Windows, live_url: str) -> None:
    game: Game = make_game()
    game.begin()
    game.damage("game_master", "Bruno", 3)
    room = f"/mesas/{game.table.pk}/pantalla/"
    phone = entered(new_context, live_url, "player", game.url(), **PHONE).page
    tablet = entered(new_context, live_url, "game_master", game.url(), **TABLET)
    screen = entered(new_context, live_url, "spectator", room, viewport={"width": 1920, "height": 1080}).page
    other = entered(new_context, live_url, "other_player", game.url(), **PHONE, java_script_enabled=False).page
    tablet.follow("Daño o cura")
    amount = tablet.panel.get_by_label("Cantidad")
    tablet.panel.get_by_role("button", name="7", exact=True).click()

    menu = phone.locator("details.more")
    menu.locator("summary").tap()
    stop = menu.get_by_role("button", name="Parar")
    box = stop.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    stop.tap()
    for page in (phone, tablet.page, screen):
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(screen.get_by_role("button")).to_have_count(0)
    expect(amount).to_be_hidden()
    assert violations(phone) == []
    assert violations(screen) == []

    # the phone shows no trace of having pressed, and the slip is taken back by the button that all have
    expect(menu).not_to_have_attribute("open", "")
    phone.get_by_role("button", name="Puedo seguir").tap()
    for page in (phone, tablet.page, screen):
        expect(page.get_by_role("heading", name=TITLE)).to_have_count(0)
    expect(amount).to_have_value("7")
    tablet.assert_never_reloaded()

    # without scripts; then the DJ chooses from where to go on
    other.reload()
    other.locator("details.more summary").click()
    other.get_by_role("button", name="Parar").click()
    expect(other.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(tablet.page.get_by_role("heading", name=TITLE)).to_be_visible()
    assert violations(tablet.page) == []
    tablet.page.get_by_role("link", name="Elegir desde dónde").first.click()
    tablet.page.get_by_role("button", name="Seguir desde antes de esto").click()
    expect(tablet.page.locator("#f-side")).to_contain_text("queda tapado para todos")
    expect(tablet.page.locator("#f-side")).not_to_contain_text("de 20 a 17")
    expect(phone.get_by_role("heading", name=TITLE)).to_have_count(0)
    expect(phone.locator("#f-log")).to_contain_text("queda tapado para todos")
