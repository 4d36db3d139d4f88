"""One address for every act of a fight: the query names the act, the body of the page's form its inputs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.core import engine, hand
from rules.core.engine import Late
from rules.core.errors import Missing, NotAllowed, RuleError, UnknownValue
from rules.core.facts import visible
from rules.core.inputs import Flag
from rules.core.requests import Choose, Dice
from rules.core.system import Action
from rules.core.types import Json
from tapiz_site import inputs as forms
from tapiz_site.live import versions
from tapiz_site.once import sent
from tapiz_site.pages import HtmxHttpRequest
from tapiz_site.speech import speaker

from .. import charter, grouping, guides, history, panels, services, topics, undoing
from ..asking import FACE_DIGITS
from ..brake import brake
from ..deeds import Deed
from ..desk import Desk, names
from ..errors import CombatError, Depends
from ..policy import Seat, seat_or_404
from ..services import Result
from . import news
from .page import everything, panel_response, stay, whole_page
from .shared import desk_of

AnyAction: TypeAlias = Action[Any, Any]

DOES = ("command", "answer", "roll", "roll_all", "cancel", "stand", "undo", "redo", "house", "group")
KEY_LENGTH = 64


class Faulty(Exception):
    """The form has faults, by the name of their field."""

    def __init__(self, errors: Mapping[str, RuleError]) -> None:
        super().__init__()
        self.errors = errors


@login_required
@require_POST
def act(request: HtmxHttpRequest, pk: UUID) -> HttpResponse:
    """Take an act and answer with the panel that comes next, or with the same panel and what is wrong."""
    seat = seat_or_404(request.user, pk)
    does = request.GET.get("do", "")
    key = request.POST.get("key", "")
    if not seat.plays or does not in DOES or not 8 <= len(key) <= KEY_LENGTH:
        raise PermissionDenied
    if wait := brake.seconds(seat.user.pk):
        return HttpResponse(render_to_string("429.html"), status=429, headers={"Retry-After": str(ceil(wait))})
    digest = sent(request)
    try:
        result = _taken(request, seat, does, key, digest)
    except Faulty as faulty:
        return _refused(request, seat, errors=faulty.errors)
    except Late:
        return _refused(request, seat, problem=_late(seat), status=409)
    except RuleError as error:
        return _refused(request, seat, errors={error.field: error} if error.field else {}, error=error)
    except Depends as depends:
        return _refused(request, seat, problem=str(depends), depends=depends)
    except CombatError as error:
        return _refused(request, seat, problem=str(error))
    return _done(request, seat, result)


def _taken(request: HttpRequest, seat: Seat, does: str, key: str, digest: str) -> Result:
    pk = seat.read.encounter.pk
    try:
        deed = _deed(request, seat, does)
        result = services.act(
            encounter=pk,
            user=seat.user,
            deed=deed,
            key=key,
            faces=guides.faces(seat, deed),
            digest=digest,
            seat=seat,
            contents=partial(news.of_act, seat.user),
        )
    except (Faulty, RuleError, CombatError):
        # A form sent again need not fit the present any more; hardly one is, so that nobody looks before.
        if not services.counted(encounter=pk, user=seat.user, key=key, digest=digest):
            raise
        return Result(seat.read.encounter, again=True)
    # What the guide suggests for the next form is read anew.
    return replace(result, read=None) if not result.again and guides.acted(seat) else result


def _deed(request: HttpRequest, seat: Seat, does: str) -> Deed:
    query, data = request.GET, request.POST
    of = query.get("of", "")
    # real dice are typed: the app rolls none
    rolls = query.get("rolls") == "1" and "by_hand" not in data
    if does == "command":
        return _command(seat, query, data, rolls=rolls)
    if does == "answer":
        inputs = _answer(seat, query, data)
        return Deed("answer", request=data.get("request", ""), inputs=inputs, resolution=of, rolls=rolls)
    if does == "group":
        return _group(seat, query, data)
    if does == "house":
        if not seat.runs:
            raise PermissionDenied
        return charter.applied(seat.read)
    if does == "undo":
        return Deed("undo", entry=query.get("entry", ""), with_depending=query.get("with") == "depending")
    if does in ("roll", "roll_all", "cancel", "stand", "redo"):
        own = query.get("who") == "own"
        asked, entry = query.get("request", ""), query.get("entry", "")
        return Deed(does, request=asked, resolution=of, entry=entry, only_own=own)  # type: ignore[arg-type]
    raise PermissionDenied


def _group(seat: Seat, query: QueryDict, data: QueryDict) -> Deed:
    if not seat.runs:
        raise PermissionDenied
    if query.get("moment", "") != seat.read.system.moment(seat.read.head.fight):
        raise Late
    desk = Desk(seat)
    found = grouping.deed(desk, query, data) if desk.waiting is None else None
    if found is None:
        raise NotAllowed("core.group.nobody" if desk.waiting is None else "core.something_open")
    return found


def _command(seat: Seat, query: QueryDict, data: QueryDict, *, rolls: bool) -> Deed:
    name = query.get("action", "")
    verb = engine.action(seat.read.system, name)
    actor = query.get("actor") or None
    if not seat.runs:
        _may_ask(verb, actor, seat)
    declared = verb.inputs(seat.read.head.fight, actor, seat.viewer)
    source = data
    # The address carries what a button says itself (who, which way).
    if said := [item.name for item in declared if item.name in query]:
        source = data.copy()
        for one in said:
            source.setlist(one, query.getlist(one))
    values, errors = forms.check_all(declared, forms.read(declared, source))
    moment = query.get("moment", "")
    if verb.of_the_turn and moment != seat.read.system.moment(seat.read.head.fight):
        raise Late
    if errors:
        raise Faulty(errors)
    return Deed("command", name, actor, values, moment, rolls=rolls, passing=query.get("passing", ""))


def _may_ask(verb: AnyAction, actor: str | None, seat: Seat) -> None:
    """Refuse before the inputs are read: their faults would tell of combatants that the player does not control."""
    if verb.internal:
        raise UnknownValue("core.action.unknown")
    if verb.for_game_master:
        raise NotAllowed("core.for_game_master")
    if actor not in seat.viewer.controls:
        raise NotAllowed("core.not_yours")


def _answer(seat: Seat, query: QueryDict, data: QueryDict) -> Mapping[str, Json]:
    waiting = engine.waits_for(seat.read.system, seat.read.head)
    if waiting is not None and query.get("of", "") not in ("", waiting.open.command.id):
        raise Late
    key = data.get("request", "")
    request = next((one for one in (waiting.requests if waiting else ()) if one.key == key), None)
    if request is None or not engine.knows_of(request, seat.read.head, seat.viewer):
        raise Late
    if isinstance(request, Dice):
        typed = [data.get(f"face{place}", "").strip() for place in range(len(request.sides))]
        if not all(typed):
            raise Faulty({"faces": Missing("core.dice.missing", field="faces", params={"count": len(typed)})})
        return {"faces": [int(face) if face.isdecimal() and len(face) < FACE_DIGITS else face for face in typed]}
    assert isinstance(request, Choose)  # noqa: S101 - the two kinds of leaf
    if query.get("declined") and request.default is not None:
        declined = hand.declined(request.inputs, request.default)
        if declined is not None:
            return declined
    given = forms.read(request.inputs, data)
    for item in request.inputs:
        # The button of a plain decision carries it in its address.
        if item.name in query:
            given[item.name] = query[item.name] == "1" if isinstance(item, Flag) else query[item.name]
    values, errors = forms.check_all(request.inputs, given)
    if errors:
        raise Faulty(errors)
    return values


def _late(seat: Seat) -> str:
    newest = undoing.newest_known(seat.read.encounter, undoing.Reader(seat.user, seat.viewer))
    who = newest.by.shown_name if newest is not None and newest.by is not None else _("otra persona")
    return _("%(who)s llegó antes: la mesa ya ha pasado a otra cosa. No ha cambiado nada.") % {"who": who}


def _refused(
    request: HtmxHttpRequest,
    seat: Seat,
    *,
    errors: Mapping[str, RuleError] | None = None,
    error: RuleError | None = None,
    problem: str = "",
    depends: Depends | None = None,
    status: int = 422,
) -> HttpResponse:
    """The panel as it was filled in, with what is wrong; nothing has changed."""
    fresh = seat_or_404(request.user, seat.read.encounter.pk)
    desk = desk_of(fresh)
    if error is not None:
        problem = desk.speaker.error(error)
    found = panels.panel(desk, _refilled(request), errors, problem)
    if depends is not None:
        found = panels.depends(desk, request.GET.get("entry", ""), history.told_of(fresh, depends.entries))
    if request.htmx:
        response = panel_response(request, desk, found, status=status)
        response["HX-Retarget"] = "#panel"
        response["HX-Reswap"] = "innerHTML"
        response["HX-Trigger"] = json.dumps({"say": problem or _("Hay algo que corregir.")})
        return response
    pk = fresh.read.encounter.pk
    wanted = [topics.game_master(pk), topics.table(pk), topics.seat(pk, fresh.user.pk)]
    return whole_page(request, desk, found, versions.versions(wanted), status=status)


def _refilled(request: HttpRequest) -> QueryDict:
    """The form as parameters that show the same panel again with everything typed in it."""
    params = request.POST.copy()
    for name in ("key", "csrfmiddlewaretoken"):
        params.pop(name, None)
    if "panel" not in params and request.GET.get("action") and request.GET.get("actor"):
        params["panel"], params["action"], params["actor"] = "act", request.GET["action"], request.GET["actor"]
    return params


def _done(request: HtmxHttpRequest, seat: Seat, result: Result) -> HttpResponse:
    fresh = (
        Seat(result.read, seat.user, seat.role) if result.read else seat_or_404(request.user, seat.read.encounter.pk)
    )
    if not request.htmx:
        if result.again:
            messages.info(request, _("Esto ya se había enviado; se ha contado una vez."))
        return redirect(f"{result.encounter.get_absolute_url()}?{_stay(request)}".rstrip("?"))
    voice = speaker(fresh.read.system.slug, names(fresh))
    told = voice.told(fact for fact in visible(result.facts, fresh.viewer) if not fact.terms)
    if result.versions and "token" in request.POST:
        # A page that says what it shows gets what comes next with the answer.
        answer = everything(fresh, request.POST, result.versions, acted=True, acted_on={}, say=told)
        answer["HX-Reswap"] = "none"
        return answer
    # No content: the page then fetches all its fragments in one answer, the next panel included.
    response = HttpResponse(status=204)
    response["HX-Trigger"] = json.dumps({"acted": {}, "say": told})
    return response


def _stay(request: HttpRequest) -> str:
    """The query of the panel to stay on; empty after a dismissal, since that combatant's panel is gone."""
    dismissed = request.GET.get("action") == "dismiss" and request.POST.get("panel") == "one"
    return "" if dismissed else stay(request.POST).urlencode()
