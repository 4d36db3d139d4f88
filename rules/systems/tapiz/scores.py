"""Scores of a new character, found in one of nine ways and dealt out by tap and swap (TAP-CHAR-01, TAP-HOUSE-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.creation import HOUSE, ROLLED, Left, Pick, Said
from rules.core.errors import NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Deal, Input, Number, Option, Text, options_of, seldom
from rules.core.types import Json
from rules.dice import check_faces
from rules.systems.tapiz.archetypes import DICE_EACH, drop_lowest
from rules.systems.tapiz.attributes import ATTRIBUTES, USUAL_SCORES, Attribute, attribute_modifier
from rules.systems.tapiz.settings import ALWAYS, METHODS, Method, settings_of
from rules.systems.tapiz.sheet import PRIMARY

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
GOOD_SPREADS: Mapping[str, tuple[int, ...]] = {
    "points": (14, 12, 11, 10, 8, 8),
    "many_points": (16, 14, 12, 11, 10, 9),
    "own": FIXED["modest"],
}
"""Scores that an experienced player would write, best first; they spend the budgets to the last point."""


def result_of(faces: Sequence[int], *, plain: bool) -> int:
    """Add four d6 without the lowest; plain: the first three of them (TAP-HOUSE-01)."""
    four = check_faces(faces, (6,) * DICE_EACH)
    return sum(four[:PLAIN_DICE]) if plain else drop_lowest(four)


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


def method_of(said: Said) -> Method:
    """The way that was chosen, of those that the table allows."""
    found, allowed = said.get("method"), _methods(said)
    return next((name for name in allowed if name == found), allowed[0])


def _how(said: Said) -> tuple[Input, ...]:
    allowed = _methods(said)
    if len(allowed) < 2:
        return ()
    options = options_of("creation_method", allowed)
    return (Choice("method", "creation.method", required=False, default=allowed[0], layout="column", options=options),)


def typed_faces(text: Json) -> list[int]:
    """The faces of four dice as they were typed, with or without spaces; none where they cannot be read."""
    digits = [mark for mark in str(text or "") if not mark.isspace() and mark not in ",;+-·"]
    faces = [int(mark) for mark in digits if mark in "123456"]
    return faces if len(faces) == len(digits) == DICE_EACH else []


def groups(said: Said) -> list[list[int]]:
    """The six groups of four dice, rolled by the app or typed; those that cannot be read are empty (TAP-HOUSE-01)."""
    if method_of(said) == "typed":
        return [typed_faces(said.get(f"dice_{place}")) for place in range(1, RESULTS + 1)]
    rolled = said.get(ROLLED) or []
    return [list(rolled[start : start + DICE_EACH]) for start in range(0, len(rolled), DICE_EACH)]


def results(said: Said) -> tuple[int, ...]:
    """The six results, best first or in the order of the attributes; none where the method has none (TAP-HOUSE-01)."""
    if fixed := FIXED.get(method_of(said)):
        return fixed
    method = method_of(said)
    if method not in WITH_DICE:
        return ()
    found = [result_of(faces, plain=method in PLAIN) for faces in groups(said) if faces]
    if len(found) != RESULTS:
        return ()
    return tuple(found) if method == "in_order" else tuple(sorted(found, reverse=True))


def deal_of(said: Said, best: Sequence[Attribute], notes: Mapping[str, int] | None = None) -> Deal:
    """The results on the attributes: as the class needs them (`best` first), or in the order they were rolled in."""
    in_order = method_of(said) == "in_order"
    return Deal(
        "dealt",
        "creation.scores",
        places=tuple(
            Option(
                name,
                Fact(f"attribute.{name}"),
                notes=(Fact("creation.modifier", attribute_modifier(notes[name])),) if notes else (),
            )
            for name in ATTRIBUTES
        ),
        numbers=results(said),
        default=list(range(RESULTS)) if in_order else [best.index(name) for name in ATTRIBUTES],
    )


def scores_of(said: Said, best: Sequence[Attribute]) -> dict[str, int]:
    """The six scores, by the way of finding them (TAP-HOUSE-01)."""
    if results(said):
        return deal_of(said, best).dealt(said.get("dealt"))
    return {name: value if isinstance(value := said.get(name), int) else MODEST_START for name in ATTRIBUTES}


def score_inputs(said: Said, best: Sequence[Attribute]) -> tuple[Input, ...]:
    """Dice where they are typed, then the scores, then which attribute is used most; the ways are folded away."""
    method = method_of(said)
    if method in BUDGETS or method == "own":
        bounds = POINT_SCORES if method in BUDGETS else USUAL_SCORES
        numbers: tuple[Input, ...] = tuple(
            Number(
                name,
                f"attribute.{name}",
                required=False,
                default=MODEST_START,
                minimum=bounds[0],
                maximum=bounds[-1],
                layout="points",
            )
            for name in ATTRIBUTES
        )
    else:
        numbers = (deal_of(said, best, scores_of(said, best)),) if results(said) else ()
    dice = (
        tuple(Text(f"dice_{place}", code, length=12) for place, code in enumerate(DICE, 1)) if method == "typed" else ()
    )
    primary = replace(PRIMARY, default=best[0], layout="grid")
    return (*dice, *numbers, *((primary,) if numbers else ()), *seldom(*_how(said)))


def score_faults(said: Said, best: Sequence[Attribute]) -> Sequence[RuleError]:
    """Dice that cannot be read, more points than there are, more than one change of results in order."""
    method = method_of(said)
    if method == "typed":
        unread = [place for place in range(1, RESULTS + 1) if not typed_faces(said.get(f"dice_{place}"))]
        return [UnknownValue("tapiz.creation.faces", field=f"dice_{place}") for place in unread]
    if method in BUDGETS:
        left = points_left({name: said[name] for name in ATTRIBUTES if name in said}, BUDGETS[method])
        return [NotAllowed("tapiz.creation.points_over", params={"over": -left})] if left < 0 else []
    if method == "in_order" and results(said):
        moved = sum(at != which for at, which in enumerate(deal_of(said, best).order(said.get("dealt"))))
        return [NotAllowed("tapiz.creation.swap", field="dealt")] if moved > 2 else []
    return []


def score_dice(said: Said) -> tuple[int, ...]:
    """Four d6 for each result, where the app rolls."""
    return GENERATION_DICE if method_of(said) in WITH_DICE and method_of(said) != "typed" else ()


def score_notes(said: Said) -> Explanation:
    """The dice of each result."""
    method = method_of(said)
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
        return tuple(sorted(told, key=lambda one: -(one.value or 0)))
    return tuple(
        replace(one, code="creation.rolled_for", params={**one.params, "attribute": Word(f"attribute.{name}")})
        for one, name in zip(told, ATTRIBUTES, strict=False)
    )


def score_left(said: Said) -> Sequence[Left]:
    """The points that are to be spent (TAP-HOUSE-01)."""
    budget = BUDGETS.get(method_of(said))
    if budget is None:
        return ()
    spent = sum(score for name in ATTRIBUTES if isinstance(score := said.get(name, MODEST_START), int))
    return [Left("points", budget - spent, budget, spent=True)]


def fill_scores(said: Said, pick: Pick, best: Sequence[Attribute]) -> Said:
    """Dice, or points where they are needed most."""
    method = method_of(said)
    if method in GOOD_SPREADS:
        left = score_left(said)
        if (left and left[0].left == 0) or (not left and any(name in said for name in ATTRIBUTES)):
            return {}
        return dict(zip(best, GOOD_SPREADS[method], strict=True))
    if method == "typed" and not results(said):
        hands = [[1 + pick(6) for _die in range(DICE_EACH)] for _result in range(RESULTS)]
        return {f"dice_{place}": " ".join(map(str, hand)) for place, hand in enumerate(hands, 1)}
    if score_dice(said) and not results(said):
        return {ROLLED: [1 + pick(sides) for sides in GENERATION_DICE]}
    return {}


def lifted(said: Said) -> dict[str, Json]:
    """Answers of a draft in which each attribute chose its result from a list, or two were named to change places."""
    found = dict(said)
    places = [said.get(f"for_{name}") for name in ATTRIBUTES]
    if all(isinstance(place, str) and place.isdigit() for place in places):
        found["dealt"] = [int(str(place)) for place in places]
    one, other = said.get("swap"), said.get("swap_with")
    if one in ATTRIBUTES and other in ATTRIBUTES:
        order = list(range(RESULTS))
        first, second = ATTRIBUTES.index(one), ATTRIBUTES.index(other)
        order[first], order[second] = second, first
        found["dealt"] = order
    return found
