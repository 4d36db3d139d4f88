"""Making a person step by step: abilities, class, feats and skills, weapons and armour, the rest.

Classes belong to the setting: a step takes their numbers, which otherwise are the usual ones.
(D20C-ATK-05, D20C-DEF-03, D20C-SAV-01, D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-HOUSE-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.creation import ROLLED, Creation, CreationStep, Said, Say
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.types import Json
from rules.systems.d20 import archetypes
from rules.systems.d20.abilities import ABILITIES, Ability, ability_modifier
from rules.systems.d20.classes import known_level, skill_points_at
from rules.systems.d20.fields import (
    ARMOUR_INPUTS,
    FEAT_INPUT,
    GEAR_ROWS,
    OTHER_FEATS,
    OTHER_SKILLS,
    SKILL_ROWS,
    WEAPON_ROWS,
    options_of,
)
from rules.systems.d20.loading import row_faults
from rules.systems.d20.sheet import APPEARANCE, BACKGROUND, BUILD, CLASS_INPUTS, NOTES

METHODS = ("array", "rolled", "free")
ARRAY = (15, 14, 13, 12, 10, 8)
"""The scores that are dealt out where nobody rolls."""

DICE_A_SCORE, SIDES = 4, 6
"""Of four six-sided dice the three highest make a score."""

_METHOD = Choice(
    "method",
    "creation.method",
    default="array",
    layout="column",
    options=options_of("creation_method", METHODS),
)


def method_of(said: Said) -> str:
    """How the scores come about."""
    found = said.get("method")
    return found if isinstance(found, str) and found in METHODS else "array"


def rolled_scores(faces: Sequence[int]) -> tuple[int, ...]:
    """The six scores that were rolled, the highest first: of four dice the three highest each."""
    hands = [sorted(faces[place : place + DICE_A_SCORE]) for place in range(0, len(faces), DICE_A_SCORE)]
    return tuple(sorted((sum(hand[1:]) for hand in hands if len(hand) == DICE_A_SCORE), reverse=True))


def dealt(said: Said) -> tuple[int, ...]:
    """The scores to be dealt out; none where they are written freely."""
    if method_of(said) == "free":
        return ()
    faces = said.get(ROLLED)
    if method_of(said) == "rolled" and isinstance(faces, Sequence) and len(faces) == DICE_A_SCORE * len(ABILITIES):
        return rolled_scores([int(face) for face in faces])
    return ARRAY


def _dice(said: Said) -> tuple[int, ...]:
    return (SIDES,) * (DICE_A_SCORE * len(ABILITIES)) if method_of(said) == "rolled" else ()


def _ability_inputs(said: Said) -> tuple[Input, ...]:
    scores = dealt(said) or (10,) * len(ABILITIES)
    return tuple(
        Number(name, f"ability.{name}", default=score, minimum=1, maximum=40, layout="six")
        for name, score in zip(ABILITIES, scores, strict=True)
    )


def _ability_notes(said: Said) -> Explanation:
    scores = dealt(said)
    return (Fact("creation.scores", params={"scores": ", ".join(map(str, scores))}),) if scores else ()


def _ability_faults(said: Said) -> Sequence[RuleError]:
    scores = dealt(said)
    if scores and sorted(_scores(said).values(), reverse=True) != list(scores):
        return [NotAllowed("d20.creation.scores", params={"scores": ", ".join(map(str, scores))})]
    return []


def _scores(said: Said) -> dict[Ability, int]:
    return {name: value if isinstance(value := said.get(name), int) else 10 for name in ABILITIES}


def points_of(said: Said) -> int:
    """The skill points of a new person (D20C-FST-02)."""
    level, points = said.get("level"), said.get("skill_points")
    return skill_points_at(
        known_level(level if isinstance(level, int) else 1),
        points if isinstance(points, int) else 3,
        ability_modifier(_scores(said)["intelligence"]),
    )


def spent_on_skills(said: Said) -> int:
    """The ranks that were written."""
    rows = said.get("skills") or ()
    return sum(row["ranks"] for row in rows if isinstance(row, Mapping) and isinstance(row.get("ranks"), int))


def _skill_faults(said: Said) -> Sequence[RuleError]:
    most, spent = points_of(said), spent_on_skills(said)
    if spent > most:
        return [NotAllowed("d20.creation.skill_points", field="skills", params={"spent": spent, "most": most})]
    return []


def _skill_notes(said: Said) -> Explanation:
    return (Fact("creation.skill_points", points_of(said)),)


def _gear_faults(said: Said) -> Sequence[RuleError]:
    asked = (WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS)
    return list(row_faults({item.name: said[item.name] for item in asked if item.name in said}))


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said."""
    plain = (
        *CLASS_INPUTS,
        *BUILD,
        FEAT_INPUT,
        OTHER_FEATS,
        SKILL_ROWS,
        OTHER_SKILLS,
        WEAPON_ROWS,
        *ARMOUR_INPUTS,
        GEAR_ROWS,
        APPEARANCE,
        BACKGROUND,
        NOTES,
    )
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    return {**values, **{str(name): score for name, score in _scores(said).items()}}


CREATION = Creation(
    steps=(
        CreationStep("how", lambda said: (_METHOD,)),
        CreationStep("abilities", _ability_inputs, dice=_dice, faults=_ability_faults, notes=_ability_notes),
        CreationStep("class", lambda said: (*CLASS_INPUTS[:-1], *BUILD)),
        CreationStep(
            "skills",
            lambda said: (FEAT_INPUT, OTHER_FEATS, SKILL_ROWS, OTHER_SKILLS),
            faults=_skill_faults,
            notes=_skill_notes,
        ),
        CreationStep("gear", lambda said: (WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS), faults=_gear_faults),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=tuple(Option(name, Fact(f"archetype.{name}")) for name in archetypes.ARCHETYPES),
    propose=archetypes.propose,
)
"""The steps; hit points, attacks, saves and Defense follow by themselves."""
