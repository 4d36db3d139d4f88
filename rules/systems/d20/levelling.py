"""A level more on a sheet: a hit die, ranks, now and then a feat and an ability point.

What the class gives by level follows by itself, except where its numbers were written by hand.
(D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-CON-01, D20H-HOUSE-08)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Choice, Input, Number, Option, Rows, Text
from rules.core.types import Json
from rules.systems.d20.abilities import ABILITIES, ability_modifier
from rules.systems.d20.classes import (
    ABILITY_EVERY,
    FEAT_EVERY,
    LAST_LEVEL,
    AttackGrowth,
    DefenseGrowth,
    SaveGrowth,
    attack_at,
    defense_at,
    hit_points_at,
    save_at,
)
from rules.systems.d20.feats import FEATS
from rules.systems.d20.fields import options_of
from rules.systems.d20.saves import SAVES
from rules.systems.d20.skills import SKILLS


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


def check(sheet: Sheet) -> None:
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
    return None if before == after else Fact(f"level.{what}", after, {"before": before})


def dice(sheet: Sheet) -> tuple[Die, ...]:
    """The hit die."""
    return (("hp_gain", int(sheet["hit_die"])),)


def inputs(sheet: Sheet) -> tuple[Input, ...]:
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
        found.append(Choice("feat", "level.feat", required=False, layout="grid", options=options_of("feat", left)))
        found.append(Text("other_feat", "level.other_feat", required=False, length=80))
    return tuple(found)


def advanced(sheet: Sheet, said: Mapping[str, Json]) -> Mapping[str, Json]:
    """The sheet a level higher; raises NotAllowed for more ranks than there are points."""
    check(sheet)
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


ADVANCING = Advancing("experience", check, notes, inputs, dice, advanced)
