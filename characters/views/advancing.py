"""A level or the like on a sheet: its choices page by page, then what changes, written as an edit with history."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import SystemRandom
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.core.advancing import Advancing
from rules.core.creation import HOUSE, CreationStep
from rules.core.errors import RuleError
from rules.core.system import SheetKind
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Role
from tapiz_site.inputs import NUDGE
from tapiz_site.speech import PageSpeaker, speaker

from .. import drafts, history, policy, progress, services, sheets, values
from ..drafts import Draft
from ..models import Character
from ..progress import Progress
from .common import GET_AND_POST, person, stale_sentence

SESSION = "advancing"
"""The session key of the answers so far and of the dice that the app rolled, of the last character that rose."""

LAST = "repaso"
"""The name of the last page, after all that the system asks."""

LOOK, NEXT, BACK, ROLL, SAVE = "look", "next", "back", "roll", "save"
"""What a press does: looks at the answers, goes on or back, rolls the dice here, or writes the sheet."""


@dataclass
class Rising:
    """A character that gains a level, at one of the pages."""

    character: Character
    kind: SheetKind
    advancing: Advancing
    sheet: dict[str, Json]
    """Its values, with the settings of the table, on which the step may depend."""
    words: PageSpeaker
    draft: Draft
    rolled: dict[str, int]
    place: str

    @property
    def pages(self) -> tuple[CreationStep, ...]:
        return self.advancing.open_pages(self.sheet, self.draft.said)

    @property
    def names(self) -> list[str]:
        """The pages in order, the last one with what changes."""
        return [*(page.name for page in self.pages), LAST]

    def url(self, place: str) -> str:
        return reverse("characters:advance_page", args=[self.character.pk, place])

    def beside(self, by: int) -> str:
        """The address of the page this many places further, or of the first or last one."""
        at = self.names.index(self.place) + by
        return self.url(self.names[max(0, min(at, len(self.names) - 1))])

    def title(self, place: str) -> str:
        return _("Repaso") if place == LAST else self.words.first_word(f"creation.{place}", default=place)


@never_cache
@login_required
@require_safe
def advance(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Lead to the first page, or say why there is no level to gain."""
    rising = _rising(request, pk, "")
    reason = _reason(rising)
    if reason is None:
        return redirect(rising.url(rising.names[0]))
    return render(request, "characters/advance_refused.html", _refused(rising, reason))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def page(request: HttpRequest, pk: UUID, step: str) -> HttpResponse:
    """One page of it; what was typed is kept, whichever button leaves the page."""
    rising = _rising(request, pk, step)
    if step != LAST and step not in {one.name for one in rising.advancing.pages(rising.sheet)}:
        raise Http404
    if (reason := _reason(rising)) is not None:
        return render(request, "characters/advance_refused.html", _refused(rising, reason), status=_status(request))
    if step not in rising.names:
        return redirect(rising.url(rising.names[0]))
    return _last(request, rising) if step == LAST else _asks(request, rising)


def _rising(request: HttpRequest, pk: UUID, place: str) -> Rising:
    character = policy.editable_or_refused(request.user, pk)
    kind = sheets.kind_of(character.table, character.kind)
    advancing = kind.advancing
    if advancing is None:
        raise Http404
    table = character.table
    kept = request.session.get(SESSION, {}).get(_key(character), {})
    added = drafts.around(table, advancing.takes, game_master=character.role == Role.GAME_MASTER)
    return Rising(
        character=character,
        kind=kind,
        advancing=advancing,
        sheet={**sheets.sheet_of(character), HOUSE: house_of(table)},
        words=speaker(table.system),
        draft=Draft({**kept.get("said", {}), **added}),
        rolled=dict(kept.get("rolled", {})),
        place=place,
    )


def _key(character: Character) -> str:
    return f"{character.pk}:{character.revision}"


