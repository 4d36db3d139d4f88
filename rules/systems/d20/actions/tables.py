"""Actions of the tables that are nothing but what they take of a turn, and those over two turns.

(D20C-ACT-03, D20C-ACT-05, D20C-ACT-06, D20C-ACT-10, D20C-AOT-01 to -10, D20C-MVA-07, D20C-MVA-08, D20C-HOUSE-13)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.action_table import ACTIONS
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.opportunity import distracted, go_on_after
from rules.systems.d20.arms import Weapon
from rules.systems.d20.budget import COMPLETE, NOT_OVER_TWO_TURNS, START, TurnPart
from rules.systems.d20.doing import check_spend, spend, turn_of
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight

PLAIN = (
    "open_door",
    "move_heavy_object",
    "retrieve_stored_object",
    "use_equipment",
    "use_skill_attack_action",
    "use_skill_move_action",
    "use_skill_full_round",
    "use_feat",
    "feint",
    "load_weapon",
    "drop_object",
    "speak",
)
"""Rows of the tables that are done by saying so."""


PARTS: tuple[TurnPart, ...] = ("attack", "move", "full_round", "free")


OVER_TWO_TURNS = tuple(
    name for name, row in ACTIONS.items() if row.type == "full_round" and name not in NOT_OVER_TWO_TURNS
)


RELOAD = "reload_internal_magazine"


RULED = ("ruled", "yes", "no")


def ruled_input() -> Choice:
    """Whether it provokes: by the rules where they say so, else as the game master rules (D20C-ACT-10, D20C-AOT-10)."""
    options = tuple(Option(name, Fact(f"ruled.{name}")) for name in RULED)
    return Choice("provokes", "input.provokes", required=False, default="ruled", layout="segments", options=options)


def table_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which action of the tables, as what, and how it is ruled."""
    options = tuple(Option(name, Fact(f"act.{name}"), notes=(Fact(f"part.{usual_part(name)}"),)) for name in PLAIN)
    parts = tuple(Option(part, Fact(f"part.{part}")) for part in PARTS)
    return (
        Choice("what", "input.act", layout="select", default="open_door", options=options),
        Choice("part", "input.part", required=False, layout="segments", options=parts, fresh=True),
        ruled_input(),
        Flag("strenuous", "input.strenuous", note=Fact("note.strenuous", rules=("D20H-DIS-04",)), fresh=True),
        Text("words", "input.words", required=False, length=120),
    )


def usual_part(name: str) -> str:
    kind = ACTIONS[name].type
    return kind if kind in PARTS else "move"


def table_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Whoever does something must be able to."""
    check_turn(fight, command, viewer)


def table_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take it off the turn; whoever is provoked may strike first (D20C-ACT-10, D20C-AOT-07)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    name = values["what"]
    part = cast(TurnPart, values["part"] or usual_part(name))
    fight = spend(fight, actor, Spent(part, name))
    flag = ACTIONS[name].provokes
    ruled = values["provokes"] or "ruled"
    if ruled == "yes" or (ruled == "ruled" and flag in ("yes", "usually")):
        fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-AOT-01", "D20C-AOT-02"))
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    params: dict[str, Param] = {"who": Ref(actor), "what": Word(f"act.{name}")}
    code = "act.done"
    if values["words"]:
        code, params = "act.done_words", {**params, "words": values["words"]}
    notes.add(
        Fact(code, params=params, rules=("D20C-AOT-01", "D20C-AOT-02", "D20C-AOT-03", "D20C-AOT-04", "D20C-AOT-05"))
    )
    fight = yield from strain(fight, actor, notes, strenuous=bool(values["strenuous"]))
    return Outcome(fight, notes.so_far)


def two_turns_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which full-round action is begun; once begun, completing it is all there is to choose."""
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.started:
        return ()
    able = _startable(fight.combatants[actor].body)
    options = tuple(Option(name, Fact(f"act.{name}")) for name in able)
    return (Choice("what", "input.act", layout="select", default=able[0], options=options),)


def _startable(body: Body) -> tuple[str, ...]:
    return tuple(name for name in OVER_TWO_TURNS if name != RELOAD or _to_reload(body))


def _to_reload(body: Body) -> tuple[Weapon, ...]:
    """The weapons with an internal magazine that lacks rounds, those in hand first (D20C-AOT-03)."""
    found = (one for one in body.carried() if one.reload == "internal" and one.capacity and body.arm(one.key).spent)
    return tuple(sorted(found, key=lambda one: one.key not in (body.main, body.off)))


def two_turns_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The attack action must be left for it, in both turns (D20C-MVA-07, D20C-MVA-08)."""
    actor = check_turn(fight, command, viewer)
    if not fight.ordered or turn_of(fight, actor) is None:
        raise NotAllowed("d20.turn.not_yours" if fight.ordered else "core.free_scene")
    started = fight.combatants[actor].body.started
    check_spend(fight, actor, Spent("attack", COMPLETE if started else START, which=started or OVER_TWO_TURNS[0]))


def two_turns_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Begin a full-round action at the end of a turn, or complete it at the beginning of the next (D20C-MVA-07)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    started = fight.combatants[actor].body.started
    what = started or command.inputs["what"]
    fight = spend(fight, actor, Spent("attack", COMPLETE if started else START, which=what))
    body = fight.combatants[actor].body
    body = replace(body, started="" if started else what)
    params: dict[str, Param] = {"who": Ref(actor), "what": Word(f"act.{what}")}
    code = "act.completed" if started else "act.started"
    notes.add(Fact(code, params=params, rules=("D20C-MVA-07", "D20C-MVA-08", "D20C-HOUSE-13")))
    if started == RELOAD and (empty := _to_reload(body)):
        weapon = empty[0]
        body = body.with_arm(weapon.key, replace(body.arm(weapon.key), spent=0))
        told: dict[str, Param] = {"who": Ref(actor), "weapon": weapon.name}
        notes.add(Fact("gear.done_reload", params=told, rules=("D20C-AOT-03", "D20C-MVA-07")))
    return Outcome(fight.with_body(actor, body), notes.so_far)


TABLE_ACT: Action[Body, Round] = Action(
    "act", table_resolve, table_inputs, table_check, icon="ellipsis", of_the_turn=True, needs_actor=True
)


TWO_TURNS: Action[Body, Round] = Action(
    "two_turns",
    two_turns_resolve,
    two_turns_inputs,
    two_turns_check,
    icon="hourglass",
    of_the_turn=True,
    needs_actor=True,
)
