"""A new character, step by step: attribute scores found in one of nine ways, then everything else on the sheet.

(TAP-CHAR-01, TAP-HOUSE-01, TAP-HOUSE-21, TAP-LANG-01)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.creation import HOUSE, ROLLED, Creation, CreationStep, Said, Say
from rules.core.errors import NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Explanation, Word, fact
from rules.core.inputs import Choice, Input, Number, Option, Text, options_of
from rules.core.types import Json
from rules.dice import check_faces
from rules.systems.tapiz.archetypes import ARCHETYPES, DICE_EACH, drop_lowest, propose, starting_languages
from rules.systems.tapiz.attributes import ATTRIBUTES, USUAL_SCORES
from rules.systems.tapiz.settings import ALWAYS, METHODS, Method, settings_of
from rules.systems.tapiz.sheet import (
    APPEARANCE,
    BACKGROUND,
    CHARACTER_CLASS,
    DEFENCE,
    HEALTH,
    LANGUAGES,
    LEVEL,
    LOAD,
    NOTES,
    PRIMARY,
    SIZE,
    SPECIES,
    STANCES_KNOWN,
    TRAITS,
)

WITH_DICE: tuple[Method, ...] = ("roll", "typed", "in_order", "three")
PLAIN: tuple[Method, ...] = ("in_order", "three")

DICE = (
    *("creation.dice_1", "creation.dice_2", "creation.dice_3"),
    *("creation.dice_4", "creation.dice_5", "creation.dice_6"),
)
"""The rolls that are typed in, one for each attribute."""
RESULTS = len(DICE)

GENERATION_DICE: tuple[int, ...] = (6,) * DICE_EACH * RESULTS
"""Four d6 for each of the six results (TAP-HOUSE-01)."""

PLAIN_DICE = 3
"""How many dice of each four count where the lowest is not dropped: 3d6 (TAP-HOUSE-01)."""

BUDGETS: Mapping[str, int] = {"points": 63, "many_points": 72}
"""Points of the two alternatives by points (TAP-HOUSE-01)."""

POINT_SCORES = range(8, 19)
"""Scores that the alternatives by points allow (TAP-HOUSE-01)."""

FIXED: Mapping[str, tuple[int, ...]] = {"modest": (14, 12, 10, 10, 9, 8), "heroic": (16, 14, 13, 12, 10, 9)}
"""The two alternatives with fixed scores (TAP-HOUSE-01)."""

MODEST_START = 10
NOBODY = "none"

_WHO: tuple[Input, ...] = (SPECIES, CHARACTER_CLASS, LEVEL, SIZE, APPEARANCE, BACKGROUND)


def result_of(faces: Sequence[int], *, plain: bool) -> int:
    """Add four d6 without the lowest; plain: the first three of them (TAP-HOUSE-01)."""
    four = check_faces(faces, (6,) * DICE_EACH)
    return sum(four[:PLAIN_DICE]) if plain else drop_lowest(four)


def swapped(scores: Sequence[int], one: int, other: int) -> tuple[int, ...]:
    """Return the results in order with two of them changed places (TAP-HOUSE-01)."""
    found = list(scores)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def points_left(scores: Mapping[str, int], budget: int) -> int:
    """Return what is left of a budget of points, negative while too many are spent (TAP-HOUSE-01)."""
    for name, score in scores.items():
        if score not in POINT_SCORES:
            raise OutOfRange("tapiz.creation.point_score", field=name, params={"value": score, "least": 8, "most": 18})
    return budget - sum(scores.values())


def _methods(said: Said) -> tuple[Method, ...]:
    """The ways that the table has switched on, in their order (TAP-HOUSE-01)."""
    wanted = settings_of(said.get(HOUSE) or {}).attribute_methods
    return tuple(name for name in METHODS if name in wanted) or ALWAYS


def _how_inputs(said: Said) -> tuple[Input, ...]:
    allowed = _methods(said)
    options = options_of("creation_method", allowed)
    return (Choice("method", "creation.method", default=allowed[0], layout="column", options=options),)


def _method(said: Said) -> str:
    found, allowed = said.get("method"), _methods(said)
    return found if isinstance(found, str) and found in allowed else allowed[0]


def typed_faces(text: Json) -> list[int]:
    """The faces of four dice as they were typed, with or without spaces; none where they cannot be read."""
    digits = [mark for mark in str(text or "") if not mark.isspace() and mark not in ",;+-·"]
    faces = [int(mark) for mark in digits if mark in "123456"]
    return faces if len(faces) == len(digits) == DICE_EACH else []


def groups(said: Said) -> list[list[int]]:
    """The six groups of four dice, rolled by the app or typed; those that cannot be read are empty (TAP-HOUSE-01)."""
    if _method(said) == "typed":
        return [typed_faces(said.get(f"dice_{place}")) for place in range(1, RESULTS + 1)]
    rolled = said.get(ROLLED) or []
    return [list(rolled[start : start + DICE_EACH]) for start in range(0, len(rolled), DICE_EACH)]


def results(said: Said) -> tuple[int, ...]:
    """The six results, best first or in the order of the attributes; none where the method has none (TAP-HOUSE-01)."""
    if fixed := FIXED.get(_method(said)):
        return fixed
    method = _method(said)
    if method not in WITH_DICE:
        return ()
    found = [result_of(faces, plain=method in PLAIN) for faces in groups(said) if faces]
    if len(found) != RESULTS:
        return ()
    return tuple(found) if method == "in_order" else tuple(sorted(found, reverse=True))


def _dice_inputs(said: Said) -> tuple[Input, ...]:
    if _method(said) != "typed":
        return ()
    return tuple(Text(f"dice_{place}", code, length=12) for place, code in enumerate(DICE, 1))


def _dice_faults(said: Said) -> Sequence[RuleError]:
    places = range(1, RESULTS + 1)
    unread = [place for place in places if not typed_faces(said.get(f"dice_{place}"))]
    return [UnknownValue("tapiz.creation.faces", field=f"dice_{place}") for place in unread]


def _score_inputs(said: Said) -> tuple[Input, ...]:
    method = _method(said)
    if method in BUDGETS or method == "own":
        bounds = POINT_SCORES if method in BUDGETS else USUAL_SCORES
        scores: tuple[Input, ...] = tuple(
            Number(name, f"attribute.{name}", default=MODEST_START, minimum=bounds[0], maximum=bounds[-1], layout="six")
            for name in ATTRIBUTES
        )
        return (*scores, PRIMARY)
    if method == "in_order":
        swap = (Option(NOBODY, fact("creation.no_swap")), *options_of("attribute", ATTRIBUTES))
        return (
            Choice("swap", "creation.swap", default=NOBODY, layout="select", options=swap),
            Choice("swap_with", "creation.swap_with", default=NOBODY, layout="select", options=swap),
            PRIMARY,
        )
    options = tuple(Option(str(place), fact("creation.result", one)) for place, one in enumerate(results(said)))
    shared = tuple(
        Choice(f"for_{name}", f"attribute.{name}", default=str(place), layout="select", options=options)
        for place, name in enumerate(ATTRIBUTES)
    )
    return (*shared, PRIMARY)


def _score_faults(said: Said) -> Sequence[RuleError]:
    method = _method(said)
    if method in BUDGETS:
        left = points_left({name: said[name] for name in ATTRIBUTES if name in said}, BUDGETS[method])
        return [NotAllowed("tapiz.creation.points_over", params={"over": -left})] if left < 0 else []
    if method == "own":
        return []
    if method == "in_order":
        if "swap" not in said or "swap_with" not in said:
            return []
        one, other = said["swap"], said["swap_with"]
        half = (one == NOBODY) != (other == NOBODY) or one == other != NOBODY
        return [NotAllowed("tapiz.creation.swap", field="swap_with")] if half else []
    taken: set[str] = set()
    faults: list[RuleError] = []
    for name in ATTRIBUTES:
        field = f"for_{name}"
        if field not in said:
            continue
        if said[field] in taken:
            faults.append(NotAllowed("tapiz.creation.result_twice", field=field))
        taken.add(said[field])
    return faults


def _score_dice(said: Said) -> tuple[int, ...]:
    return GENERATION_DICE if _method(said) in WITH_DICE and _method(said) != "typed" else ()


def _score_notes(said: Said) -> Explanation:
    method = _method(said)
    if budget := BUDGETS.get(method):
        spent = sum(score for name in ATTRIBUTES if isinstance(score := said.get(name, MODEST_START), int))
        return (fact("creation.points_left", budget - spent, budget=budget, rules=("TAP-HOUSE-01",)),)
    if method not in WITH_DICE:
        return ()
    plain = method in PLAIN
    told = [
        fact(
            "creation.rolled",
            result_of(faces, plain=plain),
            faces=" ".join(map(str, faces[:PLAIN_DICE] if plain else faces)),
            rules=("TAP-HOUSE-01",),
        )
        for faces in groups(said)
        if faces
    ]
    if method != "in_order":
        return tuple(told)
    return tuple(
        replace(one, code="creation.rolled_for", params={**one.params, "attribute": Word(f"attribute.{name}")})
        for one, name in zip(told, ATTRIBUTES, strict=False)
    )


def start(say: Say) -> Mapping[str, Json]:
    """What a new sheet begins with: the common language, which the player may remove (TAP-LANG-01, TAP-HOUSE-21)."""
    return {"languages": starting_languages(say)}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet, from all the answers (TAP-HOUSE-01)."""
    plain = (*_WHO, PRIMARY, TRAITS, LANGUAGES, *DEFENCE, STANCES_KNOWN, *HEALTH, *LOAD, NOTES)
    values = {item.name: said[item.name] for item in plain if item.name in said}
    return {**values, **scores(said)}


