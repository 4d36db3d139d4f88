"""Causes that nobody declared when they held: how two stood to each other, for an act that is put right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.fight import Command
from rules.core.inputs import Combatants, Input
from rules.core.relations import NAME, related
from rules.core.types import Id, Json

from .desk import Desk
from .situation import kinds

SENT = "causa"
"""The parameter that holds a cause: the combatant, the other that finds it so, and what, between bars."""


@dataclass(frozen=True)
class CauseField:
    """One relation that can be said to have been another: its values with their words."""

    label: str
    options: tuple[tuple[str, str], ...]
    chosen: str


def fields(
    desk: Desk, actor: Id | None, declared: Sequence[Input], values: Mapping[str, Json], sent: Sequence[str]
) -> Iterator[CauseField]:
    """What can be said of the one who acted and of those that the act names, each as it held then."""
    if not desk.has(NAME) or actor is None or actor not in desk.fight.combatants:
        return
    for other in _named(desk, declared, values):
        for kind, options in kinds(desk, None).items():
            for of, to in ((other, actor),) if kind.scope == "between" else ((other, actor), (actor, other)):
                holds = related(desk.fight, kind, of, to)
                said = desk.speaker.first_word(f"relation.{kind.name}", default=kind.name)
                found = tuple(
                    (
                        "" if one.value == f"{kind.name}:{holds}" else f"{of}|{to}|{one.value}",
                        desk.speaker.text(one.label),
                    )
                    for one in options
                )
                chosen = next((value for value, _label in found if value and value in sent), "")
                yield CauseField(f"{said}: {desk.name_of(of)} · {desk.name_of(to)}", found, chosen)


def _named(desk: Desk, declared: Sequence[Input], values: Mapping[str, Json]) -> list[Id]:
    """The others that an act names: its targets."""
    found = [values.get(one.name) for one in declared if isinstance(one, Combatants)]
    ids = [who for value in found for who in (value if isinstance(value, list | tuple | dict) else [value])]
    return [who for who in dict.fromkeys(ids) if isinstance(who, str) and who in desk.fight.combatants]


def commands(sent: Sequence[str]) -> tuple[Command, ...]:
    """The commands that declare the causes that were sent."""
    chosen = [one.split("|") for one in sent if one.count("|") == 2]
    return tuple(
        Command(f"cause{place}", NAME, None, {"of": of, "to": to or None, "what": what})
        for place, (of, to, what) in enumerate(chosen)
    )
