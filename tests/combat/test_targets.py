"""The targets that a form offers: how each fares in a word, the usual ones in sight, nobody fallen proposed."""

from __future__ import annotations

import re

from combat.deeds import Deed
from rules.core.people import people_input
from tapiz_site.inputs import fields
from tapiz_site.speech import speaker
from tests.combat.play import Game


def attack_form(game: Game, who: str) -> str:
    """The page on which this person fills in an attack."""
    return game.get(who, action="attack").content.decode()


def target(page: str, name: str) -> str:
    """What stands on the page about one target, its control included."""
    found = re.search(
        r'<label class="pick[^>]*>\s*<input[^>]*name="target"(?:(?!</label>).)*' + name + r".*?</label>",
        page,
        re.DOTALL,
    )
    assert found, name
    return found[0]


def aside(page: str) -> str:
    """The targets that are folded away."""
    found = re.search(r'<details class="aside".*?</details>', page, re.DOTALL)
    return found[0] if found else ""


def test_under_each_target_stands_how_it_fares(fight: Game) -> None:
    fight.damage("game_master", "Orco 1", 5)
    page = attack_form(fight, "player")
    assert "con heridas" in target(page, "Orco 1")
    assert "sin heridas" in target(page, "Orco 2")
    # the word that a form says is renewed from the order while the form stays
    assert "<small data-looks>con heridas</small>" in re.sub(r"\s+", " ", target(page, "Orco 1"))
    assert f'data-who="{fight.id("Orco 1")}" data-looks="con heridas"' in page


def test_friends_are_folded_away_but_can_be_meant(fight: Game) -> None:
    page = attack_form(fight, "player")
    assert "Bruno" in aside(page)
    assert "Orco" not in aside(page)


def test_who_has_fallen_is_proposed_no_more_although_attacked_last(fight: Game) -> None:
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"))
    fight.act("game_master", Deed("cancel"))
    assert "checked" in target(attack_form(fight, "player"), "Orco 1")
    fight.damage("game_master", "Orco 1", 14)
    page = attack_form(fight, "player")
    assert "checked" not in target(page, "Orco 1")
    assert "checked" in target(page, "Orco 2")
    assert "Orco 1" in aside(page)


def test_a_declaration_without_a_target_can_be_made_although_one_is_proposed() -> None:
    proposed = people_input(["orc"], required=False, default="orc")
    (bound,) = fields([proposed], {}, {}, speaker("tumbas", str))
    assert bound.may_be_blank
    assert proposed.check("") is None


def test_points_say_against_whom_and_from_what_as_far_as_that_is_known(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=12)
    player, game_master = (fight.get(who).content.decode() for who in ("player", "game_master"))
    assert 'data-before=""' in player
    assert "contra Orco 1" in player
    assert 'data-to="Orco 1"' in player
    assert 'data-before="14"' in fight.get("game_master", panel="ask", request="spend").content.decode()
    assert "contra Orco 1" not in game_master, "the game master only waits"
