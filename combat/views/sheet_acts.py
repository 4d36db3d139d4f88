"""What is done on a sheet: rolling, typing dice, hit points, what makes a roll possible again; and the DJ's word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from characters import playing, policy
from characters.models import Character
from characters.playing import Showing
from characters.views.sheet import sheet_context
from rules.core import engine, sheet_rolls
from rules.core.errors import Missing, NotAllowed, RuleError
from rules.core.fight import WHILE
from rules.core.inputs import Input
from rules.core.types import Id, Json
from tapiz_site import inputs as forms
from tapiz_site.accounts.policy import person
from tapiz_site.campaigns.policy import GAME_MASTERS
from tapiz_site.once import sent
from tapiz_site.pages import wants_fragment
from tapiz_site.speech import speaker

from .. import free, services, store
from ..asking import FACE_DIGITS
from ..brake import brake
from ..deeds import Deed
from ..errors import CombatError
from ..models import Enlistment
from ..policy import Seat, seat_or_404
from ..sheet_play import TYPED
from ..store import Read
from .acts import KEY_LENGTH
from .calls import calls_of

MOST_DICE = 40
"""How many faces of one roll may be typed: explosions go on, but not for ever."""


DOES = ("roll", "harm", "points", "mend", "undo")
"""The acts that change something."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character is, for who acts with it."""

    seat: Seat
    who: Id


