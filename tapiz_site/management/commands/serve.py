"""`manage.py serve`: prepares what is missing, prints the site's addresses, and serves it."""

import io
import socket
from argparse import ArgumentParser
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections as database
from django.utils.translation import gettext as _

from tapiz_site import connections, env, preparation, safeguards
from tapiz_site.telemetry import metrics

_GRACE_SECONDS = 3


class Command(BaseCommand):
    """Serves the site from one command, on an empty folder as well as on a used one."""

    help = "Prepares database and static files and serves the site."
    # Some checks read the database, which has to be made first.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="Port to listen on (8000).")
        parser.add_argument("--host", default="", help="Address to listen on; without it, what the settings call for.")

    def handle(self, *args: Any, **options: Any) -> None:
        # Behind a proxy, and as the debug server, it accepts connections from this machine only.
        host = options["host"] or ("127.0.0.1" if settings.PUBLIC_URL or settings.DEBUG else "0.0.0.0")  # noqa: S104
        self._insist_on_free_port(host, options["port"])
        with safeguards.sole_server():
            self._prepare_and_serve(host, options["port"])

    def _prepare_and_serve(self, host: str, port: int) -> None:
        with safeguards.one_at_a_time():
            preparation.prepare_database()
            self.check(databases=["default"])
            if not settings.DEBUG:
                preparation.prepare_static_files()
            preparation.load_demo_if_empty()
        self._say_where(host, port)
        database.close_all()
        self._serve(host, port)

    def _insist_on_free_port(self, host: str, port: int) -> None:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except (OSError, OverflowError) as problem:
                message = _("No se puede escuchar en %(host)s:%(port)s (%(problem)s). Probar: make run PORT=%(next)s")
                values = {"host": host, "port": port, "problem": problem, "next": min(port + 1, 65535)}
                raise CommandError(message % values) from problem

    def _say_where(self, host: str, port: int) -> None:
        here = f"http://localhost:{port}/"
        elsewhere = []
        if settings.PUBLIC_URL:
            here = f"{settings.PUBLIC_URL}/"
        elif host == "0.0.0.0":  # noqa: S104
            elsewhere = [f"http://{address}:{port}/" for address in env.machine_addresses()]
        self.stdout.write(f"\n{settings.SITE_NAME}: {here}")
        for address in elsewhere:
            self.stdout.write(_("Para los teléfonos de la misma red: %(address)s") % {"address": address})
        picture = io.StringIO()
        segno.make((elsewhere or [here])[0], error="l").terminal(out=picture, border=2, compact=True)
        self.stdout.write(picture.getvalue())
        if code := _first_account_code():
            self.stdout.write(
                _("Primera cuenta: %(url)s con el código %(code)s") % {"url": f"{here}empezar/", "code": code}
            )
        if log_ins := preparation.demo_log_ins():
            self.stdout.write(_("Mesa de muestra, para entrar en %(url)s:") % {"url": f"{here}entrar/"})
            self.stdout.write(log_ins)
        if line := _line_for_pdf():
            self.stdout.write(_("Sin PDF; para tenerlo: %(line)s") % {"line": line})
        self.stdout.write(_("Datos: %(folder)s") % {"folder": settings.DATA_DIR})
        self.stdout.write(_("Para terminar: Ctrl+C"))
        self.stdout.flush()

    def _serve(self, host: str, port: int) -> None:
        entry = "tapiz_site.asgi:application"
        connections.raise_file_limit()
        options: dict[str, Any] = {
            "host": host,
            "port": port,
            "http": "tapiz_site.connections:Connection",
            "lifespan": "off",
            "ws": "none",
            # Our settings have set up the log.
            "log_config": None,
            "log_level": "info" if settings.DEBUG else "warning",
            "access_log": settings.DEBUG,
            "server_header": False,
            "proxy_headers": bool(settings.TRUSTED_PROXIES),
            "forwarded_allow_ips": settings.TRUSTED_PROXIES,
            "timeout_graceful_shutdown": _GRACE_SECONDS,
        }
        with suppress(KeyboardInterrupt):
            if settings.PROCESSES > 1:
                metrics.share(settings.DATA_DIR / "figures")
            uvicorn.run(entry, reload=settings.DEBUG, workers=settings.PROCESSES, **options)


def _first_account_code() -> str | None:
    if find_spec("tapiz_site.accounts.first_account") is None:
        return None
    code: str | None = import_module("tapiz_site.accounts.first_account").code()
    return code


def _line_for_pdf() -> str:
    pdf = import_module("characters.printing.pdf")
    return "" if pdf.available() else str(pdf.how_to_get())
