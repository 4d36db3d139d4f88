"""Levels and experience, and what a new level brings: hit dice, an advance, now and then an attribute.

An advance buys a trait, a stance or levels of a language.
(TAP-CHAR-05 to -08, TAP-HOUSE-12 to -14, TAP-HOUSE-23, TAP-LANG-03, TAP-STANCE-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.creation import HOUSE
from rules.core.errors import Missing, NotAllowed, RuleError, at_least
from rules.core.facts import Explanation, Fact, fact
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, options_of
from rules.core.types import Json
from rules.dice import check_faces
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.hit_points import POOLS, known_hit_die
from rules.systems.tapiz.languages import language_advance
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import STANCES, TRAIT_SORTS, Language, Proficiency, maximum_of

BUYS = {
    "trait": ("level.buys_trait", "level.buys_trait_note"),
    "stance": ("level.buys_stance", "level.buys_stance_note"),
    "language": ("level.buys_language", "level.buys_language_note"),
}
"""What an advance may be spent on (TAP-HOUSE-13)."""

EXPERIENCE: tuple[int, ...] = (0, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000)
"""Experience points of the levels 1 to 10 (TAP-HOUSE-12)."""

EXPERIENCE_PER_FURTHER_LEVEL = 500_000
"""Experience points of each level above 10 beyond the level before (TAP-HOUSE-12)."""

ATTRIBUTE_GROWTH_EVERY = 5
"""Every fifth level one attribute grows by one (TAP-HOUSE-23)."""


@dataclass(frozen=True, slots=True)
class LevelUp:
    """A character or creature after one more level."""

    level: int
    physical_gain: int
    mental_gain: int


def experience_for(level: int) -> int:
    """Return the experience points that a level needs (TAP-HOUSE-12)."""
    at_least(level, 1, "tapiz.level", field="level")
    if level <= len(EXPERIENCE):
        return EXPERIENCE[level - 1]
    return EXPERIENCE[-1] + EXPERIENCE_PER_FURTHER_LEVEL * (level - len(EXPERIENCE))


def check_experience(level: int, xp: int) -> None:
    """Refuse the level after `level` without the experience points for it (TAP-HOUSE-12)."""
    wanted = experience_for(level + 1)
    if xp < wanted:
        raise NotAllowed("tapiz.experience.too_few", field="xp", params={"value": xp, "needed": wanted})


def attribute_grows_at(level: int) -> bool:
    """Say whether a level raises one attribute by one (TAP-HOUSE-23)."""
    return at_least(level, 1, "tapiz.level", field="level") % ATTRIBUTE_GROWTH_EVERY == 0


def level_up(
    level: int,
    faces: Sequence[int],
    *,
    physical_die: int,
    mental_die: int,
    xp: int | None,
) -> LevelUp:
    """Gain one level: maxima and current points grow by the gains (TAP-CHAR-06 to -08, TAP-HOUSE-12, TAP-HOUSE-14).

    faces: physical hit die, then mental. xp: the experience points; None, as for creatures, needs none.
    """
    for die in (physical_die, mental_die):
        known_hit_die(die)
    at_least(level, 1, "tapiz.level", field="level")
    if xp is not None:
        check_experience(level, xp)
    physical, mental = check_faces(faces, (physical_die, mental_die))
    return LevelUp(
        level=level + 1,
        physical_gain=physical,
        mental_gain=mental,
    )


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
        Option(name, fact(f"attribute.{name}"), notes=(fact("level.score", score=sheet[name]),)) for name in ATTRIBUTES
    )
    return (Choice("attribute", "level.attribute", options=options, layout="grid"),)


def _advance(sheet: Sheet) -> tuple[Input, ...]:
    """What the advance buys; what a class or species opens is written as a trait (TAP-HOUSE-13, TAP-CHAR-09)."""
    left = [stance for stance in STANCES[1:] if stance not in sheet["stances"]]
    stances = tuple(Option(stance, fact(f"stance.{stance}"), notes=(fact(f"stance_note.{stance}"),)) for stance in left)
    bought = tuple(
        Option(name, fact(code), notes=(fact(note),)) for name, (code, note) in BUYS.items() if name != "stance" or left
    )
    sorts = options_of("trait_sort", TRAIT_SORTS)
    return (
        Choice("buys", "level.buys", default="trait", layout="column", options=bought),
        Text("trait", "sheet.trait", required=False, length=120),
        Choice("trait_sort", "sheet.trait_sort", default="ability", required=False, options=sorts, layout="select"),
        *((Choice("stance", "input.stance", required=False, options=stances, layout="column"),) if left else ()),
        Text("language", "sheet.language", required=False, length=40),
        Number("raise_spoken", "level.raise_spoken", default=0, minimum=0, maximum=9, required=False, layout="six"),
        Number("raise_written", "level.raise_written", default=0, minimum=0, maximum=9, required=False, layout="six"),
        Flag("erudite", "level.erudite", note=fact("level.erudite_note", rules=("TAP-LANG-04",))),
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
        [said[name] for name, _ in dice(sheet)],
        physical_die=int(sheet["physical_die"]),
        mental_die=int(sheet["mental_die"]),
        xp=None if creature or _by_milestones(_house(sheet)) else sheet["experience"],
    )
    after: dict[str, Any] = {**sheet, "level": up.level}
    after["physical_max"] = maximum_of(sheet, "physical", _house(sheet)) + up.physical_gain
    after["mental_max"] = maximum_of(sheet, "mental", _house(sheet)) + up.mental_gain
    if attribute := said.get("attribute"):
        after[attribute] = sheet[attribute] + 1
    if not creature:
        _spent(after, said)
    return after


def _house(sheet: Sheet) -> Mapping[str, Json]:
    """The settings of the table, which stand beside the values of the sheet while it gains a level."""
    found: Mapping[str, Json] = sheet.get(HOUSE) or {}
    return found


def _by_milestones(house: Mapping[str, Json]) -> bool:
    """Whether levels come by the game master's word instead of experience (TAP-HOUSE-12)."""
    return settings_of(house).advancement == "milestones"


