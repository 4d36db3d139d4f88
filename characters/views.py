"""Pages of characters: a new one, its sheet, editing and deleting it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.speech import speaker

from . import policy, services, sheets, values
from .forms import CharacterForm

GET_AND_POST = ["GET", "HEAD", "POST"]


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return request.user


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def new(request: HttpRequest, table_pk: UUID, kind: str = "") -> HttpResponse:
    """A new character; a player controls the own one, the DJ says who plays it."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    kinds = get_system(table.system).sheet_kinds
    sheet_kind = kinds.get(kind or next(iter(kinds)))
    if sheet_kind is None:
        raise Http404
    runs = table.role == Role.GAME_MASTER
    form = CharacterForm(request.POST or None, table=table, chooses_players=runs)
    raw: dict[str, Json] = {}
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(sheet_kind.inputs, request.POST)
        if form.is_valid():
            players = form.cleaned_data["character_players"] if runs else [_person(request)]
            name = form.cleaned_data["character_name"]
            try:
                made = services.create_character(
                    table=table, kind=sheet_kind.name, name=name, values=raw, players=players, by=_person(request)
                )
            except sheets.SheetRefused as refused:
                errors = refused.errors
            else:
                return redirect(made)
        else:
            errors = sheets.check(sheet_kind, raw).errors
    words = speaker(table.system)
    tabs = [(one, words.first_word(f"kind.{one}", default=one)) for one in kinds]
    context = {**_form_context(table, sheet_kind, form, raw, errors), "kinds": tabs}
    return render(request, "characters/new.html", context, status=_status(request))


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sheet: every number with what it is made of, what was written on it, and how the character is."""
    character = policy.get_character_or_404(request.user, pk)
    runs = character.role == Role.GAME_MASTER
    system = character.table.system
    words = speaker(system)
    kind = sheets.kind_of(character.table, character.kind)
    context = {
        "character": character,
        "table": character.table,
        "kind": words.first_word(f"kind.{character.kind}", default=character.kind),
        "values": values.values_of(character, game_master=runs),
        "condition": values.condition_of(character, game_master=runs),
        "written": inputs.shown(kind.inputs, sheets.sheet_of(character), words),
        "players": character.players.order_by("display_name", "username"),
        "may_edit": policy.may_edit(character),
        "may_delete": policy.may_delete(character),
        "sheet_templates": (f"systems/{system}/characters/sheet.html", "characters/_sheet.html"),
    }
    return render(request, "characters/show.html", context)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def edit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write the sheet anew; every fault is shown beside its field and nothing typed is lost."""
    character = policy.editable_or_refused(request.user, pk)
    runs = character.role == Role.GAME_MASTER
    kind = sheets.kind_of(character.table, character.kind)
    initial = {
        "character_name": character.name,
        "character_players": character.players.all(),
        "revision": character.revision,
    }
    data = request.POST.copy()
    form = CharacterForm(data or None, table=character.table, chooses_players=runs, initial=initial)
    raw = sheets.sheet_of(character)
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(kind.inputs, request.POST)
        if form.is_valid():
            try:
                services.update_character(
                    character=character,
                    name=form.cleaned_data["character_name"],
                    values=raw,
                    by=_person(request),
                    revision=form.cleaned_data["revision"],
                    players=form.cleaned_data["character_players"] if runs else None,
                )
            except sheets.SheetRefused as refused:
                errors = refused.errors
            except services.Stale as stale:
                form.add_error(None, _stale_sentence(stale))
                # The next try is meant for the sheet that the sentence tells of.
                data["revision"] = str(stale.revision)
            else:
                return redirect(character)
        else:
            errors = sheets.check(kind, raw).errors
    context = {**_form_context(character.table, kind, form, raw, errors), "character": character}
    return render(request, "characters/edit.html", context, status=_status(request))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def delete(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for confirmation, then delete."""
    character = policy.get_character_or_404(request.user, pk)
    if not policy.may_delete(character):
        raise PermissionDenied
    if request.method == "POST":
        services.delete_character(character=character, by=_person(request))
        messages.success(request, _("%(name)s queda borrado de la mesa.") % {"name": character.name})
        return redirect(character.table)
    return render(request, "characters/delete.html", {"character": character, "table": character.table})


def _form_context(
    table: Table, kind: SheetKind, form: CharacterForm, raw: dict[str, Json], errors: dict[str, RuleError]
) -> dict[str, object]:
    words = speaker(table.system)
    bound = inputs.fields(kind.inputs, raw, errors, words)
    problems = [*form.non_field_errors(), *(words.error(error) for name, error in errors.items() if not name)]
    form_faults = [field for field in form if field.errors]
    return {
        "table": table,
        "kind": kind.name,
        "form": form,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "form_faults": form_faults,
        "problems": problems,
    }


def _stale_sentence(stale: services.Stale) -> str:
    if stale.by is None:
        return _("La ficha ha cambiado mientras tanto. Comprobar lo escrito y guardar otra vez para imponerlo.")
    return _(
        "%(name)s ha cambiado la ficha mientras tanto. Comprobar lo escrito y guardar otra vez para imponerlo."
    ) % {"name": stale.by.shown_name}


def _status(request: HttpRequest) -> int:
    return 422 if request.method == "POST" else 200
