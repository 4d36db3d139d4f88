"""Putting right in a real browser: another number of an old blow, read before it is taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from combat.deeds import Deed
from tests.combat.play import Game, make_game

from .accessible import violations
from .fight import TABLET, Windows, entered


@pytest.fixture
def fight(live_url: str) -> Game:
    game = make_game()
    game.begin()
    game.damage("game_master", "Orco 1", 4)
    game.damage("player", "Ana", 3)
    return game


@pytest.mark.parametrize("scripts", [True, False])
def test_an_old_blow_is_put_right_from_the_log(
    fight: Game, new_context: Windows, live_url: str, *, scripts: bool
) -> None:
    page = entered(new_context, live_url, "game_master", fight.url(), java_script_enabled=scripts, **TABLET).page
    line = page.locator(".log__open", has_text="Orco 1 pierde")
    line.locator("summary").click()
    line.get_by_role("link", name="Corregir").click()
    page.locator("[name=amount]").fill("9")
    page.get_by_role("button", name="Ver qué cambiaría").click()
    row = page.locator(".right__diff li", has_text="Orco 1")
    expect(row).to_contain_text("5")
    expect(page.locator(".right__told")).to_contain_text("La mesa")
    page.get_by_role("button", name="Por persona").click()
    expect(page.locator(".right__diff li", has_text="Orco 1").get_by_role("checkbox")).to_be_checked()
    if scripts:
        assert violations(page) == []
    page.get_by_role("button", name="Corregir lo marcado").click()
    page.wait_for_url(f"{live_url}{fight.url()}")
    assert fight.body("Orco 1").physical.current == 5
    assert fight.body("Ana").physical.current == 17


def test_it_was_a_one_takes_three_taps(fight: Game, new_context: Windows, live_url: str) -> None:
    """Correct, face, take; what would differ is there by itself."""
    fight.command("game_master", "attack", "Orco 1", target=fight.id("Ana"), attribute="strength", mode="rolled")
    fight.act("game_master", Deed("roll", request="attack"), faces=[6, 6, 5])
    fight.answer("game_master", "spend", hit_points=3, effects=[], own=[])
    page = entered(new_context, live_url, "game_master", fight.url(), **TABLET).page
    line = page.locator(".log__open", has_text="6 6 5")
    line.locator("summary").click()
    line.get_by_role("link", name="Corregir").click()
    page.locator("label.pick", has_text="1").first.click()
    page.get_by_role("button", name="Corregirlo todo").click()
    page.wait_for_url(f"{live_url}{fight.url()}")
    assert "corrige" in page.locator("body").inner_text().lower()
