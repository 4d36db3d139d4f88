"""Counts fights for a reader, evening by evening, and keeps what they come to until their logs go on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic

from django.db.models import QuerySet

from rules.core.chronicle import Step, chronicle
from rules.core.types import Id, Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role, Session, Table

from ..chronicles.reading import Past
from ..models import Encounter, FightSums
from ..policy import Seat, open_to_players, seat_or_404
from .sums import Sums, sums_of

VERSION = 1
"""Raised when anything is counted otherwise, so that what was kept is counted anew."""

PATIENCE = 1.5
"""For how many seconds a page counts what nobody has counted yet; the rest is left for the next one."""

NO_EVENING = 0


@dataclass(frozen=True, slots=True)
class Who:
    """A fighter as the reader may know them."""

    name: str
    side: str
    character: str
    """The id of their character, where the reader may know it; else empty."""


@dataclass(frozen=True)
class Counted:
    """A fight that was counted: its fighters, and what each came to by evening."""

    encounter: Encounter
    fighters: Mapping[Id, Who]
    parts: Mapping[int, Mapping[Id, Sums]]


def fights_of(table: Table, role: Role) -> QuerySet[Encounter]:
    """The fights of a table of which this role may know, oldest first; the free scene is none."""
    found = Encounter.objects.filter(table=table, free=False).exclude(status="ready")
    return (found if role == Role.GAME_MASTER else open_to_players(found)).order_by("created", "pk")


def counted(
    fights: Sequence[Encounter], evenings: Sequence[Session], user: User, role: Role
) -> tuple[list[Counted], int]:
    """What these fights come to for a person of this role, and how many are not counted yet."""
    audience = "dj" if role == Role.GAME_MASTER else "table" if role == Role.SPECTATOR else str(user.pk)
    rows = FightSums.objects.filter(encounter__in=[one.pk for one in fights], audience=audience)
    kept = {row.encounter_id: row for row in rows}
    found: list[Counted] = []
    missing, until = 0, monotonic() + PATIENCE
    for fight in fights:
        spans = [one for one in evenings if _meets(one, fight)]
        mark = _mark(spans)
        row = kept.get(fight.pk)
        if row is None or (row.sequence, row.mark) != (fight.sequence, mark):
            if monotonic() > until:
                missing += 1
                continue
            row = _count(seat_or_404(user, fight.pk), spans, mark, audience)
        found.append(_read(fight, row.data))
    return found, missing


def _meets(evening: Session, fight: Encounter) -> bool:
    return evening.began <= fight.changed and (evening.ended is None or evening.ended >= fight.created)


def _mark(spans: Iterable[Session]) -> str:
    """By which it is known that the evenings of a fight are still the same."""
    said = "|".join(f"{one.pk} {one.began.isoformat()} {one.ended.isoformat() if one.ended else ''}" for one in spans)
    return sha256(f"{VERSION}|{said}".encode()).hexdigest()


def _count(seat: Seat, spans: Sequence[Session], mark: str, audience: str) -> FightSums:
    """Read the log of a fight and keep what it comes to for this audience."""
    past = Past(seat)
    steps: dict[int, list[Step]] = defaultdict(list)
    for created, step in past.steps():
        evening = next((one for one in spans if one.began <= created and (not one.ended or created <= one.ended)), None)
        steps[evening.pk if evening is not None else NO_EVENING].append(step)
    codes = seat.whole.system.told_codes
    parts = {evening: sums_of(chronicle(found[::-1], codes)) for evening, found in steps.items()}
    named = {who for part in parts.values() for who in part}
    named |= {save.rescued for part in parts.values() for sums in part.values() for save in sums.saves}
    data = {
        "fighters": {who: _who(seat, past, who) for who in sorted(named) if who in past.names},
        "parts": {str(evening): {who: sums.to_json() for who, sums in part.items()} for evening, part in parts.items()},
    }
    row, _made = FightSums.objects.update_or_create(
        encounter=seat.whole.encounter,
        audience=audience,
        defaults={"sequence": seat.whole.encounter.sequence, "mark": mark, "data": data},
    )
    return row


def _who(seat: Seat, past: Past, who: Id) -> list[str]:
    one = seat.whole.head.fight.combatants.get(who)
    name = past.names[who]
    # under a public name nobody else knows which character it is
    known = one is not None and (seat.viewer.game_master or one.called(by_game_master=False) == one.name)
    return [name, past.sides.get(who, "foes"), (one.character or "") if one is not None and known else ""]


def _read(fight: Encounter, data: Json) -> Counted:
    fighters = {who: Who(*said) for who, said in data["fighters"].items()}
    parts = {
        int(evening): {who: Sums.from_json(one) for who, one in part.items()} for evening, part in data["parts"].items()
    }
    return Counted(fight, fighters, parts)
