"""The packs with which a table plays: taking one, another version of it, its optional rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import first_house, house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.services import change_house
from tapiz_site.live import versions as topics

from .catalogue import CatalogueEntry, entries_for, entries_of
from .errors import CodeTaken, OtherSystem
from .models import Pack, PackVersion, TablePack


def available(table: Table) -> list[Pack]:
    """The packs that a table can play with: its own and the installation's, each with its `newest` version."""
    mine = Q(owner=table) | Q(owner=None, archived=False) | Q(tables__table=table)
    packs = Pack.objects.filter(mine, system=table.system).distinct().prefetch_related("versions")
    return sorted(packs, key=lambda one: (one.owner_id is None, one.slug))


def published(pack: Pack) -> list[PackVersion]:
    """The versions of a pack that were fetched with it, the newest first."""
    return sorted((one for one in pack.versions.all() if one.published), key=lambda one: one.key, reverse=True)


@transaction.atomic
def take(table: Table, version: PackVersion, by: User | None = None) -> TablePack:
    """Play with this version of a pack; la carta follows its optional rules that the table has chosen.

    Raises OtherSystem and CodeTaken.
    """
    pack = version.pack
    if pack.system != table.system or (pack.owner_id not in (None, table.pk)) or version.published is None:
        raise OtherSystem
    others = TablePack.objects.filter(table=table, pack__code=pack.code).exclude(pack=pack)
    if others.exists():
        raise CodeTaken(code=pack.code)
    house = house_after(table, version)
    found, _made = TablePack.objects.update_or_create(table=table, pack=pack, defaults={"version": version})
    if found.rules:
        left = {one.code for one in entries_of(version, family="rule")}
        found.rules = [code for code in found.rules if code in left]
        found.save(update_fields=["rules"])
    if house != house_of(table):
        change_house(table=table, house=house, by=by)
    if found.shown:
        topics.bump([table.topic])
    return found


def take_newest(table: Table, slugs: Collection[str]) -> None:
    """Play with the newest version of these shared packs, as far as they are installed."""
    packs = Pack.objects.filter(owner=None, system=table.system, slug__in=slugs).prefetch_related("versions")
    for pack in packs:
        for version in published(pack)[:1]:
            version.pack = pack
            take(table, version)


@transaction.atomic
def leave(table: Table, pack: Pack) -> None:
    """Play without a pack from now on; possessions and sheets keep what they took from it."""
    found = TablePack.objects.filter(table=table, pack=pack)
    if found.filter(shown=True).exists():
        topics.bump([table.topic])
    found.delete()


@transaction.atomic
def show(table: Table, pack: Pack, *, shown: bool) -> None:
    """Show a pack to all people at the table, or to its game masters alone."""
    TablePack.objects.filter(table=table, pack=pack).update(shown=shown)
    topics.bump([table.topic])


@dataclass(frozen=True, slots=True)
class ChosenSetting:
    """A change in a setting of la carta by a choice of optional rules."""

    setting: str
    old: Json
    new: Json


def chosen_rules(table: Table) -> set[str]:
    """The codes of the optional rules with which a table plays."""
    return {code for one in TablePack.objects.filter(table=table) for code in one.rules}


def settings_of(table: Table, rule: CatalogueEntry) -> dict[str, Json]:
    """The settings of la carta that an optional rule fixes."""
    names = {item.name for item in get_system(table.system).settings}
    return {name: value for name, value in rule.values.items() if name in names and name in rule.raw}


def house_with(table: Table, rules: Iterable[CatalogueEntry], codes: Collection[str]) -> dict[str, Json]:
    """La carta with these optional rules; settings of rules given up go back to the system's defaults."""
    now, first, before = house_of(table), first_house(table.system), chosen_rules(table)
    found = dict(now)
    listed = list(rules)
    for rule in listed:
        if rule.code in before and rule.code not in codes:
            found |= {name: first[name] for name in settings_of(table, rule)}
    for rule in listed:
        if rule.code in codes:
            found |= settings_of(table, rule)
    return found


def house_after(table: Table, version: PackVersion) -> dict[str, Json]:
    """La carta if the table plays with this version and keeps its chosen rules.

    Settings that these rules now fix otherwise are switched; settings they no longer fix go back to the default, or to
    what another chosen rule says. Settings that the table has changed by hand since stay.
    """
    now, first = house_of(table), first_house(table.system)
    row = TablePack.objects.filter(table=table, pack=version.pack).first()
    if row is None or not row.rules:
        return now
    rules = [one for one in entries_for(table, family="rule") if one.code in chosen_rules(table)]
    before = _said_by(table, (one for one in rules if one.pack_id == version.pack_id))
    others = _said_by(table, (one for one in rules if one.pack_id != version.pack_id))
    kept = (one for one in entries_of(version, family="rule") if one.code in row.rules and one.sound)
    after = _said_by(table, kept)
    given_up = {
        name: others.get(name, first[name])
        for name, value in before.items()
        if name not in after and now.get(name) == value
    }
    return now | given_up | {name: value for name, value in after.items() if before.get(name, _NOTHING) != value}


_NOTHING = object()


def _said_by(table: Table, rules: Iterable[CatalogueEntry]) -> dict[str, Json]:
    return {name: value for rule in rules for name, value in settings_of(table, rule).items()}


def switches_after(table: Table, version: PackVersion) -> list[ChosenSetting]:
    """What would change in la carta if the table played with this version."""
    return _switches(house_of(table), house_after(table, version))


def _switches(now: Mapping[str, Json], after: Mapping[str, Json]) -> list[ChosenSetting]:
    return [ChosenSetting(name, now.get(name), value) for name, value in after.items() if now.get(name) != value]


def switches(table: Table, codes: Collection[str]) -> list[ChosenSetting]:
    """What would change in la carta if the table played with these optional rules."""
    return _switches(house_of(table), house_with(table, entries_for(table, family="rule"), codes))


@transaction.atomic
def choose_rules(table: Table, codes: Collection[str], by: User) -> None:
    """Play with these optional rules; la carta changes with them, and its history records it."""
    rules = entries_for(table, family="rule")
    house = house_with(table, rules, codes)
    known = {rule.code: rule.pack_id for rule in rules}
    for one in TablePack.objects.select_for_update().filter(table=table):
        one.rules = sorted(code for code in codes if known.get(code) == one.pack_id)
        one.save(update_fields=["rules"])
    now = house_of(table)
    changed = {name: value for name, value in house.items() if now[name] != value}
    if changed:
        change_house(table=table, house=changed, by=by)
    topics.bump([table.topic])
