"""What the sheet of a combatant rolls, for the app below that shows it: as things are in its scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from characters import playing
from characters.models import Character
from characters.playing import Die, Play, RolledNow, Showing, Typing
from characters.values import said
from rules.core.facts import Explanation, visible
from rules.core.fight import Combatant, Thrown
from rules.core.sheet_rolls import open_rolls
from rules.core.stored import load_facts
from rules.core.taps import Tap, TapDice
from rules.core.types import Id
from rules.core.words import number
from rules.dice import written
from tapiz_site.speech import speaker

from . import undoing
from .desk import Desk
from .free import KIND
from .models import LogEntry
from .policy import Seat
from .undoing import Reader

TYPED = "typed_dice"
"""The session key of the standing choice to type the faces of real dice."""

OUTCOMES = ("core.sheet_roll.rolled", "core.sheet_roll.harm")


def play_in(request: HttpRequest, seat: Seat, who: Id, character: Character, showing: Showing) -> Play:
    """What this combatant's sheet rolls, the roll that is shown, and the dice that are being typed."""
    fight = seat.read.head.fight
    desk = Desk(seat)
    play, taps = playing.play_of(seat.read.system, fight, who, desk.speaker, seat.viewer)
    if not seat.plays:
        return play
    found = {tap.key: tap for tap in taps}
    last = fight.combatants[who].thrown
    shown = last if last is not None and last.id == showing.rolled and last.what in found else None
    if fight.ordered:
        links = dict(_links(seat, who, taps))
        play = replace(play, attacks=playing.linked(play.attacks, links))
    return replace(
        play,
        url=reverse("combat:sheet_act", args=[character.pk]),
        typed=bool(request.session.get(TYPED)),
        typing=typing_of(found, showing, desk),
        rolled=_rolled(desk, shown, found[shown.what]) if shown is not None else None,
        points=playing.points_of(seat.read.system, fight, desk.speaker, seat.viewer),
        problem=showing.problem,
    )


def sends(request: HttpRequest, character: Character) -> str:
    """Where a tap is sent of a character that takes part in nothing: a person comes to the free scene with it."""
    return reverse("combat:sheet_act", args=[character.pk]) if character.kind == KIND else ""


def typing_of(taps: Mapping[str, Tap], showing: Showing, desk: Desk) -> Typing | None:
    """The dice that are being typed, with what was typed of them."""
    tap = taps.get(showing.typing)
    dice = None if tap is None else tap.harm if showing.harm else tap.dice
    if tap is None or dice is None:
        return None
    sides = (*dice.sides, *(dice.sides[-1],) * showing.more)
    faces = (*showing.faces, *(None,) * len(sides))
    rows = tuple(Die(place, one, tuple(range(1, one + 1)), faces[place]) for place, one in enumerate(sides))
    name = playing.name_of(tap, desk.speaker)
    return Typing(tap.key, name, written(sides, dice.added), rows, showing.harm, showing.instead, showing.more)


def _links(seat: Seat, who: Id, taps: Sequence[Tap]) -> Iterator[tuple[str, str]]:
    """Where attacks are made while turns are taken: in the scene, with the weapon chosen."""
    address = seat.read.encounter.get_absolute_url()
    for tap in taps:
        if tap.group == "attack" and tap.leads is not None:
            name = tap.leads.action
            chosen = {"panel": "act", "actor": who, "action": name, "filled": f"act:{who}:{name}"}
            yield tap.key, f"{address}?{urlencode({**chosen, **tap.leads.inputs})}"


def _rolled(desk: Desk, last: Thrown, tap: Tap) -> RolledNow:
    dice = tap.harm if last.harm and tap.harm is not None else tap.dice
    rows = list(desk.seat.read.encounter.entries.filter(resolution=last.id).order_by("sequence"))
    facts = visible([fact for row in rows for fact in load_facts(row.data["facts"])], desk.viewer)
    outcome = next((fact for fact in facts if fact.code in OUTCOMES), None)
    added = last.total - sum(last.faces)
    return RolledNow(
        last.id,
        last.what,
        playing.name_of(tap, desk.speaker),
        last.harm,
        last.faces,
        set(dice.sides) == {6},
        number(added, sign=True) if added and not _pooled(last, dice) else "",
        number(last.total),
        last.word,
        tuple(_lines(desk, facts)),
        said(outcome.terms, desk.speaker) if outcome is not None else (),
        typed=not any(row.data.get("rolled") for row in rows),
        undo=_undo(desk, rows),
        next_harm=written(tap.harm.sides, tap.harm.added) if tap.harm is not None and not last.harm else "",
    )


def _pooled(last: Thrown, dice: TapDice) -> bool:
    """Whether not all faces count, so that no sum of theirs makes the total."""
    return last.total != sum(last.faces) + dice.added


def _lines(desk: Desk, facts: Explanation) -> Iterator[str]:
    """What a roll means, and what it used up: all that was told besides its dice and its total."""
    for fact in facts:
        if fact.code not in OUTCOMES and not fact.code.startswith(("core.rolled", "core.typed")):
            yield desk.speaker.text(fact)


def _undo(desk: Desk, rows: Sequence[LogEntry]) -> Id:
    """The entry by which this reader may take the roll back, as long as it is the newest."""
    seat = desk.seat
    if not rows:
        return ""
    if seat.runs:
        return rows[0].id
    own = undoing.undoable(seat.read.encounter, Reader(seat.user, seat.viewer), seat.read.head.fight.house)
    return own.id if own is not None and own.resolution == rows[0].resolution else ""


def waiting(seat: Seat) -> Iterator[tuple[Combatant[object], str]]:
    """The rolls that wait for the game master's word, each with what was rolled."""
    system, fight = seat.read.system, seat.read.head.fight
    words = speaker(system.slug)
    for one in open_rolls(fight):
        taps = {tap.key: tap for tap in system.taps(fight, one.id)}
        tap = taps.get(one.thrown.what) if one.thrown is not None else None
        yield one, playing.name_of(tap, words) if tap is not None else ""
