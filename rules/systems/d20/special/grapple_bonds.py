"""Who grapples whom: bonds begin, become pins, and end (D20S-GRAP-14, -22, -26, -30, -32, -35, D20S-HOUSE-15)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.core.errors import NotAllowed
from rules.core.types import Id
from rules.systems.d20.special.grapple import GrappleStatus


@dataclass(frozen=True)
class Bond:
    """Two creatures that grapple each other; pinner: the one of them that pins the other, if one does."""

    one: Id
    other: Id
    pinner: Id | None = None

    def joins(self, who: Id) -> bool:
        """Say whether this creature is part of the bond."""
        return who in (self.one, self.other)

    def opponent(self, who: Id) -> Id:
        """Return the other side."""
        return self.other if who == self.one else self.one


Bonds: TypeAlias = tuple[Bond, ...]


def opponents(bonds: Sequence[Bond], who: Id) -> tuple[Id, ...]:
    """Return all with whom a creature grapples, in the order in which it began (D20S-GRAP-39)."""
    return tuple(bond.opponent(who) for bond in bonds if bond.joins(who))


def status(bonds: Sequence[Bond], who: Id) -> GrappleStatus | None:
    """Return what a creature is in its grapples; None when nobody holds it (D20S-GRAP-22, D20S-HOUSE-15)."""
    mine = [bond for bond in bonds if bond.joins(who)]
    if not mine:
        return None
    if any(bond.pinner not in (None, who) for bond in mine):
        return "pinned"
    return "pinning" if any(bond.pinner == who for bond in mine) else "grappling"


def begun(bonds: Sequence[Bond], one: Id, other: Id) -> Bonds:
    """Return the bonds with these two grappling each other, once (D20S-GRAP-14, D20S-GRAP-36)."""
    return tuple(bonds) if other in opponents(bonds, one) else (*bonds, Bond(one, other))


def pinned(bonds: Sequence[Bond], pinner: Id, target: Id) -> Bonds:
    """Return the bonds after a successful pin; who is pinned pins nobody any more (D20S-GRAP-22, D20S-GRAP-25).

    Raises NotAllowed when the two do not grapple.
    """
    if target not in opponents(bonds, pinner):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    freed = unpinned_by(bonds, target)
    return tuple(replace(bond, pinner=pinner) if bond.joins(pinner) and bond.joins(target) else bond for bond in freed)


def unpinned_by(bonds: Sequence[Bond], pinner: Id) -> Bonds:
    """Return the bonds without the pins of this one: they were escaped, broken or ran out (D20S-GRAP-30, -32, -35)."""
    return tuple(replace(bond, pinner=None) if bond.pinner == pinner else bond for bond in bonds)


def free(bonds: Sequence[Bond], who: Id) -> Bonds:
    """Return the bonds after somebody got away from everybody; its pins end too (D20S-GRAP-26, reading C-27)."""
    return tuple(bond for bond in bonds if not bond.joins(who))


def let_go(bonds: Sequence[Bond], who: Id, other: Id) -> Bonds:
    """Return the bonds after one let go of another, a free action on its own turn (D20S-HOUSE-15, D20S-GRAP-15).

    Raises NotAllowed for somebody pinned, who can only try to get out of that (D20S-GRAP-25).
    """
    if status(bonds, who) == "pinned":
        raise NotAllowed("d20.grapple.pinned", field="actor")
    return tuple(bond for bond in bonds if not (bond.joins(who) and bond.joins(other)))
