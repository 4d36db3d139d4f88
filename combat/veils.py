"""Veils over what a log told: no page, file or print tells it again, and what it did to the fight stays readable.

A veil is never lifted, not for the game master either, nor by taking the step back that laid it.
"""

from __future__ import annotations

from typing import Any

from rules.core.log import STEPS
from rules.core.types import Id, Json

from .models import Encounter, FightSums, LogEntry

COVERED = "under_veil"
"""Where the data of an entry keeps what it told. Whatever tells an entry reads its `facts`, and finds none."""
TELLING = (*STEPS, "undo", "redo")
"""The kinds that are covered; what is told of the seed of the dice proves that they are fair."""
TOLD_LATER: dict[str, Json] = {"facts": [], "anew": [], "later": {}, "note": ""}
"""The inputs from which pages tell: what was put right, and the note of a scene's end."""
BATCH = 200


def cover(encounter: Encounter, first: int, last: int) -> None:
    """Cover what the entries between these places told, both included."""
    rows = encounter.entries.filter(sequence__gte=first, sequence__lte=last, kind__in=TELLING, veiled=False)
    covered = list(rows)
    for row in covered:
        row.veiled, row.data = True, _covered(row.data)
    LogEntry.objects.bulk_update(covered, ["veiled", "data"], batch_size=BATCH)
    # What was counted of them is not kept either.
    FightSums.objects.filter(encounter=encounter).delete()
    # The table is not shown a moment that nobody reads any more.
    Encounter.objects.filter(pk=encounter.pk, shown__veiled=True).update(shown=None)


def covered(encounter: Encounter) -> frozenset[Id]:
    """The entries under a veil."""
    return frozenset(encounter.entries.filter(veiled=True).values_list("pk", flat=True))


def _covered(data: dict[str, Any]) -> dict[str, Any]:
    told = {"facts": data["facts"], "names": data.get("names", {}), "command": data["command"]}
    return {**data, "facts": [], "names": {}, "command": _mute(data["command"]), COVERED: told}


def _mute(command: Json) -> Json:
    """A command without what pages tell of it later on: of other entries, or as a note."""
    if not command:
        return command
    inputs = command["inputs"]
    return {**command, "inputs": {**inputs, **{name: none for name, none in TOLD_LATER.items() if name in inputs}}}


def for_a_file(row: LogEntry) -> dict[str, Json]:
    """The data of an entry for a file: of a veiled one what it did, and neither what it told nor what was typed."""
    data: dict[str, Json] = row.data
    if not row.veiled:
        return data
    command, answer = data["command"], data["answer"]
    faces = {"faces": answer["faces"]} if answer and "faces" in answer else {}
    kept = {name: value for name, value in data.items() if name not in (COVERED, "sides", "again")}
    return {
        **kept,
        "command": {**command, "inputs": {}} if command else None,
        "answer": faces if answer is not None else None,
        "veiled": True,
    }
