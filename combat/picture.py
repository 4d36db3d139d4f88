"""The picture of a fight: a map with the positions of combatants, for one viewer.

A fight on a board (`rules.core.board`) is drawn alike in every system, by `templates/combat/board/`; what stands there
may have a figure of its system's own (`Figure`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

from django.http import QueryDict

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.board.choosing import Fills
from rules.core.board.going import going
from rules.core.board.ground import Ground, Veil, ground_of, veil_of
from rules.core.board.known import as_known, public_board
from rules.core.board.picture import Between, BoardPicture, Token, picture
from rules.core.board.rules import Look, boarded
from rules.core.board.underway import NOTHING_UNDERWAY, Underway
from rules.core.engine import AnyHead, Waiting
from rules.core.facts import Fact, conceal, visible
from rules.core.relations import NAME as RELATE
from rules.core.system import AnySystem
from rules.core.types import Id
from rules.core.verbs import AnyFight

from .desk import Desk
from .parts import Panel, token
from .plans import Plan

LONGEST = 2500
"""The longest text, in characters, of what a reader looks at."""

OF_BOARDS = "css/board.css"
"""The style sheet of boards."""

TAPPED, LOOK = "unit", "look"
"""The parameters with the id of the combatant that the reader has tapped, and what else is to be shown."""


def picture_of(
    system: AnySystem,
    fight: AnyFight,
    viewer: Viewer,
    looking: Mapping[str, str],
    underway: Underway = NOTHING_UNDERWAY,
) -> BoardPicture | None:
    """The values from which a fight is drawn for this viewer; None where nothing is drawn."""
    on_board, rules = boarded(system, fight, viewer)
    return picture(rules, on_board, viewer, looking, system.whose_turn, underway)


def underway(desk: Desk) -> Underway:
    """What goes on around a picture, as this person may know it."""

    def reasons(who: Id) -> Mapping[str, Fact | None]:
        return {one.action: one.reason for one in desk.offers(who)}

    waiting, head = desk.waiting, desk.seat.read.head
    told = waiting.pending.request.so_far if waiting is not None and waiting.pending is not None else ()
    known = engine.known_open(desk.system, head, desk.viewer)
    on_board, rules = boarded(desk.system, known.fight, desk.viewer)
    goes = going(rules, replace(known, fight=on_board), desk.viewer, told)
    return replace(resolving(waiting, head, desk.viewer), reasons=reasons, going=goes)


def resolving(waiting: Waiting | None, head: AnyHead, viewer: Viewer) -> Underway:
    """What is known to a viewer of the resolution that waits."""
    if waiting is None or waiting.pending is None:
        return NOTHING_UNDERWAY
    asked = (one.to for one in waiting.requests if engine.knows_of(one, head, viewer))
    told = visible(conceal(waiting.pending.request.so_far, head.fight.hidden), viewer)
    return Underway(told=told, asked=frozenset(who for who in asked if who is not None))


def style_of(system: AnySystem, fight: AnyFight, viewer: Viewer) -> str:
    """The style sheet of what is drawn for this viewer; empty where nothing is."""
    return OF_BOARDS if boarded(system, fight, viewer)[0].board is not None else ""


def ground(system: AnySystem, fight: AnyFight, viewer: Viewer) -> Ground | None:
    """What the picture of a board lies on, which stays while people move; None without a board."""
    on_board, rules = boarded(system, fight, viewer)
    known = as_known(on_board, viewer, rules)
    return ground_of(known.board) if known.board is not None else None


def land_key(found: Ground | None, plan: Plan | None) -> str:
    """A fingerprint of what a picture lies on, with the picture under it; empty for nothing."""
    return token(repr(found), repr(plan)) if found is not None else ""


def veil(system: AnySystem, fight: AnyFight, viewer: Viewer) -> Veil | None:
    """What lies over the land: for the game master over what players do not know; None without a board."""
    on_board, rules = boarded(system, fight, viewer)
    known = public_board(on_board, rules)
    if known is None:
        return None
    return veil_of(known, on_board.board) if viewer.game_master else veil_of(known)


def looking(panel: Panel, params: QueryDict) -> dict[str, str]:
    """What the page shows beside the picture: the panel's action and actor, what is chosen there, and the query."""
    found = {name: str(value)[:LONGEST] for name, value in params.items() if isinstance(value, str)}
    for name in ("action", "actor", "panel"):
        found.pop(name, None)
    if panel.kind not in ("act", "verb") or (panel.kind == "act" and panel.actor is None):
        return found
    for field in panel.bound:
        if field.kind in ("choice", "combatants"):
            found[field.name] = " ".join(option.value for option in field.options if option.chosen)
        elif field.kind in ("text", "number"):
            found[field.name] = str(field.value)[:LONGEST]
    shown = {"panel": panel.hidden["panel"]} if "panel" in panel.hidden else {}
    actor = panel.actor.id if panel.actor is not None else panel.hidden.get("actor", "")
    return {**found, **shown, "actor": actor, "action": panel.hidden.get("action", "")}


