"""The doctor finds nothing after an evening, and finds each thing that is made wrong."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from characters.models import Character
from combat import store
from combat.models import Encounter, Enlistment, IndexPiece, LogEntry
from exchange import doctoring
from tapiz_site.pictures.templatetags import portraits
from tests.combat.long import lengthen
from tests.combat.play import Game

pytestmark = pytest.mark.django_db


def said() -> str:
    out = StringIO()
    try:
        call_command("doctor", stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def a_log_that_does_not_fold(game: Game) -> None:
    row = LogEntry.objects.filter(encounter=game.encounter).exclude(data__changes=[]).order_by("sequence")[3]
    data = {**row.data, "changes": [["put", ["fight", "nothing", "here"], 1, 2]]}
    LogEntry.objects.filter(pk=row.pk).update(data=data)


def another_head(game: Game) -> None:
    head = store.read(game.encounter.pk).encounter.head
    Encounter.objects.filter(pk=game.encounter.pk).update(head={**head, "fight": {**head["fight"], "clock": 99}})


def a_missing_entry(game: Game) -> None:
    Encounter.objects.filter(pk=game.encounter.pk).update(sequence=9999)


def a_newer_state(game: Game) -> None:
    Encounter.objects.filter(pk=game.encounter.pk).update(state_version=99)


def a_newer_sheet(game: Game) -> None:
    Character.objects.filter(name="Ana").update(sheet_version=99)


def a_newer_database(game: Game) -> None:
    MigrationRecorder(connection).record_applied("combat", "0099_x")


def a_character_of_nowhere(game: Game) -> None:
    Enlistment.objects.filter(encounter=game.encounter).delete()


def another_index(game: Game) -> None:
    lengthen(game, 120)
    IndexPiece.objects.filter(encounter=game.encounter).update(paths=[[], [], {}])


def an_export_that_no_import_takes(game: Game) -> None:
    LogEntry.objects.filter(encounter=game.encounter, kind="command").update(kind="answer")
    row = LogEntry.objects.filter(encounter=game.encounter, kind="answer").order_by("sequence")[0]
    LogEntry.objects.filter(pk=row.pk).update(data={**row.data, "kind": "answer"})


def test_after_an_evening_all_is_well(evening: Game) -> None:
    assert said() == "Todo está bien.\n"


def test_a_folder_that_no_server_has_prepared_is_as_well(evening: Game, settings: Any, tmp_path: Path) -> None:
    """After a restore: no static files have been collected, whose names pages need."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "tapiz_site.collected.StaticFiles"}}
    portraits._sprite.cache_clear()
    assert said() == "Todo está bien.\n"
    portraits._sprite.cache_clear()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (a_log_that_does_not_fold, "no encaja con lo que había"),
        (another_head, "No es lo que resulta de su registro"),
        (a_missing_entry, "no tiene las entradas que debería"),
        (a_newer_state, "versión más nueva de su sistema"),
        (a_newer_sheet, "La ficha es de una versión más nueva"),
        (a_newer_database, "combat.0099_x"),
        (a_character_of_nowhere, "Los personajes apuntados"),
        (another_index, "El índice no es el de su registro"),
        (an_export_that_no_import_takes, "Una orden lleva su contenido"),
    ],
)
def test_each_thing_that_is_wrong_is_said(evening: Game, spoil: Callable[[Game], None], words: str) -> None:
    spoil(evening)
    assert words in said()


def test_a_full_disk_is_said(evening: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    usage: Any = type("Usage", (), {"free": 5_000_000})
    monkeypatch.setattr(doctoring.shutil, "disk_usage", lambda _folder: usage)
    assert "Quedan 5 MB libres" in said()
    assert "Hay 1 cosa que mirar" in said()
