"""What the tools of the game master share: on whom, and telling it (D20H-ENV-01)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Combatants, Option
from rules.core.types import Id
from rules.systems.d20.actions.acting import people_input, seen_by
from rules.systems.d20.passing.common import living
from rules.systems.d20.state import D20Fight


def options_of(prefix: str, values: Sequence[str]) -> tuple[Option, ...]:
    """Options whose names are the words `<prefix>.<value>`."""
    return tuple(Option(value, Fact(f"{prefix}.{value}")) for value in values)


def one_of_these(name: str, label: str, prefix: str, values: Sequence[str], *, layout: str = "segments") -> Choice:
    """The choice of one of a few words, the first proposed."""
    return Choice(name, label, required=False, default=values[0], layout=layout, options=options_of(prefix, values))


def creatures_input(fight: D20Fight, viewer: Viewer) -> Combatants:
    """On whom: anybody who lives."""
    return people_input(
        living(fight, seen_by(fight, viewer)), name="targets", label="input.on_whom", several=True, required=True
    )


def chosen(fight: D20Fight, command: Command) -> list[Id]:
    """Those chosen who are still there and live, in the order of the fight; raises NotAllowed without any."""
    found = living(fight, command.inputs["targets"])
    if not found:
        raise NotAllowed("d20.hazard.nobody", field="targets")
    return found


def check_somebody(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """There must be somebody who lives."""
    if not living(fight, fight.order):
        raise NotAllowed("d20.hazard.nobody")
