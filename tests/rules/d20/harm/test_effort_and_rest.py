"""What effort costs the disabled, and what nights, days in bed and hours of rest give back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.driver import Done, run
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.requests import Steps
from rules.core.system import Action
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import paying
from rules.systems.d20.healing import REST, rest
from rules.systems.d20.state import D20Fight, Lost, Spent, Turn
from tests.rules.d20.actions.scene import scene

# Effort


def acted(
    *spends: Spent, vital: str = "disabled", house: bool = True, actor: str | None = "ana", turn: str | None = "ana",
    told: str = "", before: tuple[Spent, ...] = (), afterwards: str = ""
) -> Outcome[Any, Any]:  # fmt: skip
    """What came of an action that Ana does with no points left, and that spends this.

    afterwards: what the action itself makes of her.
    """
    fight: D20Fight = scene(house={"every_act_costs_at_zero": house}).fight
    own = Turn(turn, before) if turn is not None else None
    fight = replace(fight, round=replace(fight.round, turn=own))
    fight = fight.with_body("ana", replace(fight.body("ana"), hp=0, vital=vital))

    def resolve(now: D20Fight, command: Command) -> Steps[Outcome[Any, Any]]:
        yield from ()
        after = replace(own, spent=(*own.spent, *spends)) if own is not None else None
        now = now.with_body("ana", replace(now.body("ana"), vital=afterwards or vital))
        return Outcome(replace(now, round=replace(now.round, turn=after)), (fact(told),) if told else ())

    verb = paying(Action("act", resolve, icon="hand"))
    found = run(verb.resolve(fight, Command("c", "act", actor)), {})
    assert isinstance(found, Done)
    return found.result


@pytest.mark.parametrize(
    ("how", "hp"),
    [
        ({}, -1),
        ({"house": False}, 0),
        ({"actor": None}, 0),
        ({"vital": "normal"}, 0),
        ({"vital": "normal", "afterwards": "disabled"}, 0),
        ({"told": "effort.costs"}, 0),
        ({"told": "care.aids"}, -1),
        ({"turn": "thug"}, 0),
        ({"turn": None}, 0),
        ({"before": (Spent("attack", "stabilize_character"),)}, -1),
    ],
)
def test_every_action_of_the_own_turn_costs_the_disabled_a_point(how: dict[str, Any], hp: int) -> None:
    """D20H-DIS-03, D20H-COND-19: at tables that say so, and once."""
    found = acted(Spent("attack", "stabilize_character"), **how)
    assert found.fight.body("ana").hp == hp
    told = how.get("told", "")
    assert [one.code for one in found.explanation][: bool(told)] == ([told] if told else [])
    assert ("harm.points" in [one.code for one in found.explanation]) == bool(hp)


def test_what_spends_no_action_costs_nothing() -> None:
    """D20H-DIS-03."""
    assert acted().fight.body("ana").hp == 0
    assert acted(Spent("free", "drop_item")).fight.body("ana").hp == 0
    assert acted(Spent("five_foot_step", feet=5)).fight.body("ana").hp == 0


# Rest


def rested(
    kind: str, periods: int | None = 1, *, shows: str = "word", targets: tuple[str, ...] = ("bruno",), **bruno: Any
) -> tuple[D20Fight, Notes]:
    """The free scene after a rest of Bruno, who is of level 3."""
    fight: D20Fight = scene(ordered=False).fight
    one = replace(fight.combatants["bruno"], shows=shows)
    fight = replace(fight, combatants={**fight.combatants, "bruno": replace(one, body=replace(one.body, **bruno))})
    command = Command("c", "rest", None, {"targets": list(targets), "kind": kind, "periods": periods})
    found = run(REST.resolve(fight, command), {})
    assert isinstance(found, Done), found
    notes = Notes()
    for told in found.result.explanation:
        notes.add(told)
    return found.result.fight, notes


@pytest.mark.parametrize(
    ("kind", "periods", "level", "hp"),
    [
        ("night", 1, 3, 8),
        ("night", None, 3, 8),
        ("night", 2, 3, 11),
        ("bed_day", 1, 3, 11),
        ("bed_day", 9, 3, 20),
        ("night", 1, 1, 6),
        ("night", 1, 0, 6),
        ("hour", 9, 3, 5),
    ],
)
def test_a_point_a_level_for_a_night_and_two_for_a_day(kind: str, periods: int | None, level: int, hp: int) -> None:
    """D20H-HEAL-02, D20H-HEAL-03."""
    fight, _ = rested(kind, periods, hp=5, hp_max=20, level=level)
    assert fight.body("bruno").hp == hp


@pytest.mark.parametrize(
    ("kind", "periods", "seconds"), [("night", 2, 2 * 8 * 3600), ("bed_day", 1, 24 * 3600), ("hour", 3, 3 * 3600)]
)
def test_the_time_of_a_rest_passes(kind: str, periods: int, seconds: int) -> None:
    fight, notes = rested(kind, periods)
    assert fight.clock == seconds
    codes = [one.code for one in notes.so_far]
    said = {"night": "rest.night_passes", "bed_day": "rest.bed_day_passes", "hour": "rest.hours_pass"}[kind]
    assert codes.count(said) == (1 if kind == "hour" else periods)
    told = next(one for one in notes.so_far if one.code == said)
    rows = ("D20H-COND-17", "D20H-COND-18") if kind == "hour" else ("D20H-HEAL-02", "D20H-HEAL-03")
    assert told == fact(said, 3 if kind == "hour" else None, rules=rows)


@pytest.mark.parametrize(
    ("bruno", "hp", "vital"),
    [
        ({"hp": -3, "vital": "stable", "recovering": True, "tended": True}, 0, "disabled"),
        ({"hp": -2, "vital": "stable", "recovering": True, "tended": True}, 1, "normal"),
        ({"hp": -3, "vital": "stable", "temp": 3, "recovering": False, "tended": False}, 0, "normal"),
        ({"hp": -3, "vital": "normal", "temp": 4, "recovering": False, "tended": False}, 0, "normal"),
        ({"hp": 0, "vital": "disabled"}, 3, "normal"),
        ({"hp": 20, "vital": "disabled"}, 20, "normal"),
        ({"hp": 20, "vital": "normal", "locked": {"thirst": 2}}, 20, "normal"),
        ({"hp": 17, "vital": "normal", "locked": {"thirst": 2, "undone": -5}}, 18, "normal"),
        ({"hp": -10, "vital": "dead"}, -10, "dead"),
    ],
)
def test_who_heals_by_rest(bruno: dict[str, Any], hp: int, vital: str) -> None:
    """D20H-HEAL-01 to -03, D20H-TMP-01, D20H-REC-08."""
    targets = ("bruno", "ana")
    fight, _ = rested("night", hp_max=20, targets=targets, **bruno)
    body = fight.body("bruno")
    assert (body.hp, body.vital) == (hp, vital)
    if vital == "normal" and hp > bruno["hp"]:
        assert (body.tended, body.recovering) == (False, False)


def test_rest_is_told_with_its_rows() -> None:
    _, notes = rested("night", hp=5, hp_max=20)
    told = next(one for one in notes.so_far if one.code == "heal.points")
    assert (told.value, told.rules) == (3, ("D20H-HEAL-02", "D20H-HEAL-03", "D20H-REC-08"))
    _, notes = rested("night", hp=20, hp_max=20)
    assert [one.code for one in notes.so_far] == ["rest.night_passes"]


@pytest.mark.parametrize(("kind", "back"), [("night", 1), ("bed_day", 2)])
def test_damaged_abilities_mend_and_what_was_never_lost_does_not(kind: str, back: int) -> None:
    """D20H-HEAL-04."""
    losses = {"strength": Lost(damage=3), "wisdom": Lost(damage=-2), "dexterity": Lost(drain=2)}
    fight, notes = rested(kind, losses=losses, hp=20, hp_max=20)
    found = {name: (lost.damage, lost.drain) for name, lost in fight.body("bruno").losses.items()}
    assert found == {"strength": (3 - back, 0), "wisdom": (-2, 0), "dexterity": (0, 2)}
    (told,) = (one for one in notes.so_far if one.code == "ability.restored")
    assert (told.value, told.rules) == (back, ("D20H-HEAL-04",))


@pytest.mark.parametrize(("shows", "audience"), [("word", TABLE), ("nothing", controllers_of("bruno"))])
@pytest.mark.parametrize(
    ("effects", "hours", "lifted", "left"),
    [
        (("fatigued",), 7, None, "fatigued"),
        (("fatigued",), 8, "fatigued", None),
        (("exhausted",), 1, "exhausted", "fatigued"),
        (("exhausted", "fatigued"), 1, "exhausted", "fatigued"),
        (("exhausted",), 9, "exhausted", None),
    ],
)
def test_hours_end_weariness(
    shows: str, audience: Audience, effects: tuple[str, ...], hours: int, lifted: str | None, left: str | None
) -> None:
    """D20H-COND-17, D20H-COND-18."""
    carried = {name: Effect(name, "condition", name) for name in effects}
    fight, notes = rested("hour", hours, shows=shows, effects=carried)
    assert [one.what for one in fight.body("bruno").effects.values()] == ([left] if left else [])
    rules = ("D20H-COND-17", "D20H-COND-18", "D20H-HOUSE-18")
    said = fact("condition.lifted", rules=rules, audience=audience, who="bruno", what=Word(f"condition.{lifted}"))
    assert [one for one in notes.so_far if one.code == "condition.lifted"] == ([said] if lifted else [])


def test_the_weary_who_are_well_tell_nothing() -> None:
    _, notes = rested("hour", 8)
    assert [one.code for one in notes.so_far] == ["rest.hours_pass"]


@pytest.mark.parametrize(("state", "hp", "healed"), [("stable", -3, 0), ("disabled", 0, 2)])
def test_below_zero_rest_needs_care_and_a_recovery_that_has_begun(state: Any, hp: int, healed: int) -> None:
    """D20H-REC-04, D20H-REC-08."""
    found = rest(
        "night",
        hp,
        9,
        2,
        locked_damage=0,
        state=state,
        tended=False,
        recovering=False,
        ability_damage={},
    )
    assert (found.healed, found.hp) == (healed, hp + healed)