def scores(said: Said) -> Mapping[str, Json]:
    """The six scores, by the way of finding them (TAP-HOUSE-01)."""
    found = results(said)
    if not found:
        return {name: said[name] for name in ATTRIBUTES}
    if _method(said) != "in_order":
        return {name: found[int(said[f"for_{name}"])] for name in ATTRIBUTES}
    names: tuple[str, ...] = ATTRIBUTES
    if said["swap"] != NOBODY:
        found = swapped(found, names.index(said["swap"]), names.index(said["swap_with"]))
    return dict(zip(names, found, strict=True))


CREATION = Creation(
    steps=(
        CreationStep("who", lambda said: _WHO),
        CreationStep("how", _how_inputs),
        CreationStep("faces", _dice_inputs, faults=_dice_faults),
        CreationStep("scores", _score_inputs, dice=_score_dice, faults=_score_faults, notes=_score_notes),
        CreationStep("traits", lambda said: (TRAITS,)),
        CreationStep("languages", lambda said: (LANGUAGES,)),
        CreationStep("defence", lambda said: (*DEFENCE, STANCES_KNOWN, *HEALTH, *LOAD)),
        CreationStep("notes", lambda said: (NOTES,)),
    ),
    start=start,
    sheet=sheet,
    archetypes=options_of("archetype", ARCHETYPES),
    propose=propose,
)
"""The faces of dice are asked for only where they are rolled at the table."""
