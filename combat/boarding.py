"""The panel of the board, for the game master: what may be done with it, and the maps that may be laid."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.core import engine
from rules.core.board import verbs
from rules.core.board.regions import titles
from rules.core.board.rules import BoardRules, boarded
from rules.core.inputs import Combatants
from rules.core.verbs import AnyFight

from .desk import Desk
from .parts import Button, Panel, token

NAME = "board"
AFTER = "after"
"""The parameter with the verb whose form has just been sent."""


def is_offered(desk: Desk) -> bool:
    """Whether this person lays boards in this scene."""
    return desk.seat.runs and desk.may(verbs.LAY_EMPTY) and desk.fight.status != "archived"


def button(desk: Desk) -> Button:
    """The way to the panel."""
    return Button(_("Tablero"), "layout-grid", show=desk.panel_url(panel=NAME))


def panel(desk: Desk, problem: str) -> Panel:
    """What may be done with the board now."""
    rules = _boarded(desk)[1]
    own = (one.name for one in rules.verbs)
    possible = tuple(_way(desk, name) for name in (*(rules.hand.offered or verbs.NAMES), *own) if desk.may(name))
    kept = reverse("combat:maps", args=[desk.seat.read.encounter.table_id])
    maps = Button(_("Poner un mapa"), "scroll-text", link=kept)
    return Panel(
        NAME,
        token(NAME, repr(possible), repr(_regions(desk))),
        hidden={"panel": NAME},
        title=_("Tablero"),
        tabs=possible,
        asks=_regions(desk),
        links=(maps,),
        problem=problem,
        others=(desk.back(),),
    )


def next_placed(desk: Desk, after: str) -> QueryDict | None:
    """The form that puts the next combatant on the board, after it has put one there.

    None after other verbs, and where all who can act and are seen stand on the board.
    """
    fight, rules = _boarded(desk)
    verb = rules.hand.place
    if after != verb or fight.board is None or not desk.seat.runs or not desk.may(verb):
        return None
    waiting = (row for row in desk.board.rows if not row.hidden and not row.out and row.id not in fight.places)
    following = next(waiting, None)
    chooses = next((one.name for one in desk.inputs(verb, None) if isinstance(one, Combatants)), None)
    if following is None or chooses is None:
        return None
    return QueryDict(urlencode({"panel": "verb", "action": verb, "filled": f"verb:{verb}", chooses: following.id}))


def _regions(desk: Desk) -> tuple[Button, ...]:
    """Each region, uncovered or covered again by one tap."""
    fight, rules = _boarded(desk)
    regions = fight.board.regions if fight.board is not None else {}
    called = titles(regions)
    return tuple(
        Button(
            called[key],
            "eye" if region.covered else "eye-off",
            act=desk.act_url(do="command", action=rules.hand.uncover, region=key),
            note=_("Descubrir") if region.covered else _("Cubrir"),
        )
        for key, region in regions.items()
    )


def _boarded(desk: Desk) -> tuple[AnyFight, BoardRules]:
    return boarded(desk.system, desk.fight, desk.viewer)


def _way(desk: Desk, name: str) -> Button:
    """The button of a verb: one that asks nothing acts at once, any other has a form."""
    label = desk.speaker.first_word(f"action.{name}", default=name)
    button = Button(label, engine.action(desk.system, name).icon)
    if desk.inputs(name, None):
        return replace(button, show=desk.verb_url(name))
    return replace(button, act=desk.act_url(do="command", action=name))
