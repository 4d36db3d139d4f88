"""Preparing a fight: a new encounter, and adding characters, PNJ and creatures to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from characters.models import Character
from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from equipment.packs.files.kinds import kinds_of
from rules.core.errors import RuleError
from tapiz_site import inputs as forms
from tapiz_site import pages
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tapiz_site.campaigns.policy import GAME_MASTERS, get_table_or_404
from tapiz_site.once import sent
from tapiz_site.speech import PageSpeaker, speaker

from .. import piles, services, sheets, store
from ..desk import Desk
from ..errors import CombatError, KeyReused
from ..forms import BestiaryForm, CharactersForm, ImprovisedForm, NewEncounterForm
from ..models import Act, Encounter
from ..parts import Button
from ..policy import Seat, seat_or_404

MOST_CREATURES = 40
LONGEST_SEARCH = 100


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def new(request: HttpRequest, table: UUID) -> HttpResponse:
    """A new encounter of a table."""
    found = get_table_or_404(request.user, table, GAME_MASTERS)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    form = NewEncounterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("combat:add", _made(request, request.user, found, form.cleaned_data["name"]).pk)
        except KeyReused as error:
            form.add_error(None, str(error))
    return render(request, "combat/new.html", {"form": form, "table": found}, status=pages.status(request))


def _made(request: HttpRequest, user: User, table: Table, name: str) -> Encounter:
    """The new encounter, or the one that the same form made before."""
    key = request.POST.get("key", "")[:64] or store.new_id()
    digest = sent(request)
    earlier = Act.objects.filter(user=user, key=key).select_related("encounter").first()
    if earlier is not None:
        if earlier.digest != digest:
            raise KeyReused
        return earlier.encounter
    try:
        with transaction.atomic():
            encounter = store.create(table=table, name=name, user=user)
            Act.objects.create(user=user, key=key, encounter=encounter, digest=digest)
    except IntegrityError:
        # The second of two taps: the first has made the encounter by now.
        return Act.objects.select_related("encounter").get(user=user, key=key, digest=digest).encounter
    return encounter


@never_cache
@login_required
@require_POST
def free_scene(request: HttpRequest, table: UUID) -> HttpResponse:
    """Redirect to the free scene of a table, which is made and filled if needed."""
    found = get_table_or_404(request.user, table)
    assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
    return redirect(services.scene_of(found, request.user))


@never_cache
@login_required
@require_http_methods(pages.GET_AND_POST)
def add(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Add characters of the table, or improvised combatants: one or a numbered group."""
    seat = seat_or_404(request.user, pk, GAME_MASTERS)
    who = request.POST.get("who", "")
    improvising, hunting = who == "improvised", who == "bestiary"
    choosing = request.method == "POST" and not (improvising or hunting)
    form = ImprovisedForm(request.POST if improvising else None)
    chosen = request.POST.getlist("character") if choosing else []
    bestiary = BestiaryForm(request.POST if hunting else None)
    joining = CharactersForm(request.POST if choosing else None, chosen=len(chosen))
    kind, words = seat.read.system.sheet_kinds["creature"], speaker(seat.read.system.slug)
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        if _again(request, seat):
            return redirect(_stay(request, seat))
        if improvising:
            done, errors = _improvise(request, seat, form)
        else:
            done = _creatures(request, seat, bestiary) if hunting else _characters(request, seat, joining)
        if done:
            return redirect(_stay(request, seat))
    values = forms.read(kind.quick, request.POST) if improvising else {}
    context = {
        "seat": seat,
        "encounter": seat.read.encounter,
        "table": seat.read.encounter.table,
        "piles": piles.piles(seat.read, words),
        "start": _start(seat),
        "form": form,
        "joining": joining,
        "characters": (characters := _characters_of(seat)),
        "none_free": all(one.busy is not None for one in characters),
        "chosen": chosen,
        **_bestiary(request, seat, bestiary, words),
        "bound": forms.fields(kind.quick, values, errors, words, form_id="improvised"),
    }
    return render(request, "combat/add.html", context, status=pages.status(request))


@dataclass(frozen=True, slots=True)
class Available:
    """A character of the table, and the encounter that it would have to leave first."""

    character: Character
    busy: Encounter | None


def _characters_of(seat: Seat) -> list[Available]:
    here, there = seat.read.encounter, store.held(seat.read.head)
    rows = Character.objects.filter(table=here.table).select_related("enlistment__encounter")
    found = []
    for one in rows.prefetch_related("players").order_by("kind", "name"):
        place = one.enlistment.encounter if hasattr(one, "enlistment") else None
        # A fight takes characters out of the free scene by itself.
        leaves = place is not None and place.free and place != here
        found.append(Available(one, here if str(one.pk) in there else None if leaves else place))
    return found


def _characters(request: HttpRequest, seat: Seat, form: CharactersForm) -> bool:
    chosen = set(request.POST.getlist("character"))
    found = [one.character for one in _characters_of(seat) if str(one.character.pk) in chosen and one.busy is None]
    if not found:
        messages.error(request, _("Elegir al menos un personaje que esté libre."))
        return False
    return form.is_valid() and _enlisted(request, seat, [_row(one, form.cleaned_data) for one in found])


def _row(character: Character, said: Mapping[str, Any]) -> dict[str, Any]:
    row = sheets.character_row(character, hidden=said["hidden"])
    return {
        **row,
        "side": said["side"] or row["side"],
        # Numbers are shown of characters with a player; the others are the game master's.
        "shows": said["shows"] or ("number" if row["controllers"] else "word"),
        "public_name": said["public_name"],
    }


