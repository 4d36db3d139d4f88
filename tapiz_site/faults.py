"""Faults that are not the program's: a full disk, a folder that cannot be written, a database that is gone or damaged.

The person who starts the site reads one sentence of what to do, visitors a page that says to try again, and the log a
line without a trace.
"""

from __future__ import annotations

import errno
import sys

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy
from django.views import defaults

RETRY_SECONDS = 5

_FULL = gettext_lazy("El disco de %(folder)s está lleno: hay que hacer sitio.")
_READ_ONLY = gettext_lazy("No se puede escribir en %(folder)s: hay que dar permiso al usuario del servidor.")
_DAMAGED = gettext_lazy(
    "La base de datos %(database)s está dañada o no lo es: hay que parar, guardarla aparte y recuperar una copia "
    "(manage.py restore)."
)
_LOCKED = gettext_lazy("Otro programa tiene ocupada la base de datos %(database)s: hay que cerrarlo.")
_GONE = gettext_lazy("La base de datos %(database)s no responde: hay que mirar que esté en marcha y la dirección.")

_OF_SYSTEM = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
}
_OF_SQLITE = {
    "database or disk is full": _FULL,
    "attempt to write a readonly database": _READ_ONLY,
    "unable to open database file": _READ_ONLY,
    "disk image is malformed": _DAMAGED,
    "file is not a database": _DAMAGED,
    "disk I/O error": _DAMAGED,
    "database is locked": _LOCKED,
}
_OF_POSTGRES = {"08": _GONE, "57": _GONE, "53": _GONE}
"""By class of SQLSTATE: the connection, the server that stops or starts, its resources."""
_DISK_FULL = "53100"


def sentence(error: BaseException | None) -> str:
    """What is at fault and what to do, where an error comes from the surroundings; otherwise empty."""
    template = _template(error)
    database = connection.settings_dict
    names = {"folder": settings.DATA_DIR, "database": f"{database['HOST']} {database['NAME']}".strip()}
    return str(template) % names if template else ""


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of a failure: 503 where the surroundings are at fault, else 500."""
    if not _template(sys.exc_info()[1]):
        return defaults.server_error(request)
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": str(RETRY_SECONDS)})


def _template(error: BaseException | None) -> object:
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0)
    if isinstance(error, InterfaceError):
        return _GONE
    if not isinstance(error, DatabaseError):
        return None
    if connection.vendor == "sqlite":
        return next((template for words, template in _OF_SQLITE.items() if words in str(error)), None)
    state = getattr(error.__cause__, "sqlstate", None)
    if state == _DISK_FULL:
        return _FULL
    # Without a state the server has not answered at all.
    connecting = isinstance(error, OperationalError) and state is None
    return _GONE if connecting else _OF_POSTGRES.get((state or "")[:2])
