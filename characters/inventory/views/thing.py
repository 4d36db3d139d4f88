"""One thing: what it is, where it goes, what would change without it, to whom it goes, its ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from equipment.ledger import moving, services, sharing, trading
from equipment.ledger.frozen import gear_of, inside
from equipment.ledger.models import NAME_LENGTH, NOTE_LENGTH, Cause, LedgerRow, Possession
from rules.core.equipment import checked
from rules.core.errors import RuleError
from rules.core.inputs import Input, Text
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role
from tapiz_site.once import once

from ... import gear, policy, values
from ...models import Character
from ...views.common import GET_AND_POST, person, status
from .. import showing
from ..common import amount, back, company, member_or_404, possession_or_404, stash_of, tried
from .page import ledger_page, may_use, usable_or_refused


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID, thing: str) -> HttpResponse:
    """A thing with everything that can be done with it."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    one = possession_or_404(gear.holder_of(character), thing)
    equipment = moving.equipment_of(character.table)
    kind = moving.kind_of(equipment, one)
    words = showing.words_of(character.table)
    things = gear.things_of(character)
    whole = policy.sees_all(character)
    shop = trading.shop_of(character.table)
    price = trading.price_of(character.table, one.values)
    rows = LedgerRow.objects.filter(possession__owner=character, possession__lineage=one.lineage)
    if character.role == Role.GAME_MASTER:
        rows = LedgerRow.objects.filter(possession__lineage=one.lineage, possession__table=character.table)
    containers = [other for other in things if moving.kind_of(equipment, other).holds and other.pk != one.pk]
    context = {
        "character": character,
        "table": character.table,
        "row": showing.with_room(equipment, one, things, words),
        "one": one,
        "written": [item for item in inputs.shown(kind.inputs, one.values, words) if item.text or item.lines],
        "containers": containers,
        "inside": [showing.said_name(other, words) for other in things if other.within_id == one.pk],
        "without": _without(character, one, things),
        "others": [other for other in company(character.table) if other.pk != character.pk],
        "sells": shop.sold_for(price) if shop.open and price else None,
        "sells_words": showing.price_words(equipment, shop.sold_for(price), words) if shop.open and price else "",
        "shop": shop,
        "may_use": may_use(character),
        "may_edit": policy.may_edit(character),
        "sees_all": whole,
        **(ledger_page(request, rows, character.table.system, character) if whole else {}),
    }
    return render(request, "inventory/thing.html", context)


def _without(character: Character, one: Possession, things: list[Possession]) -> tuple[values.ChangedNumber, ...]:
    """The numbers that would change if it were left where it is."""
    equipment = moving.equipment_of(character.table)
    gone = inside(things, one.pk) | {one.pk}
    with_it, left = gear_of(equipment, things), gear_of(equipment, things, without=gone)
    runs, controls = character.role == Role.GAME_MASTER, policy.acts_with(character)
    numbers = [
        values.values_of(character, gear=which, game_master=runs, controls=controls) for which in (with_it, left)
    ]
    states = [
        values.condition_of(character, gear=which, game_master=runs, controls=controls) for which in (with_it, left)
    ]
    found = values.differing(*numbers)
    said = {one.label for one in found}
    return (*found, *(one for one in values.came_and_went(*states) if one.label not in said))


