"""The page of a player whose character cannot go on."""

from __future__ import annotations

import re

import pytest

from .play import Game

pytestmark = pytest.mark.django_db


def panel_of(game: Game) -> str:
    """The words of the player's panel."""
    page = game.get("player", "panel", panel="next").content.decode()
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.DOTALL).split())


def test_who_cannot_go_on_prepares_nothing_and_reads_what_would_bring_it_back(fight: Game) -> None:
    fight.end_turn()
    assert "Prepara tu turno" in panel_of(fight)
    fight.damage("game_master", "Ana", 20)
    shown = panel_of(fight)
    assert "Ana no puede seguir" in shown
    assert "cuando sus PGF y PGM pasan de 0" in shown
    assert "Prepara tu turno" not in shown
    assert "Atacar" not in shown


def test_who_is_back_prepares_again(fight: Game) -> None:
    fight.end_turn()
    fight.damage("game_master", "Ana", 20)
    fight.undo("game_master")
    assert "Prepara tu turno" in panel_of(fight)


def test_what_a_chip_notes_is_set_apart_from_its_name(fight: Game) -> None:
    """Not *Inconsciente quitarlo pide 10*."""
    named = {"who": fight.id("Ana"), "name": "Inconsciente", "tier": "major", "lasts": "lasting"}
    fight.command("game_master", "give_effect", **named)
    page = fight.get("game_master").content.decode()
    words = " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page, flags=re.DOTALL).split())
    assert re.search(r"Inconsciente −?\d* ?· quitarlo pide 10", words)
    assert not re.search(r"Inconsciente (−\d+ )?quitarlo", words)
    assert re.search(r"\s<small>· quitarlo", page), "a space between the two, not only between their elements"


def test_the_number_of_a_chip_is_set_apart_from_its_words(fight: Game) -> None:
    """Not *Cegada−4*: read aloud and copied, the two are words of their own."""
    fight.command("game_master", "give_effect", who=fight.id("Ana"), name="Cegada", tier="major", lasts="scene")
    page = fight.get("game_master").content.decode()
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", "", page, flags=re.DOTALL)
    assert re.search(r"Cegada −\d", words)
    assert not re.search(r"Cegada−", words)


def test_recovering_by_a_hero_point_says_what_it_costs_and_rolls(fight: Game) -> None:
    """TAP-HERO-02, TAP-HERO-07."""
    fight.command("game_master", "award", None, who=[fight.id("Ana")], count=1)
    fight.damage("game_master", "Ana", 5)
    page = fight.client("player").get(f"{fight.url()}?panel=verb&action=recover&actor={fight.id('Ana')}")
    button = page.content.decode().partition("btn--next")[2].partition("</button>")[0]
    assert "gastar 1 de heroicidad, tirar el dado de golpe" in button


def test_before_a_fall_the_button_says_that_a_choice_is_missing(fight: Game) -> None:
    """What would take a character out is never proposed, so the button cannot be taken as it stands."""
    fight.command("game_master", "damage", None, amount=30, pool="physical", targets={fight.id("Ana"): "full"})
    assert fight.asked
    page = fight.get("player").content.decode()
    button = page[page.index("btn--next") :].partition("</button>")[0]
    assert "aria-disabled" in button
    assert "elegir antes: Qué pasa" in button
