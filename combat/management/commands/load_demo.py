"""`manage.py load_demo`: the demo tables, with passwords made for this installation."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from combat import demo
from tapiz_site.accounts.models import User
from tapiz_site.preparation import DEMO_LOG_INS


class Command(BaseCommand):
    """Loads the demo tables once and keeps their log-ins beside the data."""

    help = "Loads the demo tables and keeps the log-ins of their people in the data folder."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(is_demo=True).exists():
            raise CommandError(_("La muestra ya está cargada."))
        lines = [
            f"  {username:<12} {password:<28} {role}"
            for path in demo.demos()
            for username, password, role in demo.load(path)
        ]
        # Other users of this machine cannot read it.
        handle = os.open(Path(settings.DATA_DIR) / DEMO_LOG_INS, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
