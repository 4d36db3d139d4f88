"""A character step by step: one page a step, then the finish, where it reads like a character."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rules.core.creation import Creation, CreationStep, reasons
from rules.core.errors import RuleError
from rules.core.facts import Explanation
from rules.core.inputs import Input
from rules.core.system import SheetKind
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.inputs import NUDGE
from tapiz_site.once import once_if_keyed
from tapiz_site.speech import PageSpeaker, speaker

from .. import drafts, progress, services, taking, values
from ..drafts import Draft, Made
from ..forms import CharacterForm
from ..models import Character
from . import finish
from .common import GET_AND_POST, person, status
from .making import kind_or_404

REVIEW = "repaso"
"""The name of the last page, after all steps of the system."""

LOOK, NEXT, BACK, REST, FINISH = "look", "next", "back", "rest", "finish"
"""What a press does with the answers: looks what they come to, goes on or back, has the rest filled in, is done."""

ASKED = "asked"
"""The field that names the inputs a page has shown: the others keep their answers."""

FILLED = "filled"
"""Under this the draft notes that the app has answered for the player, so that the finish says why."""


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
        form = CharacterForm(data or None, table=self.table, chooses_players=self.runs, initial=self.draft.about)
        if self.creation.names:
            form.fields["character_name"].required = False
            form.fields["character_name"].help_text = _("En blanco, la aplicación propone uno.")
        return form

    def title(self, place: str) -> str:
        """The title of a page."""
        return _("Repaso") if place == REVIEW else self.words.first_word(f"creation.{place}", default=place)

    def named(self) -> None:
        """Give it a name where its player has left that to the app."""
        if not self.draft.about.get("character_name", "").strip():
            proposed = drafts.a_name(self.creation, self.words)
            self.draft.about["character_name"] = drafts.free_name(self.table, self.creation, proposed, self.words)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
def step(request: HttpRequest, table_pk: UUID, kind: str, step: str) -> HttpResponse:
    """One page of making a character; what was typed is kept, whichever button leaves the page."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    sheet_kind = kind_or_404(table, kind)
    creation = sheet_kind.creation
    if creation is None or step not in {REVIEW, *(one.name for one in creation.steps), *creation.before}:
        raise Http404
    words = speaker(table.system)
    draft = drafts.load(request, table, sheet_kind, creation, words)
    making = Making(table, sheet_kind, creation, words, draft, step)
    if step not in making.names:
        return redirect(making.url(making.names[0]))
    if step != REVIEW:
        return _step(request, making)
    # Before the draft is read: a form sent again must not revive it.
    finishes = request.method == "POST" and request.POST.get("go", FINISH) == FINISH
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
        unseen = _read(request, making, at)
        if making.first:
            draft.about |= _about(request)
        go = LOOK if request.POST.get(NUDGE) or _tapped(request) else request.POST.get("go", NEXT)
        if drafts.roll_for(at, draft) and go == NEXT:
            go = LOOK
        if go in (NEXT, REST) and making.creation.names:
            making.named()
        if making.first:
            form = making.about_form(_as_data(draft.about) if go == LOOK else {**_as_data(draft.about)})
        if go == REST:
            drafts.fill(making.creation, draft)
            draft.about[FILLED] = True
        _keep(request, making)
        if go == BACK:
            return redirect(making.url(making.beside(-1)))
        if go == REST:
            return redirect(making.url(REVIEW))
        if go in making.names and go != making.place:
            return redirect(making.url(go))
        if go == LOOK or unseen:
            errors, form = drafts.meanwhile(at, draft), making.about_form() if form else None
        else:
            _checked, errors = drafts.judge(at, draft)
            if go == NEXT and not errors and (form is None or form.is_valid()):
                return redirect(making.url(making.beside(1)))
    return render(
        request, "characters/step.html", _step_context(making, at, errors, form), status=_code(request, errors)
    )


def _step_context(
    making: Making, at: CreationStep, errors: dict[str, RuleError], form: CharacterForm | None
) -> dict[str, object]:
    draft, words = making.draft, making.words
    asked = at.inputs(draft.said)
    bound = inputs.fields(asked, draft.said, errors, words)
    place = making.names.index(at.name)
    told = {*drafts.UNFINISHED} if progress.counts(at, draft.said) else set()
    return {
        **_context(making),
        "form": form,
        "bound": [field for field in bound if not field.seldom],
        "shelves": [field for field in bound if field.seldom and field.layout == "tiles"],
        "folded": (folded := [field for field in bound if field.seldom and field.layout != "tiles"]),
        "opens": bool(inputs.faulty(folded)),
        "asked": " ".join(item.name for item in asked),
        "ask": (ask := words.first_word(f"creation.{at.name}_ask")),
        # the question of the page is the heading of its only tiles
        "titled": bool(ask) and sum(field.layout == "tiles" and not field.seldom for field in bound) < 2,
        "help": words.first_word(f"creation.{at.name}_help"),
        "notes": values.said(at.notes(draft.said), words),
        "faults": inputs.faulty(bound),
        "form_faults": [field for field in form if field.errors] if form is not None and form.is_bound else [],
        "problems": [words.error(one) for name, one in errors.items() if not name and one.reason not in told],
        "progress": progress.of_step(
            at, draft.said, making.steps[place + 1 :], making.title(making.names[place + 1]), words
        ),
        "beside": _beside(making),
    }