def _check(sheet: Sheet) -> None:
    if not _by_milestones(_house(sheet)):
        check_experience(sheet["level"], sheet["experience"])


def _notes(sheet: Sheet) -> Explanation:
    level = sheet["level"] + 1
    told = [
        fact("level.next", level, rules=("TAP-CHAR-05",)),
        *(
            (fact("level.milestone", rules=("TAP-HOUSE-12",)),)
            if _by_milestones(_house(sheet))
            else (fact("level.experience", experience_for(level), rules=("TAP-HOUSE-12", "TAP-CHAR-13")),)
        ),
        fact("level.hit_dice", rules=("TAP-CHAR-08", "TAP-HOUSE-14")),
    ]
    if attribute_grows_at(level):
        told.append(fact("level.growth", rules=("TAP-HOUSE-23",)))
    return tuple(told)


def experience_facts(sheet: Sheet, house: Mapping[str, Json]) -> Explanation:
    """The experience for the next level and the advances that a character has had (TAP-CHAR-06, TAP-HOUSE-12)."""
    level: int = sheet["level"]
    first = settings_of(house).first_advances
    terms = (
        fact("term.first_advances", first, rules=("TAP-CHAR-06", "TAP-HOUSE-13")),
        *((fact("term.level_advances", level - 1, rules=("TAP-CHAR-06",)),) if level > 1 else ()),
    )
    wanted = fact("value.experience_next", experience_for(level + 1), rules=("TAP-HOUSE-12",))
    return (
        *(() if _by_milestones(house) else (wanted,)),
        fact("value.advances", advances_of(level, first), rules=("TAP-CHAR-06",), terms=terms),
    )


def due(sheet: Sheet) -> Fact | None:
    """That the experience for the next level is there; a table that goes by milestones counts none (TAP-HOUSE-12)."""
    level, have = sheet["level"] + 1, sheet["experience"] or 0
    wanted = experience_for(level)
    if _by_milestones(_house(sheet)) or have < wanted:
        return None
    return fact("level.due", have, level=level, needed=wanted, rules=("TAP-HOUSE-12",))


PERSON = Advancing(
    experience="experience",
    check=_check,
    notes=_notes,
    inputs=lambda sheet: (*_faces(sheet), *_growth(sheet), *_advance(sheet)),
    dice=dice,
    advanced=lambda sheet, said: _advanced(sheet, said, creature=False),
    due=due,
)
"""Player characters: experience, two hit dice, one advance (TAP-CHAR-06, TAP-CHAR-13)."""

CREATURE = Advancing(
    experience="",
    check=lambda sheet: None,
    notes=lambda sheet: (fact("level.next", sheet["level"] + 1, rules=("TAP-CHAR-13",)),),
    inputs=lambda sheet: (*_faces(sheet), *_growth(sheet)),
    dice=dice,
    advanced=lambda sheet, said: _advanced(sheet, said, creature=True),
)
"""Creatures: their level is given; the game master may raise it with both hit dice (TAP-CHAR-13)."""
