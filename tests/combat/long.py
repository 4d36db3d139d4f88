"""Long logs, made without playing them: a few acts that lead back to where they began, again and again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

from combat import store
from combat.deeds import Deed
from combat.models import LogEntry
from tests.sizes import one_in

from .play import Game

SHORT, LONG = 30, 30 + 4800 // one_in(8)
"""The two lengths at which what is read of a log is compared: of the longer a page shows a small part.

Both end as far into a piece of the index.
"""


def lengthen(game: Game, entries: int) -> None:
    """Bring the fight's log to about this many entries: public rolls, secret ones, new names, blows taken back."""
    state, start = game.read.encounter.head, len(game.entries)
    shadow = game.id("Sombra")
    game.command("player", "roll", "Ana", notation="d20", reason="suerte")
    game.act("player", Deed("roll", request="dice"), faces=[17])
    game.command("game_master", "roll", notation="2d6", reason="el tesoro", secret=True)
    game.act("game_master", Deed("roll", request="dice"), faces=[6, 5])
    game.command("game_master", "rename", who=shadow, name="Bruma")
    game.command("game_master", "rename", who=shadow, name="Sombra")
    game.damage("game_master", "Bruno", 1)
    game.undo("game_master")
    assert game.read.encounter.head == state
    played = game.entries[start:]
    encounter = game.read.encounter
    more = (entries - encounter.sequence) // len(played) * len(played)
    LogEntry.objects.bulk_create(islice(_again(played, encounter.sequence), more))
    indexed, encounter.sequence = encounter.sequence, encounter.sequence + more
    for last in range(store.PIECE, encounter.sequence + 1, store.PIECE):
        if last > indexed:
            store.index(encounter, last)
    encounter.save()
    game.encounter.refresh_from_db()


def _again(played: list[LogEntry], sequence: int) -> Iterator[LogEntry]:
    """These entries under new ids, without end."""
    said = [json.dumps(row.data) for row in played]
    while True:
        new = {one: store.new_id() for row in played for one in (row.pk, row.resolution)}
        for row, data in zip(played, said, strict=True):
            sequence += 1
            for old, fresh in new.items():
                data = data.replace(old, fresh)
            yield LogEntry(
                id=new[row.pk],
                encounter_id=row.encounter_id,
                sequence=sequence,
                kind=row.kind,
                resolution=new[row.resolution],
                by_id=row.by_id,
                undone_by_id=new[row.undone_by_id] if row.undone_by_id else None,
                data=json.loads(data),
            )
