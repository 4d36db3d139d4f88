"""What one viewer sees of a fight, as plain values; templates get nothing else of the state.

The same values show whether an audience's view has changed; its version rises only then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from rules.core import engine, stage
from rules.core.audience import PUBLIC, Viewer
from rules.core.board.known import as_known
from rules.core.board.rules import boarded
from rules.core.boards import Standing
from rules.core.engine import AnyHead
from rules.core.facts import Explanation, Fact, conceal, visible
from rules.core.fight import Combatant
from rules.core.health import seen_health
from rules.core.log import Entry
from rules.core.once import once
from rules.core.system import AnySystem
from rules.core.types import Id
from rules.core.verbs import AnyFight
from tapiz_site.pictures import looks

if TYPE_CHECKING:
    from .store import NewEntry


Cards: TypeAlias = Mapping[Id, Explanation]
"""The facts of the cards of all combatants, before anything is kept from a viewer."""


@dataclass(frozen=True)
class Row:
    """One combatant as a viewer sees it."""

    id: Id
    name: str
    side: str
    hidden: bool
    shows: str
    group: bool
    character: Id | None
    initiative: int | None
    tie: Fact | None
    """The fact that decided the tie with the row before it."""
    facts: Explanation
    """All facts of the combatant's card that the viewer may know."""
    known: Mapping[str, Fact]
    """The first of these facts by code."""
    likeness: looks.Likeness
    """What its portrait or emblem is kept under."""
    now: bool = False
    done: bool = False
    out: bool = False
    mine: bool = False

    @property
    def leaves_loot(self) -> bool:
        """Whether it is out and its things can be taken: a character of the group keeps its own."""
        return self.out and (self.side != "party" or self.character is None)

    @property
    def looks(self) -> Fact | None:
        """The word for how it fares, as far as the viewer may know it."""
        return seen_health(self.facts)


@dataclass(frozen=True)
class Ask:
    """What the whole table may know of an open request: who is asked, and what for."""

    key: str
    to: Id | None
    label: str
    mine: bool


@dataclass(frozen=True)
class Board:
    """A fight as a viewer sees it."""

    rows: tuple[Row, ...]
    headline: Explanation
    status: str
    now: Id | None
    next: Id | None
    asks: tuple[Ask, ...] = ()
    waiting: bool = False
    held: bool = False
    """Whether the act of a played combatant is open, for which others wait, also where they are not told what for."""
    ranked: bool = True
    """Whether the system orders combatants by a score."""
    own: tuple[Row, ...] = field(default=())
    laid: tuple[object, Mapping[Id, Standing]] | None = None
    """The board under the fight and who stands where, as far as the viewer may know; None without one."""

    def row(self, who: Id | None) -> Row | None:
        """The row of this combatant, if the viewer sees it."""
        return next((row for row in self.rows if row.id == who), None)


def cards(system: AnySystem, fight: AnyFight) -> Cards:
    """The cards of all combatants, of which the boards of all viewers are made."""
    return _cards(fight, system)


@partial(once, most=100)
def _cards(fight: AnyFight, system: AnySystem) -> Cards:
    return {who: system.card(fight, who).facts for who in fight.order}


def board(system: AnySystem, head: AnyHead, viewer: Viewer, known: Cards | None = None) -> Board:
    """The fight as this viewer sees it; known: its cards, where they have been made already."""
    shown = stage.known(system, head, viewer)
    # the cards are those of the fight as it is; others may see another turn
    known = cards(system, shown.fight) if known is None or shown.fight is not head.fight else known
    head, fight = shown, shown.fight
    hidden = fight.hidden
    seen = [who for who in fight.order if viewer.game_master or who not in hidden]
    turns = [who for who in system.whose_turn(fight) if viewer.game_master or who not in hidden]
    turn = next(iter(system.whose_turn(fight)), None)
    acting = turn if turn in seen else None
    following = next((who for who in turns if who != acting), None)
    # Ties among visible combatants only: a hidden one between two equals must not show.
    among = fight if viewer.game_master else _without_hidden(fight)
    places = {place.combatant: place for place in system.order(among)}
    mates = {who: fight.combatants[who].group for who in fight.order}
    # Members of a group share a score by design: that is not shown as a tie.
    ties = {
        who: place.tie
        for who, place in places.items()
        if place.tie is not None
        and (mates[who] is None or all(mates.get(other) != mates[who] for other in place.tie.refs()))
    }
    done = system.acted(fight)
    rows = tuple(
        _row(fight, known[who], who, viewer, ties.get(who), now=who == acting, done=who in done and who != acting)
        for who in seen
    )
    asks = _asks(system, head, viewer)
    played = {who for who, one in fight.combatants.items() if one.controllers and not one.hidden}
    return Board(
        rows=rows,
        headline=visible(conceal(system.headline(fight), hidden), viewer),
        status=fight.status,
        now=acting,
        next=following,
        asks=asks,
        waiting=bool(asks),
        held=any(not one.secret and one.command.actor in played for one in head.open),
        ranked="set_initiative" in system.actions,
        own=tuple(row for row in rows if row.mine),
        laid=_laid(system, fight, viewer),
    )


