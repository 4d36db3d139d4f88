"""Trying something in a real browser: the copy is marked, and is carried over or thrown away by one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.combat.play import Game, make_game

from .accessible import violations
from .fight import TABLET, Windows, entered


@pytest.fixture
def fight(live_url: str) -> Game:
    game = make_game()
    game.begin()
    return game


def test_a_copy_is_tried_and_carried_over(fight: Game, new_context: Windows, live_url: str) -> None:
    page = entered(new_context, live_url, "game_master", f"{fight.url()}?panel=more", **TABLET).page
    page.get_by_role("button", name="Probar algo").click()
    expect(page.locator(".trial-band")).to_contain_text("solo se ve aquí")
    assert page.url != f"{live_url}{fight.url()}"
    assert violations(page) == []
    page.get_by_role("button", name="Pasar turno").click()
    expect(page.locator("#f-stage")).to_contain_text("Orco 1")
    expect(page.locator(".trial-band")).to_be_visible()
    assert fight.turn == "Ana"
    page.get_by_role("button", name="Hacerlo de verdad").click()
    page.wait_for_url(f"{live_url}{fight.url()}")
    assert fight.turn == "Orco 1"
