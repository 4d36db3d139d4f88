"""Leaving: all that is known of a person as a file, and deleting an account without tearing holes into the past.

The row of a person who has left stays without a name, so that logs, histories and attendances go on saying that it was
one and the same. What only that person had goes: log-ins, links, e-mail, password, second step, tables without others.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.knowing import unknown_on
from characters.models import Character, CharacterState, Loan
from characters.sheets import sheet_of
from combat.models import Contingency, Digest, LogEntry, TableMap, Whisper
from equipment.ledger.models import Gift, LedgerRow, Proposal
from tapiz_site.accounts import log_ins
from tapiz_site.accounts.models import OneTimeLink, User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.models import (
    Attendance,
    Boundary,
    HouseChange,
    Invitation,
    Knock,
    Membership,
    Purse,
    Role,
    Stop,
    Table,
)
from tapiz_site.models import Posted
from tapiz_site.pictures.models import Picture

from . import outgoing

TRACES: dict[str, tuple[type[models.Model], str, dict[str, str]]] = {
    "sheets": (CharacterState, "by", {"when": "at", "table": "character__table__name", "character": "name"}),
    "things": (LedgerRow, "by", {"when": "at", "table": "possession__table__name", "cause": "cause"}),
    "offers": (Gift, "by", {"when": "created", "thing": "possession__name", "to": "to__name"}),
    "proposals": (Proposal, "by", {"when": "created", "table": "table__name", "thing": "name", "why": "why"}),
    "loans": (Loan, "user", {"when": "created", "table": "character__table__name", "character": "character__name"}),
    "lent": (Loan, "by", {"when": "created", "table": "character__table__name", "character": "character__name"}),
    "points": (Purse, "user", {"table": "table__name", "points": "points"}),
    "settings": (HouseChange, "by", {"when": "when", "table": "table__name", "setting": "setting", "new": "new"}),
    "boundaries": (Boundary, "by", {"table": "table__name", "kind": "kind", "text": "text"}),
    "stops": (Stop, "by", {"table": "table__name"}),
    "pictures": (Picture, "by", {"when": "created", "table": "table__name", "caption": "caption"}),
    "maps": (TableMap, "created_by", {"when": "created", "table": "table__name", "map": "name"}),
    "invitations": (Invitation, "created_by", {"when": "created", "table": "table__name", "role": "role"}),
    "foreseen": (Contingency, "user", {"table": "encounter__table__name", "action": "action", "words": "words"}),
    "digests": (Digest, "user", {"email": "email", "every": "every", "when": "sent"}),
    "notes": (Whisper, "player", {"when": "created", "table": "encounter__table__name", "text": "text"}),
    "notes_written": (Whisper, "by", {"when": "created", "table": "encounter__table__name", "text": "text"}),
    "knocks": (Knock, "user", {"when": "created", "table": "table__name", "as": "name", "answer": "answer"}),
}
"""Where else people leave their mark: the rows of a model by its field that names them, and what is told of each."""


class CannotLeave(Exception):
    """The account cannot be deleted yet; its text says why."""


def file_of(user: User) -> bytes:
    """All that the site knows of a person: the account, its characters, the tables it runs, its acts; as a zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("account.json", _json(_account(user)))
        file.writestr("acts.json", _json(_acts(user)))
        file.writestr("traces.json", _json(_traces(user)))
        for character in Character.objects.filter(players=user).select_related("table").order_by("pk"):
            runs = Membership.objects.filter(user=user, table=character.table, role=Role.GAME_MASTER).exists()
            unknown = unknown_on(character.table, sheet_of(character), runs=runs)
            data, end = outgoing.written(outgoing.character_document(character, unknown))
            file.writestr(f"characters/{outgoing.file_name(character.name, str(character.pk), end)}", data)
        for number, table in enumerate(_run_by(user), 1):
            data, end = outgoing.written(outgoing.table_document(table))
            file.writestr(f"tables/{number}-{outgoing.file_name(table.name, str(table.pk), end)}", data)
    return packed.getvalue()


def kept_by(user: User) -> list[Table]:
    """The tables that would be without a game master: another member must run them first."""
    return [table for table in _run_alone(user) if table.memberships.exclude(user=user).exists()]


def going_with(user: User) -> list[Table]:
    """The tables that nobody else belongs to, which are deleted with the account."""
    return [table for table in _run_alone(user) if not table.memberships.exclude(user=user).exists()]


def last_administrator(user: User) -> bool:
    """Whether the installation would have no administrator."""
    return user.is_staff and not User.objects.filter(is_staff=True, is_active=True).exclude(pk=user.pk).exists()


