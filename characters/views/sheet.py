"""The sheet: reading it, writing it whole, one long text or one value by hand, and sharing it with the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from equipment.ledger import moving
from equipment.topics import of_character as things_topic
from rules.core.equipment import known_of
from rules.core.errors import RuleError
from rules.core.gear import Gear
from rules.core.inputs import Input, Text
from rules.core.overrides import FIELD, overrides_input
from rules.core.registry import get_system
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role
from tapiz_site.live import versions
from tapiz_site.speech import speaker

from .. import gear, history, knowing, lending, playing, policy, rising, services, sheets, strips, taking, values
from ..forms import CharacterForm
from ..models import Character
from ..playing import Play, Showing
from ..values import Value
from .common import GET_AND_POST, form_context, person, stale_sentence, status, wants_fragment


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The sheet: the character's condition, frequent rolls, all numbers with their terms, and written fields."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    context = sheet_context(request, character, playing.showing(request))
    template = "characters/_whole.html" if wants_fragment(request) else "characters/show.html"
    return render(request, template, context)


def sheet_context(request: HttpRequest, character: Character, showing: Showing) -> dict[str, Any]:
    """The context of a sheet for this reader, with the roll or the dice that it shows."""
    runs, whole = character.role == Role.GAME_MASTER, policy.sees_all(character)
    system = character.table.system
    words = speaker(system)
    kind = sheets.kind_of(character.table, character.kind)
    controls = policy.acts_with(character)
    strip = strips.strip_of(request, character, showing) if controls else None
    # Read before what it dates: a change in between is fetched twice, never missed.
    # The table's own topic too: a fight may begin with this character in it.
    own = [character.table.topic, things_topic(character.pk)]
    topics = versions.versions([*own, *(strip.topics.split() if strip else ())])
    things = gear.gear_of(character)
    found = values.values_of(character, game_master=runs, controls=controls, gear=things)
    sheet = gear.counted(character, sheets.sheet_of(character), things)
    readable = [item for item in kind.inputs if whole or item.name not in kind.private]
    readable = [*known_of(readable, kind.name, knowing.unknown_to(character))]
    apart = {FIELD, *(item.name for item in readable if isinstance(item, Text) and item.multiline)}
    condition = values.condition_of(character, game_master=runs, controls=controls, gear=things)
    written = inputs.shown(readable, sheet, words)
    return {
        "character": character,
        "kept_for_reading": character.get_absolute_url() if character.plays else "",
        "table": character.table,
        "words": words,
        "kind": words.first_word(f"kind.{character.kind}", default=character.kind),
        "values": [value for value in found if not value.code.startswith(values.USUAL)],
        "play": _play(request, character, strip, things, controls=controls),
        "rise": rising.rise_of(character, sheet, strip) if policy.may_edit(character) else None,
        "part": words.first_word(get_system(system).sheet_part, default=_("Valores")),
        "foremost": _foremost(system, found),
        "known": {value.code.replace(".", "_"): value for value in found},
        "by_hand": [value for value in found if value.by_hand],
        "condition": condition,
        "cond": {value.code.replace(".", "_"): value for value in condition},
        "written": [item for item in written if item.name not in apart],
        "by_name": {item.name: item for item in written},
        "sheet": {name: value for name, value in sheet.items() if name not in kind.private},
        "long": _long_texts(readable, character, words, private=kind.private),
        "carried": [thing for thing in things.things.values() if thing.quantity > 0],
        "in_force": [value for value in condition if value.code.startswith(("status.", "effect.", "out"))],
        "players": character.players.order_by("display_name", "username"),
        "loans": _loans(request, character),
        "may_borrow": lending.possible(character) if policy.may_edit(character) else (),
        "strip": strip,
        "sees_all": whole,
        "runs": runs,
        "may_edit": policy.may_edit(character),
        "may_delete": policy.may_delete(character),
        "owns": bool(moving.equipment_of(character.table).items()),
        "takes": policy.may_edit(character) and taking.may_take(character.table, kind),
        "advances": kind.advancing is not None and policy.may_edit(character),
        "before": history.before_last(character) if policy.may_edit(character) else 0,
        "sheet_templates": (f"systems/{system}/characters/sheet.html", "characters/_sheet.html"),
        "live_topics": versions.listing(topics),
        "topics": " ".join(topics),
    }


def _loans(request: HttpRequest, character: Character) -> list[dict[str, object]]:
    """The loans of the character that concern this reader."""
    found = character.loans.select_related("user")
    return [
        {"pk": loan.pk, "who": loan.user.shown_name, "mine": loan.user_id == request.user.pk}
        for loan in found
        if policy.may_end(character, loan, person(request))
    ]


def _foremost(slug: str, found: Iterable[Value]) -> list[Value]:
    """The few numbers that stand beside the name."""
    by_code = {value.code: value for value in found}
    return [by_code[code] for code in get_system(slug).foremost if code in by_code]


def _play(
    request: HttpRequest, character: Character, strip: strips.Strip | None, things: Gear, *, controls: bool
) -> Play:
    """What the sheet rolls: as things are where the character takes part, else by the sheet alone."""
    if strip is not None and strip.play is not None:
        return strip.play
    runs = character.role == Role.GAME_MASTER
    return playing.alone(
        request, character, values.fight_of(character, gear=things), game_master=runs, controls=controls
    )


def _long_texts(
    readable: list[Input], character: Character, words: Any, *, private: frozenset[str]
) -> list[dict[str, object]]:
    sheet = sheets.sheet_of(character)
    return [
        {
            "name": item.name,
            "label": inputs.label_of(item, words),
            "text": sheet.get(item.name) or "",
            "private": item.name in private,
        }
        for item in readable
        if isinstance(item, Text) and item.multiline
    ]


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def edit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write the sheet anew; all faults are shown beside their fields and nothing typed is lost."""
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
    kept_names = knowing.kept_from(character)
    kept = {name: raw[name] for name in kept_names}
    kind = replace(kind, inputs=tuple(item for item in kind.inputs if item.name not in kept_names))
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = {**inputs.read(kind.inputs, request.POST), **kept}
        if form.is_valid():
            try:
                services.update_character(
                    character=character,
                    name=form.cleaned_data["character_name"],
                    values=raw,
                    by=person(request),
                    revision=form.cleaned_data["revision"],
                    players=form.cleaned_data["character_players"] if runs else None,
                )
            except sheets.SheetRefused as refused:
                # Faults without a field on this page are shown above the form.
                errors = {
                    "" if name.partition("__")[0] in kept else name: error for name, error in refused.errors.items()
                }
            except services.StaleSheet as stale:
                form.add_error(None, stale_sentence(stale))
                # The next try is an edit of the newer sheet, of which the sentence tells.
                data["revision"] = str(stale.revision)
            else:
                return redirect(character)
        else:
            errors = sheets.check(kind, raw).errors
    context = {**form_context(character.table, kind, form, raw, errors), "character": character}
    return render(request, "characters/edit.html", context, status=status(request))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def write(request: HttpRequest, pk: UUID, field: str) -> HttpResponse:
    """Write one long text of the sheet by itself: notes, appearance, story."""
    character = policy.editable_or_refused(request.user, pk)
    kind = sheets.kind_of(character.table, character.kind)
    item = next((one for one in kind.inputs if one.name == field and isinstance(one, Text) and one.multiline), None)
    if item is None:
        raise Http404
    raw = {field: sheets.sheet_of(character).get(field)}
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read([item], request.POST)
        errors = _changed(request, character, raw)
        if not errors:
            return redirect(character)
    words = speaker(character.table.system)
    bound = inputs.fields([item], raw, errors, words)
    context = {
        "character": character,
        "table": character.table,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "title": inputs.label_of(item, words),
        "private": field in kind.private,
    }
    return render(request, "characters/write.html", context, status=status(request))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def by_hand(request: HttpRequest, pk: UUID, code: str) -> HttpResponse:
    """Set one value by hand with its reason, or let the rules compute it again."""
    character = policy.editable_or_refused(request.user, pk)
    kind = sheets.kind_of(character.table, character.kind)
    runs = character.role == Role.GAME_MASTER
    found = {value.code: value for value in values.values_of(character, game_master=runs)}
    if code not in found or not found[code].overridable:
        raise Http404
    rows = sheets.sheet_of(character).get(FIELD) or []
    others = [row for row in rows if row["value"] != code]
    raw: dict[str, Json] = next(({**row} for row in rows if row["value"] == code), {})
    errors: dict[str, RuleError] = {}
    parts = _parts(kind)
    if request.method == "POST":
        if "automatic" in request.POST:
            errors = _changed(request, character, {FIELD: others})
        else:
            raw = inputs.read(parts, request.POST)
            _values, errors = inputs.check_all(parts, raw)
            errors = errors or _in_row(_changed(request, character, {FIELD: [*others, {**raw, "value": code}]}))
        if not errors:
            return redirect(character)
    words = speaker(character.table.system)
    bound = inputs.fields(parts, raw, errors, words)
    context = {
        "character": character,
        "table": character.table,
        "value": found[code],
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [words.error(error) for name, error in errors.items() if not name],
    }
    return render(request, "characters/by_hand.html", context, status=status(request))


