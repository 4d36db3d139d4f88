"""A new character: step by step, at once, or the whole sheet on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.core.creation import Creation, CreationStep
from rules.core.equipment import known_of
from rules.core.errors import RuleError
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.once import once_if_keyed
from tapiz_site.speech import PageSpeaker, speaker

from .. import drafts, knowing, services, sheets, taking, values
from ..drafts import Draft
from ..forms import CharacterForm, QuickForm
from ..models import Character
from .common import GET_AND_POST, form_context, person, status

REVIEW = "repaso"
"""The name of the last page, after all steps of the system."""


def _kind_or_404(table: Table, name: str) -> SheetKind:
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
    kind = _kind_or_404(table, request.GET.get("kind", ""))
    creation = kind.creation
    made = {name for name, one in get_system(table.system).sheet_kinds.items() if one.creation}
    bound = form or (QuickForm(**_quick_options(table, creation, words)) if creation else None)
    return {
        "table": table,
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
    kind = _kind_or_404(table, request.GET.get("kind", ""))
    creation = kind.creation
    if creation is None:
        raise Http404
    words = speaker(table.system)
    form = QuickForm(request.POST, **_quick_options(table, creation, words))
    if not form.is_valid():
        return render(request, "characters/start.html", _start_context(request, table, form), status=422)
    proposal = creation.propose(form.cleaned_data["archetype"], drafts.random.randrange, words.word)
    name = form.cleaned_data["character_name"] or _free_name(table, creation, proposal.name, words)
    players = form.cleaned_data["character_players"] if table.role == Role.GAME_MASTER else [person(request)]
    made = services.create_character(
        table=table, kind=kind.name, name=name, values=proposal.values, by=person(request), players=players
    )
    return redirect(made)


def _free_name(table: Table, creation: Creation, proposed: str, words: PageSpeaker) -> str:
    """The proposed name, or another one when a character at the table has it."""
    taken = set(Character.objects.filter(table=table).values_list("name", flat=True))
    for _attempt in range(20):
        if proposed not in taken:
            break
        proposed = creation.propose("", drafts.random.randrange, words.word).name
    return proposed


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once_if_keyed
def new(request: HttpRequest, table_pk: UUID, kind: str = "") -> HttpResponse:
    """The whole sheet on one page; a player controls the own character, the DJ says who plays it."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    sheet_kind = _kind_or_404(table, kind)
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
    context = {**form_context(table, sheet_kind, form, raw, errors), "kinds": _tabs(table, words)}
    return render(request, "characters/new.html", context, status=status(request))