def _improvise(request: HttpRequest, seat: Seat, form: ImprovisedForm) -> tuple[bool, dict[str, RuleError]]:
    kind = seat.read.system.sheet_kinds["creature"]
    values, errors = forms.check_all(kind.quick, forms.read(kind.quick, request.POST))
    if not form.is_valid() or errors:
        return False, errors
    return _enlisted(request, seat, _rows(form.cleaned_data, "creature", form.cleaned_data["name"], values)), {}


def _rows(said: Mapping[str, Any], kind: str, name: str, sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """As many rows as the form asks for; several form a group."""
    group = store.new_id() if said["count"] > 1 else None
    row: dict[str, Any] = {
        "name": name,
        "public_name": said["public_name"],
        "side": said["side"],
        "kind": kind,
        "sheet": dict(sheet),
        "group": group,
        "numbered": said["count"] > 1 or said["numbered"],
        "hidden": said["hidden"],
        "shows": said["shows"],
    }
    return [{**row, "id": store.new_id()} for _one in range(said["count"])]


def _stay(request: HttpRequest, seat: Seat) -> str:
    """The address of this page, with what was searched for."""
    here = reverse("combat:add", args=[seat.read.encounter.pk])
    query = request.POST.get("q", request.GET.get("q", ""))[:LONGEST_SEARCH]
    return f"{here}?{urlencode({'q': query})}" if query else here


def _start(seat: Seat) -> Button | None:
    """The first step of a scene in preparation."""
    desk = Desk(seat)
    step = desk.system.next_step(desk.fight) if desk.fight.status == "ready" else None
    return desk.table_step(step) if step else None


@dataclass(frozen=True, slots=True)
class FoundCreature:
    """A creature of the bestiary, with its numbers and how many of its name are in the scene."""

    entry: CatalogueEntry
    brief: piles.Brief
    inside: int


def _found(seat: Seat, entry: CatalogueEntry, words: PageSpeaker) -> FoundCreature:
    fight, system = seat.read.head.fight, seat.read.system
    inside = sum(one.name == entry.name[:60] for one in fight.combatants.values())
    try:
        sheet = catalogue.sheet_of_creature(seat.read.encounter.table, entry)
    except RuleError:
        return FoundCreature(entry, (), inside)
    return FoundCreature(
        entry, piles.brief(system, kinds_of(system)[entry.kind].gives, sheet, fight.house, words), inside
    )


def _bestiary(request: HttpRequest, seat: Seat, form: BestiaryForm, words: PageSpeaker) -> dict[str, Any]:
    """The creatures of the table's packs that a search finds, and always the chosen one."""
    everything = catalogue.entries_for(seat.read.encounter.table, family="creature")
    query = request.GET.get("q", "")[:LONGEST_SEARCH].strip()
    wanted = catalogue.plain(query).split()
    chosen = str(form.data.get("creature", "")) if form.is_bound else ""
    found = [one for one in everything if all(word in one.needle for word in wanted)][:MOST_CREATURES]
    found += [one for one in everything if one.code == chosen and one not in found]
    return {
        "bestiary": form,
        "creatures": [_found(seat, one, words) for one in found if one.sound],
        "creature": chosen,
        "query": query,
        "has_bestiary": bool(everything),
        "more_creatures": max(0, len(everything) - len(found)) if not query else 0,
    }


def _creatures(request: HttpRequest, seat: Seat, form: BestiaryForm) -> bool:
    table = seat.read.encounter.table
    if not form.is_valid():
        if "creature" in form.errors:
            messages.error(request, str(form.errors["creature"][0]))
        return False
    said = form.cleaned_data
    found = catalogue.entry_for(table, said["creature"])
    if found is None or found.family != "creature" or not found.sound:
        messages.error(request, _("Esa criatura no está en los Lienzos de la mesa."))
        return False
    kind = kinds_of(seat.read.system)[found.kind].gives
    sheet = catalogue.sheet_of_creature(table, found)
    rows = _rows(said, kind, said["name"] or found.name[:60], sheet)
    if len(rows) == 1 and (pile := _same(seat, rows[0])) is not None:
        key = request.POST.get("key", "")[:64]
        piles.change(seat.read, pile, "more", seat.user, key=key, digest=sent(request))
        return True
    # The log keeps the entry they come from, which says what their loot is.
    return _enlisted(request, seat, [{**row, "entry": found.code} for row in rows])


def _same(seat: Seat, row: Mapping[str, Any]) -> piles.Pile | None:
    """The pile of a scene in preparation that such a creature joins."""
    if seat.read.head.fight.status != "ready":
        return None
    loaded = seat.read.system.sheet_kinds[row["kind"]].load(row["sheet"])
    alike = (row["name"], row["public_name"], row["side"], row["hidden"], loaded)
    for pile in piles.piles(seat.read, speaker(seat.read.system.slug)):
        one = pile.first
        if not one.character and (one.name, one.public_name, one.side, pile.hidden, one.sheet) == alike:
            return pile
    return None


def _again(request: HttpRequest, seat: Seat) -> bool:
    """Whether the same form was sent before: its combatants are here and no longer free."""
    key = request.POST.get("key", "")[:64]
    try:
        return services.counted(encounter=seat.read.encounter.pk, user=seat.user, key=key, digest=sent(request))
    except KeyReused:
        # Counting it refuses it later, with the reason.
        return False


def _enlisted(request: HttpRequest, seat: Seat, rows: list[dict[str, Any]]) -> bool:
    key = request.POST.get("key", "")[:64] or store.new_id()
    encounter = seat.read.encounter
    try:
        services.enlist(encounter=encounter, user=seat.user, rows=rows, key=key, digest=sent(request))
    except CombatError as error:
        messages.error(request, str(error))
        return False
    except RuleError as error:
        messages.error(request, speaker(seat.read.system.slug).error(error))
        return False
    return True
