"""The sentences of a chronicle, made of what the log of a fight tells one reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.core.chronicle import Moment
from rules.core.types import Id
from tapiz_site.speech import PageSpeaker, speaker

from .charts import Dice
from .reading import Fighter, Reading

STRANGE, VERY_STRANGE = 1.0, 2.0
"""From how many standard errors on the dice fell otherwise than on most evenings, and than on nearly all of them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one of the group did and went through, as lines."""

    name: str
    lines: tuple[str, ...]


class Teller:
    """Tells one fight in the language of the page."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.told = reading.told
        self.fighters = reading.fighters
        self.speaker: PageSpeaker = speaker(reading.encounter.table.system)

    # The story

    def paragraphs(self) -> list[str]:
        """The story: who met, what turned the fight, who dealt most, and how it ended."""
        turns = [self._round(number, list(lot)) for number, lot in groupby(self.told.moments, lambda one: one.round)]
        parts = [self._opening(), " ".join(filter(None, turns)), " ".join(filter(None, (self._best(), self._ending())))]
        return [part for part in parts if part]

    def _opening(self) -> str:
        party, foes = self.reading.party, self.reading.foes
        names = {"party": self._listed(party), "foes": self._listed(foes)}
        if party and foes:
            text = (
                ngettext("%(party)s se midió con %(foes)s.", "%(party)s se midieron con %(foes)s.", len(party)) % names
            )
        elif party:
            text = ngettext("Allí estuvo %(party)s.", "Allí estuvieron %(party)s.", len(party)) % names
        else:
            return ""
        rounds = self.told.rounds
        if rounds:
            text += " " + ngettext("Duró %(count)s ronda.", "Duró %(count)s rondas.", rounds) % {"count": rounds}
        return text

    def _round(self, number: int, moments: Sequence[Moment]) -> str:
        said = self.speaker.listed(list(self._clauses(moments)))
        if not number:
            return said[0].upper() + said[1:] + "."
        return _("En la ronda %(number)s, %(said)s.") % {"number": number, "said": said}

    def _clauses(self, moments: Sequence[Moment]) -> Iterator[str]:
        """One clause for each thing that happened in a round; one clause names all who fell to the same attacker."""
        for (kind, by), lot in groupby(moments, lambda one: (one.kind, one.by)):
            fighters = [moment.who for moment in lot]
            names = {"who": self._named(fighters), "by": self._name(by) if by else ""}
            yield self._clause(kind, by, len(fighters)) % names

    def _clause(self, kind: str, by: Id | None, count: int) -> str:
        if kind == "appears":
            return ngettext("apareció %(who)s", "aparecieron %(who)s", count)
        if kind == "rises":
            if by:
                return _("%(by)s puso en pie a %(who)s")
            return ngettext("%(who)s volvió a la lucha", "%(who)s volvieron a la lucha", count)
        if by:
            return ngettext("%(who)s cayó ante %(by)s", "%(who)s cayeron ante %(by)s", count)
        return ngettext("cayó %(who)s", "cayeron %(who)s", count)

    def _best(self) -> str:
        dealt = {one.id: self.told.dealt(one.id).total() for one in self.reading.party}
        most = max(dealt.values(), default=0)
        best = [who for who, amount in dealt.items() if amount == most]
        if not most or len(best) > 1 or len(dealt) < 2 or any(map(self.told.untold, dealt)):
            return ""
        blows = [one for one in self.told.blows if one.attacker == best[0] and one.amount]
        hardest = max(blows, key=lambda one: one.amount or 0)
        said = {
            "who": self._name(best[0]),
            "amount": most,
            "count": len(blows),
            "hardest": hardest.amount,
            "target": self._name(hardest.target),
        }
        text = _("Quien más daño hizo fue %(who)s: %(amount)s en %(count)s golpes, uno de %(hardest)s a %(target)s.")
        if len(blows) == 1:
            text = _("El golpe más duro del grupo fue de %(who)s: %(amount)s a %(target)s.")
        return text % said

    def _ending(self) -> str:
        party, foes = self.reading.party, self.reading.foes
        if foes and all(one.out for one in foes):
            return _("El grupo se impuso.")
        if party and all(one.out for one in party):
            return _("El grupo cayó.")
        return _("Y así terminó.") if self.reading.over else _("La escena sigue.")

    # What each did

    def deeds(self) -> list[Deed]:
        """What each of the group did and went through."""
        return [Deed(one.name, tuple(self._lines(one))) for one in self.reading.party]

    def all_deeds(self) -> list[Deed]:
        """The same, and a word that those with nothing to tell are still on their feet."""
        standing = {one.name for one in self.reading.party if not one.out}
        return [
            replace(deed, lines=(_("en pie"),)) if not deed.lines and deed.name in standing else deed
            for deed in self.deeds()
        ]

    def _lines(self, one: Fighter) -> Iterator[str]:
        dealt, untold = self.told.dealt(one.id).total(), self.told.untold(one.id)
        if dealt:
            yield _("%(amount)s de daño") % {"amount": dealt}
        if untold and dealt:
            # their damage is not among what this reader was told
            yield ngettext("y %(count)s golpe más", "y %(count)s golpes más", untold) % {"count": untold}
        elif untold:
            yield ngettext("%(count)s golpe", "%(count)s golpes", untold) % {"count": untold}
        felled = [moment.who for moment in self.told.moments if moment.kind == "falls" and moment.by == one.id]
        if felled:
            yield _("ante sus golpes: %(who)s") % {"who": self._named(felled)}
        raised = [moment.who for moment in self.told.moments if moment.kind == "rises" and moment.by == one.id]
        if raised:
            yield _("puso en pie a %(who)s") % {"who": self._named(raised)}
        for moment in self.told.moments:
            if moment.kind == "falls" and moment.who == one.id:
                yield self._fell(moment)

    def _fell(self, moment: Moment) -> str:
        if not moment.round:
            return _("cayó")
        return _("cayó en la ronda %(number)s") % {"number": moment.round}

    # Turning points

    def moments(self) -> list[tuple[int, str]]:
        """The turns of the fight: round and sentence."""
        return [(one.round, self._sentence(one)) for one in self.told.moments]

    def _sentence(self, one: Moment) -> str:
        said = self._clause(one.kind, one.by, 1) % {
            "who": self._name(one.who),
            "by": self._name(one.by) if one.by else "",
        }
        return said[0].upper() + said[1:]

    # Names

    def _name(self, who: Id) -> str:
        return self.fighters[who].name if who in self.fighters else "…"

    def _named(self, some: Iterable[Id]) -> str:
        return self.speaker.listed([self._name(who) for who in dict.fromkeys(some)])

    def _listed(self, some: Sequence[Fighter]) -> str:
        return self.speaker.listed([one.name for one in some]) if some else ""


