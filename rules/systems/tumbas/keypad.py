"""Damage and healing by hand, to one or several at once (TUM-HOUSE-16, TUM-HOUSE-20)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.harm import hurt
from rules.systems.tumbas.healing import mend
from rules.systems.tumbas.state import Body, Round, TumbasFight


def _inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, and who takes which share."""
    return (amount_input(), verb_input(), shares_input(fight, viewer))


def _damage(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points at once, whatever the group at hand (TUM-HOUSE-20)."""
    yield from ()
    notes = Notes()
    change = mend if command.inputs["verb"] == "heal" else hurt
    for who, amount in shared(fight, command):
        fight = change(fight, who, amount, notes)
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", _damage, _inputs, icon="calculator", interrupts=True)
