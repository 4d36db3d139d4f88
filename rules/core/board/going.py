"""Where an act that is still open leads over a board: its way has been told, and its combatant stands there at its end.

Until then the fight is as it was before the act, and so are its places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.drawing import centre
from rules.core.board.known import as_known, unseen_cells
from rules.core.board.places import filled
from rules.core.board.rules import BoardRules
from rules.core.boards import Cell, cell_of, name_of
from rules.core.facts import Explanation, Ref, fact
from rules.core.fight import Command, Fight, Head
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]
AnyHead: TypeAlias = Head[Any, Any]

BLOCKED = "core.board.blocked"
"""What is told of a combatant that stops before one that its players did not know of."""

_ALL = Viewer(game_master=True)


@dataclass(frozen=True, slots=True)
class Going:
    """A combatant that is on its way."""

    who: Id
    way: tuple[Cell, ...]
    """From where it stood to where it will stand; the end alone for those who do not know the way."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a combatant will stand once the act that is open is over, as it is drawn."""

    x: int
    y: int
    span: int
    side: str


def going(rules: BoardRules, head: AnyHead, viewer: Viewer, told: Explanation = ()) -> Going | None:
    """Who is on its way by the newest open act that leads somewhere, as far as this viewer may know.

    head: what is open as the viewer may know it. told: what is known of the newest act so far. Of combatants
    without players the end is seen, as when the act is over, and nothing of the cells before it.
    """
    known = as_known(head.fight, viewer, rules)
    for one in reversed(head.open):
        who = one.command.actor
        if known.board is None or who is None or who not in known.places:
            continue
        looking = _looking(one.command, who)
        if viewer.game_master or known.combatants[who].controllers:
            way = _up_to(rules.overlay(known, who, viewer, looking).way, who, told)
        else:
            end = rules.overlay(head.fight, who, _ALL, looking).way[-1:]
            unseen = unseen_cells(head.fight, rules)
            way = tuple(cell for cell in end if not unseen.issuperset(filled(cell, rules.span(known, who))))
        if way:
            return Going(who, way)
    return None


def ghost(rules: BoardRules, fight: AnyFight, going: Going) -> Ghost:
    """The mark where a combatant will stand."""
    assert fight.board is not None  # noqa: S101 - nobody goes anywhere without one
    span = rules.span(fight, going.who)
    point = centre(going.way[-1], fight.board.shape, span)
    return Ghost(point.x, point.y, span, fight.combatants[going.who].side)


def on_its_way(fight: AnyFight, who: Id, going: Going | None) -> Explanation:
    """The same in words, beside where a combatant stands."""
    if fight.board is None or going is None or going.who != who:
        return ()
    return (fact("core.board.on_its_way", cell=name_of(going.way[-1], fight.board.shape)),)


def _looking(command: Command, actor: Id) -> Mapping[str, str]:
    """A command as the form that it was given by."""
    values = {
        name: " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value or "")
        for name, value in command.inputs.items()
    }
    return {**values, "action": command.action, "actor": actor}


def _up_to(way: tuple[Cell, ...], who: Id, told: Explanation) -> tuple[Cell, ...]:
    """The way as far as it was gone."""
    for one in told:
        if one.code == BLOCKED and one.params["who"] == Ref(who):
            stopped = cell_of(str(one.params["cell"]))
            return way[: way.index(stopped) + 1] if stopped in way else way
    return way
