"""Initiative: the roll, ties, newcomers, and the order (D20C-INI-01 to -05, D20C-HOUSE-02)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.errors import UnknownValue
from rules.dice import check_faces
from rules.systems.d20.dice import D20, natural_d20

IMPROVED_INITIATIVE = 4
"""What the Improved Initiative feat adds (D20C-INI-01)."""


@dataclass(frozen=True)
class Contender:
    """A place in the order: the result, its modifier, and the dice that parted ties.

    `established`: stood in the order already before this roll.
    """

    id: str
    total: int
    modifier: int
    established: bool = False
    tie_dice: tuple[int, ...] = ()

    @property
    def rank(self) -> tuple[int, ...]:
        """What the order goes by, highest first (D20C-INI-02, D20C-INI-03)."""
        return (self.total, self.modifier, *self.tie_dice)


def initiative_modifier(dexterity_modifier: int, *, improved_initiative: bool = False, other_modifier: int = 0) -> int:
    """Return what is added to the d20 of initiative, and parts ties (D20C-INI-01, D20C-INI-03)."""
    return dexterity_modifier + (IMPROVED_INITIATIVE if improved_initiative else 0) + other_modifier


def roll_initiative(id_: str, modifier: int, faces: Sequence[int]) -> Contender:
    """Roll initiative with one d20, at the start or on joining a running fight (D20C-INI-01, D20C-INI-05)."""
    return Contender(id_, natural_d20(faces) + modifier, modifier)


def tied(contenders: Sequence[Contender]) -> tuple[str, ...]:
    """Return who rolls a tie-break d20 next, empty when the order stands (D20C-INI-03, D20C-HOUSE-02).

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


def with_tie_dice(contenders: Sequence[Contender], group: Sequence[str], faces: Sequence[int]) -> tuple[Contender, ...]:
    """Note the tie-break d20 of each member of a group, in its order (D20C-INI-03, D20C-HOUSE-02)."""
    rolled = dict(zip(group, check_faces(faces, (D20,) * len(group)), strict=True))
    return tuple(
        replace(contender, tie_dice=(*contender.tie_dice, rolled[contender.id]))
        if contender.id in rolled
        else contender
        for contender in contenders
    )


def initiative_order(contenders: Sequence[Contender]) -> tuple[str, ...]:
    """Return the order, first to act first (D20C-INI-02, D20C-INI-03, D20C-INI-05).

    Those established keep their order among themselves, whatever gave it to them; newcomers go in by their rank.
    """
    order = [contender for contender in contenders if contender.established]
    newcomers = [contender for contender in contenders if not contender.established]
    for newcomer in sorted(newcomers, key=lambda contender: contender.rank, reverse=True):
        place = next((place for place, other in enumerate(order) if other.rank < newcomer.rank), len(order))
        order.insert(place, newcomer)
    return tuple(contender.id for contender in order)


def acts_this_round(order: Sequence[str], newcomers: Collection[str], current: str) -> Mapping[str, bool]:
    """Say which newcomers still act in the running round: those placed after whose turn it is (D20C-INI-05)."""
    turn = position(order, current, field="current")
    return {newcomer: position(order, newcomer) > turn for newcomer in newcomers}


def position(order: Sequence[str], id_: str, *, field: str = "id") -> int:
    """Return the place of somebody in an order, or refuse whoever does not stand in it as unknown (D20C-INI-02)."""
    if id_ not in order:
        raise UnknownValue("d20.order.unknown", field=field, params={"value": id_})
    return order.index(id_)
