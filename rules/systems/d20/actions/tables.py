"""Actions of the tables that are nothing but what they take of a turn.

(D20C-ACT-03, D20C-ACT-05, D20C-ACT-06, D20C-ACT-10, D20C-AOT-01 to -10)
"""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
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
from rules.systems.d20.budget import TurnPart
from rules.systems.d20.doing import spend
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


TABLE_ACT: Action[Body, Round] = Action(
    "act", table_resolve, table_inputs, table_check, icon="ellipsis", of_the_turn=True, needs_actor=True
)
