"""Looks for what is wrong with the data: logs that do not fold, exports that no import takes, a disk that is full."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from characters.models import Character
from combat import store
from combat.models import Encounter
from rules.core.bearing import piece_of
from rules.core.log import STEPS
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site import safeguards
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from . import incoming, outgoing
from .checking import folded
from .faults import Refused

ROOM = 3
"""How many times the database should fit on what is free: a backup, its copy while it is made, and what is to come."""
LEAST_ROOM = 200_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: where, and a sentence."""

    where: str
    text: str


def findings() -> Iterator[Finding]:
    """All that is wrong with the database and its folder; nothing is changed."""
    yield from _disk()
    wrong = list(_database())
    yield from wrong
    if any(one.where == "migrations" for one in wrong):
        # The tables are not those that the rest reads.
        return
    for encounter in Encounter.objects.select_related("table").order_by("created").iterator(chunk_size=1):
        yield from _encounter(encounter)
    yield from _sheets()
    for table in Table.objects.order_by("created").iterator(chunk_size=1):
        yield from _export(table)


def _disk() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR)
    free, size = shutil.disk_usage(folder).free, 0
    if connection.vendor == "sqlite":
        path = Path(str(connection.settings_dict["NAME"]))
        size = path.stat().st_size if path.exists() else 0
    wanted = max(LEAST_ROOM, ROOM * size)
    if free < wanted:
        text = _("Quedan %(free)s MB libres en el disco; deberían ser %(wanted)s.")
        yield Finding(str(folder), text % {"free": free // 1_000_000, "wanted": wanted // 1_000_000})


def _database() -> Iterator[Finding]:
    if not safeguards.there():
        name = connection.settings_dict["NAME"]
        yield Finding("migrations", _("No hay ninguna base de datos en %(path)s.") % {"path": name})
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            for (said,) in cursor.execute("PRAGMA integrity_check").fetchall():
                if said != "ok":
                    yield Finding("integrity", said)
            for row in cursor.execute("PRAGMA foreign_key_check").fetchmany(20):
                yield Finding("integrity", _("Una fila de %(table)s apunta a otra que no está.") % {"table": row[0]})
    loader = MigrationLoader(connection)
    for name in safeguards.newer(loader):
        yield Finding("migrations", _("%(name)s es de una versión más nueva de Tapiz.") % {"name": name})
    for app, name in loader.graph.leaf_nodes():
        if (app, name) not in loader.applied_migrations:
            yield Finding("migrations", _("Falta %(name)s: se aplica al arrancar.") % {"name": f"{app}.{name}"})


def _encounter(encounter: Encounter) -> Iterator[Finding]:
    where = f"{encounter.table.name} · {encounter.name} ({encounter.pk})"
    system = get_system(encounter.table.system)
    if encounter.state_version > system.state_version:
        yield Finding(where, _("Es de una versión más nueva de su sistema."))
        return
    try:
        head = store.opened(encounter).head
    except Exception as error:
        yield Finding(where, _("El estado no se entiende.") + f" {type(error).__name__}: {error}")
        return
    if encounter.state_version == system.state_version:
        yield from _log(encounter, system.codec, where)
    wanted = store.enlisted(system, head)
    here = {str(row.character_id): row.combatant for row in encounter.enlistments.all()}
    alive = {str(pk) for pk in Character.objects.filter(pk__in=wanted).values_list("pk", flat=True)}
    if here != {character: who for character, who in wanted.items() if character in alive}:
        yield Finding(where, _("Los personajes apuntados no son los de su estado."))


def _log(encounter: Encounter, codec: Any, where: str) -> Iterator[Finding]:
    state: Json = codec.dump(codec.load(encounter.first))
    number, steps, pieces = 0, [], dict(encounter.index_pieces.values_list("sequence", "paths"))
    for entry in store.entries(encounter):
        number += 1
        try:
            state = folded(codec, state, entry.changes)
        except Exception as error:
            text = _("La entrada %(number)s del registro no encaja con lo que había hasta entonces.")
            yield Finding(where, text % {"number": number} + f" {type(error).__name__}: {error}")
            return
        steps += [(number, entry.changes)] if entry.kind in STEPS else []
        if number % store.PIECE == 0:
            if pieces.get(number) != piece_of(steps):
                yield Finding(where, _("El índice no es el de su registro.") + f" {number}")
            steps = []
    if number != encounter.sequence:
        yield Finding(where, _("El registro no tiene las entradas que debería."))
    if codec.dump(codec.load(state)) != codec.dump(codec.load(encounter.head)):
        yield Finding(where, _("No es lo que resulta de su registro."))


def _sheets() -> Iterator[Finding]:
    for character in Character.everywhere.select_related("table").iterator(chunk_size=100):
        kind = get_system(character.table.system).sheet_kinds.get(character.kind)
        where = f"{character.table.name} · {character.name} ({character.pk})"
        if kind is None or character.sheet_version > kind.version:
            yield Finding(where, _("La ficha es de una versión más nueva de su sistema."))


def _export(table: Table) -> Iterator[Finding]:
    """What an import says of the table's own export."""
    reader = User.objects.filter(memberships__table=table).first() or User.objects.first()
    if reader is None:
        return
    where = f"{table.name} ({table.pk})"
    try:
        incoming.check_table(data=outgoing.written(outgoing.table_document(table))[0], by=reader)
    except Refused as refused:
        for fault in refused.faults[:20]:
            yield Finding(where, f"{fault.place}: {fault.text}")
    except Exception as error:
        yield Finding(where, _("No se puede exportar.") + f" {type(error).__name__}: {error}")