def _beside(making: Making) -> list[values.Value]:
    """The numbers that stand beside the tiles, as the answers so far make them."""
    if not making.creation.beside:
        return []
    made = drafts.so_far(making.creation, making.kind, making.draft, making.words)
    if made is None:
        return []
    character = _character(making, made)
    found = {one.code: one for one in finish.numbers(character, made.sheet, made.things, runs=making.runs)}
    return [found[code] for code in making.creation.beside if code in found]


def _character(making: Making, made: Made) -> Character:
    """The character as it would be, stored nowhere."""
    name = making.draft.about.get("character_name", "")
    return Character(table=making.table, name=name, kind=making.kind.name, sheet=made.sheet)


def _read(request: HttpRequest, making: Making, at: CreationStep) -> bool:
    """Take in what the page asked for; returns whether the answers bring questions that it did not show."""
    draft, shown = making.draft, request.POST.get(ASKED)
    if shown is None:
        # From elsewhere than the page: answers may bring questions that are answered too.
        for _time in range(2):
            _take_in(request, making, at, at.inputs(draft.said))
        return False
    names = set(shown.split())
    _take_in(request, making, at, [item for item in at.inputs(draft.said) if item.name in names])
    return any(item.name not in names for item in at.inputs(draft.said))


def _take_in(request: HttpRequest, making: Making, at: CreationStep, asked: Sequence[Input]) -> None:
    """Keep these answers; a new one makes the steps that propose by it propose anew."""
    said, given = making.draft.said, inputs.read(asked, request.POST)
    if any(said.get(name, value) != value for name, value in given.items()):
        drafts.renew(making.creation, at, making.draft)
    making.draft.said |= given


def _tapped(request: HttpRequest) -> bool:
    return any(name.endswith("__tap") for name in request.POST)


def _code(request: HttpRequest, errors: dict[str, RuleError]) -> int:
    """A look at a half-finished step is no refusal."""
    looks = request.POST.get("go") == LOOK or bool(request.POST.get(NUDGE)) or _tapped(request)
    return 200 if looks else status(request)


def _review(request: HttpRequest, making: Making) -> HttpResponse:
    if request.method == "POST" and "character_name" in request.POST:
        making.draft.about["character_name"] = request.POST["character_name"][:200]
    form = making.about_form(_as_data(making.draft.about))
    form.fields["character_name"].required, form.fields["character_name"].help_text = True, ""
    offers = [
        one
        for one in taking.offered(making.table, making.kind, game_master=making.runs)
        if one.kind not in making.creation.takes
    ]
    if request.method == "POST":
        sent = set(request.POST.getlist("take"))
        making.draft.about["taken"] = [one.code for one in offers if one.code in sent]
        _keep(request, making)
    made = drafts.judge_all(making.creation, making.kind, making.draft, making.words)
    sheet, refused = made.sheet, dict[str, RuleError]()
    chosen = [one for one in offers if one.code in making.draft.about.get("taken", ())]
    if not made.faults:
        sheet, refused = taking.after_all(making.kind, sheet, chosen)
    if request.method == "POST":
        go = request.POST.get("go", FINISH)
        if go == BACK:
            return redirect(making.url(making.beside(-1)))
        if go in making.names and go != making.place:
            return redirect(making.url(go))
        if go == LOOK:
            return redirect(making.url(REVIEW))
        if go == REST:
            drafts.fill(making.creation, making.draft)
            making.draft.about[FILLED] = True
            _keep(request, making)
            return redirect(making.url(REVIEW))
        if go == FINISH and not made.faults and not refused and form.is_valid():
            players = form.cleaned_data["character_players"] if making.runs else [person(request)]
            character = services.create_character(
                table=making.table,
                kind=making.kind.name,
                name=form.cleaned_data["character_name"],
                values=sheet,
                by=person(request),
                players=players,
                things=made.things,
            )
            drafts.forget(request, making.table, making.kind)
            finish.keep(request, character, making.creation.told(making.draft.said), _reasons(making), making.words)
            return redirect("characters:made", pk=character.pk)
    context = {**_context(making), "form": form, "lines": []}
    context["finishes"] = finish.button(making.kind, making.words)
    context["offers"] = taking.grouped(making.table, making.kind, offers, making.words)
    context["taken"] = {one.code for one in chosen}
    if made.faults or refused or not form.is_valid():
        context["lines"] = [
            *_lines(making, form, made.faults),
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
        character = _character(making, Made(sheet, made.things))
        context |= finish.reads(character, sheet, made.things, runs=making.runs)
        context["told"] = [making.words.text(one) for one in making.creation.told(making.draft.said)]
        context["reasons"] = [making.words.text(one) for one in _reasons(making)]
    return render(request, "characters/review.html", context, status=status(request))


_finish = once_if_keyed(_review)


def _reasons(making: Making) -> Explanation:
    """Why it is as it is, where the app has answered."""
    return reasons(making.creation, making.draft.said) if making.draft.about.get(FILLED) else ()


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
        "name": making.draft.about.get("character_name", ""),
        "title": making.title(making.place),
        "subject": _("Personaje nuevo"),
        "leave": {"url": reverse("characters:start", args=[making.table.pk]), "says": _("Dejarlo para luego")},
        "where": _("%(who)s · paso %(place)s de %(count)s")
        % {
            "who": making.draft.about.get("character_name") or making.table.name,
            "place": place + 1,
            "count": len(names),
        },
        "pages": [
            {"name": name, "title": making.title(name), "here": name == making.place, "done": at < place}
            for at, name in enumerate(names)
        ],
        "is_first": place == 0,
        "fills": bool(making.creation.names),
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
    drafts.forget(request, table, kind_or_404(table, kind))
    return redirect("characters:start", table_pk=table.pk)
