"""One possession: its values, moving and giving it, what would change without it, its ledger."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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

from equipment.ledger import money, moving, proposing, services, sharing, trading
from equipment.ledger.errors import GearError, NoRoom, TooMuch
from equipment.ledger.frozen import Owned, gear_of, inside
from equipment.ledger.models import NAME_LENGTH, NOTE_LENGTH, Cause, LedgerRow, Possession
from equipment.ledger.writing import Holder, revision
from rules.core.equipment import EntryKind, checked, known_of
from rules.core.errors import RuleError
from rules.core.inputs import Input, Text
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.once import once

from ... import gear, naming, policy, values
from ...burdens import words_of
from ...knowing import unknown_to
from ...models import Character
from ...views.common import GET_AND_POST, person, status
from .. import proposals, showing, units
from ..common import (
    Wrong,
    back,
    beside,
    company,
    here,
    member_or_404,
    possession_or_404,
    stash_of,
    tried,
    tried_many,
    why_not,
)
from .page import ledger_page, may_use, usable_or_refused


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID, thing: str) -> HttpResponse:
    """A possession with everything that can be done with it."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    return _shown(request, character, possession_or_404(gear.holder_of(character), thing))


def _shown(request: HttpRequest, character: Character, one: Possession, wrong: Wrong | None = None) -> HttpResponse:
    """The page of a possession; `wrong`: the refused quantity."""
    equipment = moving.equipment_of(character.table)
    kind = moving.kind_of(equipment, one)
    words = words_of(character.table)
    things = gear.things_of(character)
    whole = policy.sees_all(character)
    shop = trading.shop_of(character.table)
    price = trading.price_of(character.table, one.values)
    rows = LedgerRow.objects.filter(possession__owner=character, possession__lineage=one.lineage)
    if character.role == Role.GAME_MASTER:
        rows = LedgerRow.objects.filter(possession__lineage=one.lineage, possession__table=character.table)
    shown = known_of(kind.inputs, kind.name, unknown_to(character))
    containers = [other for other in things if moving.kind_of(equipment, other).holds and other.pk != one.pk]
    context = {
        "character": character,
        "table": character.table,
        "row": showing.with_room(equipment, one, things, words),
        "one": one,
        "written": [item for item in units.shown(shown, one.values, words) if item.text or item.lines],
        "containers": containers,
        "inside": [naming.said_name(other, words) for other in things if other.within_id == one.pk],
        "without": _without(character, one, things),
        "others": [other for other in company(character.table) if other.pk != character.pk],
        "sells": shop.sold_for(price) if shop.open and price else None,
        "sells_words": showing.price_words(equipment, shop.sold_for(price), words) if shop.open and price else "",
        "shop": shop,
        "may_use": may_use(character),
        "may_edit": policy.may_edit(character),
        "sees_all": whole,
        "wrong": wrong,
        "typed": request.POST if wrong else {},
        "here": here(request, reverse("characters:thing", args=[character.pk, one.pk])),
        **(ledger_page(request, rows, character.table.system, character) if whole else {}),
    }
    return render(request, "inventory/thing.html", context, status=status(request))


def _without(character: Character, one: Possession, things: Sequence[Owned]) -> tuple[values.ChangedNumber, ...]:
    """The numbers of the sheet that would change if the character left it behind."""
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
    """Do what a button of a possession says; the page from which it was sent shows the result."""
    character = usable_or_refused(request, pk)
    holder, by = gear.holder_of(character), person(request)
    one = possession_or_404(holder, thing)
    wanted = request.POST.get("do", "")
    verb, _colon, what = wanted.partition(":")
    where = " ".join(request.POST.get("where", "").split())[:80]
    uses: Mapping[str, Callable[[int], object]] = {
        "less": lambda _many: services.count(holder, by, one.pk, -1),
        "use": lambda many: services.count(holder, by, one.pk, -many),
        "put": lambda many: services.put(holder, by, one.pk, what, quantity=many),
        "charge": lambda _many: services.charge(holder, by, one.pk, -1),
    }
    keeps: Mapping[str, Callable[[int], object]] = {
        "more": lambda _many: _more(request, holder, one),
        "refill": lambda _many: services.charge(holder, by, one.pk, 1),
        "leave": lambda many: services.put(holder, by, one.pk, "left", where=where, quantity=many),
        "into": lambda many: services.put_into(holder, by, one.pk, request.POST.get("container", ""), quantity=many),
        "discard": lambda many: services.discard(holder, by, one.pk, many),
        "give": lambda many: _give(request, character, one, many),
        "stash": lambda many: sharing.give(
            gear.giver_of(character), by, one.pk, many, stash_of(character.table), Cause.STASHED
        ),
        "sell": lambda many: trading.sell(holder, by, one.pk, many),
    }
    if verb not in uses and verb not in keeps:
        raise Http404
    if verb in keeps and not policy.may_edit(character):
        raise PermissionDenied
    name = naming.said_name(one, words_of(character.table))
    done = _tried(request, character.table, one, wanted, {**uses, **keeps}[verb])
    if isinstance(done, Wrong):
        return _shown(request, character, one, done)
    if done is not None and verb in ("discard", "stash", "sell", "leave", "into"):
        messages.success(request, _("Hecho: %(name)s.") % {"name": name})
    home = reverse("characters:inventory", args=[character.pk])
    own = reverse("characters:thing", args=[character.pk, one.pk])
    return back(request, home, own)


