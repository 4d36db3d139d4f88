"""The guide of a practice (`combat/guides.py`): its strip, the dice of its steps, and where it stands after an act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from combat.deeds import Deed, Faces, roll
from combat.desk import Desk
from combat.parts import Button
from combat.policy import Seat
from rules.core import engine
from rules.core.inputs import Input
from rules.core.requests import Choose, Dice
from rules.core.staging import APP
from rules.core.story import StoryStep
from rules.core.types import Id, Json
from tapiz_site import inputs as forms

from . import practising
from .catalogue import Lesson, lessons_of
from .models import Practice
from .rehearsing import Move, rehearsed


@dataclass(frozen=True, slots=True)
class GuidePart:
    """A part of what a step does: the act with its choices, a roll with its faces, or a decision."""

    title: str
    icon: str
    choices: tuple[str, ...] = ()
    dice: tuple[tuple[int, int], ...] = ()
    """The face of each die, and its sides."""


def strip(desk: Desk) -> SafeString:
    """Where this person stands in the lesson, what comes next, and the buttons that take it; nothing without one."""
    practice, lesson = _practice(desk.seat)
    if practice is None or lesson is None:
        return SafeString("")
    steps, encounter = lesson.story.step, desk.seat.read.encounter
    on_track = encounter.head == practice.kept
    step = steps[practice.step] if on_track and practice.step < len(steps) else None
    context = {
        "practice": practice,
        "lesson": lesson,
        "on_track": on_track,
        "before": steps[practice.step - 1] if practice.step and not practice.done else None,
        "step": step,
        "over": practice.step == len(steps),
        "threads": [place < practice.step for place in range(len(steps))],
        "parts": tuple(_parts(desk, step, practice.done)) if step else (),
        "by_hand": _by_hand(desk, step) if step and not practice.done else None,
        "encounter": encounter,
        "others": [one for one in lessons_of(practice.system).values() if one.name != lesson.name],
    }
    return SafeString(render_to_string("lessons/_strip.html", context))


def faces(seat: Seat, deed: Deed) -> Faces:
    """The dice of a deed fall as the lesson tells it where the deed is its next one, else by chance."""
    practice, lesson = _practice(seat)
    if practice is None or lesson is None or seat.read.encounter.head != practice.kept:
        return roll
    step = lesson.story.step[practice.step] if practice.step < len(lesson.story.step) else None
    another = deed.does == "command" and step is not None and (deed.action, deed.actor) != (step.does, step.who)
    if step is None or another:
        return roll
    told = step.answers

    def fall(request: Dice) -> list[int]:
        wanted = told.get(request.key)
        return list(wanted) if isinstance(wanted, list) and len(wanted) == len(request.sides) else roll(request)

    return fall


def acted(seat: Seat) -> None:
    """Find the place in the lesson after an act of this person."""
    practice, lesson = _practice(seat)
    if practice is not None and lesson is not None:
        practising.follow(practice, lesson)


def _practice(seat: Seat) -> tuple[Practice | None, Lesson | None]:
    practice = Practice.objects.filter(encounter=seat.read.encounter.pk, user=seat.user).first()
    return practice, lessons_of(practice.system).get(practice.lesson) if practice is not None else None


def _parts(desk: Desk, step: StoryStep, done: int) -> Iterator[GuidePart]:
    for act in rehearsed(desk.system, desk.seat.read.head, step, done):
        yield _part(desk, step, act)
    if step.refused:
        yield GuidePart(_title(desk, step), engine.action(desk.system, step.does).icon or "arrow-right")


def _part(desk: Desk, step: StoryStep, act: Move) -> GuidePart:
    if act.command is not None:
        verb = engine.action(desk.system, step.does)
        declared = [one for one in verb.inputs(desk.fight, step.who, desk.viewer) if one.name in step.with_]
        return GuidePart(_title(desk, step), verb.icon or "arrow-right", _words(desk, declared, act.command.inputs))
    request, answer = act.request, act.answer or {}
    if isinstance(request, Dice):
        title = _about(desk, request.to, request.label, request.key)
        return GuidePart(title, "dices", dice=tuple(zip(answer["faces"], request.sides, strict=False)))
    assert isinstance(request, Choose)  # noqa: S101 - the two kinds of leaf
    given = step.answers[request.key]
    # Of a decision the story says what matters in it.
    declared = [one for one in request.inputs if not isinstance(given, dict) or one.name in given]
    title = _about(desk, request.about or request.to, request.label, request.key)
    return GuidePart(title, "check", _words(desk, declared, answer))


def _title(desk: Desk, step: StoryStep) -> str:
    action = desk.speaker.first_word(f"action.{step.does}", default=step.does)
    return f"{desk.name_of(step.who)}: {action}" if step.who else action


def _about(desk: Desk, who: Id | None, label: str, key: str) -> str:
    what = desk.speaker.first_word(label, default=key) if label else key
    return f"{desk.name_of(who)}: {what}" if who else what


def _words(desk: Desk, declared: Sequence[Input], values: Mapping[str, Json]) -> tuple[str, ...]:
    found = forms.shown(declared, values, desk.speaker)
    return tuple(f"{one.label}: {', '.join(_cells(one)) or one.text}" for one in found)


def _cells(one: forms.ShownValue) -> tuple[str, ...]:
    """The lines of a choice, and its rows without their blank cells."""
    return one.lines or tuple(" ".join(cell for cell in row if cell != "–") for row in one.table)


def _by_hand(desk: Desk, step: StoryStep) -> Button | None:
    """The way to the form of a step, which begins with the choices of the lesson."""
    if not step.does or not step.who or step.by == APP or step.refused:
        return None
    if engine.action(desk.system, step.does).of_the_turn:
        return Button("", show=desk.panel_url(panel="act", actor=step.who, action=step.does))
    return Button("", show=desk.verb_url(step.does, actor=step.who))
