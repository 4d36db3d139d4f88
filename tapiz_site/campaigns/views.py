"""Pages of tables, of the people at them and of invitations."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.errors import RuleError
from rules.core.registry import get_system
from tapiz_site import inputs
from tapiz_site.accounts import invitations as accounts_invitations
from tapiz_site.accounts.models import User
from tapiz_site.live import versions
from tapiz_site.speech import speaker, system_name

from . import panels, services
from .errors import CampaignError, InvitationGone
from .forms import InvitationForm, NameForm, NewTableForm, RoleForm
from .house import house_of
from .models import Invitation, Membership, Role, Table
from .policy import RUNNING, get_table_or_404, tables_of

GET_AND_POST = ["GET", "HEAD", "POST"]


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return request.user


@never_cache
@login_required
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """The reader's tables."""
    mine = [
        {"table": table, "role": Role(table.role).label, "system": system_name(table.system)}
        for table in tables_of(request.user)
    ]
    return render(request, "campaigns/tables.html", {"tables": mine})


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def new(request: HttpRequest) -> HttpResponse:
    """A new table for any system that is installed; whoever makes it runs it."""
    form = NewTableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        table = services.create_table(user=_person(request), **form.cleaned_data)
        return redirect(table)
    return render(request, "campaigns/new.html", {"form": form}, status=_status(request))


@never_cache
@login_required
@require_safe
def table(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page of a table: what goes on, who belongs to it, what can be done next."""
    # Read before what it dates: a change in between is fetched once more, never missed.
    topics = versions.listing(versions.versions([Table(pk=pk).topic]))
    found = get_table_or_404(request.user, pk)
    context = {
        **_about(found),
        "members": found.memberships.select_related("user").order_by("joined"),
        "carta": _carta(found),
        "main_panels": panels.rendered(request, found, "main"),
        "side_panels": panels.rendered(request, found, "side"),
        "live_topics": topics,
    }
    template = "campaigns/_table.html" if _wants_fragment(request) else "campaigns/table.html"
    return render(request, template, context)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def rename(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Another name for the table."""
    found = get_table_or_404(request.user, pk, RUNNING)
    name = found.name
    form = NameForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        found.save(update_fields=["name"])
        versions.bump([found.topic])
        return redirect(found)
    # A form that failed has already written what was typed into the table that the page is titled with.
    found.name = name
    return render(request, "campaigns/rename.html", {**_about(found), "form": form}, status=_status(request))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def house(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The settings of the house, where the system has any."""
    found = get_table_or_404(request.user, pk, RUNNING)
    settings = get_system(found.system).settings
    if not settings:
        raise Http404
    values = house_of(found)
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(settings, request.POST)
        checked, errors = inputs.check_all(settings, raw)
        if not errors:
            services.change_house(table=found, house=checked)
            messages.success(request, _("La carta queda guardada. Los conflictos en curso siguen con la de antes."))
            return redirect(found)
        values = raw
    bound = inputs.fields(settings, values, errors, speaker(found.system))
    context = {**_about(found), "bound": bound, "faults": inputs.faulty(bound)}
    return render(request, "campaigns/house.html", context, status=422 if errors else 200)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def people(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Who belongs to the table; whoever runs it invites here."""
    is_post = request.method == "POST"
    found = get_table_or_404(request.user, pk, RUNNING if is_post else None)
    form = InvitationForm(request.POST or None)
    if is_post and form.is_valid():
        form.instance.table = found
        form.instance.created_by = _person(request)
        form.save()
        messages.success(request, _("Invitación creada: copiar el enlace y enviarlo."))
        return redirect("campaigns:people", found.pk)
    invited = [
        (one, request.build_absolute_uri(one.get_absolute_url()))
        for one in found.invitations.order_by("-created")
        if one.good and found.role == Role.GAME_MASTER
    ]
    context = {
        **_about(found),
        "members": found.memberships.select_related("user").order_by("joined"),
        "invitations": invited,
        "form": form,
        "roles": Role.choices,
    }
    return render(request, "campaigns/people.html", context, status=_status(request))


@login_required
@require_POST
def change_role(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """Give somebody another role."""
    found = get_table_or_404(request.user, pk, RUNNING)
    membership = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("El papel elegido no existe."))
    else:
        try:
            services.change_role(membership=membership, role=Role(form.cleaned_data["role"]))
        except CampaignError as error:
            messages.error(request, error.message())
    return redirect("campaigns:people", found.pk)


@login_required
@require_POST
def remove(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """End somebody's place at the table; anybody may give up their own."""
    found = get_table_or_404(request.user, pk)
    membership = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    own = membership.user == request.user
    if not own:
        get_table_or_404(request.user, pk, RUNNING)
    try:
        services.remove(membership=membership)
    except CampaignError as error:
        messages.error(request, error.message())
        return redirect("campaigns:people", found.pk)
    return redirect("campaigns:tables") if own else redirect("campaigns:people", found.pk)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: UUID, invitation_pk: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_table_or_404(request.user, pk, RUNNING)
    get_object_or_404(Invitation, pk=invitation_pk, table=found).delete()
    messages.success(request, _("La invitación queda anulada."))
    return redirect("campaigns:people", found.pk)


@never_cache
@require_http_methods(GET_AND_POST)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where an invitation link leads: join, or first log in or sign up."""
    found = Invitation.objects.select_related("table", "created_by").filter(token=token).first()
    person = request.user if isinstance(request.user, User) else None
    if found and person and Membership.objects.filter(table=found.table, user=person).exists():
        accounts_invitations.forget(request)
        return redirect(found.table)
    if found is None or not found.good:
        return _gone(request)
    if person is None:
        accounts_invitations.remember(request, token)
    elif request.method == "POST":
        try:
            services.accept(user=person, token=token)
        except InvitationGone:
            return _gone(request)
        accounts_invitations.forget(request)
        return redirect(found.table)
    context = {"invitation": found, "system": system_name(found.table.system), "person": person}
    return render(request, "campaigns/invitation.html", context)


def _gone(request: HttpRequest) -> HttpResponse:
    # The same answer for one that never was: a guessed token tells nothing.
    return render(request, "campaigns/invitation_gone.html", {"problem": InvitationGone().message()}, status=404)


def _about(table: Table) -> dict[str, object]:
    return {
        "table": table,
        "runs": table.role == Role.GAME_MASTER,
        "system": system_name(table.system),
        "has_house": bool(get_system(table.system).settings),
    }


def _carta(table: Table) -> list[inputs.Shown]:
    return inputs.shown(get_system(table.system).settings, house_of(table), speaker(table.system), blanks=True)


def _wants_fragment(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true" and "HX-Boosted" not in request.headers


def _status(request: HttpRequest) -> int:
    return 422 if request.method == "POST" else 200
