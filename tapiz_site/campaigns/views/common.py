"""What the pages of a table share."""

from __future__ import annotations

from django.http import HttpRequest

from rules.core.registry import get_system
from tapiz_site.accounts.models import User
from tapiz_site.speech import system_name

from ..models import Role, Table

GET_AND_POST = ["GET", "HEAD", "POST"]


def person(request: HttpRequest) -> User:
    """Whoever reads; for views that let nobody in without a log-in."""
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return request.user


def about(table: Table) -> dict[str, object]:
    """What every page of a table is told."""
    return {
        "table": table,
        "runs": table.role == Role.GAME_MASTER,
        "system": system_name(table.system),
        "has_house": bool(get_system(table.system).settings),
    }


def status(request: HttpRequest) -> int:
    """The status of a page with a form: 422 when what was sent could not be taken."""
    return 422 if request.method == "POST" else 200


def wants_fragment(request: HttpRequest) -> bool:
    """Whether a script asks for the inside of the page alone."""
    return request.headers.get("HX-Request") == "true" and "HX-Boosted" not in request.headers
