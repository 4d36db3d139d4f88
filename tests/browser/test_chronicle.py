"""A chronicle is sent on from the page by one tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.combat.play import Game, make_game

from .fight import PHONE, Windows, entered

SHARES = "navigator.share = async (what) => { window.shared = what.text; };"


@pytest.fixture
def fight(live_url: str) -> Game:
    game = make_game()
    game.begin()
    return game


def test_a_chronicle_is_sent_by_the_apps_of_the_phone(fight: Game, new_context: Windows, live_url: str) -> None:
    """The game master's holds no more than the whole table knows."""
    fight.damage("game_master", "Orco 1", 60)
    for who in ("game_master", "player"):
        page = entered(new_context, live_url, who, fight.encounter.get_absolute_url(), kept=False, **PHONE).page
        page.add_init_script(SHARES)
        page.goto(f"{live_url}{fight.url('chronicle')}")
        button = page.get_by_role("button", name="Enviar al grupo")
        button.click()
        expect(button).to_have_text("Enviar al grupo")
        page.wait_for_function("window.shared")
        sent = page.evaluate("window.shared")
        assert "cayó Orco 1" in sent
        assert "Sombra" not in sent


def test_without_such_apps_the_text_is_copied(fight: Game, new_context: Windows, live_url: str) -> None:
    page = entered(
        new_context, live_url, "player", fight.url("chronicle"), permissions=["clipboard-read", "clipboard-write"]
    ).page
    button = page.get_by_role("button", name="Enviar al grupo")
    button.click()
    expect(page.get_by_role("button", name="Texto copiado")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"# {fight.encounter.name}")
