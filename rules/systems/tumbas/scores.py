"""Dealing out the attributes: five numbers that are swapped, points by the standard method, or freely.

(TUMS-CHAR-02, TUMS-CHAR-03, TUM-HOUSE-01, TUM-HOUSE-02)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from rules.core.creation import Left, Pick, Said
from rules.core.errors import NotAllowed, RuleError, needed, one_of
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Deal, Input, Number, Option, options_of, seldom
from rules.systems.tumbas.archetypes import ARCHETYPES, best_of, class_name, class_of, modifiers, race_of
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute, check_value
from rules.systems.tumbas.house import RACES

Method: TypeAlias = Literal["standard", "free"]

METHODS: tuple[Method, ...] = get_args(Method)

STANDARD_LEAST, STANDARD_MOST = -1, 3
"""The values of the standard method (TUMS-CHAR-03)."""

STANDARD_SUM = 5
"""The five attributes of the standard method add up to this at most (TUMS-CHAR-03)."""

Way: TypeAlias = Literal["swap"] | Method

WAYS: tuple[Way, ...] = ("swap", *METHODS)
"""How attributes are chosen: by swapping five numbers that the standard method allows, or by a method itself."""

SPREAD: tuple[int, ...] = (3, 2, 1, 0, -1)
"""The numbers that are swapped: the whole range of the standard method and its whole sum (TUMS-CHAR-03)."""


def check_attributes(attributes: Mapping[Attribute, int], method: Method) -> int:
    """Check the attributes chosen before race and return their sum (TUMS-CHAR-02, TUMS-CHAR-03, TUM-HOUSE-01).

    Raises Missing, then OutOfRange, then UnknownValue, then NotAllowed.
    """
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    for name in ATTRIBUTES:
        check_value(attributes[name], field=name)
    one_of(method, METHODS, "tumbas.creation.method_unknown", field="method")
    total = sum(attributes[name] for name in ATTRIBUTES)
    if method == "standard":
        for name in ATTRIBUTES:
            if not STANDARD_LEAST <= attributes[name] <= STANDARD_MOST:
                raise NotAllowed("tumbas.creation.standard_range", field=name, params={"value": attributes[name]})
        if total > STANDARD_SUM:
            raise NotAllowed("tumbas.creation.standard_sum", params={"sum": total, "most": STANDARD_SUM})
    return total


def with_race(attributes: Mapping[Attribute, int], race: str) -> dict[Attribute, int]:
    """Return the attributes after race; raises NotAllowed unless each stays from -2 to 4 (TUM-HOUSE-02)."""
    modifiers = RACES[one_of(race, RACES, "tumbas.race.unknown", field="race")].modifiers
    after = {name: attributes[name] + modifiers.get(name, 0) for name in ATTRIBUTES}
    for name, value in after.items():
        if not LEAST <= value <= MOST:
            raise NotAllowed("tumbas.creation.race_range", field=name, params={"value": value})
    return after


def way_of(said: Said) -> Way:
    """How the attributes are chosen."""
    found = said.get("method")
    return found if found in WAYS else "swap"


def _deal(said: Said) -> Deal:
    """The five numbers, the highest for what the class needs most."""
    best, change = ARCHETYPES[class_of(said)].best, modifiers(said)

    def place(name: Attribute) -> Option:
        by_race = (fact("tile.by_race", change=change[name]),) if change[name] else ()
        return Option(name, Fact(f"attribute.{name}"), notes=(Fact(f"attribute_line.{name}"), *by_race))

    return Deal(
        "spread",
        "creation.spread",
        places=tuple(map(place, ATTRIBUTES)),
        numbers=SPREAD,
        default=[best.index(name) for name in ATTRIBUTES],
    )


def before_race(said: Said) -> dict[Attribute, int]:
    """The attributes as they were chosen, before those of the people (TUMS-CHAR-02)."""
    proposed = _deal(said).dealt(said.get("spread") if way_of(said) == "swap" else None)
    if way_of(said) == "swap":
        return {name: proposed[name] for name in ATTRIBUTES}
    return {name: value if isinstance(value := said.get(name), int) else proposed[name] for name in ATTRIBUTES}


def after_race(said: Said) -> dict[Attribute, int]:
    """The attributes with those of the people, for pages: even where the rules would refuse them."""
    change = modifiers(said)
    return {name: value + change[name] for name, value in before_race(said).items()}


def score_inputs(said: Said) -> tuple[Input, ...]:
    """The five attributes, and how they are chosen."""
    method = Choice(
        "method",
        "creation.method",
        default="swap",
        required=False,
        layout="column",
        options=options_of("creation_method", WAYS),
    )
    way = way_of(said)
    if way == "swap":
        return (_deal(said), *seldom(method))
    least, most = (STANDARD_LEAST, STANDARD_MOST) if way == "standard" else (LEAST, MOST)
    proposed = before_race({**said, "method": "swap"})
    numbers = (
        Number(
            name,
            f"attribute.{name}",
            default=proposed[name],
            minimum=least,
            maximum=most,
            required=False,
            signed=True,
            layout="points",
            note=Fact(f"attribute_line.{name}"),
        )
        for name in ATTRIBUTES
    )
    return (*numbers, *seldom(method))


def score_faults(said: Said) -> Sequence[RuleError]:
    """Numbers that the method does not allow, or that the people takes out of the range (TUM-HOUSE-01, -02)."""
    way, chosen = way_of(said), before_race(said)
    try:
        if way != "swap":
            check_attributes(chosen, way)
        with_race(chosen, race_of(said))
    except RuleError as fault:
        return [fault]
    return []


def score_notes(said: Said) -> Explanation:
    """What the people adds; where numbers are swapped it stands at each of them."""
    if way_of(said) == "swap":
        return ()
    found = [
        fact("creation.race_adds", value, attribute=Word(f"attribute.{name}"), rules=("TUM-HOUSE-02",))
        for name, value in modifiers(said).items()
        if value
    ]
    return tuple(found)


def score_left(said: Said) -> Sequence[Left]:
    """Points of the standard method; swapping and the free method have none (TUMS-CHAR-03)."""
    if way_of(said) != "standard":
        return ()
    spent = sum(before_race(said).values())
    return (
        Left("attribute_points", STANDARD_SUM - spent, STANDARD_SUM - STANDARD_LEAST * len(ATTRIBUTES), spent=True),
    )


def fill_scores(said: Said, pick: Pick) -> Said:
    """The numbers in the order of what the class needs; points that are left go the same way."""
    if way_of(said) != "standard":
        return {}
    chosen = before_race(said)
    for name in ARCHETYPES[class_of(said)].best:
        left = STANDARD_SUM - sum(chosen.values())
        chosen[name] += max(0, min(left, STANDARD_MOST - chosen[name]))
    return {str(name): value for name, value in chosen.items()}


def why_scores(said: Said) -> Explanation:
    """What the two highest numbers are for."""
    found: Mapping[Attribute, int] = after_race(said)
    needed, second = ARCHETYPES[class_of(said)].best[:2]
    return (
        fact(
            "why.scores",
            found[best_of(class_of(said))],
            needed=Word(f"attribute.{needed}"),
            second=Word(f"attribute.{second}"),
            name=class_name(said),
        ),
    )
