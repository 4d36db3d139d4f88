"""States of the pools, the loss below zero, stabilising, healing and recovering."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.inputs import Combatants
from rules.systems.tapiz.healing import heal_inputs, stabilise_inputs
from rules.systems.tapiz.hit_points import Pool
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, BRUNO, GM, Scene, pool, scene

BLEEDING = {"physical": pool(-3, healing_available=True)}
SHAKEN = {"mental": pool(-2, 15, healing_available=True)}


def cares(fight: Scene, action: str, who: str, target: str, total: int, *, viewer: Any = GM, **inputs: Any) -> None:
    """Care for a combatant with this total, without dice."""
    missing = total - 10 - fight.body(who).modifier("intelligence")
    inputs |= {"attribute": "intelligence", "mode": "static", "others": [{"value": missing, "reason": ""}]}
    fight.begin(action, who, viewer=viewer, target=target, **inputs)
    if "spend" in fight.keys:
        fight.answer("spend", {})


def refused(reason: str, fight: Scene, *args: Any, at: str | None = None, **inputs: Any) -> None:
    """The command is refused for this reason; `at`: the field that the refusal names."""
    before = fight.state
    with pytest.raises(RuleError) as caught:
        cares(fight, *args, **inputs)
    assert caught.value.reason == reason
    assert at in (None, caught.value.field)
    assert fight.state == before


def cycle(fight: Scene) -> None:
    """Pass asaltos until the next round has begun."""
    number = fight.fight.round.number
    while fight.fight.round.number == number:
        fight.begin("end_turn", fight.turn)


# States


@pytest.mark.parametrize(
    ("current", "status", "allowed"),
    [
        (1, "ok", "any"),
        (0, "unconscious", "none"),
        (-1, "bleeding", "none"),
        (-9, "bleeding", "none"),
        (-10, "dead", "none"),
    ],
)
def test_states_of_the_body(current: int, status: str, allowed: str) -> None:
    """TAP-HP-02, TAP-HP-05, TAP-HP-09."""
    fight = scene()
    fight.hurt("ana", 20 - current)
    assert (fight.body("ana").status("physical"), fight.body("ana").allowed) == (status, allowed)


@pytest.mark.parametrize(
    ("current", "status", "allowed"),
    [(1, "ok", "any"), (0, "incapacitated", "obey_or_flee"), (-1, "unstable", "none"), (-10, "lost", "none")],
)
def test_states_of_the_mind(current: int, status: str, allowed: str) -> None:
    """TAP-HP-03, TAP-HP-06, TAP-HP-09."""
    fight = scene()
    fight.hurt("ana", 15 - current, "mental")
    assert (fight.body("ana").status("mental"), fight.body("ana").allowed) == (status, allowed)


def test_a_state_is_told_when_it_comes_and_when_it_goes() -> None:
    fight = scene(ana={"physical": pool(2)})
    fight.hurt("ana", 2)
    assert fight.read()[-1] == "Ana: inconsciente"
    fight.begin("damage", amount=1, verb="heal", targets={"ana": "full"})
    assert fight.read()[-1] == "Ana: de nuevo en sí"


def test_a_combatant_that_is_out_has_no_asalto_and_can_do_nothing() -> None:
    fight = scene(ana={"physical": pool(0)})
    with pytest.raises(NotAllowed) as caught:
        fight.attack("ana", "orc1", viewer=ANA)
    assert caught.value.reason == "tapiz.cannot_act.none"


# The loss


def test_bleeding_takes_a_point_each_round() -> None:
    """TAP-HP-05, TAP-HOUSE-25."""
    fight = scene(bruno=BLEEDING)
    cycle(fight)
    cycle(fight)
    assert fight.body("bruno").physical.current == -5
    assert "Bruno pierde 1 PGF" in fight.read()
    assert "Bruno pierde 1 PGF, de −3 a −4" in fight.read(BRUNO)


def test_an_unstable_mind_loses_too_and_both_stop_at_the_end() -> None:
    """TAP-HP-06, TAP-HP-09."""
    fight = scene(bruno={"physical": pool(-9), "mental": pool(-10, 15)})
    cycle(fight)
    cycle(fight)
    assert (fight.body("bruno").physical.current, fight.body("bruno").mental.current) == (-10, -10)
    assert "Bruno: sin vida" in fight.read()


def test_stabilised_it_stops_until_there_is_new_damage() -> None:
    """TAP-HP-07, TAP-HOUSE-16."""
    fight = scene(bruno=BLEEDING)
    cares(fight, "stabilise", "ana", "bruno", 15, viewer=ANA)  # 12 and three negative points
    cycle(fight)
    assert fight.body("bruno").physical.current == -3
    fight.hurt("bruno", 1)
    cycle(fight)
    assert fight.body("bruno").physical.current == -5


def test_a_combatant_that_shows_nothing_loses_unseen() -> None:
    fight = scene(orc1={"physical": pool(-9, 14)})
    fight.begin("show_as", who="orc1", shows="nothing")
    cycle(fight)
    assert not {"tick.physical", "tick.physical_plain", "status.now"} & set(fight.seen())
    assert {"tick.physical", "status.now"} <= set(fight.seen(GM))


# Stabilising


def test_one_short_of_the_difficulty_stabilises_nothing() -> None:
    fight = scene(bruno=BLEEDING)
    cares(fight, "stabilise", "ana", "bruno", 14)
    assert not fight.body("bruno").physical.stabilised
    cares(fight, "stabilise", "ana", "bruno", 15)
    assert fight.body("bruno").physical.stabilised
    assert fight.body("bruno").physical.current == -3


def test_the_own_mind_may_be_stabilised() -> None:
    """TAP-HP-08."""
    fight = scene(ana=SHAKEN)
    cares(fight, "stabilise", "ana", "ana", 14, viewer=ANA, pool="mental")
    assert fight.body("ana").mental.stabilised


def test_an_unstable_mind_helps_no_other() -> None:
    refused("tapiz.cannot_act.none", scene(ana=SHAKEN, bruno=BLEEDING), "stabilise", "ana", "bruno", 20)


def test_the_own_body_may_not() -> None:
    """TAP-HP-08."""
    assert scene(ana=BLEEDING).why_not("stabilise", "ana") == "tapiz.nobody_to_stabilise"
    refused("tapiz.cannot_act.none", scene(ana=BLEEDING, bruno=BLEEDING), "stabilise", "ana", "ana", 20)


def test_a_pool_that_loses_nothing() -> None:
    nothing = "tapiz.stabilise.nothing_to_stop"
    refused(nothing, scene(bruno=BLEEDING), "stabilise", "ana", "bruno", 20, pool="mental", at="pool")
    calm = {"physical": pool(-3, stabilised=True), "mental": pool(-1, 15)}
    refused("tapiz.stabilise.already", scene(bruno=calm), "stabilise", "ana", "bruno", 20, pool="physical")
    # what is proposed is the pool that needs it
    cares(fight := scene(bruno=calm), "stabilise", "ana", "bruno", 20)
    assert fight.body("bruno").mental.stabilised


def test_only_in_the_own_asalto() -> None:
    refused("core.not_your_turn", scene(turn="bruno", orc1=BLEEDING), "stabilise", "ana", "orc1", 20, viewer=ANA)


# Healing


def test_points_over_twelve_heal() -> None:
    """TAP-HP-10, TAP-HOUSE-17."""
    fight = scene(bruno={"physical": pool(5, healing_available=True)})
    cares(fight, "heal", "ana", "bruno", 16, viewer=ANA)
    assert fight.body("bruno").physical.current == 9
    assert "Bruno recupera 4 PGF, de 5 a 9" in fight.read(BRUNO)


def test_the_own_body_may_be_healed() -> None:
    """TAP-HP-10: unlike the own bleeding, which nobody stops alone."""
    fight = scene(ana={"physical": pool(5, healing_available=True)})
    patient = next(one for one in SYSTEM.actions["heal"].inputs(fight.fight, "ana", ANA) if one.name == "target")
    assert [option.value for option in patient.options if option.reason is None] == ["ana"]
    unhurt = next(option for option in patient.options if option.value == "bruno")
    assert unhurt.reason is not None
    assert unhurt.reason.code == "error.tapiz.healing.not_hurt"
    cares(fight, "heal", "ana", "ana", 16, viewer=ANA)
    assert fight.body("ana").physical.current == 9


def test_friends_are_who_one_usually_means_to_heal() -> None:
    """A foe may be healed too, and is not proposed."""
    hurt = {"physical": pool(5, healing_available=True)}
    fight = scene(bruno=hurt, orc1=hurt)
    (patient, *_more) = SYSTEM.actions["heal"].inputs(fight.fight, "ana", GM)
    assert isinstance(patient, Combatants)
    assert {option.value for option in patient.options if option.reason is None} == {"bruno", "orc1"}
    assert (patient.likely, patient.default) == (("bruno",), "bruno")


def test_the_friend_who_has_least_left_is_proposed_before_oneself() -> None:
    def patients(viewer: Viewer, **people: int | tuple[int, int]) -> tuple[str, ...]:
        pools = {
            who: pool(*(of if isinstance(of, tuple) else (of,)), healing_available=True) for who, of in people.items()
        }
        fight = scene(**{who: {"physical": one} for who, one in pools.items()})
        (patient, *_more) = SYSTEM.actions["heal"].inputs(fight.fight, "ana", viewer)
        assert isinstance(patient, Combatants)
        return tuple(patient.likely or ())

    assert patients(GM, ana=8, bruno=-2) == ("bruno", "ana")
    assert patients(GM, ana=5, bruno=8) == ("ana", "bruno")
    # of whom she sees no numbers she sees no order either
    assert patients(ANA, ana=8, bruno=-2) == ("ana", "bruno")
    # least for what each has in all, even where that is a single point
    assert patients(GM, bruno=(-3, 4), ana=(-1, 1)) == ("ana", "bruno")


@pytest.mark.parametrize("total", [8, 16])
def test_one_attempt_for_each_damage(total: int) -> None:
    """TAP-HP-10: successful or not."""
    fight = scene(bruno={"physical": pool(5, healing_available=True)})
    assert fight.why_not("heal", "ana") is None
    cares(fight, "heal", "ana", "bruno", total)
    assert fight.why_not("heal", "ana") == "tapiz.nobody_to_heal"
    refused("tapiz.nobody_to_heal", fight, "heal", "ana", "bruno", 16)
    fight.hurt("bruno", 1)
    cares(fight, "heal", "ana", "bruno", 16)


def test_the_other_pool_has_its_own_attempt() -> None:
    hurt = {"physical": pool(5), "mental": pool(5, 15, healing_available=True)}
    fight = scene(bruno=hurt)
    refused("tapiz.healing.used_up", fight, "heal", "ana", "bruno", 16, pool="physical")
    cares(fight, "heal", "ana", "bruno", 16, pool="mental")


def test_never_above_the_maximum() -> None:
    fight = scene(bruno={"physical": pool(19, healing_available=True)})
    cares(fight, "heal", "ana", "bruno", 30)
    assert fight.body("bruno").physical.current == 20


def test_the_loss_is_no_damage_that_can_be_healed() -> None:
    """TAP-HP-10, TAP-ODD-17."""
    fight = scene(bruno={"physical": pool(-3)})
    cycle(fight)
    assert fight.why_not("heal", "ana") == "tapiz.nobody_to_heal"


def test_beyond_help() -> None:
    """TAP-HP-09."""
    gone = {"physical": pool(-10, healing_available=True), "mental": pool(3, 15, healing_available=True)}
    refused("tapiz.healing.beyond_help", scene(bruno=gone), "heal", "ana", "bruno", 20)


def test_healed_to_zero_or_more_it_does_not_bleed_again() -> None:
    fight = scene(bruno={"physical": pool(-3, healing_available=True, stabilised=True)})
    cares(fight, "heal", "ana", "bruno", 15)
    assert not fight.body("bruno").physical.stabilised
    cycle(fight)
    assert fight.body("bruno").physical.current == 0


# Recovering with a hero point


def test_a_hero_point_recovers_the_hit_die() -> None:
    """TAP-HERO-02, TAP-HERO-07: at any moment, and it uses up the attempt."""
    fight = scene(turn="bruno", ana={"physical": pool(5, healing_available=True)})
    fight.begin("recover", "ana", viewer=ANA, pool="physical")
    assert fight.requests[0].sides == (8,)  # type: ignore[attr-defined]
    fight.answer("recover", faces=[6], viewer=ANA)
    assert (fight.body("ana").physical.current, fight.points("ana")) == (11, 1)
    with pytest.raises(NotAllowed) as caught:
        fight.begin("recover", "ana", viewer=ANA, pool="physical")
    assert caught.value.reason == "tapiz.healing.none_open"


def test_without_hero_points_nothing_is_recovered() -> None:
    fight = scene(ana={"physical": pool(5, healing_available=True)}, left={"p1": 0})
    with pytest.raises(NotAllowed) as caught:
        fight.begin("recover", "ana", pool="physical")
    assert caught.value.reason == "tapiz.hero.too_few"


def test_the_dead_recover_nothing() -> None:
    fight = scene(ana={"physical": pool(-10, healing_available=True)})
    with pytest.raises(NotAllowed) as caught:
        fight.begin("recover", "ana", pool="physical")
    assert caught.value.reason == "tapiz.healing.beyond_help"
    assert fight.points("ana") == 2


# By hand


def test_direct_damage_in_shares() -> None:
    """Half is rounded down, as the keypad shows it."""
    fight = scene()
    fight.begin("damage", amount=5, targets={"orc1": "half", "orc2": "double", "ana": "full"})
    assert [fight.body(who).physical.current for who in ("orc1", "orc2", "ana")] == [12, 4, 15]


def test_healing_by_hand_leaves_the_attempt_open() -> None:
    fight = scene(bruno={"physical": pool(5, healing_available=True)})
    fight.begin("damage", amount=3, verb="heal", targets={"bruno": "full"})
    assert fight.body("bruno").physical.current == 8
    assert fight.body("bruno").physical.healing_available


def test_players_change_their_own_only() -> None:
    fight = scene()
    fight.begin("damage", "ana", viewer=ANA, amount=2, targets={"ana": "full"})
    with pytest.raises(UnknownValue):
        fight.begin("damage", "ana", viewer=ANA, amount=2, targets={"orc1": "full"})


def test_effects_given_and_ended_by_hand() -> None:
    """TAP-STORY-01, TAP-STORY-03."""
    fight = scene()
    fight.begin("give_effect", who="ana", name="Encadenada al muro", tier="major", whom="opponent", lasts="lasting")
    ((name, effect),) = fight.effects("ana").items()
    assert effect.modifier == -4
    fight.begin("end_effects", effects=[name])
    assert fight.effects("ana") == {}
    with pytest.raises(NotAllowed):
        fight.begin("end_effects", effects=[name])


def test_a_stabilised_combatant_no_longer_bleeds_on_the_card() -> None:
    fight = scene(bruno={"physical": pool(-3, stabilised=True)})
    states = [fact.code for fact in fight.system.card(fight.fight, "bruno").facts if fact.code.startswith("status.")]
    assert states == ["status.unconscious", "status.stabilised"]


def test_one_wound_taken_back_leaves_the_right_to_heal_the_other() -> None:
    """TAP-HP-10."""
    fight = scene()
    fight.hurt("bruno", 3)
    first = fight.entries[-1].id
    fight.hurt("bruno", 4)
    fight.undo(first)
    assert fight.body("bruno").physical.current == 16
    assert fight.why_not("heal", "ana") is None


def test_a_mind_that_was_stabilised_has_no_asalto_to_wait_for() -> None:
    """TAP-HP-06, TAP-HP-07."""
    fight = scene(ana={"mental": Pool(-1, 15, steadied=True)})
    assert not fight.body("ana").has_asalto


def test_no_hero_point_is_spent_on_a_full_pool() -> None:
    """TAP-HERO-07: after a flask or a night nothing may be missing, though the attempt is still open."""
    fight = scene(ana={"physical": pool(20, healing_available=True), "mental": pool(9, 15, healing_available=True)})
    (proposed,) = SYSTEM.actions["recover"].inputs(fight.fight, "ana", ANA)
    assert proposed.default == "mental"
    with pytest.raises(NotAllowed) as caught:
        fight.begin("recover", "ana", viewer=ANA, pool="physical")
    assert caught.value.reason == "tapiz.healing.not_hurt"
    assert fight.points("ana") == 2


def test_a_new_level_since_the_last_fight_brings_its_points() -> None:
    """TAP-HOUSE-14."""
    condition = SYSTEM.lasting(scene(ana={"physical": pool(9)}).fight, "ana")
    risen = scene(sheets={"ana": {"level": 3, "physical_max": 26, "mental_max": 15}}).body("ana")
    assert SYSTEM.with_lasting(risen, condition).physical.current == 15
    same = scene(sheets={"ana": {"physical_max": 26}}).body("ana")
    assert SYSTEM.with_lasting(same, condition).physical.current == 9


@pytest.mark.parametrize("inputs", [stabilise_inputs, heal_inputs])
def test_care_asks_nothing_of_who_is_not_there(inputs: Any) -> None:
    fight = scene(bruno=BLEEDING).fight
    assert inputs(fight, None, GM) == inputs(fight, "gone", GM) == ()
    assert [item.name for item in inputs(fight, "ana", GM)][:2] == ["target", "pool"]


def test_care_of_a_pool_that_needs_none_is_refused_at_the_pool() -> None:
    """The patient has another pool that needs it."""
    whole, hurt = pool(20, healing_available=True), pool(3, 15, healing_available=True)
    steadied = {"physical": pool(-3, healing_available=True, stabilised=True), "mental": pool(-2, 15)}
    for reason, action, bruno in (
        ("stabilise.already", "stabilise", steadied),
        ("healing.not_hurt", "heal", {"physical": whole, "mental": hurt}),
        ("healing.used_up", "heal", {"physical": pool(3), "mental": hurt}),
    ):
        refused(f"tapiz.{reason}", scene(bruno=bruno), action, "ana", "bruno", 20, pool="physical", at="pool")
