"""The order of a round: stances that act last, initiative, Dexterity, entry (TAP-STANCE-03, TAP-HOUSE-09)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.audience import GAME_MASTER
from rules.core.facts import Fact, fact
from rules.core.fight import OrderPlace
from rules.core.once import once
from rules.core.types import Id
from rules.systems.tapiz.sheet import Stance
from rules.systems.tapiz.state import Body, TapizFight

Factor = Literal["stance", "initiative", "dexterity", "entry"]

ACTS_LAST: Mapping[Stance, bool] = {
    "normal": False,
    "all_out_attack": True,
    "focus_on_damage": True,
    "iron_defence": False,
    "aim": False,
}
"""Whether a stance forces its user to the end of the order (TAP-STANCE-03, TAP-STANCE-06, TAP-STANCE-07)."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A combatant as far as the order is concerned."""

    id: str
    initiative: int
    dexterity: int
    waits: bool
    """Its stance forces it to act last."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A place in the order."""

    id: str
    decided_by: Factor | None
    """What put it after the place before; None for the first."""


def acts_last(stance: Stance) -> bool:
    """Say whether a stance forces its user to act last (TAP-STANCE-03)."""
    return ACTS_LAST[stance]


def initiative_order(contenders: Sequence[Contender]) -> tuple[Rank, ...]:
    """Order a round, with the factor that decided each place (TAP-STANCE-03, TAP-HOUSE-09).

    contenders: in the order of entry.
    """
    keyed = sorted(((one.waits, -one.initiative, -one.dexterity), place) for place, one in enumerate(contenders))
    ranks: list[Rank] = []
    before: tuple[bool, int, int] | None = None
    for key, place in keyed:
        ranks.append(Rank(contenders[place].id, None if before is None else _deciding(before, key)))
        before = key
    return tuple(ranks)


def _deciding(before: tuple[bool, int, int], after: tuple[bool, int, int]) -> Factor:
    factors: tuple[Factor, ...] = ("stance", "initiative", "dexterity")
    for factor, first, second in zip(factors, before, after, strict=True):
        if first != second:
            return factor
    return "entry"


def waits(body: Body) -> bool:
    """Whether the stance of a combatant forces it to act last (TAP-STANCE-03)."""
    own = body.house_stance
    return acts_last(body.stance) or (own is not None and own.last)


@once
def places(fight: TapizFight) -> tuple[OrderPlace, ...]:
    """The order by the rules, with the fact that decided each tie (TAP-STANCE-03, TAP-HOUSE-09).

    Combatants without initiative come last, in the order of entry.
    """
    entry = sorted(fight.order, key=lambda who: fight.combatants[who].entered)
    bodies = {who: fight.body(who) for who in entry}
    ordered: list[OrderPlace] = []
    for rank in initiative_order(
        [
            Contender(who, body.initiative, body.scores["dexterity"], waits(body))
            for who, body in bodies.items()
            if body.initiative is not None
        ]
    ):
        tie = fact("tie.stance", rules=("TAP-STANCE-03",)) if waits(bodies[rank.id]) else None
        before = ordered[-1].combatant if ordered else rank.id
        if rank.decided_by == "dexterity":
            tie = _tie("tie.dexterity", "tie.dexterity_plain", before, bodies[before], bodies[rank.id])
        elif rank.decided_by == "entry":
            tie = _tie("tie.entry", "tie.entry_plain", before, bodies[before], bodies[rank.id])
        ordered.append(OrderPlace(rank.id, bodies[rank.id].initiative, tie))
    return (*ordered, *(OrderPlace(who) for who, body in bodies.items() if body.initiative is None))


def _tie(code: str, plain: str, who: Id, first: Body, second: Body) -> Fact:
    """What decided a tie: the game master reads the scores (TAP-HOUSE-09)."""
    return fact(
        code,
        who=who,
        first=first.scores["dexterity"],
        second=second.scores["dexterity"],
        rules=("TAP-HOUSE-09",),
        audience=GAME_MASTER,
        otherwise=fact(plain, who=who, rules=("TAP-HOUSE-09",)),
    )


def by_the_rules(fight: TapizFight) -> TapizFight:
    """Put all combatants where the rules put them, members of a group side by side."""
    return replace(fight, order=tuple(place.combatant for place in places(fight)))


def placed(fight: TapizFight, newcomers: Collection[Id]) -> TapizFight:
    """Put newcomers where the rules put them; the others stay where they are, also if they were moved by hand."""
    ruled = [place.combatant for place in places(fight)]
    rank = {who: place for place, who in enumerate(ruled)}
    order = [who for who in fight.order if who not in newcomers]
    for who in (one for one in ruled if one in newcomers):
        after = (place for place, other in enumerate(order) if rank[other] > rank[who])
        order.insert(next(after, len(order)), who)
    return replace(fight, order=tuple(order))
