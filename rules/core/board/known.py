"""A board as one viewer may know it: nothing of what lies, or who stands, under the cloth or out of sight.

What is reckoned for players is reckoned from this fight, so that costs, ways and marks tell of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import Viewer
from rules.core.board.places import cell_at, filled
from rules.core.board.regions import as_players_know, covered_cells
from rules.core.fight import Fight
from rules.core.once import once
from rules.core.types import Id

AnyFight: TypeAlias = Fight[Any, Any]


def as_known(fight: AnyFight, viewer: Viewer, span: Callable[[AnyFight, Id], int]) -> AnyFight:
    """The fight with the board and the places that a viewer may know; the game master knows all of it.

    span: how many cells a combatant fills on a side. Who stands with one cell in the open is seen; one's own always.
    """
    board = fight.board
    if board is None or viewer.game_master:
        return fight
    return _known(fight, viewer, span)


@once
def _known(fight: AnyFight, viewer: Viewer, span: Callable[[AnyFight, Id], int]) -> AnyFight:
    board = fight.board
    assert board is not None  # noqa: S101 - its caller has looked
    under = covered_cells(board)

    def is_seen(who: Id) -> bool:
        one, cell = fight.combatants.get(who), cell_at(fight, who)
        if one is None or one.hidden or cell is None:
            return False
        return who in viewer.controls or not under.issuperset(filled(cell, span(fight, who)))

    places = {who: standing for who, standing in fight.places.items() if is_seen(who)}
    known = as_players_know(board)
    if known is board and len(places) == len(fight.places):
        return fight
    return replace(fight, board=known, places=places)
