"""Travelling in real browsers: slider, buttons and keys, with scripts and without; phones follow what is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.combat.play import Game, make_game

from .accessible import violations
from .fight import PHONE, TABLET, Windows, entered


@pytest.fixture
def fight(live_url: str) -> Game:
    game = make_game()
    game.begin()
    for amount in (1, 2, 3):
        game.damage("player", "Ana", amount)
    return game


def ana(page: Page) -> str:
    return page.locator(".then-order li", has_text="Ana").inner_text()


def test_slider_buttons_and_keys_go_through_the_fight(fight: Game, new_context: Windows, live_url: str) -> None:
    page = entered(new_context, live_url, "player", fight.url(), **PHONE).page
    page.get_by_role("link", name="Ver cómo estaba").click()
    expect(page.get_by_text("Así estaba")).to_be_visible()
    assert "14" in ana(page)
    page.get_by_role("button", name="Paso anterior").click()
    expect(page.locator(".then-order li", has_text="Ana")).to_contain_text("17")
    expect(page).to_have_url(re.compile("/entonces/[0-9a-f]{32}/$"))
    expect(page.locator("#say")).to_contain_text("Ana")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".then-order li", has_text="Ana")).to_contain_text("19")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    assert page.evaluate("document.activeElement.id") == "travel-slide"
    page.keyboard.press("End")
    expect(page.locator(".then-order li", has_text="Ana")).to_contain_text("14")
    assert violations(page) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    page.get_by_role("link", name="Volver a ahora").click()
    expect(page).to_have_url(f"{live_url}{fight.url()}")


def test_without_scripts_one_travels_too(fight: Game, new_context: Windows, live_url: str) -> None:
    page = entered(
        new_context, live_url, "game_master", fight.url("newest_moment"), java_script_enabled=False, **TABLET
    ).page
    page.get_by_role("button", name="Paso anterior").click()
    assert "17" in ana(page)
    page.get_by_role("slider").fill("0")
    page.get_by_role("button", name="Ir al momento del deslizador").click()
    assert page.get_by_role("slider").input_value() == "0"
    page.get_by_role("link", name="Volver a ahora").click()
    assert page.url == f"{live_url}{fight.url()}"


def test_phones_follow_while_the_game_master_shows(fight: Game, new_context: Windows, live_url: str) -> None:
    runs = entered(new_context, live_url, "game_master", fight.url("newest_moment"), **TABLET).page
    phone = entered(new_context, live_url, "player", fight.url(), **PHONE).page
    runs.get_by_role("button", name="Paso anterior").click()
    expect(runs.locator(".then-order li", has_text="Ana")).to_contain_text("17")
    runs.get_by_role("button", name="Enseñar a la mesa").click()
    expect(phone.get_by_text("Así estaba")).to_be_visible()
    assert "17" in ana(phone)
    runs.get_by_role("button", name="Paso anterior").click()
    expect(phone.locator(".then-order li", has_text="Ana")).to_contain_text("19")
    runs.get_by_role("button", name="Volver a ahora").click()
    expect(phone.get_by_text("Así estaba")).to_have_count(0)
    expect(phone).to_have_url(f"{live_url}{fight.url()}")
