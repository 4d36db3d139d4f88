"""The ability scores of a new person: a fixed array, dice, or freely (D20H-HOUSE-03)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.creation import ROLLED, Said
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Deal, Input, Number, Option, options_of, seldom
from rules.systems.d20.abilities import ABILITIES, Ability, ability_modifier
from rules.systems.d20.archetypes import ARCHETYPES, class_of, growth_of, likest

SCORE_METHODS = ("array", "rolled", "free")

ARRAY = (15, 14, 13, 12, 10, 8)
"""The scores that are dealt out without a roll."""

DICE_A_SCORE, SIDES = 4, 6
"""Of four six-sided dice the three highest make a score."""

_METHOD = Choice(
    "method",
    "creation.method",
    required=False,
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
    """The scores to be dealt out, the highest first; none where they are written freely."""
    if method_of(said) == "free":
        return ()
    faces = said.get(ROLLED)
    if method_of(said) == "rolled" and isinstance(faces, Sequence) and len(faces) == DICE_A_SCORE * len(ABILITIES):
        return rolled_scores([int(face) for face in faces])
    return ARRAY


def score_dice(said: Said) -> tuple[int, ...]:
    """The dice that the method asks for."""
    return (SIDES,) * (DICE_A_SCORE * len(ABILITIES)) if method_of(said) == "rolled" else ()


def _deal(said: Said, notes: Mapping[Ability, int] | None = None) -> Deal:
    """The scores on the abilities: as the class needs them, unless the player says otherwise."""
    growth, chosen = growth_of(said), class_of(said)
    best = ARCHETYPES[chosen if chosen in ARCHETYPES else likest(growth)].abilities
    return Deal(
        "dealt",
        "creation.dealt",
        places=tuple(
            Option(
                name,
                Fact(f"ability.{name}"),
                notes=(Fact("creation.modifier", ability_modifier(notes[name])),) if notes else (),
            )
            for name in ABILITIES
        ),
        numbers=dealt(said),
        default=[best.index(name) for name in ABILITIES],
    )


def scores_of(said: Said) -> dict[Ability, int]:
    """The six scores."""
    if dealt(said):
        found = _deal(said).dealt(said.get("dealt"))
        return {name: found[name] for name in ABILITIES}
    return {name: value if isinstance(value := said.get(name), int) and value > 0 else 10 for name in ABILITIES}


def score_inputs(said: Said) -> tuple[Input, ...]:
    """The scores to be dealt out, or to be written freely; how they come about is asked seldom."""
    if dealt(said):
        return (_deal(said, scores_of(said)), *seldom(_METHOD))
    free = (Number(name, f"ability.{name}", default=10, minimum=1, maximum=40, layout="points") for name in ABILITIES)
    return (*free, *seldom(_METHOD))


def why_scores(said: Said) -> Explanation:
    """What is highest."""
    scores = scores_of(said)
    best, second = sorted(ABILITIES, key=lambda name: -scores[name])[:2]
    return (
        fact(
            "why.abilities",
            best=Word(f"ability.{best}"),
            best_score=scores[best],
            second=Word(f"ability.{second}"),
            second_score=scores[second],
        ),
    )
