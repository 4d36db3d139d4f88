"""Passing possessions on: gifts, the stash of the table and sharing it out, loot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from equipment import topics
from rules.core.gear import Thing
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.live import versions

from . import moving
from .errors import GoneTo, NoRoom, NotEnough, NothingToShare, OfferGone
from .frozen import left_behind
from .models import Cause, Gift, Loot, Possession
from .money import named
from .services import doing, of
from .writing import Holder, LedgerAct, fresh, make


def offer(holder: Holder, by: User, pk: str, quantity: int, to: Holder) -> Gift:
    """Offer a quantity of a possession to another character, which gets it once its player accepts.

    A second offer of the same possession replaces the first. Raises NotEnough.
    """
    with transaction.atomic():
        one = of(holder, pk)
        if not 0 < quantity <= one.quantity:
            raise NotEnough(name=named(one), left=one.quantity)
        gift, _made = Gift.objects.update_or_create(
            possession=one, to_id=to.owner, defaults={"quantity": quantity, "by": by, "broken": False}
        )
        _tell_of(holder, to)
    return gift


def accept(gift: str, giver: Holder, taker: Holder, by: User) -> Possession:
    """Accept an offer; raises OfferGone, and withdraws the offer where the giver has had too few since.

    The taker may not learn how much the giver has left, nor who has the rest.
    """
    try:
        with doing(by, giver, taker):
            found = _waiting(gift)
            one = of(giver, found.possession_id)
            if found.broken:
                raise NotEnough
            quantity = found.quantity
            found.delete()
            return moving.transfer(one, quantity, taker, LedgerAct(Cause.GIVEN, by), came_from=giver.name)
    except (NotEnough, GoneTo, NoRoom):
        with transaction.atomic():
            Gift.objects.filter(pk=gift).delete()
            _tell_of(giver, taker)
        raise OfferGone from None


def close(gift: str, giver: Holder, taker: Holder) -> None:
    """Refuse or withdraw an offer; the giver keeps the possession. Raises OfferGone."""
    with transaction.atomic():
        _waiting(gift).delete()
        _tell_of(giver, taker)


def give(holder: Holder, by: User, pk: str, quantity: int, to: Holder, cause: Cause = Cause.GIVEN) -> Possession:
    """Hand a possession over at once; of two who want the last one, one gets it. Raises NotEnough, GoneTo."""
    with doing(by, holder, to):
        one = of(holder, pk)
        return moving.transfer(one, quantity, to, LedgerAct(cause, by), came_from=holder.name)


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one possession of the stash: how many each gets, and the remainder, which stays."""

    thing: Possession
    each: int
    rest: int


def shares(things: Sequence[Possession], people: int) -> list[Share]:
    """The shares for this number of characters; only of heaps that are enough for one each."""
    found: list[Share] = []
    if not (things and people):
        return found
    equipment = moving.equipment_of(things[0].table)
    for one in things:
        kind = moving.kind_of(equipment, one)
        if moving.stacks(kind) and one.quantity >= people:
            found.append(Share(one, one.quantity // people, one.quantity % people))
    return found


def share_out(stash: Holder, by: User, pks: Sequence[str], people: Sequence[Holder]) -> list[Share]:
    """Give equal shares of these possessions of the stash to these characters; raises NothingToShare."""
    with doing(by, stash, *people):
        found = shares([of(stash, pk) for pk in sorted(set(pks))], len(people))
        if not found:
            raise NothingToShare
        act = LedgerAct(Cause.SHARED, by)
        for share in found:
            for person in people:
                moving.transfer(fresh(share.thing.pk), share.each, person, act, came_from=stash.name)
    return found


def open_loot(
    table: Table,
    by: User,
    *,
    encounter: str,
    combatant: str,
    name: str,
    things: Sequence[Thing],
    owner: Holder | None,
    entry: str = "",
) -> Loot:
    """Open the loot of a fallen combatant: `things` of an improvised one, or else all that `owner` has with it.

    A loot that was opened before is opened again, with nothing added. `entry`: the code of its bestiary entry.
    """
    loot = Loot.objects.filter(encounter=encounter, combatant=combatant).first() if combatant else None
    if loot is not None:
        with transaction.atomic():
            Loot.objects.filter(pk=loot.pk).update(open=True)
            versions.bump([topics.of_stash(table.pk)])
        return loot
    try:
        return _opened(table, by, encounter, combatant, name, things, owner, entry)
    except IntegrityError:
        # Another request was first.
        return Loot.objects.get(encounter=encounter, combatant=combatant)


def _opened(
    table: Table,
    by: User,
    encounter: str,
    combatant: str,
    name: str,
    things: Sequence[Thing],
    owner: Holder | None,
    entry: str,
) -> Loot:
    with transaction.atomic():
        loot = Loot.objects.create(table=table, encounter=encounter, combatant=combatant, name=name, entry=entry)
        holder = Holder(table, loot=loot, name=name)
        with doing(by, holder, *([owner] if owner else [])):
            act = LedgerAct(Cause.LOOT, by, {"from": name})
            for one in things if owner is None else ():
                make(
                    holder,
                    act,
                    quantity=one.quantity,
                    charges=one.charges,
                    kind=one.kind,
                    name=one.name,
                    values=dict(one.values),
                    entry=one.entry,
                )
            if owner is not None:
                owned = list(owner.things().filter(quantity__gt=0))
                away = left_behind(owned)
                for held in owned:
                    if held.within_id is None and held.pk not in away:
                        moving.transfer(held, held.quantity, holder, act)
    return loot


def take_all(holder: Holder, by: User, to: Holder, cause: Cause) -> int:
    """Hand over everything left in a loot or the stash; returns how many possessions that were."""
    with doing(by, holder, to):
        left = list(holder.things().filter(quantity__gt=0, within=None).select_for_update(of=("self",)))
        for one in left:
            moving.transfer(one, one.quantity, to, LedgerAct(cause, by), came_from=holder.name)
    return len(left)


def close_loot(loot: Loot) -> None:
    """Close a loot, so that nothing can be taken from it until it is opened again."""
    with transaction.atomic():
        Loot.objects.filter(pk=loot.pk).update(open=False)
        versions.bump([topics.of_stash(loot.table_id)])


def _waiting(gift: str) -> Gift:
    found = Gift.objects.select_for_update(of=("self",)).filter(pk=gift).first()
    if found is None:
        raise OfferGone
    return found


def _tell_of(*holders: Holder) -> None:
    versions.bump([topics.of_owner(holder.owner) for holder in holders if holder.owner is not None])
