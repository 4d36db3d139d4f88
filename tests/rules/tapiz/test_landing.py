"""Before it lands: hero points soften losses and consequences (TAP-HERO-01, TAP-HERO-03, TAP-HERO-09 to -11)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.errors import Missing, NotAllowed
from rules.core.fight import RESERVE
from rules.core.landing import LANDS
from rules.core.requests import Answer, Choose
from rules.systems.tapiz.effects import MODIFIERS
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, Scene, pool, scene
from tests.rules.things import gear_of

LANDING = "landing_spend:ana"


def struck(points: int, spend: dict[str, Any], **more: Any) -> Scene:
    """An orc has these points against Ana and spends them; whatever lands is asked about."""
    fight = scene(turn="orc1", **more)
    fight.accepts = False
    fight.attack("orc1", "ana", points=points + 3)  # Ana's CA is 13
    fight.answer("spend", spend)
    return fight


def offered(fight: Scene, name: str) -> list[str]:
    """What may be answered to one thing that lands."""
    (request,) = fight.requests
    assert isinstance(request, Choose)
    item = next(item for item in request.inputs if item.name == name)
    return [option.value for option in item.options]  # type: ignore[attr-defined]


def test_a_loss_that_takes_out_has_no_proposal() -> None:
    """TAP-HERO-10: Sharra's fall is decided, never proposed."""
    fight = struck(24, {"rest": True}, ana={"physical": pool(13)})
    assert fight.keys == [LANDING]
    assert fight.requests[0].default is None  # type: ignore[attr-defined]
    assert offered(fight, "loss") == ["none", "unconscious", "other_consequence"]
    assert fight.body("ana").physical.current == 13


def test_what_takes_nobody_out_is_proposed_to_land() -> None:
    """A hero point is spent by choice, never by pressing what is proposed."""
    (request,) = struck(17, {"rest": True}).requests
    assert isinstance(request, Choose)
    assert [item.default for item in request.inputs if item.name == "loss"] == [LANDS]


def test_falling_unconscious_in_place_of_hit_points() -> None:
    """TAP-HERO-10, TAP-HOUSE-31, TAP-ODD-28: nothing is lost, and it forbids every action."""
    fight = struck(24, {"rest": True}, ana={"physical": pool(13)})
    fight.answer(LANDING, {"loss": "unconscious"}, viewer=ANA)
    assert (fight.body("ana").physical.current, fight.points("ana"), fight.body("ana").allowed) == (13, 1, "none")
    (effect,) = fight.effects("ana").values()
    assert (effect.listed, effect.tier, effect.modifier) == ("knocked_out", "major", 0)


def test_another_consequence_of_what_the_points_would_have_bought() -> None:
    """TAP-HERO-03, TAP-HERO-09: fifteen points and more are an extreme one."""
    fight = struck(17, {"rest": True})
    fight.answer(LANDING, {"loss": "other_consequence", "loss_words": "El brazo colgando"}, viewer=ANA)
    (effect,) = fight.effects("ana").values()
    assert (effect.name, effect.modifier, effect.redescribed) == ("El brazo colgando", -MODIFIERS["extreme"], True)
    assert fight.body("ana").physical.current == 20


def test_it_must_be_said_what_it_is() -> None:
    fight = struck(17, {"rest": True})
    with pytest.raises(Missing):
        fight.answer(LANDING, {"loss": "other_consequence"}, viewer=ANA)
    assert fight.points("ana") == 2


def test_a_scratch_is_not_asked_about() -> None:
    """TAP-HERO-09: nothing that a hero point buys is less harmful."""
    fight = struck(4, {"rest": True})
    assert (fight.keys, fight.body("ana").physical.current) == ([], 16)


def test_who_has_no_means_is_not_asked() -> None:
    """TAP-HERO-02."""
    fight = struck(17, {"rest": True}, left={"p1": 0})
    assert (fight.keys, fight.body("ana").physical.current) == ([], 3)


def test_several_consequences_at_once_cost_a_point_each() -> None:
    """TAP-HERO-11."""
    spend = {"rest": True, "effects": ["knock_down_enemy", "painful_wound"]}
    fight = struck(20, spend)
    assert offered(fight, "consequence_knock_down_enemy") == ["none", "other_consequence", "hit_points", "unconscious"]
    assert offered(fight, "consequence_painful_wound") == ["none", "other_consequence", "hit_points"]
    answer = {
        "consequence_knock_down_enemy": "hit_points",
        "consequence_painful_wound": "hit_points",
        "loss": "none",
    }
    fight.answer(LANDING, answer, viewer=ANA)
    assert (fight.points("ana"), fight.effects("ana"), fight.body("ana").physical.current) == (0, {}, 20 - 10 - 5 - 5)