def _parts(kind: SheetKind) -> tuple[Input, ...]:
    return tuple(part for part in overrides_input(kind.overridable).of if part.name != "value")


def _in_row(errors: dict[str, RuleError]) -> dict[str, RuleError]:
    """Faults of the list of values set by hand, moved beside the number they concern."""
    return {"number" if name == FIELD else name.rpartition("__")[2]: error for name, error in errors.items()}


def _changed(request: HttpRequest, character: Character, some: dict[str, Json]) -> dict[str, RuleError]:
    """Change some values of the sheet and leave the others as they are."""
    try:
        services.update_character(
            character=character,
            name=character.name,
            values={**sheets.sheet_of(character), **some},
            by=person(request),
            revision=character.revision,
        )
    except sheets.SheetRefused as refused:
        return refused.errors
    except services.StaleSheet:
        # This edit concerns one value: it goes on top of the other edit.
        character.refresh_from_db()
        return _changed(request, character, some)
    return {}


@login_required
@require_POST
def share(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Share the sheet with the table, or stop sharing it."""
    character = policy.editable_or_refused(request.user, pk)
    shared = request.POST.get("shared") == "1"
    services.share_character(character=character, shared=shared, by=person(request))
    if shared:
        messages.success(request, _("La mesa puede leer la ficha, salvo lo privado."))
    else:
        messages.success(request, _("La ficha vuelve a ser privada."))
    return redirect(character)
