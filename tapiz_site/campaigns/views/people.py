"""Pages of a table's people and invitations."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tapiz_site.accounts import invitations as accounts_invitations
from tapiz_site.accounts import links, passwords
from tapiz_site.accounts.addresses import absolute
from tapiz_site.accounts.models import Kind, User
from tapiz_site.once import once_if_keyed
from tapiz_site.speech import system_name

from .. import services
from ..errors import CampaignError, GuestCannotRun, InvitationGone, NameTaken
from ..forms import InvitationForm, RoleForm
from ..models import Invitation, Membership, Role, Table
from ..policy import GAME_MASTERS, get_table_or_404
from .common import GET_AND_POST, about, person, status


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def people(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The people of the table; the game master invites others here."""
    is_post = request.method == "POST"
    found = get_table_or_404(request.user, pk, GAME_MASTERS if is_post else None)
    by = person(request)
    form = InvitationForm(request.POST or None, table=found)
    if is_post and form.is_valid():
        form.instance.table = found
        form.instance.created_by = by
        form.save()
        messages.success(request, _("Invitación creada: copiar el enlace y enviarlo."))
        return redirect("campaigns:people", found.pk)
    invited = [
        (one, absolute(request, one.get_absolute_url()))
        for one in found.invitations.order_by("-created")
        if one.good and found.role == Role.GAME_MASTER
    ]
    beyond = _with_a_life_elsewhere(found, by) if found.role == Role.GAME_MASTER else set()
    members = [
        (member, found.role == Role.GAME_MASTER and _may_reset(by, member, beyond))
        for member in found.memberships.select_related("user").order_by("joined")
    ]
    for member, _reset in members:
        # The table holds the group's words for roles; without this each row would fetch it anew.
        member.table = found
    context = {
        **about(found),
        "members": members,
        "invitations": invited,
        "form": form,
        "roles": found.role_words,
    }
    return render(request, "campaigns/people.html", context, status=status(request))


@login_required
@require_POST
def change_role(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """Give a person another role."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
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
    """End a person's place at the table; people may also give up their own."""
    found = get_table_or_404(request.user, pk)
    membership = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    own = membership.user == request.user
    if not own:
        get_table_or_404(request.user, pk, GAME_MASTERS)
    try:
        services.remove(membership=membership)
    except CampaignError as error:
        messages.error(request, error.message())
        return redirect("campaigns:people", found.pk)
    return redirect("campaigns:tables") if own else redirect("campaigns:people", found.pk)


@login_required
@require_POST
def hand_over(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """Make another person game master and become a player."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    to = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    own = Membership.objects.select_related("user").get(table=found, user=person(request))
    try:
        services.hand_over(own=own, to=to)
    except CampaignError as error:
        messages.error(request, error.message())
    else:
        messages.success(request, _("%(name)s dirige ahora la mesa.") % {"name": to.user.shown_name})
    return redirect("campaigns:people", found.pk)


@login_required
@require_POST
def seat_link(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """Show the QR code that moves a guest's seat to another phone."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    membership = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    if not membership.user.is_guest:
        raise Http404
    return passwords.show_link(request, membership.user, Kind.SEAT, reverse("campaigns:people", args=[found.pk]))


@login_required
@require_POST
def password_link(request: HttpRequest, pk: UUID, membership_pk: int) -> HttpResponse:
    """Show a link with which a person of the table sets a new password."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    membership = get_object_or_404(Membership.objects.select_related("user"), pk=membership_pk, table=found)
    by = person(request)
    if not _may_reset(by, membership, _with_a_life_elsewhere(found, by)):
        raise PermissionDenied
    return passwords.show_link(request, membership.user, Kind.PASSWORD, reverse("campaigns:people", args=[found.pk]))


@login_required
@require_POST
def revoke(request: HttpRequest, pk: UUID, invitation_pk: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_table_or_404(request.user, pk, GAME_MASTERS)
    get_object_or_404(Invitation, pk=invitation_pk, table=found).delete()
    messages.success(request, _("La invitación queda anulada."))
    return redirect("campaigns:people", found.pk)


@never_cache
@require_http_methods(GET_AND_POST)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of an invitation link: join, or first log in or sign up."""
    found = Invitation.objects.select_related("table", "created_by").filter(token=token).first()
    reader = request.user if isinstance(request.user, User) else None
    if found and reader and Membership.objects.filter(table=found.table, user=reader).exists():
        accounts_invitations.forget(request)
        return redirect(found.table)
    if found is None or not found.good:
        return _gone(request)
    if reader is None:
        accounts_invitations.remember(request, token)
    elif request.method == "POST":
        try:
            services.accept(user=reader, token=token)
        except InvitationGone:
            return _gone(request)
        except GuestCannotRun as error:
            # The invitation stays valid for when the guest has become an account.
            messages.error(request, error.message())
            return redirect("accounts:keep")
        except NameTaken as error:
            # Here too it stays valid: the name is changed on the page of the account.
            messages.error(request, error.message())
            return redirect("accounts:more")
        accounts_invitations.forget(request)
        return redirect(found.table)
    context = {"invitation": found, "system": system_name(found.table.system), "person": reader}
    return render(request, "campaigns/invitation.html", context)


def _gone(request: HttpRequest) -> HttpResponse:
    # The same answer as for a token that never existed: guessing reveals nothing.
    return render(request, "campaigns/invitation_gone.html", {"problem": InvitationGone().message()}, status=404)


def _with_a_life_elsewhere(table: Table, by: User) -> set[int]:
    """The people of a table who also have a place at a table that this person does not run.

    A password opens all of a person's tables, so the game master of one must not set it for people with others.
    """
    # Including tables in the bin, which may be recovered.
    theirs = Membership.everywhere.filter(user__in=table.memberships.values("user"))
    mine = Membership.everywhere.filter(user=by, role=Role.GAME_MASTER).values("table")
    return set(theirs.exclude(table__in=mine).values_list("user", flat=True))


def _may_reset(by: User, membership: Membership, beyond: set[int]) -> bool:
    # One's own password is changed on the page of the account, with the present one.
    if by.pk == membership.user_id or (membership.user_id in beyond and not by.is_staff):
        return False
    return links.may_make_password_link(by=by, user=membership.user, runs_a_table=True)
