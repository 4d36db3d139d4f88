"""How far an act reaches: which people see nothing change but how others fare.

Their pages need the order, the log and the newest result, which are the same for all, and ask for nothing. Judged by
what these people see alone, so that which page asks tells nobody more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core import engine
from rules.core.fight import Combatant, Offer
from rules.core.health import same_looks
from rules.core.inputs import Input
from rules.core.stage import Stage
from rules.core.types import Id

from .board import Board, Row
from .desk import Desk


@dataclass(frozen=True)
class Form:
    """The form that a combatant's player usually has open, as far as its panel is told apart from others."""

    name: str
    offers: tuple[Offer, ...]
    asked: tuple[Input, ...]


@dataclass(frozen=True)
class OwnView:
    """All that the own parts of a player's page are made of: what the player sees, is asked and may do."""

    board: Board
    stage: Stage
    forms: tuple[Form, ...]
    own: tuple[tuple[Combatant[object], int], ...]
    """The combatants that the player plays, with the points that they may spend."""


def sight(desk: Desk) -> OwnView:
    """What the page of this desk is made of."""
    own, fight = [row.id for row in desk.board.own], desk.fight
    points = tuple((fight.combatants[who], fight.points_of(who)) for who in own)
    forms = tuple(_form(desk, who) for who in own)
    # what is drawn of a board follows from this
    return OwnView(desk.board, desk.stage, forms, points)


def others_who_fare(before: OwnView, after: OwnView) -> frozenset[Id] | None:
    """The combatants of others who fare otherwise than before, where nothing else differs; else None."""
    rows, own = after.board.rows, after.board.own
    if replace(before, board=replace(before.board, rows=rows, own=own)) != after or len(before.board.rows) != len(rows):
        return None
    pairs = [(one, other) for one, other in zip(before.board.rows, rows, strict=True) if one != other]
    return frozenset(other.id for _one, other in pairs) if all(_alike(*pair) for pair in pairs) else None


def _form(desk: Desk, actor: Id) -> Form:
    offers, usual = desk.offers(actor), desk.preferred(actor)
    names = [offer.action for offer in offers if engine.action(desk.system, offer.action).of_the_turn]
    action = usual if usual in names else next(iter(names), "")
    asked = desk.inputs(action, actor) if action else ()
    return Form(f"act:{actor}:{action}", tuple(offers), tuple(asked))


def _alike(one: Row, other: Row) -> bool:
    """Whether two rows differ at most in the health of a combatant who is not the viewer's and as able as before."""
    rest = not one.mine and replace(one, facts=other.facts, known=other.known) == other
    return rest and len(one.facts) == len(other.facts) and all(map(same_looks, one.facts, other.facts))
