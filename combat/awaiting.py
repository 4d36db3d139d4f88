"""The players that a fight by posts waits for, and until when, in words and as one person may know it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules.core.requests import Choose, Dice

from .desk import Desk
from .models import Wait, WaitState
from .waits import waits_of


@dataclass(frozen=True)
class Awaited:
    """One who is awaited, in words."""

    wait: Wait
    name: str
    acts: bool
    """Whether for a turn, and not for an answer."""
    asks: str
    """What for, in words."""
    until: str
    """Until when; empty without limit."""
    late: bool
    mine: bool
    """Whether it is the reader who is awaited."""
    decides: bool
    """Whether the game master is to decide, because the time is over."""


def awaited(desk: Desk) -> list[Awaited]:
    """Those that this person may know to be awaited: their own, and those that their page says are to act or answer.

    The game master knows of all.
    """
    own = desk.viewer.controls
    shown = own | {one for one in desk.stage.who if one is not None}
    rows = [row for row in waits_of(desk.seat.read.encounter) if desk.seat.runs or row.who in shown]
    mine = frozenset[str]() if desk.seat.runs else own
    return [_said(desk, row, mine=row.who in mine) for row in rows if row.who in desk.fight.combatants]


def _said(desk: Desk, row: Wait, *, mine: bool) -> Awaited:
    late = row.due is not None and row.due <= timezone.now()
    acts, told = row.key.startswith("act:"), row.state == WaitState.TOLD
    asks = _("su turno") if acts else _asked(desk, row)
    return Awaited(row, desk.name_of(row.who), acts, asks, moment(row.due), late, mine, told)


def _asked(desk: Desk, row: Wait) -> str:
    requests = desk.waiting.requests if desk.waiting else ()
    asked = next((one for one in requests if one.to == row.who and row.key.endswith(f":{one.key}")), None)
    label = getattr(asked, "label", "")
    if label and isinstance(asked, Dice | Choose) and (desk.seat.runs or row.who in desk.viewer.controls):
        return desk.speaker.first_word(label, default="") or _("una respuesta")
    return _("una respuesta")


def moment(due: datetime | None) -> str:
    """A moment of the next days, in the time zone of the page; empty for None."""
    return date_format(timezone.localtime(due), "l j, H:i") if due is not None else ""


def deadline(desk: Desk) -> str:
    """Until when the person has time, or else the one that the page says is to act; empty where nobody has any."""
    if not desk.seat.read.encounter.by_posts:
        return ""
    found = awaited(desk)
    first = next((one for one in found if one.mine), next(iter(found), None))
    if first is None or not first.until:
        return ""
    said = _("el plazo acabó el %(when)s") if first.late else _("hasta el %(when)s")
    return said % {"when": first.until}
