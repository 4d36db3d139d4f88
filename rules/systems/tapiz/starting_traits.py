"""The traits of a new character as tiles: of each archetype and temper, of the packs, and in one's own words.

One of each of five sorts, and what the first advances buy: traits, stances, talents and spells.
(TAP-CHAR-04, TAP-CHAR-06, TAP-HOUSE-13, TAP-STANCE-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.creation import HOUSE, Left, Offered, Pick, Said, Say, offered, offered_as
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Input, Option, Several, options_of, seldom
from rules.core.types import Json
from rules.systems.tapiz.archetypes import ARCHETYPES, TEMPERS
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import STANCES, TRAITS

OF_EACH_SORT = 5
"""A trait each for ability, object, group, personality and background (TAP-CHAR-04)."""

SORTS: Mapping[str, str] = {
    "archetype_first": "ability",
    "archetype_second": "ability",
    "archetype_object": "object",
    "archetype_group": "group",
    "archetype_past": "background",
    "temper": "personality",
}
"""The sort of the traits under each code."""

TALENTS = ("talent", "spell")
"""The kinds of entries that an advance buys."""


def tiles() -> tuple[str, ...]:
    """The codes of all traits of our own, those of an archetype together."""
    of_archetypes = (
        code
        for name in ARCHETYPES
        for code in (
            f"archetype_first.{name}",
            f"archetype_second.{name}",
            f"archetype_object.{name}",
            f"archetype_group.{name}",
            f"archetype_past.{name}",
        )
    )
    return (*of_archetypes, *TEMPERS)


def sort_of(code: str) -> str:
    """The sort of a trait of our own."""
    return SORTS[code.partition(".")[0]]


def chosen(said: Said) -> tuple[str, ...]:
    """The codes of the traits that were chosen."""
    known = set(tiles())
    return tuple(one for one in said.get("chosen_traits") or () if one in known)


def bought(said: Said) -> tuple[Offered, ...]:
    """The talents and spells of packs that were chosen."""
    codes = [code for kind in TALENTS for code in said.get(f"more_{kind}") or ()]
    found = (offered_as(said, code, *TALENTS) for code in codes)
    return tuple(one for one in found if one is not None)


def wanted(said: Said) -> int:
    """How many there are to choose (TAP-CHAR-06)."""
    return OF_EACH_SORT + settings_of(said.get(HOUSE) or {}).first_advances


def trait_inputs(said: Said, archetype: str) -> tuple[Input, ...]:
    """Traits as tiles, those of the archetype first; behind them talents, spells, stances, and one's own words."""
    options = trait_options(archetype)
    first = Several("chosen_traits", "sheet.traits", required=False, ordered=False, layout="tiles", options=options)
    stances = tuple(
        Option(one.value, one.label, notes=(Fact(f"stance_line.{one.value}"),))
        for one in options_of("stance", STANCES[1:])
    )
    shelves = (
        *(_shelf(said, "talent", "entry.talent.many"), _shelf(said, "spell", "entry.spell.many")),
        Several(
            "stances", "sheet.stances", required=False, ordered=False, layout="tiles", seldom=True, options=stances
        ),
    )
    return (first, *(one for one in shelves if one.options), *seldom(TRAITS))


def trait_options(archetype: str = "") -> tuple[Option, ...]:
    """All traits of our own as tiles, those of the archetype first."""
    codes = sorted(tiles(), key=lambda code: (not _fits(code, archetype), code.startswith("temper")))
    return tuple(Option(code, Fact(code), notes=(_line(sort_of(code)),)) for code in codes)


def _line(sort: str) -> Fact:
    return fact("creation.trait_line", sort=Word(f"trait_sort.{sort}"), line=Word(f"trait_line.{sort}"))


def _shelf(said: Said, kind: str, label: str) -> Several:
    options = tuple(Option(one.code, one.label, notes=one.line) for one in offered(said, kind))
    return Several(f"more_{kind}", label, required=False, ordered=False, layout="tiles", seldom=True, options=options)


def _fits(code: str, archetype: str) -> bool:
    return code.rpartition(".")[2] == archetype


def traits_left(said: Said) -> Sequence[Left]:
    """The traits to choose; stances, talents, spells and those in one's own words count too."""
    rows = [row for row in said.get("traits") or () if isinstance(row, Mapping) and row.get("text")]
    stances = [one for one in said.get("stances") or () if one in STANCES]
    had = len(chosen(said)) + len(rows) + len(stances) + len(bought(said))
    return [Left("traits", wanted(said) - had, wanted(said))]


def fill_traits(said: Said, pick: Pick, archetype: str) -> Said:
    """One of each sort, then what goes with the archetype, then a temper."""
    codes, rows = list(chosen(said)), said.get("traits") or ()
    sorts = {sort_of(code) for code in codes} | {row.get("sort") for row in rows if isinstance(row, Mapping)}
    own = [code for code in tiles() if _fits(code, archetype)]
    tempers = list(TEMPERS)
    drawn = [tempers.pop(pick(len(tempers))) for _time in range(3)]
    once: dict[str, str] = {}
    for code in (*own, drawn[0]):
        if sort_of(code) not in sorts:
            once.setdefault(sort_of(code), code)
    for code in (*once.values(), *own, *drawn):
        (left,) = traits_left({**said, "chosen_traits": codes})
        if left.left <= 0:
            break
        if code not in codes:
            codes.append(code)
    return {"chosen_traits": codes}


def rows_of(said: Said, say: Say) -> list[Json]:
    """The traits of the sheet."""
    return [{"text": say(code), "sort": sort_of(code)} for code in chosen(said)]


def told(said: Said) -> Explanation:
    """The traits that were chosen."""
    return tuple(
        fact("told.trait", trait=Word(code), sort=Word(f"trait_sort.{sort_of(code)}")) for code in chosen(said)
    )


def why(said: Said) -> Explanation:
    """Why these traits are good ones."""
    sorts = dict.fromkeys(sort_of(code) for code in chosen(said))
    return tuple(fact("why.trait", sort=Word(f"trait_sort.{sort}"), line=Word(f"trait_line.{sort}")) for sort in sorts)
