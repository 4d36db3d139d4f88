"""A level more on a sheet: the hit die, at some levels an ability point and a feat, and the skill points.

What the class gives by level follows by itself, except where its numbers were written by hand.
(D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-CON-01, D20H-HOUSE-08)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rules.core.advancing import Advancing, Die, Sheet
from rules.core.creation import CreationStep, Left, Said, Say, offered_as
from rules.core.equipment import taken
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, fact
from rules.core.inputs import Choice, Figure, Input, Number, Option, Rows, Several, Text, options_of, seldom
from rules.core.types import Json
from rules.systems.d20 import training
from rules.systems.d20.abilities import ABILITIES, FEATS, SAVES, SKILL_ABILITIES, SKILLS, Ability, ability_modifier
from rules.systems.d20.archetypes import ARCHETYPES, likest
from rules.systems.d20.levelling import (
    ABILITY_EVERY,
    FEAT_EVERY,
    LAST_LEVEL,
    AttackGrowth,
    DefenseGrowth,
    SaveGrowth,
    attack_at,
    defense_at,
    grit,
    maximum_of,
    ranks_of,
    save_at,
)
from rules.systems.d20.sheet import PERSON
from rules.systems.d20.training import Person

RANKS: Input = Rows(
    "ranks",
    "level.ranks_to",
    maximum=12,
    of=(
        Choice("skill", "sheet.skill", layout="select", options=options_of("skill", SKILLS)),
        Number("ranks", "sheet.ranks", default=1, minimum=1, maximum=23, required=False),
    ),
)
"""Ranks in a skill by number; a tile raises one rank."""


def _check(sheet: Sheet) -> None:
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


def pages(sheet: Sheet) -> tuple[CreationStep, ...]:
    """The hit die, an ability at some levels, the skills, and a feat at some levels."""
    level = sheet["level"] + 1
    hit_die = Number("hp_gain", "level.hp_gain", minimum=1, maximum=int(sheet["hit_die"]), layout="six")
    return (
        CreationStep("level_hit_die", lambda said: (hit_die,), notes=lambda said: notes(sheet)),
        CreationStep("level_ability", lambda said: (_ability(sheet),) if level % ABILITY_EVERY == 0 else ()),
        CreationStep(
            "level_skills",
            lambda said: (_skills(_person(sheet, said)), *seldom(RANKS)),
            left=lambda said: _points_left(sheet, said),
        ),
        CreationStep(
            "level_feat",
            lambda said: _feat(sheet, said) if level % FEAT_EVERY == 0 else (),
            left=lambda said: _feats_left(said) if level % FEAT_EVERY == 0 else (),
        ),
    )


def _person(sheet: Sheet, said: Said) -> Person:
    """The person at the new level, with the ability that was raised."""
    level = min(LAST_LEVEL, sheet["level"] + 1)
    raised = said.get("ability")
    scores: dict[Ability, int] = {name: sheet[name] + (name == raised) for name in ABILITIES}
    return Person(
        archetype=likest(sheet),
        level=level,
        attack=attack_at(cast(AttackGrowth, sheet["attack_growth"]), level),
        scores=scores,
        skill_points=sheet["skill_points"],
        feats=tuple(sheet["feats"]),
        ranks=_ranks(sheet),
    )


def _ranks(sheet: Sheet) -> dict[str, int]:
    return {row["skill"]: row["ranks"] or 0 for row in sheet["skills"]}


def _ability(sheet: Sheet) -> Input:
    options = tuple(
        Option(
            name,
            Fact(f"ability.{name}"),
            figures=(Figure(fact("level.score", sheet[name] + 1, before=sheet[name])),),
        )
        for name in ABILITIES
    )
    return Choice("ability", "level.ability", options=options, layout="tiles")


def _skills(person: Person) -> Input:
    """A tile for each skill, with what one rank more makes of it; those with ranks first, then those of the class."""
    ranks = person.ranks or {}
    own = {name: place for place, name in enumerate(ARCHETYPES[person.archetype].skills)}
    order = sorted(SKILLS, key=lambda name: (-ranks.get(name, 0), own.get(name, len(own))))
    return Several(
        "raised",
        "level.raised",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(_skill(name, ranks.get(name, 0), person) for name in order),
    )


def _skill(name: str, ranks: int, person: Person) -> Option:
    modifier = ability_modifier(person.scores[SKILL_ABILITIES[name]])
    most = training.most_ranks(person.level)
    return Option(
        name,
        Fact(f"skill.{name}"),
        notes=(Fact(f"skill_line.{name}"),),
        figures=(Figure(fact("level.bonus", ranks + 1 + modifier, before=ranks + modifier)),),
        reason=Fact("level.most_ranks", most, rules=("D20C-FST-02",)) if ranks >= most else None,
    )


def _gained(said: Said) -> dict[str, int]:
    """The ranks that each skill gains."""
    gained = dict.fromkeys((name for name in said.get("raised") or () if name in SKILLS), 1)
    for row in said.get("ranks") or ():
        if row.get("skill") in SKILLS and isinstance(row.get("ranks"), int):
            gained[row["skill"]] = gained.get(row["skill"], 0) + row["ranks"]
    return gained


def _points_left(sheet: Sheet, said: Said) -> Sequence[Left]:
    points = ranks_of(sheet)
    return [Left("skill_points", points - sum(_gained(said).values()), points, spent=True)]


def _feat(sheet: Sheet, said: Said) -> tuple[Input, ...]:
    """The feats as tiles, those of the table's packs among them, and in one's own words."""
    tiles = cast(Several, training.feat_inputs(said, _person(sheet, said))[0])
    had = {row["name"] for row in sheet["other_feats"]}
    options = tuple(one for one in tiles.options if not _is_had(offered_as(said, one.value, "talent"), had))
    return (
        Choice("feat", "level.feat", required=False, layout="tiles", options=options),
        *seldom(Text("other_feat", "level.other_feat", required=False, length=80)),
    )


def _is_had(entry: Any, had: set[str]) -> bool:
    """Whether a feat of a pack stands on the sheet by its name."""
    return entry is not None and entry.name in had


def _feats_left(said: Said) -> Sequence[Left]:
    return [Left("feats", 1 - bool(said.get("feat")) - bool(said.get("other_feat")), 1)]


def advanced(sheet: Sheet, said: Said, say: Say) -> Mapping[str, Json]:
    """The sheet a level higher; raises NotAllowed for more ranks than there are points."""
    _check(sheet)
    spent = sum(_gained(said).values())
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
    return _with_feat(after, said)


def _with_ranks(sheet: Sheet, said: Said) -> list[Json]:
    gained = _gained(said)
    rows = [{**row, "ranks": row["ranks"] + gained.pop(row["skill"], 0)} for row in sheet["skills"]]
    return [*rows, *({"skill": name, "ranks": ranks, "other": 0} for name, ranks in gained.items())]


def _with_feat(sheet: dict[str, Json], said: Said) -> dict[str, Json]:
    feat = said.get("feat")
    if entry := offered_as(said, feat, "talent"):
        given = [one for one in entry.gives.get("feats") or () if one in FEATS and one not in sheet["feats"]]
        rest = {name: one for name, one in entry.gives.items() if name != "feats"}
        sheet = {**taken(sheet, rest, PERSON), "feats": [*sheet["feats"], *given]}
    elif feat:
        sheet = {**sheet, "feats": [*sheet["feats"], feat]}
    if said.get("other_feat"):
        sheet = {**sheet, "other_feats": [*sheet["other_feats"], {"name": said["other_feat"]}]}
    return sheet


NEXT_LEVEL = Advancing("experience", _check, notes, pages, dice, advanced, takes=("talent",))
"""A level more of a person."""
