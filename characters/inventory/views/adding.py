"""Adding a possession to a character, the stash or a loot: from the table's packs, or by hand."""

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

from equipment.ledger import money, moving, proposing
from equipment.ledger.errors import GearError, TooMany, TooMuch
from equipment.ledger.models import MOST, WHY_LENGTH, Loot, Possession
from equipment.ledger.writing import Holder
from rules.core.equipment import EntryKind, checked
from rules.core.errors import RuleError
from rules.core.inputs import Input, Number, Text
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.policy import PLAYING, get_table_or_404
from tapiz_site.once import once
from tapiz_site.speech import PageSpeaker

from ... import gear, policy
from ...burdens import words_of
from ...models import Character
from ...views.common import GET_AND_POST, person, status
from .. import packs, proposals, units
from ..common import Wrong, asked, beside, here, stash_of, tried_many, whole_number, why_not
from .thing import ABOUT

QUANTITY = Number("thing_quantity", "core.thing_quantity", required=False, default=1, minimum=1, maximum=MOST)
WHY = Text("thing_why", "core.thing_why", required=False, length=WHY_LENGTH)


@dataclass(frozen=True, slots=True)
class Target:
    """The holder that gets a possession, and the addresses of its pages: the list, one kind, the inventory."""

    holder: Holder
    start: str
    home: str
    query: str = ""
    character: Character | None = None

    @property
    def table(self) -> Table:
        """The holder's table."""
        return self.holder.table

    def of(self, kind: str) -> str:
        """The address of the form for a possession of this kind."""
        return f"{self.start}{kind}/{self.query}"


def _character(request: HttpRequest, pk: UUID) -> Target:
    found = policy.editable_or_refused(request.user, pk)
    found.table.role = Role(found.role)
    start = reverse("characters:add_thing", args=[pk])
    return Target(gear.holder_of(found), start, reverse("characters:inventory", args=[pk]), character=found)


def _common(request: HttpRequest, table_pk: UUID) -> Target:
    """The stash, or with `?botin=` the loot that the game master is filling."""
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
    """The page that adds to a character: the items of the table's packs, and the kinds to write by hand."""
    return _kinds(request, _character(request, pk))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def add(request: HttpRequest, pk: UUID, kind: str) -> HttpResponse:
    """The form of a possession for a character, with the values that its kind asks for."""
    return _add(request, _character(request, pk), kind)


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def kinds_for_stash(request: HttpRequest, table_pk: UUID) -> HttpResponse:
    """The page that adds to the stash or a loot."""
    return _kinds(request, _common(request, table_pk))


@never_cache
@login_required
@require_http_methods(GET_AND_POST)
@once
def add_to_stash(request: HttpRequest, table_pk: UUID, kind: str) -> HttpResponse:
    """The form of a possession for the stash or a loot."""
    return _add(request, _common(request, table_pk), kind)


def _kinds(request: HttpRequest, target: Target) -> HttpResponse:
    return _taken(request, target) if request.method == "POST" else _listed(request, target)


def _listed(
    request: HttpRequest, target: Target, wrong: Wrong | None = None, of: packs.Ware | None = None
) -> HttpResponse:
    """The list of the packs' items; `wrong`: the refused quantity, which stands beside the item `of`."""
    words = words_of(target.table)
    search = asked(request).get("q", "")[:60]
    wares = packs.wares(target.table, words, search=search)
    most = packs.MOST_SHOWN if len(wares) == packs.MOST_SHOWN else 0
    if of is not None and of.entry not in {one.entry for one in wares}:
        wares = [of, *wares]
    which = proposing.way(target.table, person(request))
    context = {
        "target": target,
        "character": target.character,
        "table": target.table,
        "kinds": [
            (target.of(kind.name), words.first_word(f"entry.{kind.name}", default=kind.name))
            for kind in moving.equipment_of(target.table).items()
        ],
        "search": search,
        "wares": wares,
        "most": most,
        "why": WHY if which != "trust" else None,
        "asks": which == "ask",
        "typed_why": request.POST.get(WHY.name, ""),
        "action": target.start + target.query,
        "wrong": wrong,
        "here": here(request, target.start),
    }
    return render(request, "inventory/add.html", context, status=status(request))


