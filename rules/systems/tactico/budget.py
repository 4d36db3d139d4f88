"""The actions of a turn under way: defences, changes of intention, collapse (TAC-ACT-06, TAC-INT-01, TAC-INT-02)."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, needed, one_of, within
from rules.systems.tactico.fatigue import ACTIONS_PER_TURN
from rules.systems.tactico.time import SEGMENTS

BudgetEvent = Literal["defend_melee", "defend_ranged", "change_intention"]

BUDGET_EVENTS: tuple[BudgetEvent, ...] = get_args(BudgetEvent)

COST_OF_CHANGE = 1
"""Actions lost by a change, whatever the number of segments it alters (TAC-INT-02)."""


@dataclass(frozen=True)
class Budget:
    """What of the actions allowed in a turn is done, planned for later, used to defend, and lost."""

    allowance: int
    segments_resolved: int = 0
    actions_done: int = 0
    actions_planned: int = 0
    defences_used: int = 0
    actions_lost: int = 0

    @property
    def defences_left(self) -> int:
        """Melee attacks that can still be answered this turn (TAC-ACT-06, TAC-MEL-06, TAC-INT-02)."""
        spent = self.actions_done + self.actions_planned + self.defences_used + self.actions_lost
        return self.allowance - spent


def check_budget(budget: Budget) -> Budget:
    """Return the budget, or refuse an allowance that no turn gives or a count outside its range."""
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


def turn_event(budget: Budget, event: BudgetEvent, new_actions_planned: int | None = None) -> Budget:
    """Apply one event; attacks from afar cannot be defended (TAC-ACT-06, TAC-INT-01, TAC-INT-02, TAC-MEL-06)."""
    if event == "change_intention":
        needed(new_actions_planned, "tactico.intention.no_actions", field="new_actions_planned")
    match one_of(event, BUDGET_EVENTS, "tactico.budget.event_unknown", field="event"):
        case "defend_melee":
            return defend(budget)
        case "defend_ranged":
            check_budget(budget)
            raise NotAllowed("tactico.defence.ranged", field="event")
        case "change_intention":
            return change_intention(budget, needed(new_actions_planned, "tactico.intention.no_actions"))
