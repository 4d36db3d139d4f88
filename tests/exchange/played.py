"""A table after an evening: fights, undone steps, a free scene, sessions, people who came and went."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from characters.models import Character
from combat.deeds import Deed
from combat.models import Encounter
from combat.services import scene_of
from exchange import outgoing
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Adventure, Attendance, Membership, Session, Table
from tests.combat.play import Game, make_game

WHEN = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)


def played() -> Game:
    """The table of `tests.combat.play` after an evening."""
    game = make_game()
    runs = game.users["game_master"]
    # Created after the fight, whichever came first.
    Encounter.objects.filter(pk=scene_of(game.table, runs).pk).update(created=timezone.now())
    game.begin()
    game.attack("player", "Ana", "Orco 1", bonus=9)
    answer_all(game)
    game.damage("game_master", "Ana", 7)
    game.damage("game_master", "Orco 1", 3)
    game.undo("game_master")
    game.redo("game_master")
    game.damage("game_master", "Bruno", 2)
    game.undo("game_master")
    game.command("game_master", "reveal", who=game.id("Sombra"))
    adventure = Adventure.objects.create(table=game.table, name="La marea", began=WHEN)
    session = Session.objects.create(table=game.table, adventure=adventure, began=WHEN, ended=WHEN, notes="Salió bien.")
    Attendance.objects.create(session=session, user=game.users["player"], name="Jugadora", characters="Ana")
    Attendance.objects.create(session=session, name="Una amiga")
    Session.objects.create(table=game.table, began=WHEN)
    Character.objects.filter(name="Ana").update(shared=True)
    Table.objects.filter(pk=game.table.pk).update(dj_title="narradora")
    game.table.refresh_from_db()
    gone = Membership.objects.get(table=game.table, user=game.users["other_player"])
    campaigns.remove(membership=gone)
    return game


def answer_all(game: Game) -> None:
    """Answer with the default, or roll, until no request is open."""
    for _try in range(20):
        if not game.asked:
            return
        request = game.asked[0]
        if hasattr(request, "sides"):
            game.act("game_master", Deed("roll_all"))
        else:
            default = getattr(request, "default", None)
            given = default if default is not None else {one.name: one.default for one in request.inputs}
            game.answer("game_master", request.key, **given)


def document(table: Table) -> dict[str, Json]:
    """The table as a document, read back from its file."""
    found: dict[str, Json] = json.loads(outgoing.written(outgoing.table_document(table))[0])
    return found


def data(content: Json) -> bytes:
    """A document as the bytes of a file."""
    return json.dumps(content).encode()


def importer(username: str = "otra") -> User:
    """A person of another installation with the same name as the game master of this one."""
    return User.objects.create(username=username, display_name="Dirección")


def ids_in(value: Any) -> set[str]:
    """All parts of a value that look like an id of ours."""
    written = r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return set(re.findall(written, json.dumps(value)))
