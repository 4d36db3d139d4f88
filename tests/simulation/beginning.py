"""The database with which every evening begins: the demo tables, people logged in, and the secrets of the DJ."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import Client

from characters.services import create_character
from combat import demo, services, store
from combat.models import Encounter
from equipment.packs.installing import install_shipped
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

from .chance import Chance

STRANGER = "forastera"
LURKER, TRUE_NAME, SCENE, AMBUSHER, NPC, NOTES = "Vorzhek", "Quimbraz", "Wexpindo", "Jurglat", "Hkozmir", "Bliquelt"
"""Words that only the game master may read until they are shown: no other text holds them."""
PUBLIC_NAME = "Bulto"


def build(path: Path, migrated: Path | None = None) -> None:
    """Make the database at this path. migrated: a file with a migrated, empty one, where there is one."""
    if migrated is not None:
        shutil.copyfile(migrated, path)
    with at(path), Chance("the beginning").ruling():
        if migrated is None:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("createcachetable", verbosity=0)
        install_shipped()
        for demo_file in demo.demos():
            demo.load(demo_file)
        User.objects.create(username=STRANGER, display_name="Forastera")
        for table in Table.objects.order_by("created", "name"):
            _keep_secrets(table)
        for user in User.objects.order_by("pk"):
            client = Client()
            client.force_login(user)
    with at(path), connections["default"].cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _keep_secrets(table: Table) -> None:
    """A lurker, a foe with another name, a scene in preparation, and a character without a player and with notes."""
    master = Membership.objects.get(table=table, role=Role.GAME_MASTER).user
    fight = Encounter.objects.get(table=table, free=False)
    creature = next(one for one in store.read(fight.pk).head.fight.combatants.values() if one.character is None)
    row = {"kind": creature.kind, "sheet": creature.sheet, "side": "foes", "shows": "word"}

    def enlist(encounter: Encounter, **more: object) -> None:
        rows = [{**row, "id": store.new_id(), **more}]
        services.enlist(encounter=encounter, user=master, rows=rows, key=store.new_id())

    enlist(fight, name=LURKER, hidden=True)
    enlist(fight, name=TRUE_NAME, public_name=PUBLIC_NAME)
    enlist(store.create(table=table, name=SCENE, user=master), name=AMBUSHER)
    person = next(iter(table.characters.filter(kind="person")), None)
    if person is not None:
        create_character(table=table, kind="person", name=NPC, values={**person.sheet, "notes": NOTES}, by=master)


def sessions_of(usernames: list[str]) -> dict[str, str]:
    """The session keys of these people, by log-in."""
    from django.contrib.sessions.models import Session

    found = {}
    wanted = {str(User.objects.get(username=name).pk): name for name in usernames}
    for session in Session.objects.all():
        if (name := wanted.get(session.get_decoded().get("_auth_user_id", ""))) is not None:
            found[name] = session.session_key
    return found


@contextmanager
def at(path: Path) -> Iterator[None]:
    """Let the program use the SQLite file at this path, and afterwards its own again."""
    before, options = connections["default"], connections.settings["default"]
    name = options["NAME"]
    del connections["default"]
    options["NAME"] = str(path)
    try:
        yield
    finally:
        if (ours := connections["default"]).connection is not None:
            ours.connection.close()
        options["NAME"] = name
        connections["default"] = before


@contextmanager
def copies(built: Path) -> Iterator[Path]:
    """A place for the copy that an evening plays on."""
    with TemporaryDirectory(prefix="evening-", dir=settings.DATA_DIR) as folder:
        path = Path(folder, "evening.sqlite3")
        shutil.copyfile(built, path)
        yield path
