"""The gear of a character: how its sheet counts with it, and how things listed on a sheet become possessions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from uuid import UUID

from django.utils.translation import get_language

from equipment.ledger import moving, proposing, writing
from equipment.ledger.fights import frozen_gear
from equipment.ledger.frozen import Owned, owned
from equipment.ledger.models import Cause, Possession, ProposalStatus
from equipment.ledger.writing import Holder, LedgerAct
from rules.core.equipment import FIRST_LANGUAGE
from rules.core.gear import Gear, Thing
from rules.core.outfit import outfitted
from rules.core.registry import get_system
from rules.core.types import Json
from rules.core.words import LANGUAGES
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table

from .models import Character


def gear_of(character: Character) -> Gear:
    """The gear that a character has with it now."""
    return frozen_gear(character.table, character.pk)


def holder_of(character: Character) -> Holder:
    """A character as the holder of its possessions."""
    return Holder(character.table, owner=character.pk, name=character.name)


def giver_of(character: Character) -> Holder:
    """A character as the other side of a gift reads of it: without a name where that reader may not know it."""
    known = character.shared or character.players.filter(memberships__table=character.table_id).exists()
    return holder_of(character) if known else replace(holder_of(character), name="")


def things_of(character: Character) -> list[Owned]:
    """All possessions of a character, including those left somewhere."""
    return owned(character.table_id, character.pk)


def things_of_all(table: Table, characters: Iterable[Character]) -> dict[UUID, list[Possession]]:
    """The possessions of many characters of a table at once."""
    found: dict[UUID, list[Possession]] = {one.pk: [] for one in characters}
    for one in Possession.objects.filter(table=table, owner__in=list(found), quantity__gt=0):
        if one.owner_id is not None:
            found[one.owner_id].append(one)
    return found


def counted(character: Character, sheet: Mapping[str, Json], gear: Gear | None = None) -> Mapping[str, Json]:
    """A loaded sheet as it counts with the character's gear, or with the given `gear`."""
    system = get_system(character.table.system)
    gear = gear_of(character) if gear is None else gear
    return outfitted(system, character.kind, sheet, gear, house_of(character.table))


def unpacked(character: Character, sheet: Mapping[str, Json]) -> tuple[dict[str, Json], tuple[Thing, ...]]:
    """A loaded sheet without the things that it lists, and those things, named in the language of the page."""
    plain, things = get_system(character.table.system).equipment.unpack(character.kind, sheet, naming_language())
    return dict(plain), things


def naming_language() -> str:
    """The language of the page, in which unnamed things are named; the first language where it has no words."""
    said = (get_language() or FIRST_LANGUAGE)[:2]
    return said if said in LANGUAGES else FIRST_LANGUAGE


def own(character: Character, things: Collection[Thing], by: User | None, cause: Cause = Cause.UNPACKED) -> None:
    """Make possessions of the things that a sheet lists."""
    holder, act = holder_of(character), LedgerAct(cause, by)
    for one in things:
        if one.place == "packed":
            moving.add(
                holder, act, kind=one.kind, name=one.name, values=one.values, quantity=one.quantity,
                entry=one.entry, charges=one.charges or None,
            )  # fmt: skip
            continue
        writing.make(
            holder, act, quantity=one.quantity, charges=one.charges, kind=one.kind, name=one.name,
            values=dict(one.values), entry=one.entry, place=one.place,
        )  # fmt: skip


def receive(character: Character, things: Collection[Thing], by: User) -> None:
    """Make possessions of the things that an edited sheet lists, or propose them, as for all that is received."""
    which = proposing.way(character.table, by) if things else "trust"
    if which != "ask":
        own(character, things, by)
    if which == "trust":
        return
    standing = ProposalStatus.WAITING if which == "ask" else ProposalStatus.TOLD
    for one in things:
        found = proposing.proposal(
            holder_of(character), by,
            kind=one.kind, name=one.name, values=one.values, quantity=one.quantity, entry=one.entry,
        )  # fmt: skip
        proposing.keep(found, standing)
