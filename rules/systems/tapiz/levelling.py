"""A level more on the sheet: hit dice, an advance, now and then an attribute (TAP-CHAR-05 to -08, TAP-HOUSE-12 to -14).

An advance buys a trait, a stance or levels of a language (TAP-HOUSE-13, TAP-LANG-03, TAP-STANCE-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.errors import Missing, NotAllowed, RuleError
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.types import Json
from rules.systems.tapiz.advancement import attribute_grows_at, check_experience, experience_for, level_up
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.hit_points import POOLS
from rules.systems.tapiz.languages import Language, Proficiency, language_advance
from rules.systems.tapiz.sheet import TRAIT_SORTS, maximum_of
from rules.systems.tapiz.stances import STANCES

BUYS = ("trait", "stance", "language")
"""What an advance may be spent on (TAP-HOUSE-13)."""


def advances_of(level: int, first: int) -> int:
    """The advances that a character of a level has had: those at creation and one for each level (TAP-CHAR-06)."""
    return first + level - 1


def dice(sheet: Sheet) -> tuple[Die, ...]:
    """The hit dice of both pools (TAP-CHAR-07, TAP-HOUSE-14)."""
    return tuple((f"{pool}_gain", int(sheet[f"{pool}_die"])) for pool in POOLS)


def _faces(sheet: Sheet) -> tuple[Input, ...]:
    return tuple(Number(name, f"level.{name}", minimum=1, maximum=sides, layout="six") for name, sides in dice(sheet))


def _growth(sheet: Sheet) -> tuple[Input, ...]:
    """The attribute that grows at some levels (TAP-HOUSE-23)."""
    if not attribute_grows_at(sheet["level"] + 1):
        return ()
    options = tuple(
        Option(name, Fact(f"attribute.{name}"), notes=(Fact("level.score", params={"score": sheet[name]}),))
        for name in ATTRIBUTES
    )
    return (Choice("attribute", "level.attribute", options=options, layout="grid"),)


def _advance(sheet: Sheet) -> tuple[Input, ...]:
    """What the advance is spent on; what class or species opens is written as a trait (TAP-HOUSE-13, TAP-CHAR-09)."""
    left = [stance for stance in STANCES[1:] if stance not in sheet["stances"]]
    stances = tuple(Option(stance, Fact(f"stance.{stance}"), notes=(Fact(f"stance_note.{stance}"),)) for stance in left)
    bought = tuple(
        Option(name, Fact(f"level.buys_{name}"), notes=(Fact(f"level.buys_{name}_note"),))
        for name in BUYS
        if name != "stance" or left
    )
    sorts = tuple(Option(name, Fact(f"trait_sort.{name}")) for name in TRAIT_SORTS)
    return (
        Choice("buys", "level.buys", default="trait", layout="column", options=bought),
        Text("trait", "sheet.trait", required=False, length=120),
        Choice("trait_sort", "sheet.trait_sort", default="ability", required=False, options=sorts, layout="select"),
        *((Choice("stance", "input.stance", required=False, options=stances, layout="column"),) if left else ()),
        Text("language", "sheet.language", required=False, length=40),
        Number("raise_spoken", "level.raise_spoken", default=0, minimum=0, maximum=9, required=False, layout="six"),
        Number("raise_written", "level.raise_written", default=0, minimum=0, maximum=9, required=False, layout="six"),
        Flag("erudite", "level.erudite", note=Fact("level.erudite_note", rules=("TAP-LANG-04",))),
    )


def _spent(sheet: dict[str, Any], said: Mapping[str, Json]) -> None:
    """Write what the advance buys on the sheet; raises what the rules refuse, beside its field."""
    match said["buys"]:
        case "trait":
            if not said.get("trait"):
                raise Missing("tapiz.advance.trait_missing", field="trait")
            row = {"text": said["trait"], "sort": said.get("trait_sort") or "ability"}
            sheet["traits"] = [*sheet["traits"], row]
        case "stance":
            if not said.get("stance"):
                raise Missing("tapiz.advance.stance_missing", field="stance")
            sheet["stances"] = [*sheet["stances"], said["stance"]]
        case _:
            sheet["languages"] = _learnt(sheet["languages"], said)


def _learnt(languages: list[Any], said: Mapping[str, Json]) -> list[Any]:
    """The languages after one advance in one of them (TAP-LANG-03, TAP-LANG-04)."""
    name = said.get("language") or ""
    if not name:
        raise Missing("tapiz.advance.language_missing", field="language")
    known = next((row for row in languages if row["name"].casefold() == name.casefold()), None)
    before = Language(
        cast(Proficiency, known["spoken"] if known else "none"),
        cast(Proficiency, known["written"] if known else "none"),
    )
    try:
        after = language_advance(
            before,
            said.get("raise_spoken") or 0,
            said.get("raise_written") or 0,
            erudite_allowed=bool(said.get("erudite")),
        )
    except RuleError as refused:
        raise NotAllowed(refused.reason, field=refused.field or "raise_spoken", params=refused.params) from None
    row = {"name": known["name"] if known else name, "spoken": after.spoken, "written": after.written}
    return [row if one is known else one for one in languages] if known else [*languages, row]


def _advanced(sheet: Sheet, said: Mapping[str, Json], *, creature: bool) -> Mapping[str, Json]:
    up = level_up(
        sheet["level"],
        maximum_of(sheet, "physical"),
        maximum_of(sheet, "mental"),
        [said[name] for name, _ in dice(sheet)],
        physical_die=int(sheet["physical_die"]),
        mental_die=int(sheet["mental_die"]),
        creature=creature,
        advances=None if creature else sheet["level"],
        xp=None if creature else sheet["experience"],
    )
    after: dict[str, Any] = {**sheet, "level": up.level}
    after |= {"physical_max": up.physical_max, "mental_max": up.mental_max}
    if attribute := said.get("attribute"):
        after[attribute] = sheet[attribute] + 1
    if not creature:
        _spent(after, said)
    return after


def _check(sheet: Sheet) -> None:
    check_experience(sheet["level"], sheet["experience"])


def _notes(sheet: Sheet) -> Explanation:
    level = sheet["level"] + 1
    told = [
        Fact("level.next", value=level, rules=("TAP-CHAR-05",)),
        Fact("level.experience", value=experience_for(level), rules=("TAP-HOUSE-12", "TAP-CHAR-13")),
        Fact("level.hit_dice", rules=("TAP-CHAR-08", "TAP-HOUSE-14")),
    ]
    if attribute_grows_at(level):
        told.append(Fact("level.growth", rules=("TAP-HOUSE-23",)))
    return tuple(told)


def experience_facts(sheet: Sheet, first: int) -> Explanation:
    """The experience for the next level and the advances that a character has had (TAP-CHAR-06, TAP-HOUSE-12)."""
    level: int = sheet["level"]
    terms = (
        Fact("term.first_advances", value=first, rules=("TAP-CHAR-06", "TAP-HOUSE-13")),
        *((Fact("term.level_advances", value=level - 1, rules=("TAP-CHAR-06",)),) if level > 1 else ()),
    )
    return (
        Fact("value.experience_next", value=experience_for(level + 1), rules=("TAP-HOUSE-12",)),
        Fact("value.advances", value=advances_of(level, first), rules=("TAP-CHAR-06",), terms=terms),
    )


PERSON = Advancing(
    experience="experience",
    check=_check,
    notes=_notes,
    inputs=lambda sheet: (*_faces(sheet), *_growth(sheet), *_advance(sheet)),
    dice=dice,
    advanced=lambda sheet, said: _advanced(sheet, said, creature=False),
)
"""Player characters: experience, two hit dice, one advance (TAP-CHAR-06, TAP-CHAR-13)."""

CREATURE = Advancing(
    experience="",
    check=lambda sheet: None,
    notes=lambda sheet: (Fact("level.next", value=sheet["level"] + 1, rules=("TAP-CHAR-13",)),),
    inputs=lambda sheet: (*_faces(sheet), *_growth(sheet)),
    dice=dice,
    advanced=lambda sheet, said: _advanced(sheet, said, creature=True),
)
"""Creatures: their level is given; whoever runs them may raise it with both hit dice (TAP-CHAR-13)."""
