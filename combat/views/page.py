"""The page of a fight, and the fragments that the page fetches again when they have changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.core import orders
from tapiz_site.accounts.models import User
from tapiz_site.build import BUILD
from tapiz_site.live import presence, versions
from tapiz_site.pages import HtmxHttpRequest

from .. import awaiting, boarding, digests, guides, history, overdue, panels, topics
from ..closing import Closing, note_of
from ..cue import cue, tab_title
from ..desk import Desk
from ..parts import Panel
from ..picture import style_of
from ..policy import Seat, glance_or_404, seat_or_404
from ..trials import trial_of
from . import dock, door, pictures, shared, then
from .shared import SHARED

PICTURED = ("land", "veil", "picture")
"""The fragments of a page with a picture: what stays while people move, what is seen of it, and they."""
OF_ALL_PAGES = ("bar", "stage", "order", "side", "log", "seat", "result", "dock", "online")
FRAGMENTS = (*OF_ALL_PAGES, *PICTURED, "door")
OF_WHO_RUNS = frozenset({"side", "online", "door"})
"""The fragments of one person; other people have none."""
ROUND_ABOUT = frozenset({"online", "door"})
"""Fragments about people: the versions of the fight's topics do not date them, so they are never cached."""
ALL = "all"
"""All fragments of a page in one answer, with the panel where it asks something new."""
MADE_ANEW = frozenset({"panel", "f-dock", "f-land", "f-veil", "f-picture"})
"""Fragments that scripts or people change in the browser: replaced whole. `merge.js` merges all others."""

PANEL_PARTS = {
    "acts": "combat/panels/_acts.html",
    "others": "combat/panels/_others.html",
}
"""The parts of a panel that change with the turn while its form stays."""

STAYS = frozenset({"ahora", "panel"})
"""Parameters of a page that stays where one plays, while the table is shown a moment that is past."""


