"""What a fight waits for, in words: the strip in the header of its page, and the title of the browser's tab."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules.core import engine
from rules.core.fight import Command
from rules.core.parts import TurnPart
from rules.core.requests import Choose, Dice, Request
from rules.core.stage import Stage
from rules.core.types import Id
from tapiz_site.campaigns.titles import contracted

from . import hand
from .desk import Desk


@dataclass(frozen=True)
class CuePart:
    """One part of the turn, as it is drawn."""

    label: str
    spent: bool
    next: bool
    """The proposed act spends it, or the round is in this phase."""


@dataclass(frozen=True)
class Cue:
    """What stands in the header."""

    title: str
    note: str = ""
    icon: str = "hourglass"
    mine: bool = False
    """The viewer is to act or to answer."""
    parts: tuple[CuePart, ...] = ()
    show: str = ""
    """The query of the panel in which the viewer answers."""


def cue(desk: Desk) -> Cue:
    """What the fight waits for, for the person at this desk."""
    stage = desk.stage
    parts = _parts(desk, stage)
    if stage.kind == "answer":
        return _answer(desk, stage)
    if stage.kind == "answers":
        names = _names(desk, stage.who)
        known = desk.waiting.requests if desk.waiting else ()
        own = (one for one in known if hand.is_proposal(desk, one) and one.audience.admits(desk.viewer))
        if isinstance(proposal := next(own, None), Choose):
            return Cue(_begun(_("Decide %(who)s") % {"who": names}), hand.sentence(desk, proposal), parts=parts)
        said = _("Responden %(who)s") if len(stage.who) > 1 else _("Responde %(who)s")
        return Cue(_begun(said % {"who": names}), _after(desk, stage), parts=parts)
    if stage.kind == "act":
        who = _names(desk, stage.who)
        if desk.seat.runs:
            return Cue(_("Actúa %(who)s") % {"who": who}, _after(desk, stage), "play", mine=True, parts=parts)
        return Cue(_("Te toca"), who, "bell", mine=True, parts=parts)
    if stage.kind == "acts":
        return _others_act(desk, stage, parts)
    if stage.kind == "step":
        assert stage.proposed is not None  # noqa: S101 - a step is one that can be taken
        return Cue(_("Siguiente paso"), _said(desk, stage.proposed), "play", mine=True)
    return {
        "free": Cue(_("Escena libre"), icon="feather"),
        "ready": Cue(_("Sin empezar")),
        "paused": Cue(_("En pausa"), icon="pause"),
        "over": Cue(_("La escena ha terminado"), icon="archive"),
    }[stage.kind]


def tab_title(desk: Desk, shown: Cue) -> str:
    """The title of the browser's tab: what the viewer is to do comes before the name of the fight."""
    name = desk.seat.read.encounter.name
    return f"({shown.title}) {name}" if shown.mine and desk.seat.plays else name


def _answer(desk: Desk, stage: Stage) -> Cue:
    request = stage.request
    if request is None:
        return Cue(_("Ya no es posible"), icon="bell", mine=True, show=urlencode({"panel": "next"}))
    if isinstance(request, Choose) and hand.is_proposal(desk, request):
        show = urlencode({"ask": request.key})
        return Cue(_("Una propuesta"), hand.sentence(desk, request), "bell", mine=True, show=show)
    label = getattr(request, "label", "")
    occasion = desk.speaker.first_word(label, default="") if label else ""
    whose = desk.name_of(request.to) if request.to and (desk.seat.runs or len(desk.board.own) > 1) else ""
    about = desk.against(request) or _occasion(desk, request)
    note = " · ".join(part for part in (desk.place(), occasion, whose, about) if part)
    title = _("Tira") if isinstance(request, Dice) else _("Responde")
    return Cue(title, note, "bell", mine=True, show=urlencode({"ask": request.key}))


def _occasion(desk: Desk, request: Request) -> str:
    """Whose act raised the question, and which one, where it is another's, for viewers who may know it."""
    if desk.waiting is None:
        return ""
    command = desk.waiting.open.command
    if command.actor is None or command.actor == request.to:
        return ""
    if not desk.viewer.game_master and command.actor not in desk.viewer.controls:
        return ""
    return f"{desk.name_of(command.actor)}: {_label(desk, command)}"


def _others_act(desk: Desk, stage: Stage, parts: tuple[CuePart, ...]) -> Cue:
    who = stage.who[0] if stage.who else None
    if who is None:
        # the game master's: a step of the table, or the turn of a combatant that this viewer does not see
        awaited = contracted(_("Se espera a %(who)s") % {"who": desk.seat.read.encounter.table.the_dj})
        return Cue(awaited, _after(desk, stage), parts=parts)
    return Cue(_("Actúa %(who)s") % {"who": desk.name_of(who)}, _after(desk, stage), parts=parts)


def _after(desk: Desk, stage: Stage) -> str:
    if stage.then is None or stage.then in stage.who:
        return ""
    if stage.then in desk.viewer.controls and not desk.seat.runs:
        if desk.waiting is not None and desk.waiting.open.command.actor == stage.then:
            return _("por tu acción")
        return _("Vas después")
    return _("después, %(who)s") % {"who": desk.name_of(stage.then)}


def _begun(sentence: str) -> str:
    """A sentence with its capital: in English it begins with the title of the game master."""
    return sentence[:1].upper() + sentence[1:]


def _names(desk: Desk, people: Sequence[Id | None]) -> str:
    dj = desk.seat.read.encounter.table.the_dj
    return desk.speaker.listed(list(dict.fromkeys(desk.name_of(one) if one else dj for one in people)))


def _said(desk: Desk, command: Command) -> str:
    """What a command is about to do, in words, as its button says it."""
    said = engine.action(desk.system, command.action).says(desk.fight, command)
    return desk.speaker.text(said) if said is not None else _label(desk, command)


def _label(desk: Desk, command: Command) -> str:
    return desk.speaker.first_word(f"action.{command.action}", default=command.action)


def _parts(desk: Desk, stage: Stage) -> tuple[CuePart, ...]:
    first = next((part for part in stage.parts if not part.spent), None) if stage.form else None
    phased = any(part.now for part in stage.parts)
    return tuple(CuePart(_part(desk, part), part.spent, part.now if phased else part is first) for part in stage.parts)


def _part(desk: Desk, part: TurnPart) -> str:
    word = desk.speaker.first_word(part.code, default=part.code)
    return f"{word} {part.count}" if part.count is not None else word
