"""The possessions of a demo table's characters that come from its setting packs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from characters import gear
from characters.models import Character
from equipment.ledger import moving
from equipment.ledger.models import Cause, Place, Possession
from equipment.ledger.money import COIN
from equipment.ledger.writing import LedgerAct
from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import FIRST_LANGUAGE

Goods = Mapping[str, CatalogueEntry]


def goods_of(table: Table) -> Goods:
    """The items of the table's packs by code, in the language of the demo; empty where no pack is installed."""
    found = catalogue.entries_for(table, family="item", language=FIRST_LANGUAGE)
    return {one.code: one for one in found if one.sound}


def sheet_of(row: Mapping[str, Any], goods: Goods) -> dict[str, Json]:
    """The sheet of a character of the file; where packs are installed, without the fields its possessions replace."""
    return {**row["sheet"], **(row.get("with_things", {}) if goods else {})}


def own(character: Character, things: Sequence[Mapping[str, Any]], goods: Goods, by: User) -> None:
    """Give a character of the file its possessions; without packs it has only what its sheet lists.

    Each is a `code` of a pack or a `coin`, with `quantity`, `place`, and `within`: the code of its container.
    """
    holder, act = gear.holder_of(character), LedgerAct(Cause.ADDED, by)
    made: dict[str, Possession] = {}
    for one in things if goods else ():
        quantity = one.get("quantity", 1)
        if coin := one.get("coin"):
            moving.add(holder, act, kind=COIN, name=coin, values={COIN: coin}, quantity=quantity)
            continue
        entry = goods[one["code"]]
        found = made[entry.code] = moving.add(
            holder,
            act,
            kind=entry.kind,
            name=entry.name,
            values=entry.values,
            quantity=quantity,
            entry=entry.code,
            place=one.get("place", Place.PACKED),
        )
        if within := one.get("within"):
            moving.put_into(found, made[within], act)