def test_a_third_one_needs_a_third_point() -> None:
    spend = {"rest": False, "effects": ["painful_wound", "unbalance_opponent", "stun_opponent"]}
    fight = struck(15, spend)
    names = ("painful_wound", "unbalance_opponent", "stun_opponent")
    with pytest.raises(NotAllowed) as refused:
        fight.answer(LANDING, {f"consequence_{name}": "hit_points" for name in names}, viewer=ANA)
    assert refused.value.reason == "tapiz.hero.too_few"
    assert (fight.points("ana"), fight.effects("ana")) == (2, {})


def test_a_broken_bow_is_spared() -> None:
    """TAP-HERO-03, TAP-EFF-05: the thing is asked about before it breaks."""
    bow = {"kind": "weapon", "name": "Arco de cable", "place": "hand", "values": {"use": "ranged"}}
    fight = struck(
        15, {"rest": False, "effects": ["break_weapon_or_equipment"]}, gears={"ana": gear_of(SYSTEM, {"bow": bow})}
    )
    said = {"consequence_break_weapon_or_equipment": "other_consequence"}
    words = {"consequence_break_weapon_or_equipment_words": "La cuerda, floja"}
    fight.answer(LANDING, {**said, **words}, viewer=ANA)
    assert fight.fight.combatants["ana"].gear.things["bow"].quantity == 1
    assert [one.name for one in fight.effects("ana").values()] == ["La cuerda, floja"]


def test_the_reserve_answers_for_creatures() -> None:
    """TAP-HERO-18."""
    fight = scene(left={RESERVE: 1})
    fight.accepts = False
    fight.attack("ana", "orc1", points=16)
    fight.answer("spend", {"rest": True})
    fight.answer("landing_spend:orc1", {"loss": "unconscious"})
    assert (fight.body("orc1").physical.current, fight.body("orc1").knocked_out) == (14, True)
    assert fight.points("orc1") == 0


def test_harm_by_hand_asks_where_the_game_master_says_so() -> None:
    """TAP-HERO-01: a trap or a fall."""
    fight = scene()
    fight.accepts = False
    fight.begin("damage", amount=25, targets={"ana": "full", "bruno": "half"}, asks=True)
    assert fight.keys == ["landing:ana", "landing:bruno"]
    fight.answer("landing:bruno", {"loss": "none"})
    fight.answer("landing:ana", {"loss": "unconscious"}, viewer=ANA)
    assert (fight.body("ana").physical.current, fight.body("bruno").physical.current) == (20, 8)


def test_the_price_of_a_turned_failure_is_not_softened() -> None:
    """TAP-HERO-12: it is described by the game master."""
    fight = scene(house={"success_with_consequences": True})
    fight.accepts = False
    fight.attack("ana", "orc1", points=-6)
    fight.answer("turned", {"use": "success"}, viewer=ANA)
    fight.answer("spend", {"rest": True}, viewer=ANA)
    fight.answer("raised", {"consequence": "knocked_out"})
    assert (fight.body("ana").knocked_out, fight.body("orc1").physical.current) == (True, 9)


def test_a_proposal_leaves_a_character_standing() -> None:
    """Where it is a player's character; a creature may be taken out as proposed, which tells nothing of what it has."""
    fight = scene(turn="orc1", left={"p1": 0})
    fight.attack("orc1", "ana", points=28)
    (request,) = fight.requests
    assert isinstance(request, Choose)
    assert request.default == {"hit_points": 19}
    fight.answer("spend", request.default)
    assert fight.body("ana").physical.current == 1
    other = scene()
    other.attack("ana", "orc1", points=3)
    assert other.requests[0].default == {"rest": True}  # type: ignore[attr-defined]


BALANCE, DOWN = "unbalance_opponent", "knock_down_enemy"


@pytest.mark.parametrize(
    ("missed", "found"),
    [
        (-1, {"momentary": "opponent"}),
        (-3, {"momentary": "opponent"}),
        (-5, {"effects": [BALANCE]}),
        (-13, {"effects": [DOWN]}),
        (-15, {"effects": [DOWN, BALANCE]}),
    ],
)
def test_a_miss_proposes_no_hit_points(missed: int, found: Answer) -> None:
    """TAP-ODD-16: a disadvantage, or what throws off; hit points are for who wants them."""
    fight = scene()
    fight.attack("ana", "orc1", points=missed)
    assert fight.requests[0].default == found  # type: ignore[attr-defined]