def _keep(request: HttpRequest, rising: Rising) -> None:
    said = {name: value for name, value in rising.draft.said.items() if name not in drafts.OF_THE_TABLE}
    request.session[SESSION] = {_key(rising.character): {"said": said, "rolled": rising.rolled}}


def _reason(rising: Rising) -> RuleError | None:
    """Why the sheet cannot take the step now."""
    try:
        rising.advancing.check(rising.sheet)
    except RuleError as refused:
        return refused
    return None


def _refused(rising: Rising, reason: RuleError) -> dict[str, object]:
    return {
        "character": rising.character,
        "table": rising.character.table,
        "reason": rising.words.error(reason),
        "notes": values.said(rising.advancing.notes(rising.sheet), rising.words),
    }


def _asks(request: HttpRequest, rising: Rising) -> HttpResponse:
    """A page with questions."""
    at = next(one for one in rising.pages if one.name == rising.place)
    errors: dict[str, RuleError] = {}
    looks = True
    if request.method == "POST":
        tapped = request.POST.get(NUDGE) or any(name.endswith("__tap") for name in request.POST)
        go = LOOK if tapped else request.POST.get("go", NEXT)
        rising.draft.said |= inputs.read(at.inputs(rising.draft.said), request.POST)
        if go == ROLL:
            _roll(rising, at)
        _keep(request, rising)
        if go == BACK:
            return redirect(rising.beside(-1))
        if go in rising.names and go != rising.place:
            return redirect(rising.url(go))
        looks = go != NEXT
        errors = drafts.meanwhile(at, rising.draft) if looks else drafts.judge(at, rising.draft)[1]
        if not looks and not errors:
            return redirect(rising.beside(1))
    status = 200 if looks else _status(request)
    return render(request, "characters/step.html", _page_context(rising, at, errors), status=status)


def _roll(rising: Rising, at: CreationStep) -> None:
    """The app's faces for the dice of a page, rolled once, so that a second press shows the same ones."""
    dice, chance = dict(rising.advancing.dice(rising.sheet)), SystemRandom()
    for item in at.inputs(rising.draft.said):
        if item.name in dice:
            rising.rolled.setdefault(item.name, chance.randint(1, dice[item.name]))
            rising.draft.said[item.name] = rising.rolled[item.name]


def _page_context(rising: Rising, at: CreationStep, errors: dict[str, RuleError]) -> dict[str, object]:
    said, words, pages = rising.draft.said, rising.words, rising.pages
    asked = at.inputs(said)
    bound = inputs.fields(asked, said, errors, words)
    folded = [field for field in bound if field.seldom]
    told = drafts.UNFINISHED if progress.counts(at, said) else frozenset()
    place = rising.names.index(at.name)
    return {
        **_context(rising),
        "bound": [field for field in bound if not field.seldom],
        "folded": folded,
        "opens": bool(inputs.faulty(folded)),
        "asked": " ".join(item.name for item in asked),
        "ask": words.first_word(f"creation.{at.name}_ask"),
        "titled": sum(field.layout == "tiles" for field in bound) == 1,
        "help": words.first_word(f"creation.{at.name}_help"),
        "notes": values.said(at.notes(said), words),
        "faults": inputs.faulty(bound),
        "problems": [words.error(one) for name, one in errors.items() if not name and one.reason not in told],
        "progress": _rolling(rising, at)
        or progress.of_step(at, said, [*pages[place + 1 :]], rising.title(rising.names[place + 1]), words),
    }


def _rolling(rising: Rising, at: CreationStep) -> Progress | None:
    """The foot of a page with dice that have no face yet: the app rolls them."""
    dice, said = dict(rising.advancing.dice(rising.sheet)), rising.draft.said
    if all(said.get(item.name) for item in at.inputs(said) if item.name in dice):
        return None
    return Progress(_("Tirar los dados aquí"), go=ROLL, icon="dices")