def _laid(system: AnySystem, fight: AnyFight, viewer: Viewer) -> tuple[object, Mapping[Id, Standing]] | None:
    whole, rules = boarded(system, fight, viewer)
    if whole.board is None:
        return None
    known = as_known(whole, viewer, rules)
    return known.board, known.places


@once
def _without_hidden(fight: AnyFight) -> AnyFight:
    seen = {who: one for who, one in fight.combatants.items() if not one.hidden}
    return replace(fight, combatants=seen, order=tuple(who for who in fight.order if who in seen))


def _row(
    fight: AnyFight, card: Explanation, who: Id, viewer: Viewer, tie: Fact | None, *, now: bool, done: bool
) -> Row:
    one = fight.combatants[who]
    facts = visible(card, viewer)
    known = {fact.code: fact for fact in reversed(facts)}
    told = visible(conceal((tie,), fight.hidden), viewer) if tie is not None else ()
    initiative = known.get("initiative")
    return Row(
        id=who,
        name=one.called(by_game_master=viewer.game_master),
        side=one.side,
        hidden=one.hidden,
        shows=one.shows if viewer.game_master else "",
        group=one.group is not None if viewer.game_master else False,
        character=one.character if viewer.game_master or who in viewer.controls else None,
        initiative=initiative.value if initiative else None,
        tie=told[0] if told else None,
        facts=facts,
        known=known,
        likeness=likeness_of(one, by_game_master=viewer.game_master),
        now=now,
        done=done,
        out="out" in known,
        mine=who in viewer.controls,
    )


def likeness_of(one: Combatant[Any], *, by_game_master: bool) -> looks.Likeness:
    """What a combatant is drawn as: for players one with a public name is what that says, whatever its true name."""
    if one.public_name and not by_game_master:
        return looks.of_creature(one.public_name, one.kind)
    if one.character is not None:
        return looks.of_character(one.character, one.kind)
    return looks.of_creature(one.name, one.kind)


def _asks(system: AnySystem, head: AnyHead, viewer: Viewer) -> tuple[Ask, ...]:
    waiting = engine.waits_for(system, head)
    if waiting is None:
        return ()
    return tuple(
        Ask(request.key, request.to, getattr(request, "label", ""), engine.may_answer(request, viewer))
        for request in waiting.requests
        if engine.knows_of(request, head, viewer)
    )


def told(entry: Entry, viewer: Viewer) -> Explanation:
    """The facts of an entry as this viewer may know them."""
    return visible(entry.facts, viewer)


def table_changed(system: AnySystem, before: AnyHead, steps: Sequence[NewEntry]) -> bool:
    """Whether these steps change what the whole table sees."""
    return _changed(system, before, steps, PUBLIC)


def seat_changed(system: AnySystem, before: AnyHead, steps: Sequence[NewEntry], person: Id) -> bool:
    """Whether these steps change what this person alone sees, beyond what the table sees."""
    fight = steps[-1].head.fight
    return _changed(system, before, steps, fight.viewer(person, game_master=False))


def _changed(system: AnySystem, before: AnyHead, steps: Sequence[NewEntry], viewer: Viewer) -> bool:
    if any(told(step.entry, viewer) for step in steps):
        return True
    if _log_changes(steps, viewer):
        return True
    earlier = before.fight.viewer(viewer.person, game_master=False)
    return board(system, before, earlier) != board(system, steps[-1].head, viewer)


def _log_changes(steps: Sequence[NewEntry], viewer: Viewer) -> bool:
    """Whether an undo or redo strikes something in the log that this viewer can read."""
    return any(told(entry, viewer) for step in steps for entry in step.struck)
