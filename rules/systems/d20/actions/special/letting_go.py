"""Letting somebody go in a grapple: of everything, of a pin, of the throat (D20S-HOUSE-15, D20H-STRG-06)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop, put
from rules.systems.d20.actions.acting import check_turn, here, people_input
from rules.systems.d20.actions.special.holds import (
    bonds_of,
    pinner_of,
    with_bonds,
)
from rules.systems.d20.actions.special.wrestling import held_with, status_of
from rules.systems.d20.phases import Round
from rules.systems.d20.special.grapple_bonds import let_go, unpinned_by
from rules.systems.d20.state import Body, D20Fight, grapple_of

LETTING_GO = ("grapple", "pin", "throat")


def let_go_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, and of what: of everything, of a pin alone, or of the throat."""
    held = None if actor is None else grapple_of(fight, actor)
    if actor is None or held is None:
        return ()
    options = tuple(Option(name, Fact(f"let_go.{name}")) for name in LETTING_GO)
    return (
        people_input(held.opponents(actor)),
        Choice("what", "input.let_go", required=False, default=LETTING_GO[0], layout="segments", options=options),
    )


def let_go_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Who is pinned lets nobody go (D20S-GRAP-25)."""
    actor = check_turn(fight, command, viewer)
    if status_of(fight, actor) == "pinned":
        raise NotAllowed("d20.grapple.pinned")


def let_go_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let somebody go, a free action on one's own turn (D20S-HOUSE-15)."""
    yield from ()
    actor, target = here(fight, command), command.inputs["target"]
    if target not in held_with(fight, actor).opponents(actor):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    what = command.inputs["what"] or LETTING_GO[0]
    held = held_with(fight, actor)
    if what == "pin" and pinner_of(fight, target) != actor:
        raise NotAllowed("d20.grapple.not_pinned", field="what")
    if what == "throat" and held.choking.get(target) != actor:
        raise NotAllowed("d20.strangle.nobody", field="what")
    if what == "throat":
        after = replace(held, choking=drop(held.choking, target))
        fight = replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, held.id, after)))
    else:
        bonds = bonds_of(fight)
        fight = with_bonds(fight, let_go(bonds, actor, target) if what == "grapple" else unpinned_by(bonds, actor))
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "what": Word(f"let_go.{what}")}
    return Outcome(fight, (Fact("wrestle.lets_go", params=params, rules=("D20S-HOUSE-15", "D20H-STRG-06")),))


LET_GO: Action[Body, Round] = Action(
    "let_go", let_go_resolve, let_go_inputs, let_go_check, icon="door-open", of_the_turn=True, needs_actor=True
)