WHOLE = frozenset({"leave", "into", "discard", "stash", "give", "sell", "put:packed"})
"""The acts on the whole quantity, unless a number is typed."""

ONE = frozenset({"less", "more", "charge", "refill", "put:hand"})
"""The acts on one piece, whatever the field for the quantity holds."""


def _tried(
    request: HttpRequest, table: Table, one: Possession, wanted: str, act: Callable[[int], object]
) -> object | Wrong | None:
    """Do what the button says with this quantity."""
    if wanted in ONE:
        return tried(request, table, lambda: act(1))
    whole = wanted in WHOLE
    return tried_many(request, table, act, about=one.pk, default=one.quantity if whole else 1)


def _more(request: HttpRequest, holder: Holder, one: Possession) -> bool:
    """Note one more, or propose it."""
    by = person(request)
    if proposing.note(holder, by, proposing.more_of(holder, by, one.pk)) is None:
        name = naming.said_name(one, words_of(holder.table))
        messages.success(request, proposals.sent(holder.table, name))
    return True


def _give(request: HttpRequest, character: Character, one: Possession, count: int) -> object:
    """Offer it, or hand it over at once where the same person acts for both characters."""
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
    """Correct a possession's name, values or note; values that the reader does not know stay."""
    character = policy.editable_or_refused(request.user, pk)
    holder = gear.holder_of(character)
    one = possession_or_404(holder, thing)
    kind = moving.kind_of(moving.equipment_of(character.table), one)
    asked = known_of(kind.inputs, kind.name, unknown_to(character))
    if proposing.way(character.table, person(request)) == "ask":
        # A dearer coin, or a higher price to sell for, would be money received.
        worth = {money.COIN, moving.equipment_of(character.table).price}
        asked = tuple(item for item in asked if item.name not in worth)
    kept = {item.name: one.values.get(item.name) for item in kind.inputs if item not in asked}
    declared = (*ABOUT, *asked)
    raw = {"thing_name": one.name, "thing_note": one.note, **one.values}
    words = words_of(character.table)
    errors: dict[str, RuleError] = {}
    field, sentence = "", ""
    if request.method == "POST":
        raw = units.read(declared, request.POST, words)
        found, errors = units.check_all(declared, raw, words)
        if not errors:
            about = {name: found.pop(name) for name in ("thing_name", "thing_note")}
            try:
                full = checked(kind, {**kept, **found})
                services.edit(
                    holder, person(request), one.pk,
                    name=about["thing_name"], values=full, note=about["thing_note"] or "",
                    seen=request.POST.get("seen"),
                )  # fmt: skip
                return back(request, reverse("characters:thing", args=[character.pk, one.pk]))
            except RuleError as refused:
                errors = {refused.field or "": refused}
            except GearError as refused:
                field = _field_of(kind, one, refused, {item.name for item in asked})
                sentence = why_not(request, character.table, refused)
            except Possession.DoesNotExist:
                raise Http404 from None
    bound = beside(units.fields(declared, raw, errors, words), field, sentence)
    context = {
        "character": character,
        "table": character.table,
        "one": one,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [
            *(words.error(error) for name, error in errors.items() if name not in {item.name for item in declared}),
            *([sentence] if sentence and not field else []),
        ],
        "title": _("Corregir: %(name)s") % {"name": one.name},
        "action": request.path,
        "seen": revision(one),
        "home": reverse("characters:thing", args=[character.pk, one.pk]),
    }
    return render(request, "inventory/write.html", context, status=status(request))


def _field_of(kind: EntryKind, one: Possession, refused: GearError, shown: Collection[str]) -> str:
    """The shown field that a refusal is about: the one that the rules name, or the room of a container.

    The latter when its contents no longer fit into it.
    """
    name = refused.reason.field or "" if isinstance(refused, TooMuch) else ""
    if isinstance(refused, NoRoom) and one.contents.filter(quantity__gt=0).exists():
        name = kind.holds
    return name if name in shown else ""


ABOUT: tuple[Input, ...] = (
    Text("thing_name", "core.thing_name", length=NAME_LENGTH),
    Text("thing_note", "core.thing_note", required=False, length=NOTE_LENGTH, multiline=True),
)
"""The fields of every possession besides the values of its kind."""