def _context(rising: Rising) -> dict[str, object]:
    place, names = rising.names.index(rising.place), rising.names
    return {
        "character": rising.character,
        "table": rising.character.table,
        "title": rising.title(rising.place),
        "subject": _("Subir de nivel"),
        "where": _("%(who)s · paso %(place)s de %(count)s")
        % {"who": rising.character.name, "place": place + 1, "count": len(names)},
        "pages": [
            {"name": name, "title": rising.title(name), "here": name == rising.place, "done": at < place}
            for at, name in enumerate(names)
        ],
        "is_first": place == 0,
        "action": rising.url(rising.place),
        "leave": {"url": rising.character.get_absolute_url(), "says": _("Dejarlo para luego")},
    }


def _last(request: HttpRequest, rising: Rising) -> HttpResponse:
    """What changes; the sheet is written from here."""
    go = request.POST.get("go", SAVE) if request.method == "POST" else ""
    if go == BACK:
        return redirect(rising.beside(-1))
    if go in rising.names and go != LAST:
        return redirect(rising.url(go))
    after, faults = _after(rising)
    problem = ""
    if go == SAVE and after is not None:
        problem = _save(request, rising.character, after)
        if not problem:
            request.session.pop(SESSION, None)
            messages.success(request, _("Hecho. Se puede volver atrás con «Deshacer el último cambio»."))
            return redirect(rising.character)
    changes, numbers = _changes(rising, after)
    context = {
        **_context(rising),
        "lines": _lines(rising, faults),
        "problem": problem,
        "changes": changes,
        "numbers": numbers,
    }
    return render(request, "characters/advance.html", context, status=_status(request))


def _status(request: HttpRequest) -> int:
    return 422 if request.method == "POST" else 200


def _after(rising: Rising) -> tuple[dict[str, Json] | None, dict[str, dict[str, RuleError]]]:
    """The sheet after the step, or all faults by the name of their page and field."""
    said = rising.draft.said
    checked: dict[str, Json] = {name: said[name] for name in drafts.OF_THE_TABLE if name in said}
    faults: dict[str, dict[str, RuleError]] = {}
    for one in rising.pages:
        answers, errors = drafts.judge(one, rising.draft)
        checked |= answers
        if errors:
            faults[one.name] = errors
    if faults:
        return None, faults
    try:
        advanced = rising.advancing.advanced(rising.sheet, checked, rising.words.word)
        found = sheets.check(rising.kind, {name: value for name, value in advanced.items() if name != HOUSE})
    except RuleError as refused:
        return None, {_page_of(rising, refused.field or ""): {refused.field or "": refused}}
    for name, error in found.errors.items():
        faults.setdefault(_page_of(rising, name), {})[name] = error
    return (None, faults) if faults else (found.sheet, {})


def _page_of(rising: Rising, field: str) -> str:
    """The page that asks for a field; the first one where none does."""
    asked = field.partition("__")[0]
    pages = rising.pages
    asks = (one.name for one in pages if any(item.name == asked for item in one.inputs(rising.draft.said)))
    return next(asks, pages[0].name)


def _lines(rising: Rising, faults: dict[str, dict[str, RuleError]]) -> list[dict[str, str]]:
    """All faults, each with the page on which to mend it."""
    lines = []
    for one in rising.pages:
        labels = drafts.labels(one, rising.draft, rising.words)
        for name, error in faults.get(one.name, {}).items():
            label = labels.get(name.partition("__")[0]) or rising.title(one.name)
            lines.append({"url": rising.url(one.name), "label": label, "text": rising.words.error(error)})
    return lines


def _changes(
    rising: Rising, after: dict[str, Json] | None
) -> tuple[tuple[history.ChangeLine, ...], list[values.ChangedNumber]]:
    """The changes on the sheet, and the other numbers that change with them."""
    if after is None:
        return (), []
    before = {name: value for name, value in rising.sheet.items() if name != HOUSE}
    lines = history.lines(history.differences(before, after), rising.kind.inputs, rising.words)
    written = {line.label for line in lines}
    numbers = values.changed(rising.character, before, after)
    return lines, [one for one in numbers if one.label not in written]


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
