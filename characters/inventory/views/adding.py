"""Writing down what somebody has now, a character, the stash or a loot: of the table's packs, or by hand."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from equipment.ledger import money, moving, services
from equipment.ledger.models import MOST, Loot
from equipment.ledger.writing import Holder
from rules.core.equipment import EntryKind, checked
from rules.core.errors import RuleError
from rules.core.inputs import Input, Number
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.once import once

from ... import gear, policy
from ...models import Character
from ...views.common import GET_AND_POST, person, status
from .. import packs, showing
from ..common import amount, stash_of, tried, whole_number
from .thing import ABOUT

QUANTITY = Number("thing_quantity", "core.thing_quantity", required=False, default=1, minimum=1, maximum=MOST)


@dataclass(frozen=True, slots=True)
class Target:
    """For whom something is written down, and where the pages of it are: the list, one kind, back home."""

    holder: Holder
    start: str
    home: str
    query: str = ""
    character: Character | None = None

    @property
    def table(self) -> Table:
        """The table at which it is."""
        return self.holder.table

    def of(self, kind: str) -> str:
        """Where a thing of this kind is written by hand."""
        return f"{self.start}{kind}/{self.query}"


def _character(request: HttpRequest, pk: UUID) -> Target:
    found = policy.editable_or_refused(request.user, pk)
    found.table.role = Role(found.role)
    start = reverse("characters:add_thing", args=[pk])
    return Target(gear.holder_of(found), start, reverse("characters:inventory", args=[pk]), character=found)


def _common(request: HttpRequest, table_pk: UUID) -> Target:
    """The stash, or with `?botin=` the loot that the game master fills."""
    table = get_table_or_404(request.user, table_pk, PLAYING)
    start, home = (reverse(f"characters:{name}", args=[table_pk]) for name in ("add_to_stash", "stash"))
    if not (wanted := request.GET.get("botin", "")):
        return Target(stash_of(table), start, home)
    if table.role != Role.GAME_MASTER:
        raise PermissionDenied
    found = Loot.objects.filter(table=table, pk=whole_number(wanted, 0)).first()
    if found is None:
        raise Http404
    return Target(Holder(table, loot=found, name=found.name), start, home, f"?botin={found.pk}")


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def kinds(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What a character may be given: the things of the table's packs, and the kinds to write by hand."""
    return _kinds(request, _character(request, pk))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def add(request: HttpRequest, pk: UUID, kind: str) -> HttpResponse:
    """A thing by hand for a character, with the values that its kind asks for."""
    return _add(request, _character(request, pk), kind)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def kinds_for_stash(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The same for the stash or a loot."""
    return _kinds(request, _common(request, table_pk))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def add_to_stash(request: HttpRequest, table_pk: UUID, kind: str) -> HttpResponse:
    """A thing by hand for the stash or a loot."""
    return _add(request, _common(request, table_pk), kind)


def _kinds(request: HttpRequest, target: Target) -> HttpResponse:
    words = showing.words_of(target.table)
    if request.method == "POST":
        return _taken(request, target)
    search = request.GET.get("q", "")[:60]
    context = {
        "target": target,
        "character": target.character,
        "table": target.table,
        "kinds": [
            (target.of(kind.name), words.first_word(f"entry.{kind.name}", default=kind.name))
            for kind in moving.equipment_of(target.table).items()
        ],
        "search": search,
        "wares": packs.wares(target.table, words, search=search),
        "action": target.start + target.query,
    }
    return render(request, "inventory/add.html", context)


def _taken(request: HttpRequest, target: Target) -> HttpResponse:
    ware = packs.ware(target.table, request.POST.get("entry", ""))
    if ware is None:
        raise Http404
    many = request.POST.get("quantity", "")
    made = tried(
        request,
        lambda: services.add(
            target.holder, person(request),
            kind=ware.kind, name=ware.name, values=ware.values, quantity=amount(many), entry=ware.entry,
        ),
    )  # fmt: skip
    if made is not None:
        messages.success(request, _("Anotado: %(name)s.") % {"name": made.name})
    return redirect(target.home)


def _add(request: HttpRequest, target: Target, kind: str) -> HttpResponse:
    equipment = moving.equipment_of(target.table)
    found = next((one for one in equipment.items() if one.name == kind), None)
    if found is None:
        raise Http404
    about = (QUANTITY,) if kind == money.COIN else (ABOUT[0], QUANTITY, ABOUT[1])
    declared = (*about, *found.inputs)
    raw: dict[str, Json] = {}
    errors: dict[str, RuleError] = {}
    if request.method == "POST":
        raw = inputs.read(declared, request.POST)
        errors = _added(request, target.holder, found, declared, raw)
        if not errors:
            return redirect(target.home)
    words = showing.words_of(target.table)
    bound = inputs.fields(declared, raw, errors, words)
    context = {
        "character": target.character,
        "table": target.table,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [words.error(error) for name, error in errors.items() if not name],
        "title": words.first_word(f"entry.{kind}", default=kind),
        "action": target.of(kind),
        "home": target.home,
    }
    return render(request, "inventory/write.html", context, status=status(request))


def _added(
    request: HttpRequest, holder: Holder, kind: EntryKind, declared: tuple[Input, ...], raw: dict[str, Json]
) -> dict[str, RuleError]:
    values, errors = inputs.check_all(declared, raw)
    if errors:
        return errors
    name, note, quantity = (values.pop(key, None) for key in ("thing_name", "thing_note", "thing_quantity"))
    try:
        full = checked(kind, values)
    except RuleError as refused:
        return {refused.field or "": refused}
    if kind.name == money.COIN:
        name = str(full.get(money.COIN))
    made = tried(
        request,
        lambda: services.add(
            holder, person(request),
            kind=kind.name, name=name, values=full, quantity=quantity or 1, note=note or "",
        ),
    )  # fmt: skip
    if made is not None:
        messages.success(request, _("Anotado."))
    return {}
