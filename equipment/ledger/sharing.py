"""Things that go to others: gifts that the other accepts, the stash of the table and its sharing out, loot."""

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
from .writing import Act, Holder, fresh, make


def offer(holder: Holder, by: User, pk: str, quantity: int, to: Holder) -> Gift:
    """Offer so many of a thing to another character, who has not got it before it is accepted.

    The same thing offered again is offered anew. Raises NotEnough.
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
    """Take what was offered; raises OfferGone, also when the giver has had fewer meanwhile: then it is withdrawn.

    How much the giver has left, and who has the rest by now, is not the taker's to know.
    """
    try:
        with doing(by, giver, taker):
            found = _waiting(gift)
            one = of(giver, found.possession_id)
            if found.broken:
                raise NotEnough(name=named(one), left=one.quantity)
            quantity = found.quantity
            found.delete()
            return moving.transfer(one, quantity, taker, Act(Cause.GIVEN, by), came_from=giver.name)
    except (NotEnough, GoneTo, NoRoom):
        with transaction.atomic():
            Gift.objects.filter(pk=gift).delete()
            _tell_of(giver, taker)
        raise OfferGone from None


def close(gift: str, giver: Holder, taker: Holder) -> None:
    """Refuse or withdraw what was offered; the giver still has it. Raises OfferGone."""
    with transaction.atomic():
        _waiting(gift).delete()
        _tell_of(giver, taker)


def give(holder: Holder, by: User, pk: str, quantity: int, to: Holder, cause: Cause = Cause.GIVEN) -> Possession:
    """Put a thing into other hands at once; of two who want the last one, one gets it. Raises NotEnough, GoneTo."""
    with doing(by, holder, to):
        one = of(holder, pk)
        return moving.transfer(one, quantity, to, Act(cause, by), came_from=holder.name)


@dataclass(frozen=True, slots=True)
class Share:
    """What sharing out does with one thing of the stash: so many to each, and the rest, which stays."""

    thing: Possession
    each: int
    rest: int


def shares(things: Sequence[Possession], people: int) -> list[Share]:
    """What each of so many people would get; only of what lies in heaps and reaches for all."""
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
    """Give equal shares of these things of the stash to these characters; raises NothingToShare."""
    with doing(by, stash, *people):
        found = shares([of(stash, pk) for pk in sorted(set(pks))], len(people))
        if not found:
            raise NothingToShare
        act = Act(Cause.SHARED, by)
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
    """Let the others take what the fallen had: `things` of an improvised one, else all that `owner` has with them.

    What was opened before is opened again, with nothing added. entry: of the bestiary, from which it was.
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
        # somebody else was first
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
            act = Act(Cause.LOOT, by, {"from": name})
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
                        moving.transfer(held, held.quantity, holder, act, came_from=name)
    return loot


def take_all(holder: Holder, by: User, to: Holder, cause: Cause) -> int:
    """Put everything that is left of a loot, or of the stash, into other hands; how many things that were."""
    with doing(by, holder, to):
        left = list(holder.things().filter(quantity__gt=0, within=None).select_for_update(of=("self",)))
        for one in left:
            moving.transfer(one, one.quantity, to, Act(cause, by), came_from=holder.name)
    return len(left)


def close_loot(loot: Loot) -> None:
    """Let nobody take from it any more; it can be opened again."""
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
