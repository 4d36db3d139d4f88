"""The statistics of a table: a page of charts and tables, and each of the tables as a file."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Session, Table
from tapiz_site.campaigns.policy import get_table_or_404

from ..statistics.counting import counted, fights_of
from ..statistics.scope import Choices
from ..statistics.showing import Statistics

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a program of sheets take a text for a formula."""


@never_cache
@login_required
@require_safe
def statistics(request: HttpRequest, table: UUID) -> HttpResponse:
    """What the fights of a table come to, as far as this reader knows: of all, or of what the address says."""
    found = get_table_or_404(request.user, table)
    choices, made, missing = _made(request, found)
    context = {
        "table": found,
        "choices": choices,
        "statistics": made,
        "missing": missing,
        "query": request.GET.urlencode(),
    }
    return render(request, "combat/statistics.html", context)


@never_cache
@login_required
@require_safe
def statistics_file(request: HttpRequest, table: UUID, columns: str) -> HttpResponse:
    """One of its tables as a file of comma-separated values (RFC 4180)."""
    found = get_table_or_404(request.user, table)
    _choices, made, _missing = _made(request, found)
    wanted = next((one for one in made.tables if one.name == columns), None)
    if wanted is None:
        raise Http404
    response = HttpResponse(_csv([wanted.heads, *wanted.rows]), content_type="text/csv; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="{columns}.csv"'
    return response


def _made(request: HttpRequest, table: Table) -> tuple[Choices, Statistics, int]:
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    role = Role(table.role)
    fights = list(fights_of(table, role).defer("first", "head", "memory"))
    evenings = list(Session.objects.filter(table=table).select_related("adventure"))
    choices = Choices(table, fights, evenings, request.GET)
    scope = choices.scope
    wanted = [one for one in fights if scope.fight in (None, one.pk)]
    found, missing = counted(wanted, evenings, request.user, role)
    return choices, Statistics(found, scope, evenings), missing


def _csv(rows: Iterable[tuple[str, ...]]) -> str:
    """Lines of values, which no program takes for formulas."""
    file = StringIO()
    csv.writer(file, lineterminator="\r\n").writerows([_plain(cell) for cell in row] for row in rows)
    return file.getvalue()


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell
