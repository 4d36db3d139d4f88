"""What a class gives by level, and a level more on a sheet.

The tables of classes belong to the setting; these are the usual ways in which their numbers grow.
(D20C-ATK-05, D20C-DEF-03, D20C-HPS-01, D20C-SAV-01)

What the class gives by level follows by itself, except where its numbers were written by hand.
(D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-CON-01, D20H-HOUSE-08)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast, get_args

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.errors import NotAllowed, one_of, within
from rules.core.facts import Explanation, Fact, fact
from rules.core.inputs import Choice, Input, Number, Option, Rows, Text, options_of
from rules.core.types import Json
from rules.systems.d20.abilities import ABILITIES, FEATS, SAVES, SKILLS, ability_modifier

AttackGrowth = Literal["fast", "medium", "slow"]

SaveGrowth = Literal["good", "fair", "poor"]

DefenseGrowth = Literal["high", "medium", "low", "none"]

ATTACK_GROWTHS: tuple[AttackGrowth, ...] = get_args(AttackGrowth)

SAVE_GROWTHS: tuple[SaveGrowth, ...] = get_args(SaveGrowth)

DEFENSE_GROWTHS: tuple[DefenseGrowth, ...] = get_args(DefenseGrowth)

HIT_DICE: tuple[int, ...] = (4, 6, 8, 10, 12)

FIRST_LEVEL, LAST_LEVEL = 1, 20

FEAT_EVERY, ABILITY_EVERY = 3, 4
"""Levels at which a further feat and a further ability point come."""

ATTACK_QUARTERS: Mapping[AttackGrowth, int] = {"fast": 4, "medium": 3, "slow": 2}
"""Quarters of a point of base attack bonus a level."""


def known_level(level: int) -> int:
    """Return a level, or refuse it as out of range."""
    return within(level, FIRST_LEVEL, LAST_LEVEL, "d20.level.range", field="level")


def attack_at(growth: AttackGrowth, level: int) -> int:
    """Return the base attack bonus of a class at a level (D20C-ATK-05)."""
    one_of(growth, ATTACK_GROWTHS, "d20.class.growth_unknown", field="attack_growth")
    return known_level(level) * ATTACK_QUARTERS[growth] // 4


def save_at(growth: SaveGrowth, level: int) -> int:
    """Return the base bonus of a save of a class at a level (D20C-SAV-01)."""
    one_of(growth, SAVE_GROWTHS, "d20.class.growth_unknown", field="save_growth")
    known_level(level)
    if growth == "good":
        return 2 + level // 2
    return 1 + (2 * level + 1) // 5 if growth == "fair" else level // 3


def defense_at(growth: DefenseGrowth, level: int) -> int:
    """Return the class bonus to Defense at a level (D20C-DEF-03)."""
    one_of(growth, DEFENSE_GROWTHS, "d20.class.growth_unknown", field="defense_growth")
    known_level(level)
    if growth == "none":
        return 0
    if growth == "high":
        return 3 + level // 2
    return 1 + (2 * level + 1) // 5 if growth == "medium" else (level + 1) * 2 // 5


def hit_points_at(level: int, hit_die: int, constitution_modifier: int) -> int:
    """Return the hit points of a character without recorded dice: a whole die, then half of one a level (D20C-HPS-01).

    Each level gives 1 at least.
    """
    first = max(1, hit_die + constitution_modifier)
    return first + (known_level(level) - 1) * max(1, hit_die // 2 + 1 + constitution_modifier)


def skill_points_at(level: int, skill_points: int, intelligence_modifier: int) -> int:
    """Return the skill points that the levels up to this one have given: those of the first count four times."""
    a_level = max(1, skill_points + intelligence_modifier)
    return a_level * (known_level(level) + 3)


def grit(sheet: Sheet) -> int:
    """The modifier that each hit die adds."""
    return 0 if sheet["no_constitution"] else ability_modifier(sheet["constitution"])


def maximum_of(sheet: Sheet) -> int:
    """The hit points of a loaded sheet: as written, else those of its level (D20C-HPS-01)."""
    written: int | None = sheet["hp_max"]
    return hit_points_at(sheet["level"], int(sheet["hit_die"]), grit(sheet)) if written is None else written


def ranks_of(sheet: Sheet) -> int:
    """The skill points of one more level (D20C-FST-02)."""
    points: int = sheet["skill_points"]
    return max(1, points + ability_modifier(sheet["intelligence"]))


def advance_check(sheet: Sheet) -> None:
    """There must be a level to rise to."""
    if sheet["level"] >= LAST_LEVEL:
        raise NotAllowed("d20.level.last", params={"last": LAST_LEVEL})


def notes(sheet: Sheet) -> Explanation:
    """What the level brings by itself."""
    before, after = sheet["level"], min(LAST_LEVEL, sheet["level"] + 1)
    found = [
        Fact("level.to", after),
        _grown("base_attack", attack_at(cast(AttackGrowth, sheet["attack_growth"]), before),
               attack_at(cast(AttackGrowth, sheet["attack_growth"]), after)),
        *(_grown(name, save_at(cast(SaveGrowth, sheet[f"{name}_growth"]), before),
                 save_at(cast(SaveGrowth, sheet[f"{name}_growth"]), after)) for name in SAVES),
        _grown("class_bonus", defense_at(cast(DefenseGrowth, sheet["defense_growth"]), before),
               defense_at(cast(DefenseGrowth, sheet["defense_growth"]), after)),
        Fact("level.ranks", ranks_of(sheet), rules=("D20C-FST-02",)),
    ]  # fmt: skip
    return tuple(fact for fact in found if fact is not None)


def _grown(what: str, before: int, after: int) -> Fact | None:
    return None if before == after else fact(f"level.{what}", after, before=before)


def dice(sheet: Sheet) -> tuple[Die, ...]:
    """The hit die."""
    return (("hp_gain", int(sheet["hit_die"])),)


def advance_inputs(sheet: Sheet) -> tuple[Input, ...]:
    """The face of the hit die, ranks, and at some levels an ability point and a feat."""
    level = sheet["level"] + 1
    found: list[Input] = [
        Number("hp_gain", "level.hp_gain", minimum=1, maximum=int(sheet["hit_die"]), layout="six"),
        Rows(
            "ranks",
            "level.ranks_to",
            maximum=12,
            of=(
                Choice("skill", "sheet.skill", layout="select", options=options_of("skill", SKILLS)),
                Number("ranks", "sheet.ranks", default=1, minimum=1, maximum=23, required=False),
            ),
        ),
    ]
    if level % ABILITY_EVERY == 0:
        options = tuple(
            Option(name, Fact(f"ability.{name}"), notes=(Fact("level.score", value=sheet[name]),)) for name in ABILITIES
        )
        found.append(Choice("ability", "level.ability", options=options, layout="grid"))
    if level % FEAT_EVERY == 0:
        left = [name for name in FEATS if name not in sheet["feats"]]
        offered = options_of("feat", left, line="feat_line")
        found.append(Choice("feat", "level.feat", required=False, layout="grid", options=offered))
        found.append(Text("other_feat", "level.other_feat", required=False, length=80))
    return tuple(found)


def advanced(sheet: Sheet, said: Mapping[str, Json]) -> Mapping[str, Json]:
    """The sheet a level higher; raises NotAllowed for more ranks than there are points."""
    advance_check(sheet)
    spent = sum(row["ranks"] or 0 for row in said["ranks"])
    if spent > ranks_of(sheet):
        raise NotAllowed("d20.level.ranks", field="ranks", params={"spent": spent, "most": ranks_of(sheet)})
    after: dict[str, Json] = {
        **sheet,
        "level": sheet["level"] + 1,
        "hp_max": maximum_of(sheet) + max(1, said["hp_gain"] + grit(sheet)),
        "skills": _with_ranks(sheet, said),
    }
    if ability := said.get("ability"):
        after[ability] = sheet[ability] + 1
        # a point of Constitution counts for every level (D20H-HOUSE-08)
        after["hp_max"] += after["level"] * (grit(after) - grit(sheet))
    if feat := said.get("feat"):
        after["feats"] = [*sheet["feats"], feat]
    if said.get("other_feat"):
        after["other_feats"] = [*sheet["other_feats"], {"name": said["other_feat"]}]
    return after


def _with_ranks(sheet: Sheet, said: Mapping[str, Json]) -> list[Json]:
    gained: dict[str, int] = {}
    for row in said["ranks"]:
        gained[row["skill"]] = gained.get(row["skill"], 0) + (row["ranks"] or 0)
    rows = [{**row, "ranks": row["ranks"] + gained.pop(row["skill"], 0)} for row in sheet["skills"]]
    return [*rows, *({"skill": name, "ranks": ranks, "other": 0} for name, ranks in gained.items())]


ADVANCING = Advancing("experience", advance_check, notes, advance_inputs, dice, advanced)
