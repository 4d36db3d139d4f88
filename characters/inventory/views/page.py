"""The inventory of a character: its possessions, coins, load and offers; and its ledger."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from equipment import topics
from equipment.ledger import moving, services
from equipment.ledger.frozen import gear_of
from equipment.ledger.models import Gift, LedgerRow
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.live import versions
from tapiz_site.once import once
from tapiz_site.speech import speaker

from ... import gear, naming, policy, values
from ...burdens import words_of
from ...models import Character
from ...views.common import person, status
from .. import proposals, showing
from ..common import Wrong, asked, here, tried_many, whole_number

ROWS_AT_ONCE = 50


def may_use(character: Character) -> bool:
    """Whether the reader acts with the character, and so may equip and use up its possessions."""
    return policy.acts_with(character) and character.role in PLAYING


def usable_or_refused(request: HttpRequest, pk: UUID) -> Character:
    """The character, for readers who may use its possessions; raises PermissionDenied for other readers."""
    character = policy.get_character_or_404(request.user, pk, shared_too=True)
    if not may_use(character):
        raise PermissionDenied
    return character


@never_cache
@login_required
@require_safe
def show(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The inventory."""
    return _shown(request, policy.get_character_or_404(request.user, pk, shared_too=True))


def _shown(request: HttpRequest, character: Character, wrong: Wrong | None = None) -> HttpResponse:
    """The page; `wrong`: the refused number of coins."""
    # Read before what they date: a change in between is fetched twice, never missed.
    own = [topics.of_owner(character.pk)] if policy.sees_all(character) else []
    known = versions.versions([topics.of_character(character.pk), *own])
    things = gear.things_of(character)
    equipment = moving.equipment_of(character.table)
    words = words_of(character.table)
    frozen = gear_of(equipment, things)
    runs, controls = character.role == Role.GAME_MASTER, policy.acts_with(character)
    numbers = values.values_of(character, gear=frozen, game_master=runs, controls=controls)
    condition = values.condition_of(character, gear=frozen, game_master=runs, controls=controls) if controls else ()
    query = asked(request)
    search = query.get("q", "")[:60]
    context = {
        "character": character,
        "table": character.table,
        "words": words,
        "shelf": showing.shelf(equipment, things, words, page=whole_number(query.get("pagina", "")), search=search),
        "search": search,
        "load": showing.load_of(numbers, condition, equipment.total(frozen), words),
        "coins": [(coin.code, naming.coin_word(coin.code, words)) for coin in equipment.coins],
        "gifts": _gifts(character) if policy.sees_all(character) else (),
        "proposals": proposals.of_character(character) if policy.sees_all(character) else (),
        "runs": runs,
        "may_use": may_use(character),
        "may_edit": policy.may_edit(character),
        "sees_all": policy.sees_all(character),
        "kinds": equipment.items(),
        "live_topics": versions.listing(known),
        "topics": " ".join(known),
        "wrong": wrong,
        "typed": request.POST if wrong else {},
        "here": here(request, reverse("characters:inventory", args=[character.pk])),
    }
    return render(request, "inventory/inventory.html", context, status=status(request))


def _gifts(character: Character) -> dict[str, Any]:
    """The offers to a character, and its own."""
    rows = Gift.objects.select_related("possession__owner", "to")
    words = words_of(character.table)
    found = {
        "to": rows.filter(to=character, possession__owner__deleted_at=None),
        "of": rows.filter(possession__owner=character, broken=False),
    }
    return {
        way: [{"gift": one, "name": naming.said_name(one.possession, words)} for one in gifts]
        for way, gifts in found.items()
    }


@login_required
@require_POST
@once
def exchange(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Exchange coins into others, as many as divide evenly."""
    character = policy.editable_or_refused(request.user, pk)
    words = words_of(character.table)
    give, take = request.POST.get("give", ""), request.POST.get("take", "")
    holder = gear.holder_of(character)
    done = tried_many(
        request,
        character.table,
        lambda many: services.exchange(holder, person(request), give, take, many),
        about="exchange",
        field="count",
    )
    if isinstance(done, Wrong):
        return _shown(request, character, done)
    if done is not None:
        said = {
            "went": showing.coins_said(give, done[0], words),
            "came": showing.coins_said(take, done[1], words),
        }
        messages.success(request, _("%(went)s por %(came)s.") % said)
    return redirect("characters:inventory", pk=character.pk)


@never_cache
@login_required
@require_safe
def ledger(request: HttpRequest, pk: UUID) -> HttpResponse:
    """All gains and uses of a character's possessions, the newest first."""
    character = policy.get_character_or_404(request.user, pk)
    rows = LedgerRow.objects.filter(possession__owner=character)
    context = {
        "character": character,
        "table": character.table,
        **ledger_page(request, rows, character.table.system, character),
        "home": reverse("characters:inventory", args=[character.pk]),
    }
    return render(request, "inventory/ledger.html", context)


def ledger_page(request: HttpRequest, rows: Any, system: str, one: Character | None) -> dict[str, Any]:
    """One page of a ledger in words."""
    words = speaker(system)
    count = rows.count()
    pages = max(1, -(-count // ROWS_AT_ONCE))
    page = min(max(1, whole_number(request.GET.get("pagina", ""))), pages)
    shown = rows.select_related("possession__table", "by").order_by("-pk")
    shown = list(shown[(page - 1) * ROWS_AT_ONCE : page * ROWS_AT_ONCE])
    equipment = moving.equipment_of(shown[0].possession.table) if shown else None
    lines = showing.ledger_lines(shown, equipment, words) if equipment else ()
    return {"lines": lines, "page": page, "pages": pages, "owner": one}
