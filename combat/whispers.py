"""Secret texts between a player of a fight by posts and its game master: the two of them read them, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tapiz_site.accounts.models import User
from tapiz_site.live import versions

from . import topics
from .models import Encounter, Whisper
from .policy import Seat

LONGEST = 2000
MOST = 200
"""How many texts a talk shows, the newest."""


@dataclass(frozen=True)
class Talk:
    """What a player and the game master have written to each other in one fight."""

    player: User
    texts: Sequence[Whisper]
    unread: int


def talks(seat: Seat) -> list[Talk]:
    """The talks of this person in the fight: a player's own; for the game master one with each who plays here."""
    people = [seat.user] if not seat.runs else _players(seat)
    rows = Whisper.objects.filter(encounter=seat.read.encounter, player__in=people)
    texts: dict[int, list[Whisper]] = {one.pk: [] for one in people}
    for row in rows.select_related("by", "player").order_by("-created", "-pk")[:MOST]:
        texts[row.player_id].insert(0, row)
    return [Talk(one, texts[one.pk], sum(_is_new(seat, row) for row in texts[one.pk])) for one in people]


def _players(seat: Seat) -> list[User]:
    fight = seat.read.head.fight
    ids = {person for one in fight.combatants.values() for person in one.controllers}
    written = Whisper.objects.filter(encounter=seat.read.encounter).values_list("player", flat=True)
    wanted = {int(one) for one in ids if one.isdigit()} | set(written)
    return sorted(User.objects.filter(pk__in=wanted), key=lambda one: (one.shown_name, one.pk))


def _is_new(seat: Seat, row: Whisper) -> bool:
    """Whether this person has not read it: the game masters of a table read as one."""
    return not row.read and (row.by_id == row.player_id) == seat.runs


def player_of(seat: Seat, wanted: str) -> User | None:
    """The player in whose talk a text belongs: players have one talk each, game masters choose the player."""
    if not seat.runs:
        return seat.user
    return next((one for one in _players(seat) if str(one.pk) == wanted), None)


@transaction.atomic
def write(seat: Seat, player: User, text: str) -> None:
    """Write into the talk with this player."""
    Whisper.objects.create(encounter_id=seat.read.encounter.pk, player=player, by=seat.user, text=text)
    _tell(seat.read.encounter, player)


@transaction.atomic
def note_read(seat: Seat) -> None:
    """All that was new to this person has been shown."""
    rows = Whisper.objects.filter(encounter=seat.read.encounter, read=False)
    rows = rows.exclude(by=None) if seat.runs else rows.filter(player=seat.user)
    found = [row for row in rows.select_related("player") if _is_new(seat, row)]
    if not found:
        return
    Whisper.objects.filter(pk__in=[row.pk for row in found]).update(read=True)
    for player in {row.player for row in found}:
        _tell(seat.read.encounter, player)


def new_to(seat: Seat) -> list[Whisper]:
    """What this person has not read, the oldest first."""
    rows = Whisper.objects.filter(encounter=seat.whole.encounter, read=False).select_related("by")
    if not seat.runs:
        rows = rows.filter(player=seat.user)
    return [row for row in rows if _is_new(seat, row)]


def _tell(encounter: Encounter, player: User) -> None:
    versions.bump([topics.game_master(encounter.pk), topics.seat(encounter.pk, player.pk)])