@transaction.atomic
def leave(user: User) -> None:
    """Delete an account; raises CannotLeave."""
    User.objects.select_for_update().get(pk=user.pk)
    if last_administrator(user):
        raise CannotLeave(_("Es la última cuenta que administra esta instalación."))
    if kept_by(user):
        raise CannotLeave(_("Antes hay que pasar la dirección de las mesas a otra persona."))
    proposed = _proposed_by(user)
    alone = [table.pk for table in going_with(user)]
    Table.everywhere.filter(pk__in=alone).delete()
    for membership in Membership.objects.filter(user=user):
        services.remove(membership=membership)
    Membership.everywhere.filter(user=user).delete()
    for character in Character.everywhere.filter(players=user):
        character.players.remove(user)
    for gone in (Contingency, Digest, OneTimeLink, EmailAddress, UserSession, Authenticator, Posted, Knock):
        gone._default_manager.filter(user=user).delete()
    Invitation.objects.filter(created_by=user).delete()
    _forget_name(user, proposed)
    log_ins.end_all(user)


def _proposed_by(user: User) -> list[LedgerRow]:
    """The rows of things whose sentence names this person, who proposed them."""
    tables = Table.everywhere.filter(Q(memberships__user=user) | Q(sessions__attendances__user=user))
    return list(LedgerRow.objects.filter(possession__table__in=tables, params__proposed_by=user.shown_name))


def _forget_name(user: User, proposed: list[LedgerRow]) -> None:
    user.left = timezone.now()
    user.username, user.display_name = f"-{user.pk}", ""
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    Attendance.objects.filter(user=user).update(name=user.shown_name)
    for rows in (HouseChange.objects, LedgerRow.objects):
        rows.filter(by=user).update(by_name=user.shown_name)
    Boundary.objects.filter(by=user).update(by=None, name="")
    Stop.objects.filter(by=user).update(by=None)
    for row in proposed:
        row.params = {**row.params, "proposed_by": user.shown_name}
    LedgerRow.objects.bulk_update(proposed, ["params"], batch_size=200)


def _run_by(user: User) -> list[Table]:
    found = Table.objects.filter(memberships__user=user, memberships__role=Role.GAME_MASTER)
    return list(found.filter(practice=False).order_by("created", "pk"))


def _run_alone(user: User) -> list[Table]:
    runs = Membership.everywhere.filter(role=Role.GAME_MASTER, user__is_guest=False)
    others = runs.exclude(user=user).values("table")
    return list(Table.everywhere.filter(pk__in=runs.filter(user=user).values("table")).exclude(pk__in=others))


def _account(user: User) -> dict[str, Any]:
    tables = Membership.objects.filter(user=user, table__practice=False).select_related("table")
    attended = Attendance.objects.filter(user=user).select_related("session__table")
    return {
        "username": user.username,
        "display_name": user.display_name,
        "email": user.email,
        "since": user.date_joined,
        "last_login": user.last_login,
        "administers": user.is_staff,
        "tables": [{"name": one.table.name, "role": one.role, "since": one.joined} for one in tables],
        "attended": [
            {"table": one.session.table.name, "when": one.session.began, "as": one.name, "characters": one.characters}
            for one in attended
        ],
        "log_ins": [
            {"since": one.created_at, "address": one.ip, "browser": one.user_agent}
            for one in UserSession.objects.filter(user=user)
        ],
        # Without the secrets by which one enters.
        "second_step": [
            {"kind": one.type, "name": one.data.get("name", ""), "since": one.created_at, "last_used": one.last_used_at}
            for one in Authenticator.objects.filter(user=user).order_by("pk")
        ],
    }


def _acts(user: User) -> list[dict[str, Any]]:
    rows = LogEntry.objects.filter(by=user, encounter__table__practice=False).select_related("encounter__table")
    return [
        {
            "when": row.created,
            "table": row.encounter.table.name,
            "scene": row.encounter.name,
            "kind": row.kind,
            "act": (row.data.get("command") or {}).get("action", ""),
        }
        for row in rows.order_by("pk").iterator()
    ]


def _traces(user: User) -> dict[str, list[dict[str, Any]]]:
    """What is kept of a person beside the acts of fights."""
    return {
        name: [
            dict(zip(told, row, strict=True))
            for row in kept._base_manager.filter(**{by: user}).order_by("pk").values_list(*told.values())
        ]
        for name, (kept, by, told) in TRACES.items()
    }


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, default=lambda when: when.isoformat())
