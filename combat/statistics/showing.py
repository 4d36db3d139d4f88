"""The statistics of a table as its page shows them: rows of people, charts, and tables that can be taken along."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from uuid import UUID

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.core.types import Id
from tapiz_site.campaigns.models import Session

from ..chronicles import charts, telling
from ..chronicles.charts import Damage, Dice
from ..models import Encounter
from .counting import Counted
from .sums import Sums, expected

FOES = "foes"
"""The row of all who are not of the group."""

NOBODY = ""
"""The row of dice that fell for nobody."""

MOST_ROWS = 24
"""How many rows of a table a page shows unfolded."""

ENOUGH = 10
"""From how many throws on it is said how they fell."""

LONG_RUN = 4
"""From how many throws on a run is told of."""


@dataclass
class Row:
    """One of the group, or all foes together, with what they came to."""

    key: str
    name: str
    ours: bool
    character: str = ""
    sums: Sums = field(default_factory=Sums)

    @property
    def attacks(self) -> int:
        """How many of its attacks were decided."""
        return self.sums.hits + self.sums.misses

    @property
    def share(self) -> str:
        """How many of its attacks hit, in per cent; empty without any."""
        return f"{round(100 * self.sums.hits / self.attacks)} %" if self.attacks else ""

    @property
    def cells(self) -> tuple[str, ...]:
        """Its numbers, in the order of the table of people."""
        one = self.sums
        dealt = (one.dealt, one.untold, one.taken, one.untaken, one.hits, one.misses)
        return (*map(str, dealt), self.share, *map(str, (one.fell, one.felled, one.raised)))

    @property
    def runs(self) -> str:
        """Its longest runs of dice, told soberly; empty where they are short."""
        said = []
        if self.sums.high >= LONG_RUN:
            said.append(_("%(count)s seguidas por encima de lo esperado") % {"count": self.sums.high})
        if self.sums.low >= LONG_RUN:
            said.append(_("%(count)s seguidas por debajo") % {"count": self.sums.low})
        return " · ".join(said)


@dataclass(frozen=True)
class DiceChart:
    """How the dice of one kind fell."""

    dice: Dice
    dice_fell: str
    typed: int = 0


@dataclass(frozen=True)
class Columns:
    """A table to read, to print and to take along: its name in addresses, its title, its heads and its rows."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def long(self) -> bool:
        """Whether it is folded away on the page."""
        return len(self.rows) > MOST_ROWS

    @property
    def shown(self) -> Columns:
        """The same without the columns that hold nothing, for a page."""
        full = [place for place in range(len(self.heads)) if any(row[place] not in ("", "0") for row in self.rows)]
        rows = tuple(tuple(row[place] for place in full) for row in self.rows)
        return replace(self, heads=tuple(self.heads[place] for place in full), rows=rows)


@dataclass(frozen=True)
class Scope:
    """Of which fights and evenings, and of whose characters: all where nothing is said."""

    title: str
    evenings: frozenset[int] | None = None
    fight: UUID | None = None
    characters: frozenset[str] | None = None


