"""The dock of a page: the next step, what replaces it where it would be refused, and the ways back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from rules.core import engine, group

from .. import history, store, undoing
from ..cue import cue
from ..desk import Desk
from ..models import LogEntry
from ..parts import Button, Panel
from ..policy import Seat


def _interjections(desk: Desk) -> tuple[Button, ...]:
    """What combatants of this person, or for the game master all, may do in the turn of another at this moment."""
    rows = desk.board.rows if desk.seat.runs else desk.board.own
    return tuple(
        Button(
            desk.speaker.first_word(f"action.{name}", default=name),
            engine.action(desk.system, name).icon,
            show=desk.verb_url(name, actor=row.id),
            note=row.name if len(rows) > 1 else "",
        )
        for row in rows
        for name in desk.system.interjections
        if not row.now and desk.may(name, row.id)
    )


def context(desk: Desk, found: Panel) -> dict[str, Any]:
    """What the dock of this person's page shows beside this panel."""
    seat = desk.seat
    newest, redoable = _steps_back(seat)
    step = desk.table_step("end_turn") if desk.fight.status == "running" else None
    following = desk.system.next_step(desk.fight)
    # the step of such a panel comes before the next one of the table
    own = found.kind in ("ask", "verb") or (found.kind == "house" and found.next)
    begin = desk.table_step(following) if following and not own else None
    return {
        "keypad": desk.may("damage"),
        "undo": _undo(desk, newest) if newest else None,
        "redo": Button(_("Rehacer"), "redo-2", act=desk.act_url(do="redo", entry=redoable.id)) if redoable else None,
        "end_turn": step if following != "end_turn" and not _spent(found) else None,
        "begin": begin,
        "instead": _instead(desk, found) or (_onwards(desk, found) if begin is None else None),
        "again": _again(found),
        "interjections": _interjections(desk),
        # the act of a player's turn can be taken in their place, but is not what the game master is to press
        "for_another": seat.runs and desk.stage.kind == "acts" and found.kind in ("act", "wait"),
    }


def _undo(desk: Desk, newest: LogEntry) -> Button:
    """The button that takes the newest step back, or the whole of a group act."""
    begun = history.stored(newest.encounter_id, newest.resolution) if newest.kind == "answer" else newest
    whole = begun is not None and (begun.data.get("command") or {}).get("action") == group.NAME and desk.seat.runs
    label, entry = (_("Deshacer todo"), newest.resolution) if whole else (_("Deshacer"), newest.id)
    return Button(label, "undo-2", act=desk.act_url(do="undo", entry=entry))


def _spent(found: Panel) -> bool:
    """Whether the end of the turn is the panel's own step."""
    return found.kind == "act" and not found.name


def _instead(desk: Desk, found: Panel) -> Button | None:
    """What replaces the step of a panel that would be refused: an hourglass, or the way to the question."""
    stage, shown = desk.stage, cue(desk)
    idle = found.kind == "wait" and found.next is None
    if (found.kind == "act" or idle) and stage.kind in ("answers", "acts") and not desk.seat.runs:
        return Button(shown.title, "hourglass", note=shown.note, reason=shown.title)
    if found.kind not in ("act", "group", "verb") or stage.kind not in ("answer", "answers"):
        return None
    if found.kind == "verb" and engine.action(desk.system, found.hidden["action"]).interrupts:
        return None
    if stage.kind == "answer":
        return Button(_("Responder"), "bell", show=shown.show, note=shown.note)
    if desk.seat.runs:
        return Button(shown.title, "hourglass", show="panel=next")
    return Button(shown.title, "hourglass", note=shown.note, reason=shown.title)


def _onwards(desk: Desk, found: Panel) -> Button | None:
    """The way from a panel without a step of its own, such as that of one combatant, to what waits for its reader."""
    if found.next is not None or found.kind in ("ask", "wait") or desk.stage.kind not in ("act", "answer"):
        return None
    shown = cue(desk)
    return Button(shown.title, shown.icon, show=shown.show or "panel=next", note=shown.note)


def _again(found: Panel) -> Button | None:
    """The button with which a player who has already acted may act again instead, such as declaring anew."""
    return replace(found.next, label=_("Cambiarlo"), note="") if found.again and found.next is not None else None


def _steps_back(seat: Seat) -> tuple[LogEntry | None, LogEntry | None]:
    """The step that this person may undo now, and the undo that this person may redo."""
    encounter = seat.read.encounter
    if seat.runs:
        return store.newest_step(encounter), store.redoable(encounter)
    if not seat.plays:
        return None, None
    reader = undoing.Reader(seat.user, seat.viewer)
    return undoing.undoable(encounter, reader, seat.read.head.fight.house), undoing.redoable(seat.read, reader)
