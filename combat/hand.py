"""A player's proposal to the game master, in words: for the cue, the panel and the button that sends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.core.audience import PUBLIC
from rules.core.fight import Command
from rules.core.hand import KEY, proposals, proposed, usual
from rules.core.inputs import Flag, Input, Rows, Several, Text
from rules.core.requests import Choose, Request
from rules.core.types import Json
from tapiz_site import inputs as forms
from tapiz_site.campaigns.titles import contracted
from tapiz_site.inputs import BoundInput

from .desk import Desk


def is_proposal(desk: Desk, request: Request | None) -> bool:
    """Whether a request is for the game master's word on what a player proposes."""
    if desk.waiting is None or request is None:
        return False
    top = desk.waiting.open
    return request.key in (top.proposed or {}) or (request.key == KEY and bool(top.command.proposed))


def proposing(desk: Desk, declared: Sequence[Input], command: Command) -> Command:
    """The command with what this person would propose by it."""
    return replace(command, proposed=proposals(desk.fight, declared, command.inputs, desk.viewer))


def sentence(desk: Desk, request: Choose) -> str:
    """A proposal in one line: "Irena: levantar el rastrillo, Inteligencia, +2 soy lista"."""
    assert desk.waiting is not None  # noqa: S101 - asked while a proposal is open
    command, values = desk.waiting.open.command, request.default or {}
    about = desk.speaker.first_word(request.label, default=request.key) if request.label else request.key
    if request.key == KEY:
        about = desk.speaker.first_word(f"action.{command.action}", default=command.action)
        declared = desk.inputs(command.action, command.actor)
        texts = [command.inputs.get(item.name) for item in declared if isinstance(item, Text)]
        about = ", ".join(str(text) for text in texts if text) or about
    wanted = proposed(request.inputs, values, PUBLIC)
    said = [part for item in wanted for part in _said(desk, item, values[item.name])]
    who = desk.name_of(request.about) if request.about else ""
    return f"{who}: {', '.join([about, *said])}"


def lines(desk: Desk, request: Choose) -> tuple[str, ...]:
    """The choices of the open command that are the player's own, in words; nothing for an answer."""
    assert desk.waiting is not None  # noqa: S101 - asked while a proposal is open
    if request.key != KEY:
        return ()
    command = desk.waiting.open.command
    declared = desk.inputs(command.action, command.actor)
    own = [item for item in declared if not item.game_master_decides]
    return tuple(
        f"{one.label}: {', '.join(one.lines) if one.lines else one.text}"
        for one in forms.shown(own, command.inputs, desk.speaker)
        if not one.table
    )


def marked(desk: Desk, declared: Sequence[Input], bound: Sequence[BoundInput]) -> tuple[BoundInput, ...]:
    """The fields of a player's form; those that the game master decides say so."""
    decides = {item.name for item in declared if item.game_master_decides}
    if desk.viewer.game_master or not decides:
        return tuple(bound)
    dj = desk.seat.read.encounter.table.the_dj
    words = {"dj": dj}
    return tuple(
        replace(one, label=_("%(label)s · lo decide %(dj)s") % {**words, "label": one.label})
        if one.name in decides
        else one
        for one in bound
    )


def sends(desk: Desk) -> str:
    """The label of the button that sends a proposal."""
    return contracted(_("Proponer a %(dj)s") % {"dj": desk.seat.read.encounter.table.the_dj})


def _said(desk: Desk, item: Input, value: Json) -> Iterator[str]:
    if isinstance(item, Several):
        before, now = usual(item) or [], value or []
        yield from (_("sin %(what)s") % {"what": one} for one in _names(desk, item, before, now))
        yield from _names(desk, item, now, before)
        return
    for one in forms.shown([item], {item.name: value}, desk.speaker, blanks=True):
        if isinstance(item, Rows):
            yield from (" ".join(cell for cell in row if cell != "–") for row in one.table)
        elif isinstance(item, Flag):
            yield one.label if value else _("sin %(what)s") % {"what": one.label}
        else:
            yield one.text


def _names(desk: Desk, item: Several, these: Sequence[Json], without: Sequence[Json]) -> list[str]:
    found = forms.shown([item], {item.name: [one for one in these if one not in without]}, desk.speaker)
    return [line for one in found for line in one.lines]