@login_required
@require_POST
@once
def do(request: HttpRequest, pk: UUID, thing: str) -> HttpResponse:
    """What a button of a thing does; the page from which it came says what has come of it."""
    character = usable_or_refused(request, pk)
    holder, by = gear.holder_of(character), person(request)
    one = possession_or_404(holder, thing)
    wanted = request.POST.get("do", "")
    verb, _colon, what = wanted.partition(":")
    all_of_it = verb in WHOLE or wanted == "put:packed"

    def count() -> int:
        return amount(request.POST.get("quantity", ""), one.quantity if all_of_it else 1)

    uses: Mapping[str, Callable[[], object]] = {
        "less": lambda: services.count(holder, by, one.pk, -1),
        "use": lambda: services.count(holder, by, one.pk, -count()),
        "put": lambda: services.put(holder, by, one.pk, what, quantity=count()),
        "charge": lambda: services.charge(holder, by, one.pk, -1),
    }
    keeps: Mapping[str, Callable[[], object]] = {
        "more": lambda: services.count(holder, by, one.pk, 1),
        "refill": lambda: services.charge(holder, by, one.pk, 1),
        "leave": lambda: services.put(
            holder, by, one.pk, "left", where=" ".join(request.POST.get("where", "").split())[:80], quantity=count()
        ),
        "into": lambda: services.put_into(holder, by, one.pk, request.POST.get("container", ""), quantity=count()),
        "discard": lambda: services.discard(holder, by, one.pk, count()),
        "give": lambda: _give(request, character, one, count()),
        "stash": lambda: sharing.give(
            gear.giver_of(character), by, one.pk, count(), stash_of(character.table), Cause.STASHED
        ),
        "sell": lambda: trading.sell(holder, by, one.pk, count()),
    }
    if verb not in uses and verb not in keeps:
        raise Http404
    if verb in keeps and not policy.may_edit(character):
        raise PermissionDenied
    name = showing.said_name(one, showing.words_of(character.table))
    if tried(request, {**uses, **keeps}[verb]) is not None and verb in ("discard", "stash", "sell", "leave", "into"):
        messages.success(request, _("Hecho: %(name)s.") % {"name": name})
    home = reverse("characters:inventory", args=[character.pk])
    own = reverse("characters:thing", args=[character.pk, one.pk])
    return back(request, home, own)


WHOLE = frozenset({"leave", "into", "discard", "stash", "give", "sell"})
"""What is done with all of a thing unless so many are meant."""


def _give(request: HttpRequest, character: Character, one: Possession, count: int) -> object:
    """Offer it, or hand it over at once where the same person answers for both."""
    to = member_or_404(character.table, request.POST.get("to", ""))
    giver, taker, by = gear.giver_of(character), gear.holder_of(to), person(request)
    both = character.role == Role.GAME_MASTER or to.players.filter(pk=by.pk).exists()
    if both:
        done: object = sharing.give(giver, by, one.pk, count, taker)
        messages.success(request, _("Ahora es de %(name)s.") % {"name": to.name})
    else:
        done = sharing.offer(giver, by, one.pk, count, taker)
        messages.success(request, _("Ofrecido a %(name)s: falta que lo acepte.") % {"name": to.name})
    return done


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def edit(request: HttpRequest, pk: UUID, thing: str) -> HttpResponse:
    """Correct what is written of a thing: its name, its values, a note."""
    character = policy.editable_or_refused(request.user, pk)
    holder = gear.holder_of(character)
    one = possession_or_404(holder, thing)
    kind = moving.kind_of(moving.equipment_of(character.table), one)
    declared = (*ABOUT, *kind.inputs)
    raw = {"thing_name": one.name, "thing_note": one.note, **one.values}
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(declared, request.POST)
        found, errors = inputs.check_all(declared, raw)
        if not errors:
            about = {name: found.pop(name) for name in ("thing_name", "thing_note")}
            try:
                full = checked(kind, found)
            except RuleError as refused:
                errors = {refused.field or "": refused}
            else:
                tried(
                    request,
                    lambda: services.edit(
                        holder, person(request), one.pk,
                        name=about["thing_name"], values=full, note=about["thing_note"] or "",
                    ),
                )  # fmt: skip
                own = reverse("characters:thing", args=[character.pk, one.pk])
                return back(request, own)
    words = showing.words_of(character.table)
    bound = inputs.fields(declared, raw, errors, words)
    context = {
        "character": character,
        "table": character.table,
        "one": one,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [words.error(error) for name, error in errors.items() if not name],
        "title": _("Corregir: %(name)s") % {"name": one.name},
        "action": request.path,
        "home": reverse("characters:thing", args=[character.pk, one.pk]),
    }
    return render(request, "inventory/write.html", context, status=status(request))


ABOUT: tuple[Input, ...] = (
    Text("thing_name", "core.thing_name", length=NAME_LENGTH),
    Text("thing_note", "core.thing_note", required=False, length=NOTE_LENGTH, multiline=True),
)
"""What every thing has besides the values of its kind."""