class Links:
    """The addresses of what may be tapped on a board: the panel beside it, with something else filled in."""

    def __init__(self, panel: Panel, tapped: Mapping[str, str], viewer: Viewer) -> None:
        self._viewer = viewer
        self._given = list(_given(panel)) if panel.kind in ("act", "verb") else []
        self._tapped = tapped
        self._before: dict[tuple[str, ...], str] = {}
        self._target = next((one for one in panel.bound if one.kind == "combatants" and not one.seldom), None)

    def fills(self, fills: Fills) -> str:
        """The panel with these inputs filled in."""
        names = tuple(fills)
        if names not in self._before:
            stays = ("panel", "actor") if "action" in fills else [name for name, _value in self._given]
            kept = [(name, value) for name, value in self._given if name in stays and name not in fills]
            self._before[names] = urlencode([*kept, *self._tapped.items()])
        return f"?{self._before[names]}&{urlencode(fills)}"

    def token(self, one: Token) -> str:
        """The address of a tap on a combatant: it is looked at, and chosen where the panel asks for a combatant."""
        if one.aims is not None:
            kept = [(name, value) for name, value in self._given if name not in one.aims]
            return "?" + urlencode([*kept, *one.aims.items(), *self._look(TAPPED, one.who)])
        target = self._target
        option = next((each for each in target.options if each.value == one.who), None) if target else None
        # a tap on the fallen means their square rather than a blow
        if one.fills is not None and (option is None or option.aside):
            return self.fills(one.fills)
        if target is None or option is None or option.reason:
            return "?" + urlencode([*self._given, *self._look(TAPPED, "" if one.chosen else one.who)])
        pair = (target.name, one.who)
        given = self._given if target.several else [each for each in self._given if each[0] != target.name]
        given = [each for each in given if each != pair] if pair in given else [*given, pair]
        return "?" + urlencode([*given, *self._look(TAPPED, one.who)])

    def look(self, one: Look) -> str:
        """The address at which something is shown on the board, or is left out again."""
        return "?" + urlencode([*self._given, *self._look(LOOK, "" if one.shown else one.key)])

    def overruling(self, between: Between) -> str:
        """The panel in which one says otherwise than the board how two stand; empty for who may not."""
        if not (self._viewer.game_master or between.one in self._viewer.controls):
            return ""
        return "?" + urlencode({"panel": RELATE, "who": between.other, "to": between.one, TAPPED: between.other})

    def aims(self, one: Token) -> bool:
        """Whether the panel asks for a combatant or a cell, and this one, or where it stands, may be chosen."""
        if one.fills is not None or one.aims is not None:
            return True
        return self._target is not None and any(each.value == one.who for each in self._target.options)

    def is_aimed(self, one: Token) -> bool:
        """Whether this one is chosen in the panel."""
        target = self._target
        return target is not None and any(each.value == one.who and each.chosen for each in target.options)

    def _look(self, name: str, value: str) -> Iterable[tuple[str, str]]:
        """What is tapped and shown, with another value of one of them."""
        return ((each, said) for each, said in {**self._tapped, name: value}.items() if said)


def _given(panel: Panel) -> Iterable[tuple[str, str]]:
    """A panel's form as it would be sent, as far as pages of links can say it, without what is merely proposed.

    So a move that changes what is proposed changes no link.
    """
    yield from ((name, value) for name, value in panel.hidden.items() if name != "kept")
    yield ("filled", panel.name)
    for field in panel.bound:
        if field.follows:
            continue
        if field.options and field.kind not in ("allocation", "deal"):
            yield from ((field.name, option.value) for option in field.options if option.chosen)
        elif field.kind == "flag":
            yield from [(field.name, "on")] if field.value else []
        elif field.kind in ("text", "number") and field.value not in (None, ""):
            yield (field.name, str(field.value))
