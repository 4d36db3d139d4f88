"""What players note as received: by the setting `proposals` the game master is asked, is told, or trusts them.

Before play has begun at a table, all note the things with which they start.
"""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from equipment import topics
from rules.core.hand import SETTING
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import hooks
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions

from . import services
from .errors import ProposalGone
from .models import MOST, Possession, Proposal, ProposalStatus
from .writing import Holder


def way(table: Table, by: User) -> str:
    """What becomes of what this person notes as received: "ask", "tell" or "trust"."""
    setting = str(house_of(table).get(SETTING, "trust"))
    if setting == "trust" or not hooks.has_begun(table):
        return "trust"
    runs = Membership.objects.filter(table=table, user=by, role=Role.GAME_MASTER).exists()
    return "trust" if runs else setting


def proposal(
    holder: Holder,
    by: User,
    *,
    kind: str,
    name: str,
    values: Mapping[str, Json],
    quantity: int = 1,
    entry: str = "",
    note: str = "",
    why: str = "",
) -> Proposal:
    """What a person notes as received, not stored yet."""
    about = {"kind": kind, "name": name, "values": dict(values), "entry": entry, "note": note, "why": why}
    return Proposal(table=holder.table, owner_id=holder.owner, by=by, quantity=quantity, **about)


def more_of(holder: Holder, by: User, pk: str, quantity: int = 1) -> Proposal:
    """The same for more of a possession; raises Possession.DoesNotExist."""
    one = holder.things().get(pk=pk)
    about = {name: getattr(one, name) for name in ("kind", "name", "values", "entry")}
    return Proposal(table=holder.table, owner_id=holder.owner, by=by, quantity=quantity, possession=one, **about)


def note(holder: Holder, by: User, found: Proposal) -> Possession | None:
    """Write what a person notes as received to the ledger, and tell the game master where the table wants it.

    Returns None where the game master is asked instead.
    """
    which = way(holder.table, by)
    with transaction.atomic():
        made = None if which == "ask" else _written(holder, by, found, {"why": found.why} if found.why else {})
        if which != "trust":
            keep(found, ProposalStatus.WAITING if which == "ask" else ProposalStatus.TOLD)
    return made


@transaction.atomic
def keep(found: Proposal, standing: ProposalStatus) -> None:
    """Keep a proposal until it is answered, or read; what stands so already of the same possession grows."""
    found.standing = standing
    rows = Proposal.objects.select_for_update(of=("self",)).filter(standing=standing, by=found.by)
    other = rows.filter(possession=found.possession).first() if found.possession is not None else None
    if other is None:
        found.save()
    else:
        other.quantity = min(MOST, other.quantity + found.quantity)
        other.save(update_fields=["quantity"])
    _tell_of(found)


def _written(holder: Holder, by: User, found: Proposal, params: Mapping[str, Json]) -> Possession:
    if found.possession_id is not None:
        return services.count(holder, by, found.possession_id, found.quantity, params)
    return services.add(
        holder,
        by,
        kind=found.kind,
        name=found.name,
        values=found.values,
        quantity=found.quantity,
        entry=found.entry,
        note=found.note,
        params=params,
    )


def accept(pk: str, holder: Holder, by: User, quantity: int) -> Possession:
    """Write a proposal to the ledger with the quantity that the game master says; raises ProposalGone."""
    with transaction.atomic():
        found = _locked(pk, ProposalStatus.WAITING)
        params = {"proposed_by": found.by.shown_name, **({"why": found.why} if found.why else {})}
        found.quantity = quantity
        made = _written(holder, by, found, params)
        _closed(found)
    return made


def refuse(pk: str) -> Proposal:
    """Refuse a proposal; it stays until its player has read so. Raises ProposalGone."""
    with transaction.atomic():
        found = _locked(pk, ProposalStatus.WAITING)
        found.standing = ProposalStatus.REFUSED
        found.save(update_fields=["standing"])
        _tell_of(found)
    return found


def close(pk: str, *standings: str) -> Proposal:
    """Withdraw a proposal, or put away what was told or refused, once it is read. Raises ProposalGone."""
    with transaction.atomic():
        found = _locked(pk, *standings)
        _closed(found)
    return found


def at(table: Table | UUID) -> QuerySet[Proposal]:
    """The proposals of a table, except for characters in the bin."""
    rows = Proposal.objects.filter(Q(owner=None) | Q(owner__deleted_at=None), table=table)
    return rows.select_related("table", "owner", "by")


def _locked(pk: str, *standings: str) -> Proposal:
    rows = Proposal.objects.select_for_update(of=("self",)).select_related("by")
    found = rows.filter(pk=pk, standing__in=standings).first()
    if found is None:
        raise ProposalGone
    return found


def _closed(found: Proposal) -> None:
    _tell_of(found)
    Proposal.objects.filter(pk=found.pk).delete()


def _tell_of(found: Proposal) -> None:
    # The others at the table are to hear nothing, so the stash's own topic stays silent.
    owner = [topics.of_owner(found.owner_id)] if found.owner_id else []
    own = topics.of_proposals_by(found.table_id, found.by_id)
    versions.bump([topics.of_proposals(found.table_id), own, *owner])