class Statistics:
    """What the fights of a scope come to for one reader."""

    def __init__(self, found: Sequence[Counted], scope: Scope, evenings: Sequence[Session]) -> None:
        self.scope = scope
        self.evenings = {one.pk: one for one in evenings}
        self._rows: dict[str, Row] = {}
        self._by_column: dict[str, Counter[str]] = defaultdict(Counter)
        """By row, what it dealt in each column."""
        self._columns: dict[str, str] = {}
        self._on_evenings = False
        """Whether any of it was done on an evening."""
        self.fights: list[Encounter] = []
        self._saves: Counter[tuple[str, str, str]] = Counter()
        self._given: Counter[tuple[str, str, str]] = Counter()
        for one in found:
            self._take(one)

    def _take(self, one: Counted) -> None:
        wanted = self.scope.evenings
        parts = {evening: part for evening, part in one.parts.items() if wanted is None or evening in wanted}
        if not parts or self.scope.fight not in (None, one.encounter.pk):
            return
        self.fights.append(one.encounter)
        for evening, part in sorted(parts.items()):
            column = self._column(one.encounter, evening)
            for who, sums in part.items():
                row = self._row(one, who)
                row.sums.add(sums)
                self._by_column[row.key][column] += sums.dealt
                for saved, times in sums.saves.items():
                    rescued = self._row(one, saved.rescued)
                    self._saves[row.key, rescued.key, saved.kind] += times
                    self._given[row.key, rescued.key, saved.kind] += sums.given[saved]

    def _column(self, fight: Encounter, evening: int) -> str:
        """The column of a fight on an evening; what was fought outside of evenings has its own."""
        if self._by_evening and evening in self.evenings:
            self._on_evenings = True
            key, name = (
                f"{self.evenings[evening].began:%Y-%m-%d %H:%M}",
                date_format(self.evenings[evening].began, "d/m"),
            )
        else:
            key, name = f"{fight.created:%Y-%m-%d %H:%M} {fight.pk}", fight.name
        self._columns[key] = name
        return key

    def _row(self, one: Counted, who: Id) -> Row:
        known = one.fighters.get(who)
        if known is None:
            return self._rows.setdefault(NOBODY, Row(NOBODY, _("La mesa"), ours=False))
        if known.side != "party":
            return self._rows.setdefault(FOES, Row(FOES, _("Rivales"), ours=False))
        key = known.character or f"name:{known.name}"
        row = self._rows.setdefault(key, Row(key, known.name, ours=True, character=known.character))
        row.name = known.name
        return row

    def _wanted(self, row: Row) -> bool:
        return self.scope.characters is None or row.character in self.scope.characters

    # What is shown

    @property
    def tells(self) -> bool:
        """Whether there is anything to show."""
        return bool(self._rows)

    @property
    def rows(self) -> list[Row]:
        """The group by name, then all foes together."""
        found = [row for row in self._rows.values() if row.key != NOBODY and self._wanted(row)]
        return sorted(found, key=lambda row: (not row.ours, row.name.casefold(), row.key))

    @property
    def damage_by(self) -> str:
        """What the columns of the damage are."""
        return _("por sesión") if self._by_evening and self._on_evenings else _("por escena")

    @property
    def _by_evening(self) -> bool:
        """Whether there is a column for each evening; of one evening, or of one fight, there is one for each fight."""
        many = self.scope.evenings is None or len(self.scope.evenings) > 1
        return many and self.scope.fight is None

    @property
    def damage(self) -> Damage | None:
        """The damage that each dealt in each column; who hurt without a number has no bars, which would say less."""
        places = sorted(self._columns)
        rows = [
            (row.name, row.ours, [self._by_column[row.key][place] for place in places])
            for row in self.rows
            if not row.sums.untold
        ]
        return charts.damage([self._columns[place] for place in places], rows)

    @property
    def dice(self) -> list[DiceChart]:
        """How the dice of each kind fell for those who are shown, the most frequent first."""
        throwers = [row for row in self._rows.values() if self._wanted(row)]
        typed = self._rows[NOBODY].sums.typed if NOBODY in self._rows and self.scope.characters is None else 0
        fell: dict[int, Counter[int]] = defaultdict(Counter)
        for row in throwers:
            for sides, faces in row.sums.faces.items():
                fell[sides].update(faces)
        found: list[DiceChart] = []
        for sides, faces in sorted(fell.items(), key=lambda kind: -kind[1].total()):
            chart = charts.dice({(sides,): faces})
            if chart is not None:
                found.append(DiceChart(chart, telling.how_dice_fell(chart), 0 if found else typed))
        return found

    @property
    def tables(self) -> list[Columns]:
        """All numbers in tables, for those who read no charts and for those who count on."""
        return [self._people(), self._dice(), self._savers()]

    def _people(self) -> Columns:
        heads = (
            _("Quién"),
            _("Daño hecho"),
            _("Golpes hechos sin cifra"),
            _("Daño recibido"),
            _("Golpes recibidos sin cifra"),
            _("Aciertos"),
            _("Fallos"),
            _("Acierta"),
            _("Cayó"),
            _("Hizo caer"),
            _("Lo levantaron"),
        )
        rows = tuple((row.name, *row.cells) for row in self.rows)
        return Columns("personas", _("Por persona"), heads, rows)

    def _dice(self) -> Columns:
        heads = (_("Quién"), _("Dado"), _("Cara"), _("Veces"), _("Se esperan"))
        throwers = [*self.rows, *(row for key, row in self._rows.items() if key == NOBODY and self._wanted(row))]
        rows = [
            (row.name, f"d{sides}", str(face), str(faces[face]), number_format(faces.total() / sides, 1))
            for row in throwers
            for sides, faces in sorted(row.sums.faces.items())
            for face in range(1, sides + 1)
        ]
        return Columns("dados", _("Caras de los dados"), heads, tuple(rows))

    def _savers(self) -> Columns:
        heads = (_("Quién"), _("A quién"), _("Cómo"), _("Veces"), _("Recuperado"))
        rows = [
            (
                self._rows[by].name,
                self._rows[rescued].name,
                how(kind),
                str(times),
                str(self._given[by, rescued, kind] or ""),
            )
            for (by, rescued, kind), times in self._saves.items()
            if self._wanted(self._rows[by]) or self._wanted(self._rows[rescued])
        ]
        return Columns("salvados", _("Quién salvó a quién"), heads, tuple(sorted(rows)))

    @property
    def fortunes(self) -> list[tuple[Row, str]]:
        """How the dice of each fell, all kinds together, and the longest runs."""
        return [(row, fortune(row.sums)) for row in self.rows if row.ours and row.sums.throws]


def how(kind: str) -> str:
    """How a combatant was saved, in words."""
    return {
        "heal": _("le curó"),
        "steady": _("le estabilizó"),
        "shield": _("le cubrió"),
        "instead": _("recibió el golpe en su lugar"),
        "raise": _("le puso en pie"),
    }[kind]


def fortune(sums: Sums) -> str:
    """How far a person's dice lie from what is expected, where there are enough of them to tell."""
    above, spread = 0.0, 0.0
    for sides, faces in sums.faces.items():
        mean = expected((sides,))
        above += sum((face - mean) * times for face, times in faces.items())
        spread += faces.total() * (sides * sides - 1) / 12
    count = ngettext("%(count)s tirada", "%(count)s tiradas", sums.throws) % {"count": sums.throws}
    luck = above / sqrt(spread) if spread else 0.0
    return f"{count}: {telling.verdict(luck).lower()}" if sums.throws >= ENOUGH else count