@dataclass
class Making:
    """A draft at one of its pages."""

    table: Table
    kind: SheetKind
    creation: Creation
    words: PageSpeaker
    draft: Draft
    place: str

    @property
    def steps(self) -> list[CreationStep]:
        """The steps that have something to ask."""
        return drafts.open_steps(self.creation, self.draft)

    @property
    def names(self) -> list[str]:
        """The pages in order, the review last."""
        return [*(step.name for step in self.steps), REVIEW]

    @property
    def runs(self) -> bool:
        """Whether its maker also chooses its players."""
        return self.table.role == Role.GAME_MASTER

    @property
    def first(self) -> bool:
        """Whether this page asks for the name too."""
        return self.place == self.names[0]

    def url(self, place: str) -> str:
        """The address of a page."""
        return reverse("characters:step", args=[self.table.pk, self.kind.name, place])

    def beside(self, by: int) -> str:
        """The page this many places further, or the first or last one."""
        at = self.names.index(self.place) + by
        return self.names[max(0, min(at, len(self.names) - 1))]

    def about_form(self, data: object = None) -> CharacterForm:
        """The form of name and players, filled in from the draft."""
        return CharacterForm(data or None, table=self.table, chooses_players=self.runs, initial=self.draft.about)

    def title(self, place: str) -> str:
        """The title of a page."""
        return _("Repaso") if place == REVIEW else self.words.first_word(f"creation.{place}", default=place)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def step(request: HttpRequest, table_pk: UUID, kind: str, step: str) -> HttpResponse:
    """One page of making a character; what was typed is kept, whichever button leaves the page."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    sheet_kind = _kind_or_404(table, kind)
    creation = sheet_kind.creation
    if creation is None or step not in {REVIEW, *(one.name for one in creation.steps)}:
        raise Http404
    words = speaker(table.system)
    draft = drafts.load(request, table, sheet_kind, creation, words)
    making = Making(table, sheet_kind, creation, words, draft, step)
    if step not in making.names:
        return redirect(making.url(making.names[0]))
    if step != REVIEW:
        return _step(request, making)
    # Before the draft is read: a form sent again must not revive it.
    finishes = request.method == "POST" and request.POST.get("go", "finish") == "finish"
    return _finish(request, making) if finishes else _review(request, making)


def _step(request: HttpRequest, making: Making) -> HttpResponse:
    at = next(one for one in making.steps if one.name == making.place)
    draft, errors, form = making.draft, dict[str, RuleError](), None
    # At the first look: the dice fall before anything is chosen.
    if drafts.roll_for(at, draft):
        _keep(request, making)
    if making.first:
        form = making.about_form()
    if request.method == "POST":
        draft.said |= inputs.read(at.inputs(draft.said), request.POST)
        if making.first:
            draft.about |= _about(request)
            form = making.about_form(request.POST)
        _keep(request, making)
        go = request.POST.get("go", "next")
        if go == "back":
            return redirect(making.url(making.beside(-1)))
        if go in making.names and go != making.place:
            return redirect(making.url(go))
        _checked, errors = drafts.judge(at, draft)
        if go == "next" and not errors and (form is None or form.is_valid()):
            return redirect(making.url(making.beside(1)))
    bound = inputs.fields(at.inputs(draft.said), draft.said, errors, making.words)
    context = {
        **_context(making),
        "form": form,
        "bound": bound,
        "help": making.words.first_word(f"creation.{at.name}_help"),
        "notes": values.said(at.notes(draft.said), making.words),
        "faults": inputs.faulty(bound),
        "form_faults": [field for field in form if field.errors] if form is not None and form.is_bound else [],
        "problems": [making.words.error(error) for name, error in errors.items() if not name],
    }
    return render(request, "characters/step.html", context, status=status(request))


def _review(request: HttpRequest, making: Making) -> HttpResponse:
    form = making.about_form(_as_data(making.draft.about))
    offers = taking.offered(making.table, making.kind, game_master=making.runs)
    if request.method == "POST":
        sent = set(request.POST.getlist("take"))
        making.draft.about["taken"] = [one.code for one in offers if one.code in sent]
        _keep(request, making)
    sheet, faults = drafts.judge_all(making.creation, making.kind, making.draft)
    refused: dict[str, RuleError] = {}
    chosen = [one for one in offers if one.code in making.draft.about.get("taken", ())]
    if not faults:
        sheet, refused = taking.after_all(making.kind, sheet, chosen)
    if request.method == "POST":
        go = request.POST.get("go", "finish")
        if go == "back":
            return redirect(making.url(making.beside(-1)))
        if go in making.names and go != making.place:
            return redirect(making.url(go))
        if go == "look":
            return redirect(making.url(REVIEW))
        if go == "finish" and not faults and not refused and form.is_valid():
            players = form.cleaned_data["character_players"] if making.runs else [person(request)]
            made = services.create_character(
                table=making.table,
                kind=making.kind.name,
                name=form.cleaned_data["character_name"],
                values=sheet,
                by=person(request),
                players=players,
            )
            drafts.forget(request, making.table, making.kind)
            messages.success(request, _("%(name)s ya puede jugar.") % {"name": made.name})
            return redirect(made)
    context = {**_context(making), "name": making.draft.about.get("character_name", ""), "lines": []}
    context["offers"] = taking.grouped(making.table, making.kind, offers, making.words)
    context["taken"] = {one.code for one in chosen}
    if faults or refused or not form.is_valid():
        context["lines"] = [
            *_lines(making, form, faults),
            *(
                {
                    "url": making.url(REVIEW),
                    "label": _("Lo que se toma de los Lienzos"),
                    "text": making.words.error(one),
                }
                for one in refused.values()
            ),
        ]
    else:
        made = Character(table=making.table, name=str(context["name"]), kind=making.kind.name, sheet=sheet)
        found = values.values_in(made, sheet, game_master=making.runs)
        context["values"] = [value for value in found if not value.code.startswith(values.USUAL)]
        # Values that are found out in play are hidden in a pack's entry too.
        unknown = knowing.unknown_on(making.table, sheet, runs=making.runs)
        readable = known_of(making.kind.inputs, making.kind.name, unknown)
        context["written"] = inputs.shown(readable, sheet, making.words)
    return render(request, "characters/review.html", context, status=status(request))


_finish = once_if_keyed(_review)


def _lines(making: Making, form: CharacterForm, faults: dict[str, dict[str, RuleError]]) -> list[dict[str, str]]:
    """All remaining faults, each with the page on which to mend it."""
    first = making.names[0]
    lines = [
        {"url": making.url(first), "label": str(field.label), "text": str(field.errors[0])}
        for field in form
        if field.errors
    ]
    for one in making.steps:
        labels = drafts.labels(one, making.draft, making.words)
        lines += [
            {
                "url": making.url(one.name),
                "label": labels.get(name.partition("__")[0]) or making.title(one.name),
                "text": making.words.error(error),
            }
            for name, error in faults.get(one.name, {}).items()
        ]
    return lines


def _context(making: Making) -> dict[str, object]:
    names: Sequence[str] = making.names
    place = names.index(making.place)
    return {
        "table": making.table,
        "kind": making.kind.name,
        "title": making.title(making.place),
        "place": place + 1,
        "count": len(names),
        "pages": [{"name": name, "title": making.title(name), "here": name == making.place} for name in names],
        "is_first": place == 0,
        "action": making.url(making.place),
    }


def _about(request: HttpRequest) -> dict[str, object]:
    players = [pk for pk in request.POST.getlist("character_players") if pk.isdigit()]
    return {"character_name": request.POST.get("character_name", "")[:200], "character_players": players}


def _as_data(about: dict[str, object]) -> dict[str, object]:
    return about or {"character_name": ""}


def _keep(request: HttpRequest, making: Making) -> None:
    drafts.save(request, making.table, making.kind, making.draft)


@login_required
@require_POST
def discard(request: HttpRequest, table_pk: UUID, kind: str) -> HttpResponse:
    """Drop the draft and begin anew."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    drafts.forget(request, table, _kind_or_404(table, kind))
    return redirect("characters:start", table_pk=table.pk)
