"""Making a person step by step or at once, with archetypes.

Classes belong to the setting: a step takes their numbers, which otherwise are the usual ones.
(D20C-ATK-05, D20C-DEF-03, D20C-SAV-01, D20C-HPS-01, D20C-FST-01, D20C-FST-02, D20H-HOUSE-03)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.core.creation import ROLLED, Creation, CreationStep, Pick, Said, Say, WholeCharacter
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, fact
from rules.core.inputs import Choice, Input, Number, options_of
from rules.core.types import Json
from rules.systems.d20.abilities import ABILITIES, Ability, ability_modifier
from rules.systems.d20.fields import (
    ARMOUR_INPUTS,
    FEAT_INPUT,
    GEAR_ROWS,
    OTHER_FEATS,
    OTHER_SKILLS,
    SKILL_INPUT,
    WEAPON_ROWS,
)
from rules.systems.d20.levelling import known_level, skill_points_at
from rules.systems.d20.sheet import APPEARANCE, BACKGROUND, BUILD, CLASS_INPUTS, NOTES, row_faults

NAMES: tuple[str, ...] = (
    *("Alcor Vidal", "Amber Roca", "Ariel Bosch", "Cruz Andrade", "Dani Lago", "Eider Solís", "Gael Prieto"),
    *("Iris Toledo", "Jael Cano", "Kim Robles", "Lander Gil", "Loris Peña", "Mar Quiroga", "Nur Baeza"),
    *("Paz Herrero", "Quim Serra", "Reyes Duarte", "Sacha Nieto", "Tai Molina", "Val Ochoa"),
)
"""Invented names."""


@dataclass(frozen=True, slots=True)
class Archetype:
    """What an archetype is good at: scores in the order of the abilities, numbers of the class, training, gear."""

    scores: tuple[int, int, int, int, int, int]
    growth: Mapping[str, Json]
    feats: tuple[str, ...] = ()
    skills: Mapping[str, int] = field(default_factory=dict)
    weapons: tuple[Mapping[str, Json], ...] = ()
    armour: Mapping[str, Json] = field(default_factory=dict)


FISTS: Mapping[str, Json] = {"dice": "1d6", "use": "melee"}

PISTOL: Mapping[str, Json] = {
    "dice": "2d6",
    "use": "projectile",
    "weapon_kind": "firearm",
    "increment": 30,
    "capacity": 15,
    "reload": "box",
    "weapon_size": "small",
    "weight": "3",
}

KNIFE: Mapping[str, Json] = {
    "dice": "1d4",
    "use": "thrown",
    "weapon_kind": "thrown",
    "threat_from": 19,
    "increment": 10,
    "properties": ["light"],
    "weapon_size": "tiny",
    "weight": "1",
}

VEST: Mapping[str, Json] = {"armour_bonus": 1, "armour_proficient_bonus": 3, "armour_weight": "4"}

ARCHETYPES: Mapping[str, Archetype] = {
    "brawler": Archetype(
        (15, 12, 14, 10, 13, 8),
        {"hit_die": "8", "attack_growth": "fast", "fortitude_growth": "fair", "defense_growth": "medium"},
        ("combat_martial_arts",),
        {"climb": 4, "jump": 4, "intimidate": 2},
        ({**FISTS, "name": "weapon.baton"}, {**KNIFE, "name": "weapon.knife"}),
    ),
    "shooter": Archetype(
        (10, 15, 12, 13, 14, 8),
        {"hit_die": "8", "attack_growth": "medium", "reflex_growth": "good", "defense_growth": "high"},
        ("personal_firearms", "improved_initiative"),
        {"hide": 4, "spot": 4, "tumble": 4},
        ({**PISTOL, "name": "weapon.pistol"}, {**KNIFE, "name": "weapon.knife"}),
        VEST,
    ),
    "survivor": Archetype(
        (13, 12, 15, 10, 14, 8),
        {"hit_die": "10", "attack_growth": "medium", "fortitude_growth": "good", "defense_growth": "medium"},
        ("improved_damage_threshold",),
        {"survival": 4, "concentration": 4},
        ({**KNIFE, "name": "weapon.knife"}, {**PISTOL, "name": "weapon.pistol", "properties": ["not_proficient"]}),
    ),
    "scholar": Archetype(
        (8, 13, 12, 15, 14, 10),
        {"hit_die": "6", "attack_growth": "slow", "will_growth": "good", "defense_growth": "low", "skill_points": 9},
        (),
        {"repair": 4, "demolitions": 4, "search": 4, "disable_device": 4},
        ({**KNIFE, "name": "weapon.knife"},),
    ),
    "carer": Archetype(
        (10, 12, 13, 14, 15, 8),
        {
            "hit_die": "6",
            "attack_growth": "medium",
            "will_growth": "good",
            "defense_growth": "medium",
            "skill_points": 5,
        },
        (),
        {"treat_injury": 4, "spot": 4, "listen": 4, "sense_motive": 4},
        ({**PISTOL, "name": "weapon.pistol"},),
    ),
    "talker": Archetype(
        (8, 14, 12, 13, 10, 15),
        {"hit_die": "6", "attack_growth": "slow", "reflex_growth": "fair", "defense_growth": "low", "skill_points": 7},
        (),
        {"bluff": 4, "intimidate": 4, "sense_motive": 4},
        ({**PISTOL, "name": "weapon.pistol"},),
    ),
}
"""By name, in the order of the abilities that they lean on."""


def propose(wanted: str, pick: Pick, say: Say) -> WholeCharacter:
    """A whole person of the archetype that was asked for, else of any."""
    names = tuple(ARCHETYPES)
    chosen = wanted if wanted in ARCHETYPES else names[pick(len(names))]
    found = ARCHETYPES[chosen]
    values: dict[str, Json] = {
        "class_name": say(f"archetype.{chosen}"),
        **dict(zip(ABILITIES, found.scores, strict=True)),
        **found.growth,
        "feats": list(found.feats),
        "skills": [{"skill": name, "ranks": ranks} for name, ranks in found.skills.items()],
        "weapons": [{**weapon, "name": say(str(weapon["name"]))} for weapon in found.weapons],
        **found.armour,
    }
    if found.armour:
        values["armour"] = say("armour.vest")
    return WholeCharacter(NAMES[pick(len(NAMES))], values)


SCORE_METHODS = ("array", "rolled", "free")

ARRAY = (15, 14, 13, 12, 10, 8)
"""The scores that are dealt out without a roll."""

DICE_A_SCORE, SIDES = 4, 6
"""Of four six-sided dice the three highest make a score."""

_METHOD = Choice(
    "method",
    "creation.method",
    default="array",
    layout="column",
    options=options_of("creation_method", SCORE_METHODS),
)


def method_of(said: Said) -> str:
    """How the scores come about."""
    found = said.get("method")
    return found if isinstance(found, str) and found in SCORE_METHODS else "array"


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
    return (fact("creation.scores", scores=", ".join(map(str, scores))),) if scores else ()


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


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said."""
    plain = (
        *CLASS_INPUTS,
        *BUILD,
        FEAT_INPUT,
        OTHER_FEATS,
        SKILL_INPUT,
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
            lambda said: (FEAT_INPUT, OTHER_FEATS, SKILL_INPUT, OTHER_SKILLS),
            faults=_skill_faults,
            notes=_skill_notes,
        ),
        CreationStep("gear", lambda said: (WEAPON_ROWS, *ARMOUR_INPUTS, GEAR_ROWS), faults=_gear_faults),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("archetype", ARCHETYPES),
    propose=propose,
)
"""The steps; hit points, attacks, saves and Defense follow by themselves."""
