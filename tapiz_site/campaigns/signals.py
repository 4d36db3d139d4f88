"""What follows from changes of accounts."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest

from tapiz_site.accounts import invitations
from tapiz_site.accounts.models import User
from tapiz_site.live import versions
from tapiz_site.live.person import log_ins

from . import services
from .errors import InvitationGone, NameTaken


def end_streams(user: User, **kwargs: Any) -> None:
    """Let the streams of a person whose log-ins have ended look at their rights."""
    versions.bump([log_ins(user.pk)])


def seat_whoever_signed_up(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Give a new account the place that its invitation promised; each account uses the link once."""
    token = invitations.remembered(request)
    # The invitation may be used up meanwhile: the account stays, without a place.
    if token:
        with suppress(InvitationGone):
            try:
                services.accept(user=user, token=token)
            except NameTaken:
                # Log-in names are unique, and what they read can be changed later.
                user.display_name = f"{user.shown_name[:40]} ({user.username[:18]})"
                user.save(update_fields=["display_name"])
                services.accept(user=user, token=token)
