"""The whole chronicle of one fight or one evening, as the page, the print and the text show it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from equipment.ledger.models import LedgerRow
from rules.core.chronicle import Throws
from rules.core.log import STEPS
from tapiz_site.campaigns.models import Session

from ..models import Encounter, Status
from ..policy import Seat
from . import charts, telling
from .charts import Damage, Dice
from .reading import Reading, read
from .telling import Deed, Teller


@dataclass(frozen=True, slots=True)
class Scene:
    """One fight of the story."""

    encounter: Encounter
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that a chronicle tells one reader."""

    title: str
    began: datetime | None
    lasted: str
    """How long it took, in words; empty where that says nothing."""
    scenes: tuple[Scene, ...]
    deeds: tuple[Deed, ...]
    moments: tuple[tuple[str, str], ...]
    """When, and what turned."""
    damage: Damage | None
    damage_by: str
    """What the columns of the damage are."""
    dice: Dice | None
    dice_fell: str
    typed: int
    experience: int = 0
    """How much each who earns it has from it."""
    loot: tuple[str, ...] = ()
    """What was taken from the fallen, the same things added up."""
    evening: bool = False
    """Whether it tells of an evening, whose scenes are named."""
    people: tuple[str, ...] = ()
    notes: str = ""


def of_fight(seat: Seat) -> Story:
    """The chronicle of a fight."""
    reading = read(seat)
    teller = Teller(reading)
    damage, damage_by = _by_round(reading)
    dice, dice_fell, typed = _dice([reading])
    return Story(
        reading.encounter.name,
        reading.began,
        _lasted(reading.began, reading.ended),
        (Scene(reading.encounter, tuple(teller.paragraphs())),),
        tuple(teller.all_deeds()),
        tuple((_round(number), sentence) for number, sentence in teller.moments()),
        damage,
        damage_by,
        dice,
        dice_fell,
        typed,
        experience=reading.told.experience,
        loot=_loot([reading.encounter]),
    )


def of_session(session: Session, seats: Sequence[Seat]) -> Story:
    """The chronicle of an evening: of the fights in these seats, what was done in its time."""
    until = session.ended or timezone.now()
    readings = [read(seat, session.began, until) for seat in seats]
    tellers = [Teller(reading) for reading in readings]
    damage, damage_by = _by_round(readings[0]) if len(readings) == 1 else _by_fight(readings)
    dice, dice_fell, typed = _dice(readings)
    return Story(
        session.adventure.name if session.adventure else _("Sesión"),
        session.began,
        _lasted(session.began, session.ended),
        tuple(Scene(one.reading.encounter, tuple(one.paragraphs())) for one in tellers),
        tuple(_together(tellers)),
        tuple(_moments(tellers)),
        damage,
        damage_by,
        dice,
        dice_fell,
        typed,
        experience=sum(one.told.experience for one in readings),
        loot=_loot([one.encounter for one in readings], session.began, until),
        evening=True,
        people=tuple(_person(row.name, row.characters) for row in session.attendances.all()),
        notes=session.notes,
    )


def encounters_of(session: Session) -> list[Encounter]:
    """The fights in which anything was done on this evening."""
    until = session.ended or timezone.now()
    within = Q(entries__created__gte=session.began, entries__created__lte=until, entries__kind__in=STEPS)
    fights = Encounter.objects.filter(within, table=session.table_id, free=False).exclude(status=Status.READY)
    return list(fights.distinct().order_by("created"))


def _moments(tellers: Sequence[Teller]) -> Iterator[tuple[str, str]]:
    """What turned the fights of an evening: in which of them, or in which round of the only one."""
    for teller in tellers:
        for number, sentence in teller.moments():
            yield teller.reading.encounter.name if len(tellers) > 1 else _round(number), sentence


def _person(name: str, characters: str) -> str:
    return f"{name} ({characters})" if characters else name


def _round(number: int) -> str:
    return _("Ronda %(number)s") % {"number": number} if number else ""


def _together(tellers: Sequence[Teller]) -> list[Deed]:
    """What each of the group did on the whole evening; who took part in several fights is told of once."""
    found: dict[str, list[str]] = defaultdict(list)
    for teller in tellers:
        for deed in teller.deeds():
            found[deed.name].extend(deed.lines)
    return [Deed(name, tuple(lines)) for name, lines in found.items()]


def _by_round(reading: Reading) -> tuple[Damage | None, str]:
    """The chart of the damage of one fight, and what its columns are."""
    columns = [str(number) for number in telling.rounds_of(reading)]
    return charts.damage(columns, telling.by_round(reading)), _("por ronda")


def _by_fight(readings: Sequence[Reading]) -> tuple[Damage | None, str]:
    """The chart of the damage of several fights: each name, and all foes, with what they dealt in each of them."""
    ours: dict[str, Counter[int]] = {}
    untold: set[str] = set()
    foes: Counter[int] = Counter()
    for place, reading in enumerate(readings):
        for one in reading.fighters.values():
            if one.ours and reading.told.untold(one.id):
                untold.add(one.name)
            row = ours.setdefault(one.name, Counter()) if one.ours else foes
            row[place] += reading.told.dealt(one.id).total()
    places = range(len(readings))
    rows = [(name, True, [row[place] for place in places]) for name, row in ours.items() if name not in untold]
    rows += [(_("Rivales"), False, [foes[place] for place in places])] if foes else []
    return charts.damage([str(place + 1) for place in places], rows), _("por escena")


def _loot(fights: Sequence[Encounter], since: datetime | None = None, until: datetime | None = None) -> tuple[str, ...]:
    """What was taken from the opened loot of these fights; who has it now is told by the pages that may tell it."""
    within = {"at__gte": since, "at__lte": until} if since is not None else {}
    taken = LedgerRow.objects.filter(
        possession__loot__encounter__in=[str(one.pk) for one in fights], quantity__lt=0, void=False, **within
    )
    found: Counter[str] = Counter()
    for name, quantity in taken.order_by("pk").values_list("possession__name", "quantity"):
        found[name] -= quantity
    return tuple(f"{name} × {count}" if count > 1 else name for name, count in found.items())


def _dice(readings: Sequence[Reading]) -> tuple[Dice | None, str, int]:
    throws: Throws = defaultdict(Counter)
    for reading in readings:
        for sides, fell in reading.told.throws.items():
            throws[sides].update(fell)
    found = charts.dice(throws)
    return found, telling.how_dice_fell(found) if found else "", sum(one.told.typed for one in readings)


def _lasted(began: datetime | None, ended: datetime | None) -> str:
    """A length of time in hours and minutes; empty under a minute and beyond a day."""
    took = ended - began if began and ended else timedelta(0)
    hours, minutes = divmod(int(took.total_seconds()) // 60, 60)
    if took > timedelta(days=1) or not (hours or minutes):
        return ""
    if not hours:
        return ngettext("%(count)s minuto", "%(count)s minutos", minutes) % {"count": minutes}
    text = _("%(hours)s h %(minutes)s min") if minutes else _("%(hours)s h")
    return text % {"hours": hours, "minutes": minutes}