def rounds_of(reading: Reading) -> list[int]:
    """The rounds in which anybody was hurt, without a gap; 0 is what came before the first."""
    found = [blow.round for blow in reading.told.blows]
    return list(range(min(1, *found), max(found) + 1)) if found else []


def by_round(reading: Reading) -> list[tuple[str, bool, list[int]]]:
    """The rows of the chart of damage: each of the group, and all foes together, with what they dealt in each round.

    A fighter whose damage the reader was not told in numbers has no row: an empty one would say that they did nothing.
    """
    told, rounds = reading.told, rounds_of(reading)
    ours = [(one.name, told.dealt(one.id)) for one in reading.party if not told.untold(one.id)]
    rows = [(name, True, [dealt[number] for number in rounds]) for name, dealt in ours]
    foes = [told.dealt(one.id) for one in reading.foes]
    if any(map(bool, foes)):
        rows.append((_("Rivales"), False, [sum(dealt[number] for dealt in foes) for number in rounds]))
    return rows


def how_dice_fell(found: Dice) -> str:
    """The chart of the dice in a sentence or two."""
    said: Mapping[str, object] = {
        "count": found.count,
        "dice": found.notation,
        "mean": number_format(found.mean, 1),
        "expected": number_format(found.expected, 1),
    }
    text = _("%(count)s tiradas de %(dice)s: media %(mean)s, y se espera %(expected)s.") % said
    return f"{text} {verdict(found.luck)}"


def verdict(luck: float) -> str:
    """How dice fell, in words, by how many standard errors their mean lies above what is expected."""
    if abs(luck) < STRANGE:
        return _("Lo normal.")
    if luck >= VERY_STRANGE:
        return _("Muy altas.")
    if luck > 0:
        return _("Algo altas.")
    return _("Muy bajas.") if luck <= -VERY_STRANGE else _("Algo bajas.")
