"""The changes of a sheet, and going back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tapiz_site.accounts.models import User
from tapiz_site.speech import speaker

from .. import history, knowing, policy, services, sheets
from ..models import CharacterState
from .common import person

SHOWN = 50
"""How many edits a page shows."""


@never_cache
@login_required
@require_safe
def changes(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A page of the edits of a sheet, the newest first: author, time, old and new values."""
    character = policy.get_character_or_404(request.user, pk)
    rows, before = history.states_of(character), request.GET.get("antes", "")
    if before:
        if not (before.isascii() and before.isdigit()):
            raise Http404
        rows = rows.filter(revision__lt=min(int(before), character.revision + 1))
    states = list(rows[: SHOWN + 1])
    more, states = len(states) > SHOWN, states[:SHOWN]
    people = {pk for state in states for one in state.changes.all() if one.field == "players" for pk in _people(one)}
    names = {user.pk: user.shown_name for user in User.objects.filter(pk__in=people)}
    context = {
        "character": character,
        "table": character.table,
        "edits": history.edits(
            states,
            knowing.known_inputs(character),
            speaker(character.table.system),
            names,
            newest=character.revision,
            to_the_first=not more,
        ),
        "newest": not before,
        "older": states[-1].revision if more else "",
        "may_edit": policy.may_edit(character),
    }
    return render(request, "characters/history.html", context)


def _people(change: object) -> list[int]:
    old, new = getattr(change, "old", None), getattr(change, "new", None)
    return [*(old or []), *(new or [])]


@login_required
@require_POST
def restore(request: HttpRequest, pk: UUID, revision: int) -> HttpResponse:
    """Bring the sheet back to its state after an edit, as a new edit."""
    character = policy.editable_or_refused(request.user, pk)
    try:
        now = services.restore_state(character=character, revision=revision, by=person(request))
    except CharacterState.DoesNotExist:
        raise Http404 from None
    except sheets.SheetRefused:
        messages.error(request, _("Esa ficha ya no cumple las reglas de ahora y no se puede recuperar."))
        return redirect("characters:history", pk=pk)
    if now.revision == character.revision:
        messages.info(request, _("La ficha ya estaba así: no ha cambiado nada."))
        return redirect(character)
    messages.success(request, _("La ficha vuelve a ser la de entonces; el cambio queda en la historia."))
    if now.shared and not character.shared:
        messages.warning(request, _("Con ella vuelve a estar a la vista de la mesa, salvo lo privado."))
    elif character.shared and not now.shared:
        messages.info(request, _("Con ella deja de estar a la vista de la mesa."))
    return redirect(character)
