"""Who is proposed for care, why others are not, and what is told of points that go and come (TAP-HP-07 to -10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command
from rules.core.inputs import Combatants
from rules.systems.tapiz.effects import KNOCKED_OUT, Effect
from rules.systems.tapiz.harm import hurt, mend, set_pool
from rules.systems.tapiz.hit_points import Pool, allowed_actions, pool_status
from rules.systems.tapiz.state import TapizFight
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, GM, Scene, pool, scene

OWN = controllers_of("ana")
LOSS = ("TAP-HP-01", "TAP-EFF-07")
LYING = {"e": Effect("e", "major", -1, False, "lasting", KNOCKED_OUT)}
STATES = ("TAP-HP-02", "TAP-HP-05", "TAP-HP-09")


def standing(shows: str = "word", **ana: Any) -> TapizFight:
    """The fight in which Ana has such a body and the table sees her points in this way."""
    fight: TapizFight = scene(ana=ana).fight
    one = replace(fight.combatants["ana"], shows=shows)
    return replace(fight, combatants={**fight.combatants, "ana": one})


# States


@pytest.mark.parametrize(
    ("current", "physical", "mental"),
    [
        (1, "ok", "ok"),
        (0, "unconscious", "incapacitated"),
        (-1, "bleeding", "unstable"),
        (-9, "bleeding", "unstable"),
        (-10, "dead", "lost"),
        (-11, "dead", "lost"),
    ],
)
def test_states_begin_at_their_points(current: int, physical: str, mental: str) -> None:
    """TAP-HP-02, -03, -05, -06, -09."""
    assert (pool_status("physical", current), pool_status("mental", current)) == (physical, mental)


@pytest.mark.parametrize(
    ("physical", "mental", "allowed"),
    [(1, 1, "any"), (1, 0, "obey_or_flee"), (1, -1, "none"), (0, 1, "none"), (0, 0, "none")],
)
def test_the_stricter_pool_says_what_may_be_done(physical: int, mental: int, allowed: str) -> None:
    """TAP-HP-02, -03, -05, -06."""
    assert allowed_actions(physical, mental) == allowed


# What is told


PLAIN = fact("harm.plain", who="ana")


@pytest.mark.parametrize(
    ("shows", "name", "audience", "plain"),
    [
        ("number", "physical", TABLE, PLAIN),
        ("word", "physical", OWN, fact("harm.physical_word", who="ana", word=Word("health.hurt"))),
        ("word", "mental", OWN, PLAIN),
        ("nothing", "physical", OWN, PLAIN),
    ],
)
@pytest.mark.parametrize("by", [None, "ana", "orc1"])
def test_a_loss_is_told_as_far_as_each_may_know_it(
    shows: str, name: Any, audience: Audience, plain: Fact, by: str | None
) -> None:
    """TAP-HP-01, TAP-EFF-07: the spender of the points knows how many, not where that leaves the combatant."""
    notes = Notes()
    fight = standing(shows, physical=Pool(20, 20), mental=Pool(20, 20))
    after = hurt(fight, "ana", name, 6, notes, by=by)
    seen = controllers_of("orc1")
    some = fact(f"harm.{name}_spent", 6, rules=LOSS, audience=seen, otherwise=plain, who="ana", amount=6)
    otherwise = some if by == "orc1" else plain
    (told,) = notes.so_far
    assert told == fact(
        f"harm.{name}",
        6,
        rules=LOSS,
        audience=audience,
        otherwise=otherwise,
        who="ana",
        amount=6,
        before=20,
        after=14,
    )
    assert after.body("ana").pool(name) == Pool(14, 20, wounds=1)


@pytest.mark.parametrize(("shows", "word"), [("word", "heal.physical_word"), ("number", "heal.plain")])
@pytest.mark.parametrize(("uses_chance", "wounds"), [(True, 0), (False, 2)])
def test_what_comes_back_is_told_the_same_way(shows: str, word: str, uses_chance: bool, wounds: int) -> None:
    """TAP-HP-10, TAP-HOUSE-17."""
    notes, rules = Notes(), ("TAP-HP-10", "TAP-HOUSE-17")
    fight = standing(shows, physical=Pool(12, 20, wounds=2))
    after = mend(fight, "ana", "physical", 9, notes, by="bruno", rules=rules, uses_chance=uses_chance)
    assert after.body("ana").physical == Pool(20, 20, wounds=wounds)
    (told,) = notes.so_far
    assert (told.code, told.value, told.rules) == ("heal.physical", 8, rules)
    assert told.otherwise is not None
    assert (told.otherwise.code, told.otherwise.audience) == ("heal.physical_spent", controllers_of("bruno"))
    assert told.otherwise.otherwise is not None
    assert told.otherwise.otherwise.code == word


def test_the_mind_is_told_of_in_its_own_words() -> None:
    notes = Notes()
    fight = standing("word", mental=Pool(3, 20, wounds=1))
    after = set_pool(fight, "ana", "mental", 5, notes, by="bruno", rules=())
    assert after.body("ana").mental == Pool(5, 20, wounds=1)
    (told,) = notes.so_far
    assert (told.code, told.value) == ("heal.mental", 2)
    assert told.otherwise is not None
    assert (told.otherwise.code, told.otherwise.otherwise) == ("heal.mental_spent", fact("heal.plain", who="ana"))


def test_where_nothing_changes_nothing_is_told() -> None:
    notes, fight = Notes(), standing(physical=Pool(20, 20, wounds=1))
    assert hurt(fight, "ana", "physical", 0, notes).body("ana").physical == Pool(20, 20, wounds=1)
    assert mend(fight, "ana", "physical", 3, notes, rules=()).body("ana").physical == Pool(20, 20)
    assert notes.so_far == ()


@pytest.mark.parametrize(("shows", "words"), [("number", TABLE), ("word", TABLE), ("nothing", OWN)])
def test_a_new_state_is_told_in_words(shows: str, words: Audience) -> None:
    notes = Notes()
    hurt(standing(shows, physical=Pool(3, 20)), "ana", "physical", 4, notes)
    status = Word("status.bleeding")
    assert notes.so_far[1:] == (fact("status.now", rules=STATES, audience=words, who="ana", status=status),)


@pytest.mark.parametrize(
    ("before", "after", "effects", "status"),
    [
        (0, 1, {}, "ok"),
        (0, 1, LYING, None),
        (1, 0, LYING, "unconscious"),
        (0, -1, LYING, "bleeding"),
        (-1, 0, LYING, "unconscious"),
    ],
)
def test_points_alone_wake_nobody_whom_an_effect_keeps_unconscious(
    before: int, after: int, effects: Any, status: str | None
) -> None:
    """TAP-ODD-28: every other state is told, whatever the effect."""
    fight, notes = standing(physical=Pool(before, 20), effects=effects), Notes()
    assert fight.body("ana").knocked_out == bool(effects)
    if after > before:
        set_pool(fight, "ana", "physical", after, notes, rules=())
    else:
        hurt(fight, "ana", "physical", before - after, notes)
    said = [one.params["status"] for one in notes.so_far if one.code == "status.now"]
    assert said == ([Word(f"status.{status}")] if status else [])


# Patients


def asked(play: Scene, action: str, viewer: Any = ANA, actor: str = "ana") -> tuple[Combatants, Any]:
    """The patients of an action, and the pool that is proposed."""
    patient, which, *_ = SYSTEM.actions[action].inputs(play.fight, actor, viewer)
    assert isinstance(patient, Combatants)
    return patient, which.default


def named(patient: Combatants) -> list[str]:
    return [str(one.value) for one in patient.options if one.reason is None]


def why(patient: Combatants) -> dict[str, str]:
    return {str(one.value): one.reason.code.removeprefix("error.tapiz.") for one in patient.options if one.reason}


def test_of_two_hurt_pools_the_worse_counts() -> None:
    """The friend who has the smaller share of a pool left comes first."""
    bruno = {"physical": pool(18, healing_available=True), "mental": pool(2, 15, healing_available=True)}
    ana = {"physical": pool(10, healing_available=True)}
    assert named(asked(scene(ana=ana, bruno=bruno), "heal", GM)[0]) == ["bruno", "ana"]


def test_friends_come_before_foes_however_badly_these_are_hurt() -> None:
    hurt_ = {"physical": pool(1, 14, healing_available=True)}
    ana = {"physical": pool(19, healing_available=True)}
    assert named(asked(scene(ana=ana, orc1=hurt_), "heal", GM)[0]) == ["ana", "orc1"]


@pytest.mark.parametrize(
    ("bruno", "reason"),
    [
        ({}, "stabilise.nothing_to_stop"),
        ({"physical": pool(-3, stabilised=True)}, "stabilise.nothing_to_stop"),
        ({"physical": pool(-3), "mental": pool(-10, 15)}, "stabilise.nothing_to_stop"),
    ],
)
def test_why_another_cannot_be_stabilised(bruno: dict[str, Any], reason: str) -> None:
    """TAP-HP-07, TAP-HP-09."""
    assert why(asked(scene(bruno=bruno), "stabilise")[0])["bruno"] == reason


def test_why_one_cannot_stabilise_oneself() -> None:
    """TAP-HP-07, TAP-HP-08."""
    assert why(asked(scene(), "stabilise")[0])["ana"] == "stabilise.nothing_to_stop"
    assert why(asked(scene(ana={"physical": pool(-3)}), "stabilise")[0])["ana"] == "stabilise.own_bleeding"
    patient, proposed = asked(scene(ana={"mental": pool(-3, 15)}), "stabilise")
    assert (named(patient), proposed) == (["ana"], "mental")


@pytest.mark.parametrize(
    ("bruno", "reason"),
    [
        ({}, "healing.not_hurt"),
        ({"physical": pool(5)}, "healing.used_up"),
        ({"mental": pool(5, 15)}, "healing.used_up"),
        ({"physical": pool(-10, healing_available=True)}, "healing.beyond_help"),
        ({"mental": pool(-10, 15, healing_available=True)}, "healing.beyond_help"),
    ],
)
def test_why_another_cannot_be_healed(bruno: dict[str, Any], reason: str) -> None:
    """TAP-HP-09, TAP-HP-10."""
    assert why(asked(scene(bruno=bruno), "heal")[0])["bruno"] == reason


def test_whose_state_is_unknown_is_neither_patient_nor_refused() -> None:
    play = scene(orc1={"physical": pool(-3, 14, healing_available=True)})
    play.begin("show_as", who="orc1", shows="nothing")
    for action in ("stabilise", "heal"):
        patient, _ = asked(play, action)
        assert "orc1" not in {*named(patient), *why(patient)}
        assert named(asked(play, action, GM)[0]) == ["orc1"]


@pytest.mark.parametrize(
    ("bruno", "proposed"),
    [
        ({"physical": pool(5, healing_available=True)}, "physical"),
        ({"mental": pool(5, 15, healing_available=True)}, "mental"),
        ({"physical": pool(5), "mental": pool(5, 15, healing_available=True)}, "mental"),
        ({}, "physical"),
    ],
)
def test_the_pool_that_needs_it_is_proposed(bruno: dict[str, Any], proposed: str) -> None:
    assert asked(scene(bruno=bruno), "heal")[1] == proposed


def test_who_is_not_there_has_no_form() -> None:
    for action in ("stabilise", "heal"):
        for nobody in (None, "nobody"):
            assert SYSTEM.actions[action].inputs(scene().fight, nobody, GM) == ()


@pytest.mark.parametrize(
    ("physical", "reason", "params"),
    [
        (pool(-10, healing_available=True), "tapiz.healing.beyond_help", {"current": -10}),
        (pool(5), "tapiz.healing.used_up", {}),
        (pool(20, healing_available=True), "tapiz.healing.not_hurt", {}),
    ],
)
def test_a_pool_that_cannot_be_healed_is_refused_as_such(physical: Pool, reason: str, params: dict[str, int]) -> None:
    """TAP-HP-09, TAP-HP-10: another pool of the same patient might."""
    play = scene(bruno={"physical": physical, "mental": pool(5, 15, healing_available=True)})
    command = {"target": "bruno", "pool": "physical", "attribute": "intelligence", "mode": "static", "others": []}
    with pytest.raises(NotAllowed) as refused:
        next(SYSTEM.actions["heal"].resolve(play.fight, Command("c", "heal", "ana", command)))
    assert (refused.value.reason, refused.value.field, refused.value.params) == (reason, "pool", params)
