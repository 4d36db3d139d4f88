"""Lending a character for the session, and getting it back."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from .. import lending, policy
from ..models import Loan
from .common import person


@login_required
@require_POST
def lend(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let another person at the table act with the character until the session ends."""
    character = policy.editable_or_refused(request.user, pk)
    possible = {str(user.pk): user for user in lending.possible(character)}
    to = possible.get(request.POST.get("to", ""))
    if to is None:
        messages.error(request, _("Elegir a quién de la mesa se presta."))
    else:
        lending.lend(character=character, to=to, by=person(request))
        said = _("%(who)s lleva a %(name)s hasta que acabe la sesión.")
        messages.success(request, said % {"who": to.shown_name, "name": character.name})
    return redirect(character)


@login_required
@require_POST
def give_back(request: HttpRequest, pk: UUID, loan: int) -> HttpResponse:
    """End a loan: its lender or the game master takes it back, or its borrower gives it back."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    found = get_object_or_404(Loan.objects.select_related("character__table", "user"), pk=loan, character=character)
    if not policy.may_end(character, found, person(request)):
        raise PermissionDenied
    lending.end(loan=found, by=person(request))
    said = _("%(who)s ya no lleva a %(name)s.")
    messages.success(request, said % {"who": found.user.shown_name, "name": character.name})
    return redirect(character if policy.sees_all(character) or character.shared else character.table)
