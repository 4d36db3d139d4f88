"""Sheets of machines: the record that their system draws, with the damage of the last fight where it is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from equipment.ledger.frozen import AnyPossession, gear_of
from rules.core.fight import Combatant
from rules.core.outfit import fresh_body
from rules.core.registry import get_system
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.speech import speaker

from .. import gear, policy, sheets
from ..models import Character
from .options import Options
from .sheets import PrintedSheet, blank


def has_record(character: Character) -> bool:
    """Whether its sheet is printed as a record."""
    return character.kind in get_system(character.table.system).paper.recorded


def recorded(
    printed: PrintedSheet, character: Character, options: Options, things: Sequence[AnyPossession] | None = None
) -> PrintedSheet:
    """A printed sheet with its record, where its kind has one; `things`: the character's gear, if it has been read.

    Damage is crossed out for those alone who read all of the character, where they want it.
    """
    system = get_system(character.table.system)
    if system.paper.record is None or not has_record(character):
        return printed
    house, sheet = house_of(character.table), sheets.sheet_of(character)
    owned = gear_of(system.equipment, gear.things_of(character) if things is None else things)
    body = fresh_body(system, character.kind, sheet, owned, house)
    crossed = options.damage and policy.sees_all(character)
    if crossed and character.condition:
        body = system.with_lasting(body, character.condition)
    one = Combatant(str(character.pk), character.name, body, kind=character.kind, sheet=sheet, gear=owned)
    record = system.paper.record(one, house, crossed)
    return replace(printed, record=record, speaker=speaker(system.slug), likeness=character.likeness)


def empty_sheets(table: Table) -> dict[str, str]:
    """What sheets can be printed empty, by name, in words: each kind of sheet, of records each kind of machine."""
    system, words = get_system(table.system), speaker(table.system)
    found: dict[str, str] = {}
    for name in system.sheet_kinds:
        records = {one.name: words.word(one.label) for one in system.paper.blanks if one.of == name}
        found |= records or {name: words.first_word(f"kind.{name}", default=name)}
    return found


def empty(table: Table, name: str) -> PrintedSheet:
    """One of the empty sheets by its name."""
    system = get_system(table.system)
    of = next((one.of for one in system.paper.blanks if one.name == name), name)
    printed = blank(table, system.sheet_kinds[of])
    if system.paper.blank is None or of not in system.paper.recorded:
        return printed
    record = system.paper.blank(name, house_of(table))
    return replace(printed, record=record, speaker=speaker(system.slug))
