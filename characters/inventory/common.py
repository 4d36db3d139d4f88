"""What the pages of the inventory share: the holder, the form that was sent, the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from equipment.ledger.errors import GearError, NoNumber, NotEnough, TooMuch
from equipment.ledger.models import MOST, Possession
from equipment.ledger.writing import Holder
from tapiz_site.campaigns.models import Table
from tapiz_site.inputs import BoundInput
from tapiz_site.once import refuse

from .. import policy
from ..models import Character
from . import showing

R = TypeVar("R")


def whole_number(text: str, default: int = 1) -> int:
    """A typed number within the bounds of a quantity; the default where it is not a number."""
    text = text.strip()
    return min(int(text), MOST) if text.isdecimal() and len(text) < 9 else default


def amount(text: str, default: int = 1) -> int:
    """A typed quantity; the default where nothing was typed; raises NoNumber."""
    text = text.strip()
    if not text:
        return default
    if not (text.isdecimal() and len(text) < 9 and 0 < int(text) <= MOST):
        raise NoNumber(most=MOST)
    return int(text)


def possession_or_404(holder: Holder, pk: str) -> Possession:
    """A possession of this holder; raises Http404 for other holders' possessions."""
    found = holder.things().filter(pk=pk).select_related("table", "within").first()
    if found is None:
        raise Http404
    return found


def stash_of(table: Table) -> Holder:
    """The stash of a table as a holder; it has no name, since the causes of its rows name it."""
    return Holder(table)


def own_characters(request: HttpRequest, table: Table) -> list[Character]:
    """The characters of a table for which the reader takes and gives: the reader's own; all for the game master."""
    return [one for one in policy.readable_at(request.user, table).select_related("table") if policy.may_edit(one)]


def own_or_404(request: HttpRequest, table: Table, pk: str) -> Character:
    """One of them by its id; raises Http404."""
    for one in own_characters(request, table):
        if str(one.pk) == pk:
            return one
    raise Http404


def company(table: Table) -> list[Character]:
    """The characters with players: those who may receive gifts and shares of the stash."""
    rows = Character.objects.filter(table=table, players__memberships__table=table).select_related("table")
    return list(rows.distinct().order_by("name", "pk"))


def member_or_404(table: Table, pk: str) -> Character:
    """One of the company by its id; raises Http404."""
    try:
        wanted = UUID(pk)
    except ValueError:
        raise Http404 from None
    for one in company(table):
        if one.pk == wanted:
            return one
    raise Http404


@dataclass(frozen=True, slots=True)
class Wrong:
    """A typed quantity that is refused: its field, what was typed, and why."""

    about: str
    typed: str
    error: str


def tried(request: HttpRequest, table: Table, act: Callable[[], R]) -> R | None:
    """Whether an act at this table was done; the reason of a refusal is shown on the next page."""
    try:
        return act()
    except GearError as refused:
        refuse(request)
        messages.error(request, why_not(request, table, refused))
    except Possession.DoesNotExist:
        raise Http404 from None
    return None


def tried_many(
    request: HttpRequest,
    table: Table,
    act: Callable[[int], R],
    *,
    about: str,
    default: int = 1,
    field: str = "quantity",
) -> R | Wrong | None:
    """Take an act with the quantity in this field; returns the fault of that quantity, if it is refused for it.

    `about`: the possession or entry beside which the field stands. `default`: the quantity where nothing was typed.
    """
    typed = request.POST.get(field, "").strip()

    def go() -> R | Wrong:
        try:
            return act(amount(typed, default))
        except (NoNumber, NotEnough) as refused:
            if not typed:
                raise
            refuse(request)
            return Wrong(about, typed, why_not(request, table, refused))

    return tried(request, table, go)


def why_not(request: HttpRequest, table: Table, refused: GearError) -> str:
    """A refusal in words; what a character can carry is told only to readers who know its whole sheet."""
    own = policy.characters_of(request.user).filter(table=table)
    knows = not isinstance(refused, TooMuch) or own.filter(pk=refused.owner).exists()
    return showing.refused(refused, table, numbers=knows)


def here(request: HttpRequest, home: str) -> str:
    """The address of the shown page, also when a refused form shows it again."""
    if request.method != "POST":
        return request.get_full_path()
    sent_from = request.POST.get("back", "")
    return sent_from if sent_from.partition("?")[0] == home else home


def asked(request: HttpRequest) -> QueryDict:
    """The query of the shown page, from its address or from the form's `back`."""
    return QueryDict(urlsplit(request.POST.get("back", "")).query) if request.method == "POST" else request.GET


def beside(bound: Sequence[BoundInput], field: str, sentence: str) -> list[BoundInput]:
    """The fields of a form, with the reason of a refusal beside one of them."""
    return [replace(one, error=sentence) if field and one.name == field else one for one in bound]


def back(request: HttpRequest, *addresses: str) -> HttpResponse:
    """Redirect to the page from which the form was sent, if it is one of these, or else to the first."""
    wanted = request.POST.get("back", "")
    return redirect(wanted if wanted.partition("?")[0] in addresses else addresses[0])
