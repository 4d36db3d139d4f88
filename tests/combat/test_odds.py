"""The odds beside the button: exact for the game master, by what they may know for players, for the form's choices."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from .play import Game

pytestmark = pytest.mark.django_db


def odds(html: str) -> list[tuple[str, str]]:
    """The cells of the row of odds."""
    row = re.search(r'class="odds__row[^"]*">(.*?)</summary>', html, re.DOTALL)
    if row is None:
        return []
    cells = re.findall(r'class="odds__what">(.*?)</span> <b class="num">(.*?)</b>', row[1])
    return [(what, chance.replace("\xa0", " ").replace("&lt;", "<").replace("&gt;", ">")) for what, chance in cells]


def dock(fight: Game, who: str, **chosen: str) -> str:
    """The dock as the page fetches it after a choice."""
    form = {"filled": f"act:{fight.id('Ana')}:attack", "action": "attack", "attribute": "strength", "mode": "rolled"}
    target = {"target": fight.id("Orco 1"), "kind": "physical", "resistance_mode": "static"}
    return fight.get(who, "fragment", "dock", **form, **target, **chosen).content.decode()


def test_the_game_master_reads_the_exact_odds(fight: Game) -> None:
    """Ana's 3d6 + 2 against armour class 10: 181 of 216."""
    html = dock(fight, "game_master")
    assert odds(html) == [("Éxito", "84 %"), ("Menor, 5", "26 %"), ("Mayor, 10", "<1 %"), ("Extremo, 15", "0 %")]
    assert "Contra 10" in html
    assert "181/216" in html


def test_a_player_reads_a_table_that_names_no_foe(fight: Game) -> None:
    html = dock(fight, "player")
    assert [number for number, _ in odds(html)] == ["8", "10", "12", "14", "16"]
    assert [chance for _, chance in odds(html)] == ["95 %", "84 %", "63 %", "38 %", "16 %"]
    assert "Contra 10" not in html
    assert "181/216" not in html


def test_the_odds_follow_what_is_chosen(fight: Game) -> None:
    """A trait: +2 at level 2."""
    assert odds(dock(fight, "game_master", traits="t1"))[0] == ("Éxito", "95 %")
    assert [number for number, _ in odds(dock(fight, "player", traits="t1"))] == ["10", "12", "14", "16", "18"]


def test_both_languages(fight: Game) -> None:
    client = fight.client("game_master")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert odds(dock(fight, "game_master"))[:2] == [("Success", "84%"), ("Minor, 5", "26%")]


def test_dice_that_wait_have_them_too(fight: Game) -> None:
    act = fight.does("attack", "Ana", rolls="1")
    form = {"target": fight.id("Orco 1"), "attribute": "strength", "kind": "physical", "resistance_mode": "static"}
    fight.post("player", act, {**form, "mode": "rolled", "by_hand": "1"})
    assert [request.key for request in fight.asked] == ["attack"]
    assert len(odds(fight.get("player").content.decode())) == 5
    assert odds(fight.get("other_player").content.decode()) == []
    assert odds(fight.get("spectator").content.decode()) == []


def test_static_rolls_have_none(fight: Game) -> None:
    form = {"filled": f"act:{fight.id('Ana')}:attack", "action": "attack", "attribute": "strength", "mode": "static"}
    html = fight.get("game_master", "fragment", "dock", **form, target=fight.id("Orco 1")).content.decode()
    assert odds(html) == []


def test_a_player_out_of_turn_has_no_button_and_no_odds(fight: Game) -> None:
    """Bruno prepares while Ana acts: his button waits, and so do its odds."""
    assert odds(fight.get("other_player").content.decode()) == []
