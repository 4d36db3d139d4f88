"""The pages of leaving: all about oneself as a file, and the end of the account."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tapiz_site import pages
from tapiz_site.accounts.attempts import spend, too_many_sentence
from tapiz_site.accounts.policy import person

from . import leaving
from .forms import LeaveForm
from .views import EXPORT, as_file, too_often


@login_required
@require_POST
def own_data(request: HttpRequest) -> HttpResponse:
    """A zip of all that the site knows of this person."""
    if refusal := too_often(request):
        return refusal
    user = person(request)
    return as_file(leaving.file_of(user), f"{user.username}.zip")


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(pages.GET_AND_POST)
def leave(request: HttpRequest) -> HttpResponse:
    """What leaving means, the person's data, and the deletion of the account."""
    user = person(request)
    form = LeaveForm(request.POST or None, user=user)
    status = pages.status(request)
    if request.method == "POST":
        if not spend(request, EXPORT, user=user):
            form.too_many = too_many_sentence(60)
            status = 429
        elif form.is_valid():
            try:
                leaving.leave(user)
            except leaving.CannotLeave as problem:
                form.add_error(None, str(problem))
            else:
                logout(request)
                return redirect("account_login")
    context = {
        "form": form,
        "kept": leaving.kept_by(user),
        "going": [table for table in leaving.going_with(user) if not table.practice],
        "last_administrator": leaving.last_administrator(user),
        "gone": _("Alguien que se fue"),
    }
    return render(request, "exchange/leaving.html", context, status=status)
