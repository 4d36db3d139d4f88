"""What points buy and what they do not: momentary advantages, hero points, removals, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.inputs import Several
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, carrying, scene


def refused(fight: Scene, answer: dict[str, Any], kind: type[RuleError], reason: str) -> None:
    """The answer is refused for this reason, and nothing changes."""
    before, entries = fight.state, len(fight.entries)
    with pytest.raises(kind) as caught:
        fight.answer("spend", answer)
    assert caught.value.reason == reason
    assert (fight.state, len(fight.entries)) == (before, entries)
    assert fight.keys == ["spend"]


def spending(points: int, **bodies: Any) -> Scene:
    """Ana has these effect points against an orc."""
    fight = scene(**bodies)
    fight.attack("ana", "orc1", points=points, in_force=[])
    return fight


@pytest.mark.parametrize("points", [1, 4])
def test_few_points_may_buy_a_momentary_advantage(points: int) -> None:
    """TAP-EFF-08, TAP-HOUSE-15: it costs one point."""
    fight = spending(points)
    fight.answer("spend", {"rest": True, "momentary": "self"})
    (advantage,) = fight.effects("ana").values()
    assert (advantage.tier, advantage.modifier, advantage.duration) == ("momentary", 1, "next_roll")
    assert fight.body("orc1").physical.current == 14 - (points - 1)


def test_a_momentary_disadvantage_falls_on_the_target() -> None:
    fight = spending(2)
    fight.answer("spend", {"rest": False, "momentary": "opponent"})
    assert [effect.modifier for effect in fight.effects("orc1").values()] == [-1]


def test_five_points_buy_no_momentary_advantage() -> None:
    refused(spending(5), {"rest": False, "momentary": "self"}, UnknownValue, "core.input.unknown")


def test_nor_do_four_raised_to_five() -> None:
    refused(
        spending(4),
        {"rest": False, "momentary": "self", "hero_point": True},
        NotAllowed,
        "tapiz.spend.momentary_points",
    )


@pytest.mark.parametrize(("points", "name"), [(4, "painful_wound"), (9, "instil_fear"), (14, "know_their_plans")])
def test_a_hero_point_lifts_to_the_next_tier(points: int, name: str) -> None:
    """TAP-HERO-02, TAP-HERO-05."""
    fight = spending(points)
    fight.answer("spend", {"rest": False, "effects": [name], "hero_point": True})
    assert fight.points("ana") == 1
    assert [effect.listed for who in ("ana", "orc1") for effect in fight.effects(who).values()] == [name]


@pytest.mark.parametrize("points", [1, 3, 5, 8, 10, 13, 15])
def test_a_hero_point_serves_one_short_of_a_tier_only(points: int) -> None:
    refused(spending(points), {"rest": True, "hero_point": True}, UnknownValue, "core.input.unknown")


def test_without_hero_points_none_is_offered() -> None:
    refused(spending(4, left={"p1": 0}), {"rest": True, "hero_point": True}, UnknownValue, "core.input.unknown")


def test_a_hero_point_lifts_no_consequences() -> None:
    """TAP-HERO-05 speaks of effect points; those of a failure belong to the other side."""
    fight = scene()
    fight.attack("orc1", "ana", points=3 - 4)  # one less than CA 10, so 4 less than Ana's 13
    assert fight.requests[0].to == "ana"
    refused(fight, {"rest": True, "hero_point": True}, UnknownValue, "core.input.unknown")


def test_too_many_points() -> None:
    """TAP-EFF-01."""
    fight = spending(7)
    refused(fight, {"rest": False, "effects": ["painful_wound"], "hit_points": 3}, NotAllowed, "tapiz.spend.too_many")
    refused(fight, {"rest": False, "effects": ["painful_wound", "stun_opponent"]}, NotAllowed, "tapiz.spend.too_many")
    assert fight.effects("orc1") == {}


def test_an_effect_that_is_too_dear_cannot_be_chosen() -> None:
    refused(spending(9, left={"p1": 0}), {"effects": ["inspired"]}, OutOfRange, "core.input.refused")


def test_more_hit_points_than_points() -> None:
    refused(spending(3), {"rest": False, "hit_points": 4}, OutOfRange, "core.input.range")


def test_removing_costs_what_creating_did() -> None:
    """TAP-EFF-06."""
    burdened = {"effects": carrying("knock_down_enemy", lasting=True)}
    fight = spending(10, ana=burdened)
    fight.answer("spend", {"rest": True, "remove": ["e1"]})
    assert fight.effects("ana") == {}
    assert fight.body("orc1").physical.current == 14
    assert "Se quita un efecto de Ana: Derribo" in fight.read()


def test_removing_needs_its_price() -> None:
    burdened = {"effects": carrying("knock_down_enemy")}
    refused(
        spending(9, ana=burdened, left={"p1": 0}), {"rest": False, "remove": ["e1"]}, OutOfRange, "core.input.refused"
    )


def test_reducing_by_a_tier() -> None:
    """TAP-STORY-05, TAP-HOUSE-27: five points, whatever the tier."""
    fight = spending(7, ana={"effects": carrying("knock_down_enemy", lasting=True)})
    fight.answer("spend", {"rest": True, "reduce": ["e1"]})
    assert fight.effects("ana")["e1"].modifier == -2
    assert fight.body("orc1").physical.current == 12


def test_reducing_a_minor_effect_ends_it() -> None:
    fight = spending(5, ana={"effects": carrying("painful_wound", lasting=True)})
    fight.answer("spend", {"rest": False, "reduce": ["e1"]})
    assert fight.effects("ana") == {}


def test_removing_and_reducing_the_same() -> None:
    refused(
        spending(15, ana={"effects": carrying("painful_wound")}),
        {"rest": False, "remove": ["e1"], "reduce": ["e1"]},
        NotAllowed,
        "tapiz.spend.removed_and_reduced",
    )


def test_only_the_entitled_side_spends() -> None:
    fight = spending(7)
    with pytest.raises(NotAllowed) as caught:
        fight.answer("spend", {"rest": True}, viewer=BRUNO)
    assert caught.value.reason == "core.not_for_you"
    fight.answer("spend", {"rest": True}, viewer=ANA)


def test_carrying_on_puts_everything_into_hit_points() -> None:
    """The default of the request, which *Seguir* takes."""
    fight = spending(7)
    default = fight.requests[0].default  # type: ignore[attr-defined]
    fight.answer("spend", default)
    assert fight.body("orc1").physical.current == 7


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("move_one_range", "effect.gained_plain"),
        ("dismount", "effect.gained_plain"),
        ("force_move_one_range", "effect.gained_plain_from"),
        ("lose_minor_resource", "effect.gained_plain_from"),
    ],
)
def test_a_deed_is_told_and_leaves_nothing_to_carry(name: str, told: str) -> None:
    """TAP-STORY-01: a step is taken or an arrow lost, which no points undo."""
    fight = spending(6)
    fight.answer("spend", {"rest": True, "effects": [name]})
    assert fight.effects("ana") == fight.effects("orc1") == {}
    assert fight.body("orc1").physical.current == 13
    assert [code for code in fight.seen() if code.startswith("effect.")] == [told]


def test_a_deed_takes_no_slot() -> None:
    """TAP-OPT-04."""
    fight = spending(6, house={"slots": "one_each"}, orc1={"effects": carrying("painful_wound", lasting=True)})
    fight.answer("spend", {"rest": True, "effects": ["force_move_one_range"]})
    assert [effect.listed for effect in fight.effects("orc1").values()] == ["painful_wound"]


def test_each_example_says_how_long_it_lasts() -> None:
    fight = spending(16)
    (field,) = (one for one in fight.requests[0].inputs if one.name == "effects")
    assert isinstance(field, Several)
    lasts = {option.value: option.notes[-1].code for option in field.options}
    assert lasts["dismount"] == "duration.at_once"
    assert lasts["painful_wound"] == "duration.next_roll"
    assert lasts["lose_equipment_piece"] == "duration.lasting"


def test_points_that_buy_no_effect_are_not_asked_how_one_is_like() -> None:
    few, enough = spending(3, left={"p1": 0}), spending(5, left={"p1": 0})
    assert {"lasts", "own"} & {one.name for one in few.requests[0].inputs} == set()
    assert {"lasts", "own"} <= {one.name for one in enough.requests[0].inputs}