@login_required
@require_safe
def fight(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """The whole page, for the reader's role."""
    known = versions.versions(_topics(request, pk))
    seat = seat_or_404(request.user, pk)
    if overdue.look_at(seat.whole.encounter):
        known = versions.versions(_topics(request, pk))
        seat = seat_or_404(request.user, pk)
    if request.session.get(SESSION_KEY) == str(seat.user.pk):
        # a game master who looks as a player is not that player
        digests.note_look(seat.user, seat.whole.encounter)
    if not request.GET.keys() & STAYS and (past := then.follow(request, seat, known)) is not None:
        return past
    desk = shared.desk_of(seat)
    return whole_page(request, desk, panels.panel(desk, request.GET), known)


@login_required
@require_safe
def fragment(request: HttpRequest, pk: UUID, name: str) -> HttpResponse:
    """One fragment, or 304 when this reader has its newest version; or all at once."""
    if name == ALL:
        return _all(request, pk)
    if name not in FRAGMENTS:
        raise Http404
    # The version first: what is read before the version could be older than it.
    known = versions.versions(_topics(request, pk))
    if name in SHARED and name not in OF_WHO_RUNS:
        return _shared_fragment(request, pk, name, known)
    seat = seat_or_404(request.user, pk)
    if name in OF_WHO_RUNS and not seat.runs:
        raise Http404
    if name in SHARED:
        return _shared_fragment(request, pk, name, known)
    if name == "door":
        return _door(request, seat)
    if name == "online":
        return _private(HttpResponse(render_to_string("combat/_online.html", _online(seat))))

    def drawn() -> str:
        desk = shared.desk_of(seat)
        return _own(desk, panels.panel(desk, request.GET), name, request.GET)

    audience = f"{_audience(seat.runs)}-{seat.user.pk}-{request.GET.urlencode()}"
    wanted = (topics.shared(pk, runs=seat.runs), topics.seat(pk, seat.user.pk))
    return _dated(request, _etag(audience, wanted, known), drawn)


def _shared_fragment(request: HttpRequest, pk: UUID, name: str, known: dict[str, int]) -> HttpResponse:
    """A fragment of a whole audience; only the first request of a version reads the fight itself."""
    glance = glance_or_404(request.user, pk)
    tag = _etag(_audience(glance.runs), (topics.shared(pk, runs=glance.runs),), known)
    kept = shared.kept(glance, pk, name)
    response = _dated(request, tag, lambda: kept or shared.rendered(seat_or_404(request.user, pk), name))
    topic = topics.shared(pk, runs=glance.runs)
    response["HX-Trigger"] = json.dumps({"live:known": {topic: known[topic]}})
    return response


def _dated(request: HttpRequest, tag: str, content: Callable[[], str]) -> HttpResponse:
    """The answer under this ETag, or 304 for a reader who has it."""
    # A compressed answer carries a weak tag, which the browser sends back.
    fresh = request.headers.get("If-None-Match", "").removeprefix("W/") != tag
    response = HttpResponse(content()) if fresh else HttpResponse(status=304)
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _door(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The people who wait at the door of the table, and a sentence on those who came since the page was drawn."""
    shown = door.context(seat.read.encounter.table)
    response = HttpResponse(render_to_string("combat/_door.html", shown, request))
    door.say(request, response, shown["knocks"])
    return _private(response)


def _all(request: HttpRequest, pk: UUID) -> HttpResponse:
    """All live fragments of this reader's page, and their versions."""
    known = versions.versions(_topics(request, pk))
    seat = seat_or_404(request.user, pk)
    return everything(seat, request.GET, known, acted="acted" in request.GET)


def everything(
    seat: Seat, sent: QueryDict, known: Mapping[str, int], *, acted: bool, **triggers: object
) -> HttpResponse:
    """All live parts of the page that sent these parameters, as swaps, for the versions that date what was read.

    acted: its panel has just been sent, and goes on; otherwise a form that the person is filling in stays.
    triggers: further events of the page.
    """
    desk = shared.desk_of(seat)
    pictured = _style(desk)
    followed = seat.read.encounter.shown_id is not None and not (seat.runs or acted or sent.get("ahora"))
    if followed or pictured != sent.get("pictured", "") or sent.get("role", seat.role) != seat.role:
        # The page has no place for such a picture, is that of another role, or follows into the past: it must be loaded
        # anew.
        return _private(HttpResponse(headers={"HX-Refresh": "true"}))
    found = panels.panel(desk, stay(sent) if acted else sent)
    names = ("order", "stage", *(("bar", "result", "side") if seat.runs else ("seat", "result", "bar", "log")))
    names = (*(("veil", "picture") if pictured else ()), *names, *(("dock",) if seat.plays else ()))
    if pictured and sent.get("land", "") != shared.land_key(seat):
        names = ("land", *names)
    # A form that the person is filling in stays, unless it has just been sent.
    anew = acted or sent.get("token") != found.token
    response = HttpResponse(_swaps(desk, found, names, sent, anew=anew))
    shared.note_shown(desk, found, pictured=bool(pictured), stays=None if anew else sent.dict())
    mine = {one: known[one] for one in known if _mine(seat, one)}
    response["HX-Trigger"] = json.dumps({"live:known": mine, **triggers})
    return _private(response)


def own_parts(desk: Desk) -> dict[str, Any] | None:
    """What is this person's own on a page that shows what it was given last, and on which nothing was typed.

    `shows`: the fields by which such a page is known; `swaps`: its parts as they are now; `picture`: what differs in
    the picture of a board (`pictures.changes`). None where a page must ask.
    """
    seat, last = desk.seat, shared.shown_to(desk.seat)
    pictured = bool(_style(desk))
    earlier = shared.picture_shown_to(seat) if pictured else None
    # A page without a place for the picture, or with one that nobody knows, must ask; a guide follows one reader alone.
    if last is None or last.pictured != pictured or (pictured and earlier is None) or guides.strip(desk):
        return None
    sent = QueryDict(mutable=True)
    sent.update({**last.fields, **(earlier.tapped if earlier else {})})
    found = panels.panel(desk, sent)
    names = ("stage", *(() if seat.runs else ("seat",)), "result", *(("dock",) if seat.plays else ()))
    anew = last.fields.get("token") != found.token
    swaps = _swaps(desk, found, names, sent, anew=anew)
    shared.note_shown(desk, found, pictured=pictured, stays=None if anew else last.fields)
    own = {"shows": last.fields, "swaps": swaps}
    return own if earlier is None else {**own, "picture": pictures.changes(earlier, pictures.draw(desk, found, sent))}


def _swaps(desk: Desk, found: Panel, names: Iterable[str], sent: QueryDict, *, anew: bool) -> str:
    """These parts of a page that sent these parameters, as swaps; anew: with its panel, else with what is around it."""
    parts = [(f"f-{name}", part) for name, part in _drawn(desk, found, names, sent).items()]
    if guide := guides.strip(desk):
        parts.append(("f-guide", guide))
    made = PANEL_PARTS if found.kind == "act" and not anew else ()
    if desk.seat.plays:
        context = _context(desk, found)
        parts += [("panel", shared.panel_of(desk, found, context))] if anew else []
        parts += [(f"f-{one}", render_to_string(PANEL_PARTS[one], context)) for one in made]
    swaps = ((name, "innerHTML" if name in MADE_ANEW else "merge", SafeString(part)) for name, part in parts)
    return format_html_join("", '<div id="{}" hx-swap-oob="{}">{}</div>', swaps)


def stay(sent: QueryDict) -> QueryDict:
    """The parameters of the panel after an act: one that stays (order, one combatant, relations), or what was kept.

    Which verb was sent goes along: after some the next form of the same verb is offered.
    """
    found = QueryDict(mutable=True)
    shown, kept = sent.get("panel", ""), sent.get("kept", "")
    if shown in ("order", "one", "relate", boarding.NAME):
        found["panel"] = shown
        found.update({name: value for name in ("who", "to", "actor") if (value := sent.get(name, "")).isalnum()})
    elif shown == "verb":
        found[boarding.AFTER] = sent.get("action", "")
    if kept:
        found["kept"] = kept
    return found


@login_required
@require_safe
def panel(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The panel; 204 when it asks what the reader's page shows already."""
    desk = shared.desk_of(seat_or_404(request.user, pk))
    found = panels.panel(desk, request.GET)
    if request.GET.get("token") == found.token:
        return HttpResponse(status=204)
    return panel_response(request, desk, found)


@login_required
@require_safe
def why(request: HtmxHttpRequest, pk: UUID, entry: str) -> HttpResponse:
    """¿Por qué?: everything that this reader may know of how a result came about, of one entry or of its whole act."""
    seat = seat_or_404(request.user, pk)
    line = history.one(seat, entry)
    if line is None:
        raise Http404
    encounter = seat.read.encounter
    lines = history.beside(seat, line) if "todo" in request.GET else [line]
    context = {"encounter": encounter, "table": encounter.table, "lines": lines}
    template = "combat/_why.html" if request.htmx else "combat/why.html"
    return _private(render(request, template, context))


def whole_page(
    request: HttpRequest, desk: Desk, found: Panel, known: dict[str, int], *, status: int = 200
) -> HttpResponse:
    """The page of the fight with this panel in it."""
    seat, encounter = desk.seat, desk.seat.read.encounter
    mine = {name: number for name, number in known.items() if _mine(seat, name)}
    # The door is the table's; of the people at a fight its game master alone hears of it here. Who hears of the table
    # counts as being there.
    around = [encounter.table.topic, *([encounter.table.door_topic] if seat.runs else [])]
    outside = versions.versions(around) if not encounter.table.practice else {}
    pictured = _style(desk)
    names = [
        name for name in FRAGMENTS if (seat.runs or name not in OF_WHO_RUNS) and (name not in PICTURED or pictured)
    ]
    own = _context(desk, found)
    shared.note_shown(desk, found, pictured=bool(pictured))
    context = {
        **own,
        "panel_drawn": SafeString(shared.panel_of(desk, found, own)),
        "encounter": encounter,
        "besides": encounter,
        "table": encounter.table,
        "command_url": desk.act_url(),
        "live_topics": versions.listing({**mine, **outside}),
        "trial": trial_of(seat),
        "stays": bool(request.GET.keys() & STAYS),
        "topic": topics.shared(encounter.pk, runs=seat.runs),
        "own_topics": " ".join(mine),
        "board": desk.board,
        "fragments": {**_drawn(desk, found, names, request.GET), "guide": guides.strip(desk)},
        **_frame(desk),
    }
    template = "combat/fight_dj.html" if seat.runs else "combat/fight_player.html"
    return _private(render(request, template, context, status=status))


def panel_response(request: HttpRequest, desk: Desk, found: Panel, *, status: int = 200) -> HttpResponse:
    """The panel as an answer to a script, together with its dock, so that no button outlives its panel."""
    shared.note_shown(desk, found, pictured=bool(_style(desk)))
    context: dict[str, object] = {"panel_drawn": SafeString(shared.panel_of(desk, found, _context(desk, found)))}
    if desk.seat.plays:
        context["dock"] = _own(desk, found, "dock", request.GET)
    if _style(desk):
        context["drawn"] = _own(desk, found, "picture", request.GET)
    return _private(render(request, "combat/_panel_and_dock.html", context, status=status))


def _context(desk: Desk, found: Panel) -> dict[str, Any]:
    return {
        "seat": desk.seat,
        "desk": desk,
        "board": desk.board,
        "speaker": desk.speaker,
        "panel": found,
        "encounter": desk.seat.read.encounter,
        "command_url": desk.act_url(),
        "shows": [("number", _("Número")), ("word", _("Palabra")), ("nothing", _("Nada"))],
        **_sum(desk, found),
    }


def _sum(desk: Desk, found: Panel) -> dict[str, Any]:
    """What is added to the dice that the panel asks for, so that the page can show the sum before it is sent."""
    asked = next((one for one in desk.mine() if one.key == found.hidden.get("request")), None)
    return {"bonus": getattr(asked, "bonus", 0), "summed": getattr(asked, "summed", True)}


def _topics(request: HttpRequest, pk: UUID) -> list[str]:
    user = request.user
    own = [topics.seat(pk, user.pk)] if isinstance(user, User) else []
    return [topics.game_master(pk), topics.table(pk), *own]


def _mine(seat: Seat, topic: str) -> bool:
    if seat.runs:
        return topic.endswith(":dj")
    return not topic.endswith(":dj")


def _audience(runs: bool) -> str:
    return "dj" if runs else "table"


def _etag(audience: str, wanted: Iterable[str], known: dict[str, int]) -> str:
    version = ".".join(str(known[topic]) for topic in wanted)
    return f'"{BUILD}-{audience}-{version}-{get_language()}"'


def _drawn(desk: Desk, found: Panel, names: Iterable[str], params: QueryDict) -> dict[str, str]:
    """These fragments of the page with this panel, by their names."""
    seat = desk.seat
    return {name: shared.rendered(seat, name) if name in SHARED else _own(desk, found, name, params) for name in names}


def _own(desk: Desk, found: Panel, name: str, params: QueryDict) -> str:
    """A fragment that is this person's own."""
    seat = desk.seat
    if name == "picture":
        return pictures.draw(desk, found, params).html
    context = _context(desk, found)
    if name == "online":
        context |= _online(seat)
    if name == "door":
        context |= door.context(seat.read.encounter.table)
    if name == "result":
        # what game masters read is the same for all of them, and kept for the log already
        reader = seat.shared if seat.runs else seat.viewer
        context |= shared.newest(desk, reader) | (_ended(desk) if seat.runs else {})
    if name == "dock":
        context |= dock.context(desk, found)
    if name == "seat":
        context["keypad"] = desk.may("damage")
        context["orders"] = orders.NAME
        context["ordering"] = {row.id for row in desk.board.own if desk.system.orders(desk.fight, row.id)}
    if name == "stage":
        context["cue"] = shown = cue(desk)
        context["tab_title"] = tab_title(desk, shown)
        context["deadline"] = awaiting.deadline(desk)
    return render_to_string(f"combat/_{name}.html", context)


def _style(desk: Desk) -> str:
    """The style sheet of the picture of this fight; empty where nothing is drawn for this reader."""
    return style_of(desk.system, desk.fight, desk.viewer)


def _frame(desk: Desk) -> dict[str, Any]:
    """The context of a page with a picture: its files, and the sizes in which it can be looked at."""
    if not (style := _style(desk)):
        return {}
    sizes = ((_("Entero"), False), (_("Medio"), True), (_("Grande"), False))
    return {
        "pictured": style,
        "boarding": boarding.button(desk) if boarding.is_offered(desk) else None,
        "picture_sizes": [{"label": label, "chosen": chosen} for label, chosen in sizes],
    }


def _online(seat: Seat) -> dict[str, Any]:
    """The people of the table and those of them who have a page of it open now; the reader is about to."""
    table = seat.read.encounter.table
    people = sorted(User.objects.filter(tables=table), key=lambda person: person.shown_name)
    here = presence.at([table.topic]) | {seat.user.pk}
    return {"table": table, "people": people, "online": [person.pk for person in people if person.pk in here]}


def _ended(desk: Desk) -> dict[str, Any]:
    """The note of a scene that is over; of one under way whether a side is down, in words."""
    encounter, closing = desk.seat.read.encounter, Closing(desk)
    if desk.fight.status == "archived":
        return {"note": note_of(encounter)}
    return {"decided": closing.outcome if desk.fight.ordered and closing.decided else ""}


def _private(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
