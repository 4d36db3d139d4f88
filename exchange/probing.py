"""Draws an encounter of a file as its pages will, so that one that would break them is refused.

Nothing is written: this happens before the encounter is in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.http import QueryDict
from django.utils.http import urlencode

from combat import history, panels
from combat.desk import Desk
from combat.models import Encounter
from combat.policy import Seat
from combat.store import Read
from rules.core import log
from rules.core.engine import AnyHead
from rules.core.facts import Fact
from rules.core.stored import load_entry
from rules.core.system import AnySystem
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.speech import PageSpeaker, speaker


def can_be_shown(system: AnySystem, data: Mapping[str, Json], user: User) -> bool:
    """Whether pages can show the fight, go on with it, and say its whole log."""
    try:
        state = data["head"]
        if data["state_version"] != system.state_version:
            state = system.migrate(state, data["state_version"])
        head: AnyHead = system.codec.load(state)
        encounter = Encounter(table=Table(system=system.slug), name=data["name"], memory=data["memory"])
        _look(system, Read(encounter, system, head), user)
        if head.fight.status != "running":
            # An archived fight may be resumed.
            running = replace(head, fight=replace(head.fight, status="running"))
            _look(system, Read(encounter, system, running), user)
        _say(system, data["entries"])
        _undo(system, head, data["entries"])
    except Exception:
        # An error here would break a page.
        return False
    return True


def _look(system: AnySystem, read: Read, user: User) -> None:
    """Draw the view of each role, and the panels of all that can be done now."""
    for role in Role:
        seat = Seat(read, user, role)
        panels.panel(Desk(seat), QueryDict())
    desk = Desk(Seat(read, user, Role.GAME_MASTER))
    for actor in (None, *read.head.fight.order):
        acting = {"actor": actor} if actor else {}
        panels.panel(desk, QueryDict(urlencode({"panel": "act", **acting})))
        for offer in desk.offers(actor):
            # The panel of the turn shows one action of the turn; the others have panels of their own alone.
            for panel in ("act", "verb") if system.actions[offer.action].of_the_turn else ("verb",):
                panels.panel(desk, QueryDict(urlencode({"panel": panel, "action": offer.action, **acting})))


def _say(system: AnySystem, entries: Iterable[Mapping[str, Json]]) -> None:
    for entry in entries:
        facts = load_entry({**entry, "by": ""}).facts
        history.dice_of(facts)
        # The schema checks that names are texts; these are not shown.
        _say_all(speaker(system.slug), facts)


def _say_all(words: PageSpeaker, facts: Iterable[Fact]) -> None:
    for fact in facts:
        words.text(fact)
        _say_all(words, fact.terms)
        _say_all(words, [fact.otherwise] if fact.otherwise else [])


def _undo(system: AnySystem, head: AnyHead, data: Iterable[Mapping[str, Json]]) -> None:
    """Undo the newest step, the most likely act on an imported fight."""
    entries = [load_entry({**entry, "by": ""}) for entry in data]
    newest = log.newest(entries)
    if newest is not None:
        log.undo(system, head, entries, log.plan_undo(system, entries, newest.id).going)
