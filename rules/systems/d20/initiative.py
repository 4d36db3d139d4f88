"""Initiative and surprise: awareness, the rolls, ties, newcomers, and the order.

Rules: D20C-INI-01 to -05, D20C-HOUSE-02, D20C-SEQ-01 to -04, D20C-SUR-01 to -04.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.errors import Missing, UnknownValue
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Id
from rules.systems.d20.dice import D20

IMPROVED_INITIATIVE = 4
"""Bonus of the Improved Initiative feat (D20C-INI-01)."""


@dataclass(frozen=True)
class Contender:
    """A combatant in the order of initiative."""

    id: Id
    total: int
    modifier: int
    established: bool = False
    """It was in the order before this roll."""
    tie_dice: tuple[int, ...] = ()
    """The dice that broke ties."""
    hidden: bool = False
    """Players do not see it. It comes last in a tie, because dice to break the tie would reveal it."""

    @property
    def rank(self) -> tuple[int, ...]:
        """The sort key of the order, highest first (D20C-INI-02, D20C-INI-03)."""
        return (self.total, self.modifier, not self.hidden, *self.tie_dice)


def initiative_modifier(dexterity_modifier: int, *, improved_initiative: bool) -> int:
    """Return the modifier of the initiative roll, which also breaks ties (D20C-INI-01, D20C-INI-03)."""
    return dexterity_modifier + (IMPROVED_INITIATIVE if improved_initiative else 0)


def roll_initiative(modifiers: Sequence[tuple[Id, int]]) -> Throws[tuple[Contender, ...]]:
    """Roll initiative with a d20 each, at the start or on joining a running fight (D20C-INI-01, D20C-INI-05)."""
    faces = yield from throw(*(Throw("initiative", D20, who, bonus=modifier) for who, modifier in modifiers))
    return tuple(
        Contender(who, face + modifier, modifier) for face, (who, modifier) in zip(faces, modifiers, strict=True)
    )


def tied(contenders: Sequence[Contender]) -> tuple[Id, ...]:
    """Return the combatants that roll a tie-break d20 next; empty if the order is settled (D20C-INI-03, D20C-HOUSE-02).

    It is the highest group of equal result, modifier and earlier tie-break dice in which at least one is new to the
    order, its members in the order given; to be asked again after `with_tie_dice`.
    """
    groups: dict[tuple[int, ...], list[Contender]] = {}
    for contender in contenders:
        groups.setdefault(contender.rank, []).append(contender)
    for rank in sorted(groups, reverse=True):
        group = groups[rank]
        if len(group) > 1 and not all(member.established for member in group):
            return tuple(member.id for member in group)
    return ()


def with_tie_dice(contenders: Sequence[Contender], group: Sequence[Id], faces: Sequence[int]) -> tuple[Contender, ...]:
    """Note the tie-break d20 of each member of a group, in its order (D20C-INI-03, D20C-HOUSE-02)."""
    rolled = dict(zip(group, faces, strict=True))
    return tuple(
        replace(contender, tie_dice=(*contender.tie_dice, rolled[contender.id]))
        if contender.id in rolled
        else contender
        for contender in contenders
    )


def roll_ties(contenders: Sequence[Contender]) -> Throws[tuple[Contender, ...]]:
    """Roll tie-breaks, group after group, until the order is settled (D20C-INI-03, D20C-HOUSE-02)."""
    parted = tuple(contenders)
    while group := tied(parted):
        faces = yield from throw(*(Throw("tie", D20, who) for who in group))
        parted = with_tie_dice(parted, group, faces)
    return parted


def initiative_order(contenders: Sequence[Contender]) -> tuple[Id, ...]:
    """Return the order, first to act first (D20C-INI-02, D20C-INI-03, D20C-INI-05).

    Established combatants keep their present order; newcomers join by rank.
    """
    order = [contender for contender in contenders if contender.established]
    newcomers = [contender for contender in contenders if not contender.established]
    for newcomer in sorted(newcomers, key=lambda contender: contender.rank, reverse=True):
        place = next((place for place, other in enumerate(order) if other.rank < newcomer.rank), len(order))
        order.insert(place, newcomer)
    return tuple(contender.id for contender in order)


def acts_this_round(order: Sequence[Id], newcomers: Collection[Id], current: Id) -> Mapping[Id, bool]:
    """Say which newcomers still act in the running round: those placed after whose turn it is (D20C-INI-05)."""
    turn = position(order, current, field="current")
    return {newcomer: position(order, newcomer) > turn for newcomer in newcomers}


def position(order: Sequence[Id], id_: Id, *, field: str = "id") -> int:
    """Return the index of a combatant in an order; raises UnknownValue if it is not in it (D20C-INI-02)."""
    if id_ not in order:
        raise UnknownValue("d20.order.unknown", field=field, params={"value": id_})
    return order.index(id_)


SURPRISE_ACTIONS = 1
"""Attack or move actions of an aware combatant in the surprise round (D20C-SUR-03)."""


@dataclass(frozen=True)
class Starter:
    """A combatant at the start of a fight (D20C-SEQ-03)."""

    id: Id
    aware: bool
    """It knows of its opponents, by the game master's ruling."""


@dataclass(frozen=True)
class CombatStart:
    """The beginning of a fight; all lists keep the order in which the combatants were given."""

    surprise_round: bool
    flat_footed: tuple[Id, ...]
    roll_initiative_first: tuple[Id, ...]
    roll_initiative_after_surprise: tuple[Id, ...]
    actions_in_surprise_round: Mapping[Id, int]


def surprised(*, aware: bool, known_to_enemies: bool) -> bool:
    """Whether a combatant is surprised: unaware of enemies that know of it (D20C-SUR-01)."""
    return known_to_enemies and not aware


def start_combat(combatants: Sequence[Starter]) -> CombatStart:
    """Begin a fight; raises Missing without combatants (D20C-SEQ-01 to -04, D20C-SUR-02 to -04).

    There is a surprise round if some but not all combatants are aware; those act in it, with a single action.
    """
    if not combatants:
        raise Missing("d20.combat.nobody", field="combatants")
    everybody = tuple(one.id for one in combatants)
    aware = tuple(one.id for one in combatants if one.aware)
    unaware = tuple(one.id for one in combatants if not one.aware)
    if not aware or not unaware:
        return CombatStart(False, everybody, everybody, (), {})
    actions = {one.id: SURPRISE_ACTIONS if one.aware else 0 for one in combatants}
    return CombatStart(True, everybody, aware, unaware, actions)
