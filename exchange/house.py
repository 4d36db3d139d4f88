"""The whole house as one file, which any database of the same version takes: from SQLite to PostgreSQL and back."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tapiz_site import safeguards
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

ROWS, MANIFEST = "house.jsonl", "manifest.json"
LEFT_OUT = (
    *("contenttypes", "auth.permission", "sessions", "usersessions"),
    *("live.process", "live.present", "tapiz_site.budget"),
)
"""What each database makes for itself, and log-ins: people enter anew."""


class HouseError(Exception):
    """The file was not taken; one sentence says why, and nothing was changed."""


def write(to: Path) -> Counter[str]:
    """Write all rows to a new zip file for its owner alone; how many of each model.

    Raises CommandError where the database is not there or of another version, whose rows would lose what is new.
    """
    safeguards.insist_on_present_database()
    with tempfile.TemporaryDirectory(prefix="tapiz-") as folder, transaction.atomic():
        rows = Path(folder, ROWS)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                # All rows of one moment, while people play.
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        with rows.open("w", encoding="utf-8") as out:
            _dump(out)
        counts = _counted(rows)
        to.touch(mode=0o600, exist_ok=False)
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
            file.write(rows, ROWS)
            file.writestr(MANIFEST, json.dumps({"migrations": _migrations(), "rows": counts}, indent=1))
    return counts


def read(path: Path) -> Counter[str]:
    """Take a house into an empty database, which is prepared for it; how many rows of each model.

    Raises HouseError where the file is no house or of another version, or where accounts exist here already.
    """
    try:
        with zipfile.ZipFile(path) as file:
            manifest, rows = json.loads(file.read(MANIFEST)), file.read(ROWS)
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as problem:
        raise HouseError(_("%(path)s no es una casa exportada de Tapiz.") % {"path": path}) from problem
    if manifest["migrations"] != _migrations():
        raise HouseError(_("%(path)s es de otra versión de Tapiz: exportar con esta misma.") % {"path": path})
    call_command("migrate", interactive=False, verbosity=0)
    if User.objects.exists() or Table.everywhere.exists():
        raise HouseError(_("Aquí ya hay cuentas o mesas: hace falta una base de datos vacía."))
    with tempfile.TemporaryDirectory(prefix="tapiz-") as folder, transaction.atomic():
        copy = Path(folder, ROWS)
        copy.write_bytes(rows)
        call_command("loaddata", str(copy), verbosity=0)
        again = io.StringIO()
        _dump(again)
        if _canonical(again.getvalue()) != _canonical(rows.decode()):
            raise HouseError(_("Lo leído no es igual a lo escrito: no se ha cambiado nada."))
        return _counted(copy)


def _counted(rows: Path) -> Counter[str]:
    with rows.open(encoding="utf-8") as lines:
        return Counter(json.loads(line)["model"] for line in lines)


def _canonical(rows: str) -> list[str]:
    """The rows in an order of their own: databases keep neither that of rows nor that of keys."""
    return sorted(json.dumps(json.loads(line), sort_keys=True) for line in rows.splitlines())


def _migrations() -> list[str]:
    """The newest migration of each app of ours."""
    loader = MigrationLoader(None)
    labels = {config.label for config in apps.get_app_configs()}
    return sorted(f"{app}.{name}" for app, name in loader.graph.leaf_nodes() if app in labels)


class _WholeMoments(DjangoJSONEncoder):
    """Writes dates to the microsecond: Django's own encoder cuts them."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


def _dump(to: IO[str]) -> None:
    for model in serializers.sort_dependencies([(config, None) for config in apps.get_app_configs()]):
        if model._meta.app_label in LEFT_OUT or model._meta.label_lower in LEFT_OUT:
            continue
        # The base manager also has what the usual ones leave out, such as tables in the bin.
        rows = model._base_manager.order_by("pk").iterator()
        serializers.serialize("jsonl", rows, stream=to, cls=_WholeMoments)
