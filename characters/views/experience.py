"""Experience for several characters at once, as an edit of each sheet with its history."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.once import once_if_keyed

from .. import services, sheets
from ..forms import ExperienceForm
from ..models import Character
from .common import GET_AND_POST, person, status


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def award(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """Give experience to characters; for the game master, where the system counts it."""
    table = get_table_or_404(request.user, table_pk, GAME_MASTERS)
    earning = earners(table)
    if not earning:
        raise Http404
    form = ExperienceForm(request.POST or None, characters=Character.objects.filter(pk__in=earning))
    if request.method == "POST" and form.is_valid():
        refused = _given(request, earning, form)
        if not refused:
            messages.success(request, _("La experiencia queda anotada en cada ficha."))
            return redirect(table)
        form.add_error("points", _("No cabe en la ficha de %(who)s.") % {"who": ", ".join(refused)})
    context = {"table": table, "form": form, "characters": list(earning.values())}
    return render(request, "characters/experience.html", context, status=status(request))


def earners(table: Table) -> dict[UUID, Character]:
    """The characters of a table whose sheet counts experience, by their id."""
    found = Character.objects.filter(table=table).select_related("table")
    kinds = {one: sheets.kind_of(table, one).advancing for one in {row.kind for row in found}}
    return {row.pk: row for row in found if (advancing := kinds[row.kind]) is not None and advancing.experience}


def _given(request: HttpRequest, earning: dict[UUID, Character], form: ExperienceForm) -> list[str]:
    """Write the points on all chosen sheets, or on none; returns the names of characters that cannot hold them."""
    refused: list[str] = []
    with transaction.atomic():
        for chosen in form.cleaned_data["characters"]:
            try:
                _write(earning[chosen.pk], form.cleaned_data["points"], person(request))
            except sheets.SheetRefused:
                refused.append(earning[chosen.pk].name)
        if refused:
            transaction.set_rollback(True)
    return refused


def _write(character: Character, points: int, by: User) -> None:
    """Add the points to the sheet as it is now; raises SheetRefused."""
    advancing = sheets.kind_of(character.table, character.kind).advancing
    assert advancing is not None  # noqa: S101 - `earners` left the others out
    sheet = sheets.sheet_of(character)
    total = max(0, (sheet.get(advancing.experience) or 0) + points)
    values = {**sheet, advancing.experience: total}
    try:
        services.update_character(
            character=character, name=character.name, values=values, by=by, revision=character.revision
        )
    except services.Stale:
        # The sheet was edited since it was read: the points go on top of that edit.
        character.refresh_from_db()
        _write(character, points, by)
