"""Characters and tables as documents of our formats."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.text import slugify

from characters.models import Character
from characters.sheets import sheet_of
from combat import veils
from combat.models import Encounter, LogEntry
from equipment.ledger.frozen import gear_of
from equipment.ledger.models import Possession
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Boundary, Session, Table
from tapiz_site.pictures.looks import of_table

from . import formats, ids, pictures, possessions
from .conditions import NoCondition, settled
from .models import FormerPerson

MOST_PLAIN = 4_500_000
"""Longer files are compressed, because a request may bring at most 5 MB."""


def character_document(character: Character, unknown: Collection[str] = frozenset()) -> dict[str, Json]:
    """A character as a document for its players and the game master, private notes included.

    unknown: the values that its reader is to find out in play (`characters.knowing`), which are left out.
    """
    things = possessions.things_of(character)
    known = possessions.numbered(things)
    whole = _character(character, things, known)
    return {
        **_head(formats.CHARACTER, character.table),
        **whole,
        "sheet": _without(whole["sheet"], character.kind, unknown),
        "possessions": [
            {**row, "values": _without(row["values"], row["kind"], unknown)}
            for row in (possessions.thing_document(one, known) for one in things)
        ],
        "look": pictures.look_alone(character.table, character.likeness),
    }


def _without(values: Mapping[str, Json], of: str, unknown: Collection[str]) -> dict[str, Json]:
    """The values of a kind of sheet or thing without those that are unknown, also as parts of rows."""
    return {
        name: [_without(row, f"{of}.{name}", unknown) for row in value]
        if isinstance(value, list) and all(isinstance(row, Mapping) for row in value)
        else value
        for name, value in values.items()
        if f"{of}.{name}" not in unknown
    }


def table_document(table: Table) -> dict[str, Json]:
    """A table as a document for its game master: characters, adventures, sessions, and fights with their logs."""
    characters = list(Character.objects.filter(table=table).order_by("name", "created", "pk"))
    known = {str(one.pk): ids.file_character(number) for number, one in enumerate(characters, 1)}
    for one in characters:
        one.table = table
    adventures = list(table.adventures.order_by("began", "pk"))
    places = {adventure.pk: place for place, adventure in enumerate(adventures)}
    sessions = table.sessions.prefetch_related("attendances").order_by("began", "pk")
    changes = table.house_changes.select_related("by").order_by("when", "pk")
    ledgers, gallery = possessions.Ledgers(table), pictures.Gallery(table)
    logs = Prefetch("entries", LogEntry.objects.select_related("by").order_by("sequence"))
    fights = table.encounters.prefetch_related(logs).order_by("created", "pk")
    shown = pictures.numbered(table)
    encounters = [_encounter(one, known, ledgers, place, shown) for place, one in enumerate(fights)]
    under = ids.Renaming(shown, {})
    return {
        **_head(formats.TABLE, table),
        "name": table.name,
        "dj_title": table.dj_title,
        "house": house_of(table),
        "house_changes": [
            {"when": moment(row.when), "by": row.by_name, "setting": row.setting, "old": row.old, "new": row.new}
            for row in changes
        ],
        "stop_tells": table.stop_tells,
        "boundaries": [{"kind": one.kind, "text": one.text, "by": one.name} for one in _boundaries(table)],
        "people": _people(table, known),
        "characters": [
            {
                "id": known[str(one.pk)],
                **_character(one, [thing for thing in ledgers.things if thing.owner_id == one.pk], ledgers.known),
                "shared": one.shared,
                "created": moment(one.created),
                "possessions": ledgers.of(owner=one),
                "look": gallery.look(one.likeness),
            }
            for one in characters
        ],
        "adventures": [
            {"name": one.name, "began": moment(one.began), "ended": moment(one.ended) if one.ended else None}
            for one in adventures
        ],
        "sessions": [_session(one, places) for one in sessions],
        "encounters": encounters,
        "stash": ledgers.of(),
        "loot": [possessions.loot_document(one, ledgers) for one in table.loot.order_by("created", "pk")],
        "shop": possessions.shop_document(table),
        "maps": [{"name": one.name, "data": under.value(one.data)} for one in table.maps.all()],
        "look": gallery.look(of_table(table)),
        "creatures": gallery.creatures(),
        "pictures": gallery.shown(),
    }


def _boundaries(table: Table) -> list[Boundary]:
    """Lines and veils in an order that tells nothing: neither ids nor times."""
    return sorted(table.boundaries.all(), key=lambda one: (one.kind, one.text, one.name))


def written(document: Mapping[str, Json]) -> tuple[bytes, str]:
    """The document as a file: its bytes and file extension."""
    text = json.dumps(document, ensure_ascii=False, indent=1).encode()
    if len(text) <= MOST_PLAIN:
        return text, "json"
    # Without a date, so that the same table gives the same file.
    return gzip.compress(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode(), mtime=0), "json.gz"


def file_name(name: str, fallback: str, end: str) -> str:
    """A file name that all operating systems accept, from the name of the content."""
    return f"{slugify(name)[:60].strip('-') or fallback}.{end}"


def moment(when: datetime) -> str:
    """A date in the form of our files."""
    return when.astimezone(UTC).isoformat()


def _head(name: str, table: Table) -> dict[str, Json]:
    return {"format": name, "version": formats.VERSIONS[name], "system": table.system}


def _character(character: Character, things: Sequence[Possession], known: Mapping[str, str]) -> dict[str, Json]:
    """The parts of a character in both formats; `known`: the ids of its things in the file."""
    system = get_system(character.table.system)
    kind = system.sheet_kinds[character.kind]
    sheet = sheet_of(character)
    try:
        gear = gear_of(system.equipment, things)
        condition = settled(system, kind.name, sheet, house_of(character.table), character.condition, gear)
    except NoCondition:
        condition = {}
    return {
        "name": character.name,
        "kind": character.kind,
        "sheet_version": kind.version,
        "sheet": sheet,
        "condition": ids.Renaming(known, {}).value(condition),
    }


def _people(table: Table, known: Mapping[str, str]) -> list[Json]:
    """The people at the table and those of an imported file; the same name and role is one person."""
    played: dict[int, list[str]] = {}
    for character, user in Character.objects.filter(table=table, players__isnull=False).values_list("pk", "players"):
        played.setdefault(user, []).append(known[str(character)])
    found: dict[tuple[str, str], set[str]] = {}
    former = FormerPerson.objects.filter(table=table).prefetch_related(Prefetch("played", Character.objects.only("pk")))
    for person in former:
        plays = found.setdefault((person.name, person.role), set())
        plays.update(known[str(one.pk)] for one in person.played.all() if str(one.pk) in known)
    for member in table.memberships.select_related("user").order_by("joined", "pk"):
        plays = found.setdefault((member.user.shown_name, member.role), set())
        plays.update(played.get(member.user_id, ()))
    return [{"name": name, "role": role, "plays": sorted(plays)} for (name, role), plays in found.items()]


def _session(session: Session, adventures: Mapping[int, int]) -> dict[str, Json]:
    return {
        "adventure": adventures.get(session.adventure_id) if session.adventure_id else None,
        "began": moment(session.began),
        "ended": moment(session.ended) if session.ended else None,
        "notes": session.notes,
        "attendances": [{"name": row.name, "characters": row.characters} for row in session.attendances.all()],
    }


def _encounter(
    encounter: Encounter,
    characters: Mapping[str, str],
    ledgers: possessions.Ledgers,
    place: int,
    shown: Mapping[str, str],
) -> dict[str, Json]:
    rows = encounter.entries.all()
    entries = [{**veils.for_a_file(row), "id": row.id} for row in rows]
    declared = [one for one in ids.declared((encounter.first, encounter.head), entries) if one not in ledgers.known]
    names = ids.numbered(declared, len(ledgers.known) + 1)
    ledgers.places[str(encounter.pk)], ledgers.renamings[str(encounter.pk)] = place, names
    renaming = ids.Renaming({**names, **ledgers.known, **shown}, characters)
    at_the_dice = ids.at_the_dice(entries, encounter.dice_ids, renaming)
    return {
        "name": encounter.name,
        "free": encounter.free,
        "created": moment(encounter.created),
        "state_version": encounter.state_version,
        "first": renaming.state(encounter.first),
        "head": renaming.state(encounter.head),
        "memory": renaming.value(encounter.memory),
        "entries": list(_entries(rows, renaming)),
        **({"dice_ids": at_the_dice} if at_the_dice else {}),
    }


def _entries(rows: Iterable[LogEntry], renaming: ids.Renaming) -> Iterable[dict[str, Any]]:
    for row in rows:
        data = {name: value for name, value in veils.for_a_file(row).items() if name not in ("by", "by_name")}
        by = row.by.shown_name if row.by else row.data.get("by_name", "")
        yield {"names": {}, **renaming.entry(data), "by": by, "when": moment(row.created)}