def _taken(request: HttpRequest, target: Target) -> HttpResponse:
    ware = packs.ware(target.table, request.POST.get("entry", ""))
    if ware is None:
        raise Http404
    holder, by = target.holder, person(request)
    why = " ".join(request.POST.get(WHY.name, "").split())[:WHY_LENGTH]

    def noted(many: int) -> str:
        found = proposing.proposal(
            holder, by,
            kind=ware.kind, name=ware.name, values=ware.values, quantity=many, entry=ware.entry, why=why,
        )  # fmt: skip
        return _said(target.table, proposing.note(holder, by, found), ware.name)

    said = tried_many(request, target.table, noted, about=ware.entry)
    if isinstance(said, Wrong):
        return _listed(request, target, said, ware)
    if said is not None:
        messages.success(request, said)
    return redirect(target.home)


def _said(table: Table, made: Possession | None, name: str) -> str:
    """What became of something that was noted."""
    return proposals.sent(table, name) if made is None else _("Anotado: %(name)s.") % {"name": made.name}


def _add(request: HttpRequest, target: Target, kind: str) -> HttpResponse:
    equipment = moving.equipment_of(target.table)
    found = next((one for one in equipment.items() if one.name == kind), None)
    if found is None:
        raise Http404
    about = (QUANTITY,) if kind == money.COIN else (ABOUT[0], QUANTITY, ABOUT[1])
    which = proposing.way(target.table, person(request))
    declared = (*about, *found.inputs, *(() if which == "trust" else (WHY,)))
    words = words_of(target.table)
    raw: dict[str, Json] = {}
    errors: dict[str, RuleError] = {}
    field, sentence = "", ""
    if request.method == "POST":
        raw = units.read(declared, request.POST, words)
        try:
            errors = _added(request, target.holder, found, declared, raw, words)
        except GearError as refused:
            field, sentence = _field_of(refused, declared), why_not(request, target.table, refused)
        if not (errors or sentence):
            return redirect(target.home)
    bound = beside(units.fields(declared, raw, errors, words), field, sentence)
    context = {
        "character": target.character,
        "table": target.table,
        "bound": bound,
        "faults": inputs.faulty(bound),
        "problems": [
            *(words.error(error) for name, error in errors.items() if name not in {item.name for item in declared}),
            *([sentence] if sentence and not field else []),
        ],
        "title": words.first_word(f"entry.{kind}", default=kind),
        "sends": proposals.sends(target.table) if which == "ask" else "",
        "action": target.of(kind),
        "home": target.home,
    }
    return render(request, "inventory/write.html", context, status=status(request))


def _field_of(refused: GearError, declared: tuple[Input, ...]) -> str:
    """The field that a refusal is about, if it is one of these."""
    name = QUANTITY.name if isinstance(refused, TooMany) else ""
    if isinstance(refused, TooMuch):
        name = refused.reason.field or ""
    return name if name in {item.name for item in declared} else ""


def _added(
    request: HttpRequest,
    holder: Holder,
    kind: EntryKind,
    declared: tuple[Input, ...],
    raw: dict[str, Json],
    words: PageSpeaker,
) -> dict[str, RuleError]:
    """Add the possession, or return its faults by field; raises GearError."""
    values, errors = units.check_all(declared, raw, words)
    if errors:
        return errors
    name, note, quantity, why = (
        values.pop(key, None) for key in ("thing_name", "thing_note", "thing_quantity", WHY.name)
    )
    try:
        full = checked(kind, values)
        if kind.name == money.COIN:
            name = str(full.get(money.COIN))
        found = proposing.proposal(
            holder, person(request),
            kind=kind.name, name=name, values=full, quantity=quantity or 1, note=note or "", why=why or "",
        )  # fmt: skip
        made = proposing.note(holder, person(request), found)
    except RuleError as refused:
        return {refused.field or "": refused}
    messages.success(
        request, _("Anotado.") if made is not None else proposals.sent(holder.table, proposals.said(found, words))
    )
    return {}
