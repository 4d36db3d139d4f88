"""The game master's acts that are not what was declared: what they cost, and whether that is charged (TAC-INT-02)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Notes
from rules.core.fight import Command
from rules.core.inputs import Flag
from rules.core.people import here
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.tactico.acting import aims_elsewhere
from rules.systems.tactico.budget import budget, passed_segments, with_turn
from rules.systems.tactico.initiative import planned
from rules.systems.tactico.state import Planned, TacticoFight, Turn


def departs(fight: TacticoFight, command: Command, *whats: str) -> bool:
    """Whether an act is another, or at another target, than was declared for the segment at hand (TAC-INT-01)."""
    actor = here(fight, command)
    if not fight.ordered or fight.round.stage != "segments" or actor not in fight.round.turns:
        return False
    declared = planned(fight, actor, fight.round.segment).what
    return declared not in whats or aims_elsewhere(fight, command)


def charged(fight: TacticoFight, who: Id) -> Turn | None:
    """The turn of a combatant, one action poorer; None where none is left to lose (TAC-INT-02).

    An action that was kept for defence goes first, else the last one that is still to come.
    """
    turn = fight.round.turns[who]
    if budget(fight, who).defences_left > 0:
        return replace(turn, lost=turn.lost + 1)
    segments = list(turn.segments)
    for place in range(len(segments) - 1, passed_segments(fight, who), -1):
        if segments[place].what != "give_up":
            segments[place] = Planned("give_up")
            return replace(turn, segments=tuple(segments), lost=turn.lost + 1)
    return None


def departed(fight: TacticoFight, command: Command, notes: Notes, *whats: str) -> Steps[TacticoFight]:
    """Ask whether an act that was not declared costs an action, and tell it; players may not do it (TAC-INT-02).

    That it is another than declared core has told already (`rules.core.departures`).
    """
    if not departs(fight, command, *whats):
        return fight
    actor, rules = here(fight, command), ("TAC-INT-01", "TAC-INT-02")
    after = charged(fight, actor)
    if after is None:
        notes.tell("intention.nothing_to_charge", rules=("TAC-INT-02",), who=actor)
        return fight
    answer = yield from choose(
        "departure",
        None,
        Flag("charge", "input.charge", default=True, refusal="answer.allow"),
        so_far=notes.so_far,
        default={"charge": True},
        label="ask.departure",
        about=actor,
    )
    if not answer["charge"]:
        notes.tell("intention.allowed", rules=rules, who=actor)
        return fight
    notes.tell("intention.charged", rules=rules, who=actor)
    return with_turn(fight, actor, after)
