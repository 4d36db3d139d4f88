"""The actions of a turn under way: done, kept for defence, changed, lost.

(TAC-ACT-01, TAC-ACT-06, TAC-INT-01, TAC-INT-02, TAC-FAT-03)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules.core.errors import NotAllowed, OutOfRange, at_least, within
from rules.core.once import once
from rules.core.types import Id, put
from rules.systems.tactico.attributes import ACTIONS_PER_TURN
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.locations import Location
from rules.systems.tactico.state import TacticoFight, Turn

COST_OF_CHANGE = 1
"""Actions lost by a change, whatever the number of segments it alters (TAC-INT-02)."""


@dataclass(frozen=True)
class Budget:
    """What of the actions allowed in a turn is done, planned for later, used to defend, and lost."""

    allowance: int
    segments_resolved: int
    actions_done: int
    actions_planned: int
    defences_used: int
    actions_lost: int

    @property
    def defences_left(self) -> int:
        """Melee attacks that can still be answered this turn (TAC-ACT-06, TAC-MEL-06, TAC-INT-02)."""
        spent = self.actions_done + self.actions_planned + self.defences_used + self.actions_lost
        return self.allowance - spent


def check_budget(budget: Budget) -> Budget:
    """Return the budget, or raise OutOfRange for an allowance that no turn gives or a count outside its range."""
    if budget.allowance not in ACTIONS_PER_TURN.values():
        raise OutOfRange("tactico.budget.allowance", field="allowance", params={"value": budget.allowance})
    within(budget.segments_resolved, 0, SEGMENTS, "tactico.budget.segments", field="segments_resolved")
    for field in ("actions_done", "actions_planned", "defences_used", "actions_lost"):
        at_least(getattr(budget, field), 0, "tactico.budget.negative", field=field)
    return budget


def defend(budget: Budget) -> Budget:
    """Answer one melee attack with one reserved action, at any moment of the turn (TAC-ACT-06, TAC-MEL-06)."""
    if check_budget(budget).defences_left < 1:
        raise NotAllowed("tactico.defence.none_left", field="event")
    return replace(budget, defences_used=budget.defences_used + 1)


def change_intention(budget: Budget, new_actions_planned: int) -> Budget:
    """Plan other actions for the segments still to come, at the cost of one action (TAC-INT-01, TAC-INT-02)."""
    check_budget(budget)
    within(new_actions_planned, 0, SEGMENTS, "tactico.intention.actions", field="new_actions_planned")
    to_come = SEGMENTS - budget.segments_resolved
    if not to_come:
        raise NotAllowed("tactico.intention.turn_over", field="event")
    if new_actions_planned > to_come:
        raise NotAllowed("tactico.intention.too_many", field="new_actions_planned", params={"most": to_come})
    changed = replace(budget, actions_planned=new_actions_planned, actions_lost=budget.actions_lost + COST_OF_CHANGE)
    if changed.defences_left < 0:
        raise NotAllowed("tactico.intention.no_action_to_lose", field="new_actions_planned")
    return changed


def collapse(budget: Budget) -> Budget:
    """Lose all that is left of a turn, defences included: reached twice the Fatiga (TAC-FAT-03, TAC-HOUSE-09)."""
    left = replace(check_budget(budget), actions_planned=0)
    return replace(left, actions_lost=left.actions_lost + max(0, left.defences_left))


def may_defend(disabled: Collection[Location], segments: Collection[str]) -> bool:
    """Return whether wounds and a declaration leave defences: none on the ground, unconscious or while treating.

    (TAC-ACT-06, TAC-HEAL-03, TAC-DMG-09, TAC-DMG-10)
    """
    return "torso" not in disabled and "head" not in disabled and "treat" not in segments


# in a fight


def passed_segments(fight: TacticoFight, who: Id) -> int:
    """Count the segments behind a combatant: those of the turn, and the one at hand once it is done."""
    turn = fight.round.turns.get(who)
    return max(turn.resolved if turn is not None else 0, fight.round.segment - 1)


def budget(fight: TacticoFight, who: Id) -> Budget:
    """What of a combatant's turn is done, planned, used to defend and lost (TAC-ACT-06, TAC-INT-02)."""
    turn = fight.round.turns.get(who)
    if turn is None:
        return Budget(0, 0, 0, 0, 0, 0)
    past = passed_segments(fight, who)
    plan = sum(one.what != "give_up" for one in turn.segments[past:])
    treated = sum(one.what == "treat" for one in turn.segments[:past])
    return Budget(turn.allowance, past, turn.done + treated, plan, turn.defences, turn.lost)


def defences_left(fight: TacticoFight, who: Id) -> int:
    """Blows that a combatant can still answer in this turn (TAC-ACT-06, TAC-MEL-06, TAC-HEAL-03, TAC-DMG-09)."""
    body = fight.body(who)
    turn = fight.round.turns.get(who)
    if turn is None or not body.able or not may_defend(body.disabled, [one.what for one in turn.segments]):
        return 0
    return max(0, budget(fight, who).defences_left)


def with_turn(fight: TacticoFight, who: Id, turn: Turn) -> TacticoFight:
    """Return the fight in which this is a combatant's turn."""
    return replace(fight, round=replace(fight.round, turns=put(fight.round.turns, who, turn)))


def defended(fight: TacticoFight, who: Id) -> TacticoFight:
    """Write down that a combatant has answered a blow (TAC-ACT-06, TAC-MEL-06)."""
    turn = fight.round.turns[who]
    return with_turn(fight, who, replace(turn, defences=defend(budget(fight, who)).defences_used))


def acted(fight: TacticoFight, who: Id, *, moved: bool = False, metres: int = 0) -> TacticoFight:
    """Write down that a combatant has done the action of the segment at hand (TAC-ACT-01, TAC-ATK-01)."""
    return _acted(fight, who, int(moved), metres)


@once
def _acted(fight: TacticoFight, who: Id, moved: int, metres: int) -> TacticoFight:
    turn = fight.round.turns.get(who)
    if turn is None or fight.round.stage != "segments" or turn.resolved >= fight.round.segment:
        return fight
    after = replace(
        turn,
        resolved=fight.round.segment,
        done=turn.done + 1,
        moved=turn.moved + moved,
        metres=turn.metres + metres,
    )
    return with_turn(fight, who, after)
