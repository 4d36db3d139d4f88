"""Experience for several characters at once, as an edit of each sheet with its history."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.once import once_if_keyed

from .. import experience
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
    earning = experience.earners(table)
    if not earning:
        raise Http404
    form = ExperienceForm(request.POST or None, characters=Character.objects.filter(pk__in=earning))
    if request.method == "POST" and form.is_valid():
        chosen = [earning[one.pk] for one in form.cleaned_data["characters"]]
        refused = experience.give(chosen, form.cleaned_data["points"], person(request))
        if not refused:
            messages.success(request, _("La experiencia queda anotada en cada ficha."))
            return redirect(table)
        form.add_error("points", _("No cabe en la ficha de %(who)s.") % {"who": ", ".join(refused)})
    context = {"table": table, "form": form, "characters": list(earning.values())}
    return render(request, "characters/experience.html", context, status=status(request))
