"""A level or the like on a sheet: its choices, a preview of its changes, and writing it as an edit with history."""

from __future__ import annotations

from secrets import SystemRandom
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.core.advancing import Advancing
from rules.core.creation import HOUSE
from rules.core.errors import RuleError
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of
from tapiz_site.speech import PageSpeaker, speaker

from .. import history, policy, services, sheets, values
from ..models import Character
from .common import GET_AND_POST, person, stale_sentence

ROLLED = "advancing"
"""The session key of the dice that the app rolled, so that a reload shows the same ones."""


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def advance(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Choose, roll, preview the changes, and write them; the history can undo them like any edit."""
    character = policy.editable_or_refused(request.user, pk)
    kind = sheets.kind_of(character.table, character.kind)
    advancing = kind.advancing
    if advancing is None:
        raise Http404
    sheet = sheets.sheet_of(character)
    words = speaker(character.table.system)
    # the step may depend on the settings of the table
    stepping = {**sheet, HOUSE: house_of(character.table)}
    reason = _reason(advancing, stepping)
    declared = advancing.inputs(stepping)
    raw: dict[str, Json] = {}
    errors: dict[str, RuleError] = {}
    after: dict[str, Json] | None = None
    problem = ""
    if request.method == "POST" and reason is None:
        raw = inputs.read(declared, request.POST)
        go = request.POST.get("go", "")
        if go == "roll":
            raw |= _rolled(request, character, advancing, stepping)
        else:
            after, errors = _after(kind, advancing, stepping, raw)
        if go == "save" and after is not None:
            problem = _save(request, character, after)
            if not problem:
                messages.success(request, _("Hecho. Se puede volver atrás con «Deshacer el último cambio»."))
                return redirect(character)
    bound = inputs.fields(declared, raw, errors, words)
    preview, numbers = _preview(character, kind, sheet, after, words)
    refused = [words.error(error) for name, error in errors.items() if name not in {item.name for item in declared}]
    context = {
        "character": character,
        "table": character.table,
        "reason": words.error(reason) if reason else "",
        "notes": [(words.text(fact), fact.value) for fact in advancing.notes(stepping)],
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [one for one in (*refused, problem) if one],
        "preview": preview,
        "numbers": numbers,
        "rolls": bool(advancing.dice(stepping)),
    }
    bad = bool(errors or problem or (reason is not None and request.method == "POST"))
    return render(request, "characters/advance.html", context, status=422 if bad else 200)


def _preview(
    character: Character, kind: SheetKind, sheet: dict[str, Json], after: dict[str, Json] | None, words: PageSpeaker
) -> tuple[tuple[history.ChangeLine, ...], list[values.ChangedNumber]]:
    """The changes on the sheet, and the other numbers that change with them."""
    if after is None:
        return (), []
    lines = history.lines(history.differences(sheet, after), kind.inputs, words)
    written = {line.label for line in lines}
    return lines, [one for one in values.changed(character, sheet, after) if one.label not in written]


def _reason(advancing: Advancing, sheet: dict[str, Json]) -> RuleError | None:
    """Why the sheet cannot take the step now."""
    try:
        advancing.check(sheet)
    except RuleError as refused:
        return refused
    return None


def _after(
    kind: SheetKind, advancing: Advancing, sheet: dict[str, Json], raw: dict[str, Json]
) -> tuple[dict[str, Json] | None, dict[str, RuleError]]:
    """The sheet after the step, or all faults by the name of their field."""
    checked, errors = inputs.check_all(advancing.inputs(sheet), raw)
    if errors:
        return None, errors
    try:
        advanced = advancing.advanced(sheet, checked)
        found = sheets.check(kind, {name: value for name, value in advanced.items() if name != HOUSE})
    except RuleError as refused:
        return None, {refused.field or "": refused}
    return (None, found.errors) if found.errors else (found.sheet, {})


def _rolled(
    request: HttpRequest, character: Character, advancing: Advancing, sheet: dict[str, Json]
) -> dict[str, Json]:
    """The faces that the app rolled for this step; rolled once, so that a reload shows the same ones."""
    kept = request.session.get(ROLLED, {})
    place = f"{character.pk}:{character.revision}"
    if place not in kept:
        dice = SystemRandom()
        kept = {place: {name: dice.randint(1, sides) for name, sides in advancing.dice(sheet)}}
        request.session[ROLLED] = kept
    return dict(kept[place])


def _save(request: HttpRequest, character: Character, after: dict[str, Json]) -> str:
    """Write the sheet; returns a sentence on the other author when another edit came first."""
    try:
        services.update_character(
            character=character, name=character.name, values=after, by=person(request), revision=_revision(request)
        )
    except services.StaleSheet as stale:
        return stale_sentence(stale)
    except sheets.SheetRefused as refused:
        words = speaker(character.table.system)
        return " ".join(words.error(error) for error in refused.errors.values())
    return ""


def _revision(request: HttpRequest) -> int:
    sent = request.POST.get("revision", "")
    return int(sent) if sent.isdecimal() and len(sent) < 9 else 0
