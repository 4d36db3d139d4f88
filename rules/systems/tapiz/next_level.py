"""A level more on a sheet: both hit dice, at some levels an attribute, and what the advance buys.

An advance buys a trait, a stance or levels of a language.
(TAP-CHAR-06 to -09, TAP-HOUSE-12 to -14, TAP-HOUSE-23, TAP-LANG-03, TAP-LANG-04, TAP-STANCE-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.creation import HOUSE, CreationStep, Left, Said, Say, offered, offered_as
from rules.core.equipment import taken
from rules.core.errors import Missing, NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Figure, Flag, Input, Number, Option, Text, options_of, seldom
from rules.core.types import Json
from rules.systems.tapiz import starting_traits
from rules.systems.tapiz.attributes import ATTRIBUTES
from rules.systems.tapiz.hit_points import POOLS
from rules.systems.tapiz.languages import LEVELS_PER_ADVANCE, MEDIA, language_advance
from rules.systems.tapiz.levelling import (
    attribute_grows_at,
    by_milestones,
    check_experience,
    experience_for,
    level_up,
)
from rules.systems.tapiz.sheet import FULL, STANCES, TRAIT_SORTS, Language, Proficiency, maximum_of

BUYS = {
    "trait": ("level.buys_trait", "level.buys_trait_note"),
    "stance": ("level.buys_stance", "level.buys_stance_note"),
    "language": ("level.buys_language", "level.buys_language_note"),
}
"""What an advance may be spent on (TAP-HOUSE-13)."""

RAISES = tuple(f"raise_{medium}" for medium in MEDIA)
"""By how many levels each medium of a language rises (TAP-LANG-03)."""


def dice(sheet: Sheet) -> tuple[Die, ...]:
    """The hit dice of both pools (TAP-CHAR-07, TAP-HOUSE-14)."""
    return tuple((f"{pool}_gain", int(sheet[f"{pool}_die"])) for pool in POOLS)


def _hit_dice(sheet: Sheet) -> tuple[Input, ...]:
    return tuple(Number(name, f"level.{name}", minimum=1, maximum=sides, layout="six") for name, sides in dice(sheet))


def _growth(sheet: Sheet) -> tuple[Input, ...]:
    """The attribute that grows at some levels (TAP-HOUSE-23)."""
    if not attribute_grows_at(sheet["level"] + 1):
        return ()
    options = tuple(
        Option(
            name,
            fact(f"attribute.{name}"),
            figures=(Figure(fact("level.score", score=sheet[name] + 1, before=sheet[name])),),
        )
        for name in ATTRIBUTES
    )
    return (Choice("attribute", "level.attribute", options=options, layout="tiles"),)


def _stances_left(sheet: Sheet) -> list[str]:
    return [stance for stance in STANCES[1:] if stance not in sheet["stances"]]


def _buys(sheet: Sheet) -> tuple[Input, ...]:
    """What the advance is spent on (TAP-HOUSE-13)."""
    left = _stances_left(sheet)
    bought = tuple(
        Option(name, fact(code), notes=(fact(note),)) for name, (code, note) in BUYS.items() if name != "stance" or left
    )
    return (Choice("buys", "level.buys", default="trait", layout="tiles", options=bought),)


def _trait(said: Said) -> tuple[Input, ...]:
    """A trait of our own, a talent or spell of the packs, or in words what class or species opens (TAP-CHAR-09)."""
    entries = tuple(Option(one.code, one.label, notes=one.line) for one in offered(said, *starting_traits.TALENTS))
    options = (*entries, *starting_traits.trait_options())
    return (
        Choice("chosen_trait", "sheet.trait", required=False, layout="tiles", options=options),
        *seldom(
            Text("trait", "level.own_trait", required=False, length=120),
            Choice(
                "trait_sort",
                "sheet.trait_sort",
                default="ability",
                required=False,
                options=options_of("trait_sort", TRAIT_SORTS),
                layout="select",
            ),
        ),
    )


def _trait_left(said: Said) -> Sequence[Left]:
    return [Left("traits", 1 - bool(said.get("chosen_trait")) - bool(said.get("trait")), 1)]


def _stance(sheet: Sheet) -> tuple[Input, ...]:
    """The stances that are not known yet (TAP-STANCE-01)."""
    options = tuple(
        Option(stance, fact(f"stance.{stance}"), notes=(fact(f"stance_line.{stance}"),))
        for stance in _stances_left(sheet)
    )
    return (Choice("stance", "input.stance", options=options, layout="tiles"),)


def _grade(level: Proficiency) -> Word:
    return Word(f"proficiency.{level}")


def _language(sheet: Sheet) -> tuple[Input, ...]:
    """A language that is known or another one, and what it rises by (TAP-LANG-03, TAP-LANG-04)."""
    known = tuple(
        Option(
            row["name"],
            fact("core.verbatim", text=row["name"]),
            notes=(fact("level.language_now", spoken=_grade(row["spoken"]), written=_grade(row["written"])),),
        )
        for row in sheet["languages"]
    )
    tiles = (Choice("known_language", "sheet.language", required=False, layout="tiles", options=known),)
    return (
        *(tiles if known else ()),
        Text("language", "level.other_language" if known else "sheet.language", required=False, length=40),
        Number("raise_spoken", "level.raise_spoken", default=0, minimum=0, maximum=9, required=False),
        Number("raise_written", "level.raise_written", default=0, minimum=0, maximum=9, required=False),
        Flag("erudite", "level.erudite", note=fact("level.erudite_note", rules=("TAP-LANG-04",))),
    )


def _language_named(said: Said) -> str:
    """The language that rises: one in words counts before a tile."""
    return str(said.get("language") or said.get("known_language") or "")


def _raised(said: Said) -> int:
    """By how many levels it rises in all."""
    return sum(said[name] for name in RAISES if isinstance(said.get(name), int))


def _language_left(said: Said) -> Sequence[Left]:
    """A language to name and two levels to spend, of which one may be given up (TAP-LANG-03)."""
    raised = _raised(said)
    return [
        Left("languages", int(not _language_named(said)), 1),
        Left("language_levels", LEVELS_PER_ADVANCE - raised, LEVELS_PER_ADVANCE, spent=True, must=raised == 0),
    ]


def _where(what: str, inputs: tuple[Input, ...], said: Said) -> tuple[Input, ...]:
    """The inputs of a page that is there when the advance buys this."""
    return inputs if (said.get("buys") or "trait") == what else ()


def _first_pages(sheet: Sheet, told: Explanation) -> tuple[CreationStep, ...]:
    """The hit dice, below what the level brings by itself, and the attribute."""
    return (
        CreationStep("level_hit_dice", lambda said: _hit_dice(sheet), notes=lambda said: told),
        CreationStep("level_attribute", lambda said: _growth(sheet)),
    )


def _of_person(sheet: Sheet) -> tuple[CreationStep, ...]:
    return (
        *_first_pages(sheet, _notes(sheet)),
        CreationStep("level_buys", lambda said: _buys(sheet)),
        CreationStep(
            "level_trait",
            lambda said: _where("trait", _trait(said), said),
            left=lambda said: _trait_left(said) if _where("trait", _trait(said), said) else (),
        ),
        CreationStep("level_stance", lambda said: _where("stance", _stance(sheet), said)),
        CreationStep(
            "level_language",
            lambda said: _where("language", _language(sheet), said),
            faults=lambda said: _language_faults(sheet, said),
            left=lambda said: _language_left(said) if _where("language", _language(sheet), said) else (),
        ),
    )


def _language_faults(sheet: Sheet, said: Said) -> Sequence[RuleError]:
    """What the rules refuse; that a name or a level is missing says `_language_left`."""
    if not _language_named(said) or not _raised(said):
        return ()
    try:
        _learnt(list(sheet["languages"]), said)
    except RuleError as refused:
        return (refused,)
    return ()


def _spent(sheet: dict[str, Any], said: Said, say: Say) -> dict[str, Any]:
    """The sheet with what the advance buys; raises what the rules refuse, beside its field."""
    match said["buys"]:
        case "trait":
            return _with_trait(sheet, said, say)
        case "stance":
            return {**sheet, "stances": [*sheet["stances"], said["stance"]]}
        case _:
            return {**sheet, "languages": _learnt(sheet["languages"], said)}


def _with_trait(sheet: dict[str, Any], said: Said, say: Say) -> dict[str, Any]:
    chosen = said.get("chosen_trait")
    if entry := offered_as(said, chosen, *starting_traits.TALENTS):
        return taken(sheet, entry.gives, FULL)
    if chosen:
        row = {"text": say(chosen), "sort": starting_traits.sort_of(chosen)}
    elif said.get("trait"):
        row = {"text": said["trait"], "sort": said.get("trait_sort") or "ability"}
    else:
        raise Missing("tapiz.advance.trait_missing", field="trait")
    if any(one["text"] == row["text"] for one in sheet["traits"]):
        field = "chosen_trait" if chosen else "trait"
        raise NotAllowed("tapiz.advance.trait_had", field=field, params={"trait": row["text"]})
    return {**sheet, "traits": [*sheet["traits"], row]}


def _learnt(languages: list[Any], said: Said) -> list[Any]:
    """The languages after one advance in one of them (TAP-LANG-03, TAP-LANG-04)."""
    name = _language_named(said)
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


def _advanced(sheet: Sheet, said: Said, say: Say, *, creature: bool) -> Mapping[str, Json]:
    up = level_up(
        sheet["level"],
        [said[name] for name, _ in dice(sheet)],
        physical_die=int(sheet["physical_die"]),
        mental_die=int(sheet["mental_die"]),
        xp=None if creature or by_milestones(_house(sheet)) else sheet["experience"],
    )
    after: dict[str, Any] = {**sheet, "level": up.level}
    after["physical_max"] = maximum_of(sheet, "physical", _house(sheet)) + up.physical_gain
    after["mental_max"] = maximum_of(sheet, "mental", _house(sheet)) + up.mental_gain
    if attribute := said.get("attribute"):
        after[attribute] = sheet[attribute] + 1
    return after if creature else _spent(after, said, say)


def _house(sheet: Sheet) -> Mapping[str, Json]:
    """The settings of the table, which stand beside the values of the sheet while it gains a level."""
    found: Mapping[str, Json] = sheet.get(HOUSE) or {}
    return found


def _check(sheet: Sheet) -> None:
    if not by_milestones(_house(sheet)):
        check_experience(sheet["level"], sheet["experience"])


def _notes(sheet: Sheet) -> Explanation:
    level = sheet["level"] + 1
    told = [
        fact("level.next", level, rules=("TAP-CHAR-05",)),
        *(
            (fact("level.milestone", rules=("TAP-HOUSE-12",)),)
            if by_milestones(_house(sheet))
            else (fact("level.experience", experience_for(level), rules=("TAP-HOUSE-12", "TAP-CHAR-13")),)
        ),
    ]
    if attribute_grows_at(level):
        told.append(fact("level.growth", rules=("TAP-HOUSE-23",)))
    return tuple(told)


def _creature_notes(sheet: Sheet) -> Explanation:
    return (fact("level.next", sheet["level"] + 1, rules=("TAP-CHAR-13",)),)


def due(sheet: Sheet) -> Fact | None:
    """That the experience for the next level is there; a table that goes by milestones counts none (TAP-HOUSE-12)."""
    level, have = sheet["level"] + 1, sheet["experience"] or 0
    wanted = experience_for(level)
    if by_milestones(_house(sheet)) or have < wanted:
        return None
    return fact("level.due", have, level=level, needed=wanted, rules=("TAP-HOUSE-12",))


PERSON = Advancing(
    experience="experience",
    check=_check,
    notes=_notes,
    pages=_of_person,
    dice=dice,
    advanced=lambda sheet, said, say: _advanced(sheet, said, say, creature=False),
    due=due,
    takes=starting_traits.TALENTS,
)
"""Player characters: experience, two hit dice, one advance (TAP-CHAR-06, TAP-CHAR-13)."""

CREATURE = Advancing(
    experience="",
    check=lambda sheet: None,
    notes=_creature_notes,
    pages=lambda sheet: _first_pages(sheet, _creature_notes(sheet)),
    dice=dice,
    advanced=lambda sheet, said, say: _advanced(sheet, said, say, creature=True),
)
"""Creatures: their level is given; the game master may raise it with both hit dice (TAP-CHAR-13)."""
