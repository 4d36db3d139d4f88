"""Kneeling or lying behind cover: the game master rules that it makes the cover better (D20C-CIR-04).

Without a ruling what the posture adds and what the cover adds are simply added up.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import people_input, seen_by
from rules.systems.d20.cards import words_for
from rules.systems.d20.fields import options_of
from rules.systems.d20.lowered import IMPROVES, LOWERED
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight, effects_named, with_effect

WAYS = ("improves", "own")
RULES = ("D20C-CIR-04",)
USUAL, MOST = 4, 10


def lowered(fight: D20Fight, viewer: Viewer) -> list[Id]:
    """Those who sit, kneel or lie."""
    bodies = ((who, fight.combatants[who].body) for who in seen_by(fight, viewer))
    return [who for who, body in bodies if any(effects_named(body, name) for name in LOWERED)]


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose posture, whether it makes cover better, and by how much."""
    return (
        people_input(lowered(fight, viewer), name="targets", label="input.on_whom", several=True),
        Choice("how", "input.low_cover", default=WAYS[0], layout="segments", options=options_of("low_cover", WAYS)),
        Number("value", "input.cover_more", required=False, default=USUAL, minimum=1, maximum=MOST),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody must be down."""
    if not lowered(fight, viewer):
        raise NotAllowed("d20.low_cover.nobody")


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """From now on, until they change posture, what they add is the cover's and not their own (D20C-CIR-04)."""
    yield from ()
    notes, values = Notes(), command.inputs
    improves, more = values["how"] == "improves", values["value"] or USUAL
    for who in (one for one in fight.order if one in values["targets"]):
        borne = [effect for name in LOWERED for effect in effects_named(fight.combatants[who].body, name)]
        for effect in borne:
            after = replace(effect, variant=IMPROVES if improves else "", value=more if improves else 0)
            fight = with_effect(fight, who, after)
        if borne:
            code, seen = "low_cover.better" if improves else "low_cover.plain", words_for(fight.combatants[who])
            notes.add(Fact(code, more if improves else None, {"who": Ref(who)}, RULES, seen))
    if not notes.so_far:
        raise NotAllowed("d20.low_cover.nobody", field="targets")
    return Outcome(fight, notes.so_far)


LOW_COVER: Action[Body, Round] = Action(
    "low_cover", resolve, inputs, check, icon="shield", for_game_master=True, interrupts=True
)
