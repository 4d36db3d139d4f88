"""`manage.py drop_second_step NAME`: lets a person who lost phone and recovery codes enter by the password alone."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tapiz_site.accounts.models import User
from tapiz_site.accounts.second_step import take_from


class Command(BaseCommand):
    """Takes app, passkeys and recovery codes from one account; a lost phone may still be in, so all log-ins end."""

    help = "Switches the second step of an account off and ends its log-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the log-in name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(_("No hay ninguna cuenta con ese nombre."))
        if not take_from(user):
            raise CommandError(_("Esa cuenta no tiene segundo paso."))
        self.stdout.write(_("Quitado. Para entrar basta ahora la contraseña; las entradas abiertas quedan cerradas."))
