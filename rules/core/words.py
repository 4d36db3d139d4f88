"""The words of core and of the systems: sentences with named parts, kept as data in `words/<language>.toml`.

A system with many may part them by subject: `words/<language>/<subject>.toml`. What systems say alike is told once, in
`rules/core/words/<language>/shared.toml`.

A template is text with parts in braces: `{who}` names, `{points:punto/puntos}` counts with singular and plural, and a
third form stands for none (`{traits:rasgo/rasgos/sin rasgos}`); `{count:unit}` counts in what `unit` names, by the word
`counted.<its code>`; `{value:+}` writes a number with its sign, `{what:low}` words within a sentence: small first
letter, no full stop; `{weight:decimal}` puts the language's sign for the point of a text such as "9.3". Minus is always
the sign −. A fraction is a chance and written in percent. A list of combatants is joined with commas and the word of
the code `core.and`.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeAlias

from rules.core.errors import RuleError
from rules.core.facts import Fact, Param, Ref, Word

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es", "en")

DICE = ("core.rolled", "core.rolled_by", "core.typed", "core.typed_by")
"""The facts that tell the faces of a roll."""

SIDE_DICE = ("damage", "extra_damage", "confirm", "location", "miss_chance", "scatter", "struck")
"""Purposes of dice that fall beside the roll that decides: totals that are told after them are not theirs."""

Names: TypeAlias = Callable[[str], str]
"""Gives the name of a combatant as the reader may see it."""


class MissingWord(KeyError):
    """A code has no words in a language."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a sentence; `name` marks the name of a combatant."""

    text: str
    name: bool = False


@cache
def words(slug: str, language: str) -> Mapping[str, str]:
    """All words of a system, with core's beneath them, as code → template."""
    return {**told(ROOT / "core", language), **told(ROOT / "systems" / slug, language)}


def told(room: Path, language: str) -> Mapping[str, str]:
    """The words that one room tells by itself, core or a system, as code → template."""
    flat: dict[str, str] = {}
    folder = room / "words"
    for path in (folder / f"{language}.toml", *sorted((folder / language).glob("*.toml"))):
        if path.exists():
            _flatten(tomllib.loads(path.read_text(encoding="utf-8")), "", flat)
    return flat


def number(value: int | float, *, sign: bool = False) -> str:
    """A number as people read it: with the minus sign −, and + where asked for; zero has no sign."""
    text = f"{abs(value)}"
    if value < 0:
        return f"−{text}"
    return f"+{text}" if sign and value else text


def percent(chance: Fraction, language: str) -> str:
    """A chance in whole percent, as the language writes it; what is not certain is never 0 or 100 %."""
    whole = int(chance * 100 + Fraction(1, 2))
    text = f"{whole}"
    if chance > 0 and whole == 0:
        text = "<1"
    if chance < 1 and whole == 100:
        text = ">99"
    return f"{text}\N{NO-BREAK SPACE}%" if language == "es" else f"{text}%"


