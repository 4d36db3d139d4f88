"""Visibility and cover as declared relations, used by every attack (TAP-VIS-01 to -04, TAP-HOUSE-22)."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.systems.tapiz.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, scene


def result(play: Scene, code: str) -> int:
    return next(fact.value or 0 for fact in reversed(play.facts) if fact.code == code)


def rules_told(play: Scene) -> set[str]:
    """The rows of all facts told, those of their terms included."""
    return {rule for fact in play.facts for one in (fact, *fact.terms) for rule in one.rules}


@pytest.mark.parametrize(("seen", "modifier", "rule"), [("partial", -2, "TAP-VIS-01"), ("none", -4, "TAP-VIS-02")])
def test_attacks_on_a_target_that_is_hard_to_see_are_hindered(seen: str, modifier: int, rule: str) -> None:
    play = scene()
    play.begin("relate", of="orc1", what=f"visibility:{seen}")
    play.attack("ana", "orc1", mode="static")
    assert result(play, "roll.total") == 10 + 2 + modifier  # Strength 14
    assert rule in rules_told(play)


@pytest.mark.parametrize(
    ("cover", "bonus"),
    [
        ("light_partial", 2),
        ("light_total", 5),
        ("medium_partial", 5),
        ("medium_total", 10),
        ("heavy_partial", 10),
        ("heavy_total", 20),
    ],
)
def test_cover_adds_to_the_armour_class(cover: str, bonus: int) -> None:
    """TAP-VIS-03."""
    play = scene()
    play.begin("relate", of="orc1", what=f"cover:{cover}")
    play.attack("ana", "orc1", mode="static")
    assert result(play, "resistance.physical") == 10 + bonus
    assert "TAP-VIS-03" in rules_told(play)


def test_cover_does_not_help_a_mind() -> None:
    play = scene()
    play.begin("relate", of="orc1", what="cover:heavy_total")
    play.attack("ana", "orc1", kind="mental", mode="static")
    assert result(play, "resistance.mental") == 10


def test_the_worked_example_of_the_barrels() -> None:
    """Sharra behind mead barrels in a dim room: −2 to the shot, +5 to her CA, and she may still throw."""
    play = scene()
    play.begin("relate", of="ana", what="visibility:partial")
    play.begin("relate", of="ana", what="cover:medium_partial")
    play.attack("orc1", "ana", attribute="dexterity", mode="static")
    assert (result(play, "roll.total"), result(play, "resistance.physical")) == (10 - 2, 13 + 5)
    assert play.why_not("attack", "ana") is None


def test_no_attack_leaves_total_cover() -> None:
    """TAP-VIS-04."""
    play = scene()
    play.begin("relate", of="ana", what="cover:light_total")
    assert play.why_not("attack", "ana") == "tapiz.cover.attacker_total"
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.attack("ana", "orc1")
    assert refused.value.reason == "tapiz.cover.attacker_total"
    assert play.state == before


def test_total_cover_towards_one_leaves_the_others() -> None:
    play = scene()
    play.begin("relate", of="ana", to="orc1", what="cover:light_total")
    assert play.why_not("attack", "ana") is None
    with pytest.raises(NotAllowed):
        play.attack("ana", "orc1")
    play.attack("ana", "orc2", mode="static")


def test_a_relation_stays_until_it_is_changed_and_goes_with_undo() -> None:
    play = scene()
    play.begin("relate", of="orc1", what="visibility:none")
    for _turn in range(5):
        play.begin("end_turn", play.turn)
    assert len(play.fight.relations) == 1
    play.begin("relate", of="orc1", what="visibility:full")
    assert play.fight.relations == {}
    play.undo()
    assert len(play.fight.relations) == 1


def test_players_declare_in_their_own_asalto_and_the_game_master_always() -> None:
    play = scene()
    play.begin("relate", "ana", of="ana", what="cover:light_partial", viewer=ANA)
    with pytest.raises(NotAllowed) as refused:
        play.begin("relate", "bruno", of="bruno", what="cover:light_partial", viewer=BRUNO)
    assert refused.value.reason == "core.not_your_turn"
    play.begin("relate", of="bruno", what="cover:light_partial", viewer=GM)
    free = scene(ordered=False)
    free.begin("relate", "bruno", of="bruno", what="cover:light_partial", viewer=BRUNO)


def test_the_card_says_what_was_declared_and_the_armour_class_holds_it() -> None:
    play = scene()
    play.begin("relate", of="ana", what="cover:medium_partial")
    play.begin("relate", of="ana", to="orc1", what="band:cerca")
    facts = SYSTEM.card(play.fight, "ana").facts
    # what holds for all comes before what holds towards some
    assert [fact.params["key"] for fact in facts if fact.code.startswith("relation.")] == ["medium_partial", "cerca"]
    assert next(fact.value for fact in facts if fact.code == "value.armour_class") == 18


def test_players_are_not_offered_the_hidden() -> None:
    play = scene()
    people = SYSTEM.actions["relate"].inputs(play.fight, "ana", ANA)[0]
    assert "shade" not in [option.value for option in people.options]  # type: ignore[attr-defined]
