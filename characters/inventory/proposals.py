"""What players propose to have received, as the pages of its readers show it, and as it calls them from the header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from equipment import topics
from equipment.ledger import money, moving, proposing
from equipment.ledger.models import Proposal, ProposalStatus
from rules.core.equipment import Equipment
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.calls import AppCalls, Call, CallReader
from tapiz_site.campaigns.models import Role, Table
from tapiz_site.campaigns.titles import contracted
from tapiz_site.inputs import ShownValue
from tapiz_site.speech import PageSpeaker
from tapiz_site.statements import Rows, fields

from .. import naming, policy
from ..burdens import words_of
from ..models import Character
from . import showing, units

MOST = 20
"""How many a page shows; the next follow as these are answered."""


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal in words."""

    one: Proposal
    what: str
    """Quantity and name."""
    to: str
    """The character that is to have it, or the stash."""
    by: str
    state: str
    """How it stands, for this reader."""
    written: tuple[ShownValue, ...]
    """Its values, for the game master."""


def of_character(character: Character) -> list[ShownProposal]:
    """What is proposed for a character, for readers who know it completely."""
    return _shown(character.table, proposing.at(character.table).filter(owner=character), runs=_runs(character.role))


def of_stash(table: Table, user: User) -> list[ShownProposal]:
    """What is proposed for the stash: all of it for the game master, a player's own for that player."""
    rows = proposing.at(table).filter(owner=None)
    return _shown(table, rows if _runs(table.role) else rows.filter(by=user), runs=_runs(table.role))


def panel(request: HttpRequest, table: Table) -> SafeString:
    """What waits for the game master's word, and what they have been told, on the page of the table."""
    if not _runs(table.role):
        return SafeString("")
    context = {
        "table": table,
        "proposals": _shown(table, proposing.at(table), runs=True),
        "runs": True,
        "here": table.get_absolute_url(),
        "panel": topics.of_proposals(table.pk),
    }
    return SafeString(render_to_string("inventory/_received.html", context, request))


_NEW: Rows[Proposal] = Rows(
    lambda table: proposing.at(table).exclude(standing=ProposalStatus.REFUSED)[:MOST], *fields(Proposal, "table")
)
_REFUSED: Rows[Proposal] = Rows(
    lambda table, by: proposing.at(table).filter(standing=ProposalStatus.REFUSED, by=by)[:MOST],
    *fields(Proposal, "table", "by"),
)


def calls(asking: CallReader) -> AppCalls:
    """What calls the game master to a proposal, or a player to a refusal."""
    user, table = asking.user, asking.table
    runs = _runs(asking.role)

    def shown() -> Iterator[Call]:
        rows = _NEW.all(table.pk) if runs else _REFUSED.all(table.pk, user.pk)
        words, equipment = words_of(table), moving.equipment_of(table)
        return (_call(table, one, words, equipment, runs=runs) for one in rows)

    return AppCalls([topics.of_proposals(table.pk) if runs else topics.of_proposals_by(table.pk, user.pk)], shown)


def _call(table: Table, one: Proposal, words: PageSpeaker, equipment: Equipment, *, runs: bool) -> Call:
    shown = _in_words(one, words, equipment, runs=False)
    if runs:
        asks = one.standing == ProposalStatus.WAITING
        # Short, so that the header keeps its height.
        who, rest = (shown.to, shown.by) if one.owner is not None else (shown.by, shown.to)
        title = _("%(who)s propone") if asks else _("%(who)s ha anotado")
        home, answer = table.get_absolute_url(), reverse("characters:answer_proposal", args=[table.pk, one.pk])
        return Call(
            rest, "hand-helping", title % {"who": who}, shown.what, f"{home}#proposals", asks,
            yes=answer if asks else "", fields={"answer": "yes", "quantity": one.quantity},
        )  # fmt: skip
    address = reverse("characters:inventory", args=[one.owner_id]) if one.owner_id else _stash(table)
    return Call(shown.to, "x", _("No aceptado"), shown.what, f"{address}#proposals", asked=False)


def _stash(table: Table) -> str:
    return reverse("characters:stash", args=[table.pk])


def may_close(user: User, one: Proposal) -> bool:
    """Whether this player withdraws it, or puts it away: its author, and who plays the character."""
    if one.owner_id is None or one.by_id == user.pk:
        return one.by_id == user.pk
    return policy.characters_of(user).filter(pk=one.owner_id).exists()


def said(one: Proposal, words: PageSpeaker) -> str:
    """Quantity and name of what is proposed."""
    if one.kind == money.COIN:
        return showing.coins_said(str(one.values.get(money.COIN, "")), one.quantity, words)
    return f"{one.quantity} × {naming.said_name(one, words)}"


def sent(table: Table, what: str) -> str:
    """The message after a proposal was sent."""
    return contracted(_("Propuesto a %(dj)s: %(name)s.") % {"dj": table.the_dj, "name": what})


def sends(table: Table) -> str:
    """The label of the button that sends one."""
    return contracted(_("Proponer a %(dj)s") % {"dj": table.the_dj})


def _state(one: Proposal, *, runs: bool) -> str:
    who = {"who": one.by.shown_name, "dj": one.table.the_dj}
    if runs:
        waits = one.standing == ProposalStatus.WAITING
        return (_("Lo propone %(who)s") if waits else _("Lo ha anotado %(who)s")) % who
    refused = one.standing == ProposalStatus.REFUSED
    return contracted((_("No aceptado por %(dj)s") if refused else _("Pendiente de %(dj)s")) % who)


def _runs(role: str | None) -> bool:
    return role == Role.GAME_MASTER


def _shown(table: Table, rows: Iterable[Proposal], *, runs: bool) -> list[ShownProposal]:
    words, equipment = words_of(table), moving.equipment_of(table)
    hidden = ProposalStatus.REFUSED if runs else ProposalStatus.TOLD
    found = [one for one in rows if one.standing != hidden][:MOST]
    return [_in_words(one, words, equipment, runs=runs) for one in found]


def _in_words(one: Proposal, words: PageSpeaker, equipment: Equipment, *, runs: bool) -> ShownProposal:
    kind = equipment.kinds.get(one.kind)
    shows = runs and kind is not None and one.kind != money.COIN
    lines = units.shown(kind.inputs, one.values, words) if shows and kind is not None else []
    return ShownProposal(
        one,
        said(one, words),
        one.owner.name if one.owner is not None else _("Fondo común"),
        one.by.shown_name,
        _state(one, runs=runs),
        tuple(line for line in lines if line.text or line.lines),
    )