class Speaker:
    """Says facts of one system in one language to one reader, whose way of naming combatants is `names`."""

    def __init__(self, slug: str, language: str, names: Names) -> None:
        self._language = language if language in LANGUAGES else "es"
        self._words = words(slug, self._language)
        self._names = names

    def has(self, code: str) -> bool:
        """Whether there are words for this code."""
        return code in self._words

    def word(self, code: str) -> str:
        """The words of a code without parts; raises MissingWord."""
        return self.text(Fact(code))

    def text(self, fact: Fact) -> str:
        """A fact as plain text; raises MissingWord when its code has no words."""
        return "".join(segment.text for segment in self.sentence(fact))

    def percent(self, chance: Fraction) -> str:
        """A chance as the reader's language writes it."""
        return percent(chance, self._language)

    def error(self, error: RuleError) -> str:
        """What a refusal says to people; the general words of its kind when its reason has none."""
        params = {name: value for name, value in error.params.items() if isinstance(value, int | str)}
        code = f"error.{error.reason}"
        return self.text(Fact(code if self.has(code) else f"error.{error.code}", params=params))

    def sentence(self, fact: Fact) -> tuple[Segment, ...]:
        """A fact as segments, the names of combatants marked; raises MissingWord."""
        try:
            template = self._words[fact.code]
        except KeyError:
            raise MissingWord(fact.code) from None
        values: dict[str, Param] = dict(fact.params)
        if fact.value is not None:
            values.setdefault("value", fact.value)
        segments: list[Segment] = []
        for literal, part, spec, _ in string.Formatter().parse(template):
            if literal:
                segments.append(Segment(literal))
            if part is not None:
                form = spec or ""
                unit = values.get(form)
                if isinstance(unit, Word):
                    form = self.word(f"counted.{unit.code}")
                segments.extend(self._part(values.get(part, ""), form))
        return tuple(segments)

    def sentences(self, facts: Iterable[Fact]) -> list[tuple[Segment, ...]]:
        """Facts as sentences, one for each roll: its dice, then what `after_roll.<code>` says of the same combatant.

        `versus.<code>` says what another combatant has against it, once a total has been told. Dice beside the roll
        that decides (SIDE_DICE) go on with words of their own, `after_damage.<code>`.
        """
        said: list[tuple[Segment, ...]] = []
        before, roller, after = "", None, "after_roll"
        used: list[str] = []
        for fact in facts:
            who = fact.params.get("who")
            same = roller is None or who is None or who == roller
            tail = f"{after if same else 'versus'}.{fact.code}"
            fits = fact.code != before if same else before not in DICE
            if before and fits and tail not in used and self.has(tail):
                first, *rest = self.sentence(replace(fact, code=tail))
                if first.text.startswith(":") and not used and before not in DICE:
                    # a total without its dice has its own colon
                    first = replace(first, text=f",{first.text[1:]}")
                gap = () if first.text.startswith((",", ":", ";")) else (Segment(" "),)
                said[-1] += (*gap, first, *rest)
                used.append(tail)
            else:
                said.append(self.sentence(fact))
                roller, after = who, _after(fact)
                used = []
            joins = fact.code in DICE or any(self.has(f"{kind}.{fact.code}") for kind in (after, "versus"))
            before = fact.code if joins else ""
        return said

    def told(self, facts: Iterable[Fact]) -> str:
        """Facts as plain text, one sentence for each roll."""
        return ". ".join("".join(segment.text for segment in one) for one in self.sentences(facts))

    def _part(self, value: Param, spec: str) -> list[Segment]:
        if isinstance(value, Ref):
            return [Segment(self._names(value.combatant), name=True)]
        if isinstance(value, Word):
            said = self.word(value.code)
            return [Segment(within(said) if spec == "low" else said)]
        if isinstance(value, tuple):
            return self._list(value)
        if isinstance(value, Fraction):
            return [Segment(self.percent(value))]
        if isinstance(value, str) and spec == "decimal" and self._language == "es":
            return [Segment(value.replace(".", ","))]
        if isinstance(value, bool | str):
            return [Segment(str(value))]
        if spec == "+":
            return [Segment(number(value, sign=True))]
        if "/" in spec:
            one, many, *none = spec.split("/")
            if none and not value:
                return [Segment(none[0])]
            return [Segment(f"{number(value)} {one if abs(value) == 1 else many}")]
        return [Segment(number(value))]

    def _list(self, refs: tuple[Ref, ...]) -> list[Segment]:
        segments: list[Segment] = []
        for place, ref in enumerate(refs):
            name = self._names(ref.combatant)
            if place:
                segments.append(Segment(self._and(name) if place == len(refs) - 1 else ", "))
            segments.append(Segment(name, name=True))
        return segments

    def listed(self, names: Sequence[str]) -> str:
        """Names as a list in a sentence: "Ana, Bruno e Inés"."""
        *most, last = names
        return f"{', '.join(most)}{self._and(last)}{last}" if most else last

    def _and(self, name: str) -> str:
        before_i = self._language == "es" and re.match(r"h?[ií](?![aeo])", name, re.IGNORECASE)
        return f" {'e' if before_i else self.word('core.and')} "


def within(said: str) -> str:
    """A word as it stands within a sentence; an abbreviation keeps its capitals."""
    first = said[:1] if said[1:2].isupper() else said[:1].lower()
    return (first + said[1:]).removesuffix(".")


def _after(fact: Fact) -> str:
    """The words with which a sentence goes on that begins with this fact."""
    what = fact.params.get("what")
    purpose = what.code.removeprefix("dice.") if fact.code in DICE and isinstance(what, Word) else ""
    return f"after_{purpose}" if purpose in SIDE_DICE else "after_roll"


def _flatten(tree: Mapping[str, object], prefix: str, into: dict[str, str]) -> None:
    for key, value in tree.items():
        code = f"{prefix}{key}"
        if isinstance(value, Mapping):
            _flatten(value, f"{code}.", into)
        else:
            into[code] = str(value)