@login_required
@require_POST
def act(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Take one act of the sheet and show the sheet again, with what came of it.

    `do` says it with what it is about: `roll` and `harm` the key of a tap, `again` and `again-harm` too, which ask for
    the dice that take the place of the last ones; `mend` what it makes possible; `undo` an entry; `dice` whether the
    dice are always typed; `points`.
    """
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    if not policy.rolls_for(character):
        raise PermissionDenied
    data, key = request.POST, request.POST.get("key", "")
    does, _blank, what = data.get("do", "").partition(" ")
    if does == "dice":
        request.session[TYPED] = what == "1"
        return _shown(request, character, Showing(rolled=data.get(playing.ROLLED, "")))
    faces, again = _faces(data), does in ("again", "again-harm")
    instead = data.get(playing.ROLLED, "") if again else data.get("instead", "")
    asked = Showing(typing=what, harm=does in ("harm", "again-harm"), instead=instead)
    if again or (does in ("roll", "harm") and request.session.get(TYPED) and not faces):
        return _shown(request, character, asked)
    if does not in DOES or not 8 <= len(key) <= KEY_LENGTH:
        raise PermissionDenied
    if wait := brake.seconds(person(request).pk):
        return HttpResponse(render_to_string("429.html"), status=429, headers={"Retry-After": str(ceil(wait))})
    place = _place(request, character)
    try:
        deed = _deed(place, does, what, data)
        result = services.act(
            encounter=place.seat.read.encounter.pk, user=person(request), deed=deed, key=key, digest=sent(request)
        )
    except Missing as lacking:
        if does in ("roll", "harm") and lacking.reason == "core.dice.missing":
            return _shown(request, character, replace(asked, faces=faces, more=_more(lacking, data)))
        return _refused(request, character, lacking)
    except (RuleError, CombatError) as refused:
        return _refused(request, character, refused, replace(asked, faces=faces) if faces else Showing())
    after = result.read or store.opened(result.encounter)
    if does in ("points", "mend") and _asks(after, place):
        # what follows is asked where there is room for it
        return _gone_to(request, result.encounter.get_absolute_url())
    rolled = _last_of(after, place.who) if does in ("roll", "harm") else ""
    return _shown(request, character, Showing(rolled=rolled))


def _place(request: HttpRequest, character: Character) -> Place:
    """The scene in which a character is; who is in none comes to the free scene of its table."""
    row = Enlistment.objects.filter(character=character).first()
    if row is None and character.kind == free.KIND:
        services.scene_of(character.table, person(request))
        row = Enlistment.objects.filter(character=character).first()
    if row is None:
        raise PermissionDenied
    seat = seat_or_404(request.user, row.encounter_id)
    if not (seat.runs or row.combatant in seat.viewer.controls):
        raise PermissionDenied
    return Place(seat, row.combatant)


def _deed(place: Place, does: str, what: str, data: QueryDict) -> Deed:
    """What was asked for, as a deed in the character's scene."""
    seat, who = place.seat, place.who
    fight = seat.read.head.fight
    if does == "undo":
        return Deed("undo", entry=what)
    if fight.status != "running":
        raise NotAllowed(WHILE[fight.status])
    if does in ("roll", "harm"):
        wanted: dict[str, Json] = {"what": what, "harm": does == "harm", "asks": not seat.runs}
        faces = _faces(data)
        if data.get("instead"):
            # another roll by the app would be a second try
            if not faces:
                raise Missing("core.dice.missing", field="faces", params={"count": 1})
            wanted["instead"] = data["instead"]
        return Deed("command", sheet_rolls.NAME, who, wanted, internal=True, rolls=not faces, typed=faces)
    if does == "mend":
        tap = sheet_rolls.tap_of(seat.read.system, fight, who, what)
        if tap.mends is None:
            raise NotAllowed("core.sheet_roll.gone")
        return _command(seat, tap.mends.action, who, tap.mends.inputs)
    return _points(seat, who, data)


def _points(seat: Seat, who: Id, data: QueryDict) -> Deed:
    """Damage or healing of this combatant by hand; what the sheet does not ask is as it is proposed."""
    declared = engine.action(seat.read.system, playing.POINTS).inputs(seat.read.head.fight, None, seat.viewer)
    asked = playing.asked_of_points(declared)
    amount = data.get("amount_typed", "").strip() or data.get("amount", "")
    raw: dict[str, Json] = {
        **{item.name: item.default for item in declared},
        **forms.read(asked, data),
        "amount": _number(amount),
        "verb": "heal" if data.get("verb") == "heal" else "harm",
        "targets": {who: "full"},
    }
    # players act by a combatant of theirs, also where the verb needs none
    return Deed("command", playing.POINTS, None if seat.runs else who, _checked(declared, raw), rolls=True)


def _checked(declared: Sequence[Input], raw: Mapping[str, Json]) -> Mapping[str, Json]:
    values, errors = forms.check_all(declared, raw)
    for error in errors.values():
        raise error
    return values


def _command(seat: Seat, name: str, who: Id, given: Mapping[str, Json]) -> Deed:
    """An ordinary act with some of its inputs, the others as they are proposed."""
    declared = engine.action(seat.read.system, name).inputs(seat.read.head.fight, who, seat.viewer)
    values = _checked(declared, {item.name: given.get(item.name, item.default) for item in declared})
    return Deed("command", name, who, values, seat.read.system.moment(seat.read.head.fight), rolls=True)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < FACE_DIGITS else None


def _faces(data: QueryDict) -> tuple[int, ...]:
    """The faces that were typed, in order; the first that is missing ends them."""
    found: list[int] = []
    for place in range(MOST_DICE):
        face = _number(data.get(f"face{place}", "").strip())
        if face is None:
            break
        found.append(face)
    return tuple(found)


def _more(lacking: Missing, data: QueryDict) -> int:
    """How many dice follow after those that were asked for first; one that explodes brings another."""
    asked, before = _number(data.get("dice", "")) or 0, _number(data.get("more", "")) or 0
    count = lacking.params.get("count")
    return before + (count if isinstance(count, int) else 1) if len(_faces(data)) >= asked > 0 else before


def _last_of(read: Read, who: Id) -> Id:
    one = read.head.fight.combatants.get(who)
    last = one.thrown if one is not None else None
    return last.id if last is not None else ""


def _asks(read: Read, place: Place) -> bool:
    """Whether the act left a question to the one who acted."""
    waits = engine.waits_for(read.system, read.head)
    return any(engine.may_answer(leaf, place.seat.viewer) for leaf in (waits.requests if waits else ()))


def _gone_to(request: HttpRequest, address: str) -> HttpResponse:
    if not wants_fragment(request):
        return redirect(address)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = address
    return response


def _refused(
    request: HttpRequest, character: Character, why: RuleError | CombatError, asked: Showing | None = None
) -> HttpResponse:
    """The sheet with the reason: nothing has changed, and what was typed is still there."""
    said = speaker(character.table.system).error(why) if isinstance(why, RuleError) else str(why)
    return _shown(request, character, replace(asked or Showing(), problem=said), status=422)


def _shown(request: HttpRequest, character: Character, showing: Showing, *, status: int = 200) -> HttpResponse:
    """The sheet again: all of it, since a roll may change what it spends; without scripts by its address."""
    if wants_fragment(request):
        return render(request, "characters/_whole.html", sheet_context(request, character, showing), status=status)
    if showing.problem:
        messages.error(request, showing.problem)
    query: dict[str, str] = {}
    if showing.rolled:
        query[playing.ROLLED] = showing.rolled
    if showing.typing:
        query |= {playing.TYPING: showing.typing, playing.INSTEAD: showing.instead}
        query |= {playing.HARM: "1"} if showing.harm else {}
        query |= {playing.MORE: str(showing.more)} if showing.more else {}
    address = f"{character.get_absolute_url()}?{urlencode(query)}" if query else character.get_absolute_url()
    return redirect(f"{address}#tirada" if query else address)


@login_required
@require_POST
def judge(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Say whether a roll from a sheet is enough: one tap in the header of any page of the game master's."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    data, key = request.POST, request.POST.get("key", "")
    if not 8 <= len(key) <= KEY_LENGTH:
        raise PermissionDenied
    one = seat.read.head.fight.combatants.get(data.get("who", ""))
    try:
        if one is None or one.thrown is None or one.thrown.id != data.get("roll"):
            raise NotAllowed("core.sheet_roll.none_open")
        deed = Deed("command", sheet_rolls.JUDGE, None, {"who": one.id, "word": data.get("word", "")})
        services.act(encounter=pk, user=person(request), deed=deed, key=key, digest=sent(request))
    except (RuleError, CombatError) as refused:
        words = speaker(seat.read.system.slug)
        messages.error(request, words.error(refused) if isinstance(refused, RuleError) else str(refused))
    table = seat.read.encounter.table
    if not wants_fragment(request):
        return redirect(table.get_absolute_url())
    return calls_of(request, table, data.get("besides", ""))
