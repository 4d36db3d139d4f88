"""A new character: the ways to one, one at once, or the whole sheet on one page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.creation import Creation, propose
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.live import versions
from tapiz_site.once import once_if_keyed
from tapiz_site.speech import PageSpeaker, speaker

from .. import drafts, services, sheets
from ..forms import CharacterForm, QuickForm
from ..models import Character
from . import finish
from .common import GET_AND_POST, form_context, person, status


def kind_or_404(table: Table, name: str) -> SheetKind:
    kinds = get_system(table.system).sheet_kinds
    kind = kinds.get(name or next(iter(kinds)))
    if kind is None:
        raise Http404
    return kind


def _tabs(table: Table, words: PageSpeaker) -> list[tuple[str, str]]:
    kinds = get_system(table.system).sheet_kinds
    return [(one, words.first_word(f"kind.{one}", default=one)) for one in kinds]


@never_cache
@login_required
@require_safe
def start(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The ways to a new character."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    return render(request, "characters/start.html", _start_context(request, table, None))


def _start_context(request: HttpRequest, table: Table, form: QuickForm | None) -> dict[str, object]:
    words = speaker(table.system)
    kind = kind_or_404(table, request.GET.get("kind", ""))
    creation = kind.creation
    made = {name for name, one in get_system(table.system).sheet_kinds.items() if one.creation}
    bound = form or (QuickForm(**_quick_options(table, creation, words)) if creation else None)
    # Read before what it dates. Another person may give this one a character meanwhile.
    known = versions.versions([table.topic])
    plays = table.role == Role.PLAYER
    return {
        "table": table,
        "live_topics": versions.listing(known),
        "mine": Character.objects.filter(table=table, players=person(request)) if plays else (),
        "kinds": _tabs(table, words),
        "kind": kind.name,
        "made": [(name, word) for name, word in _tabs(table, words) if name in made],
        "creation": creation,
        "first": creation.steps[0].name if creation else "",
        "begun": creation is not None and drafts.begun(request, table, kind),
        "form": bound,
    }


def _quick_options(table: Table, creation: Creation, words: PageSpeaker) -> dict[str, Any]:
    return {
        "table": table,
        "chooses_players": table.role == Role.GAME_MASTER,
        "archetypes": [(option.value, words.text(option.label)) for option in creation.archetypes],
    }


@never_cache
@login_required
@require_POST
@once_if_keyed
def quick(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """A complete character at once, ready to play; the app can choose its name."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    kind = kind_or_404(table, request.GET.get("kind", ""))
    creation = kind.creation
    if creation is None:
        raise Http404
    words = speaker(table.system)
    form = QuickForm(request.POST, **_quick_options(table, creation, words))
    if not form.is_valid():
        return render(request, "characters/start.html", _start_context(request, table, form), status=422)
    game_master = table.role == Role.GAME_MASTER
    around = drafts.around(table, creation.takes, game_master=game_master)
    proposal = propose(creation, form.cleaned_data["archetype"], drafts.random.randrange, words.word, around)
    name = form.cleaned_data["character_name"] or drafts.free_name(table, creation, proposal.name, words)
    players = form.cleaned_data["character_players"] if game_master else [person(request)]
    made = services.create_character(
        table=table,
        kind=kind.name,
        name=name,
        values=proposal.values,
        by=person(request),
        players=players,
        things=proposal.things,
    )
    if request.POST.get("back") == "table":
        # Who gives one to another person goes on with the table.
        return redirect(table)
    finish.keep(request, made, proposal.told, proposal.reasons, words)
    return redirect("characters:made", pk=made.pk)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def new(request: HttpRequest, table_pk: UUID, kind: str = "") -> HttpResponse:
    """The whole sheet on one page; a player controls the own character, the DJ says who plays it."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    sheet_kind = kind_or_404(table, kind)
    words = speaker(table.system)
    runs = table.role == Role.GAME_MASTER
    form = CharacterForm(request.POST or None, table=table, chooses_players=runs)
    raw: dict[str, Json] = dict(sheet_kind.creation.start(words.word)) if sheet_kind.creation else {}
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(sheet_kind.inputs, request.POST)
        if form.is_valid():
            players = form.cleaned_data["character_players"] if runs else [person(request)]
            name = form.cleaned_data["character_name"]
            try:
                made = services.create_character(
                    table=table, kind=sheet_kind.name, name=name, values=raw, players=players, by=person(request)
                )
            except sheets.SheetRefused as refused:
                errors = refused.errors
            else:
                return redirect(made)
        else:
            errors = sheets.check(sheet_kind, raw).errors
    context = form_context(table, sheet_kind, form, raw, errors)
    context |= {"kinds": _tabs(table, words), "finishes": finish.button(sheet_kind, words)}
    return render(request, "characters/new.html", context, status=status(request))
