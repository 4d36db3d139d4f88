"""Falls, falling objects, and getting free of them.

Rules: D20H-FALL-01 to -03, D20H-FOBJ-01 to -07.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.landing import Landing, Means, met
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, Throws, decide
from rules.core.types import Id
from rules.systems.d20.bearing import effects_of, modifier, save_bonus, skill_bonus
from rules.systems.d20.dice import Amount, Purpose, check, halved, roll_against, roll_amount, roll_amounts
from rules.systems.d20.doing import spend
from rules.systems.d20.effects import Effect
from rules.systems.d20.explained import Choosing
from rules.systems.d20.harm import hurt
from rules.systems.d20.hazards import ask_each, ask_one, check_somebody, chosen, creatures_input, one_of_these, saved
from rules.systems.d20.sizes import SIZES, Size, categories_larger, known_size
from rules.systems.d20.state import Body, D20Fight, Round, Spent, effects_named, with_effect, without_effects
from rules.systems.d20.turns import check_turn

FEET_PER_DIE = 10

MOST_FALL_DICE = 20

FALL_DIE = 6

FALL_DC = 10
"""DC of the Reflex save, before the distance adds to it (D20H-FALL-02)."""

TUMBLE = "tumble"

TUMBLE_DC = 15

TUMBLE_FT = 10
"""Feet by which a Tumble check shortens the fall (D20H-FALL-03)."""


@dataclass(frozen=True)
class Fall:
    """The result of one fall."""

    tumble_success: bool | None
    effective_distance_ft: int | Fraction
    """Feet that count after a Tumble check."""
    dice_count: int
    dc: int | None
    save_success: bool | None
    damage: int


def full_tens(distance_ft: int | Fraction) -> int:
    """Return the number of full tens of feet of a fall (D20H-FALL-01, D20H-FOBJ-02)."""
    return int(distance_ft // FEET_PER_DIE)


def shortened(distance_ft: int | Fraction, *, tumbled: bool) -> int | Fraction:
    """Return the distance in feet after a Tumble check (D20H-FALL-03)."""
    return max(0, distance_ft - TUMBLE_FT) if tumbled else distance_ft


def fall(distance_ft: int | Fraction, reflex_bonus: int, tumble_bonus: int | None = None) -> Throws[Fall]:
    """Fall a distance in feet (D20H-FALL-01 to -03, D20H-HOUSE-02).

    distance_ft: 0 or more. tumble_bonus: None where no attempt is possible; the choice `tumble` is whether it is made.
    Rolls Tumble (d20) if attempted, then from ten feet on the Reflex save (d20) and the damage (d6 each); the maximum
    of dice does not limit the DC. Raises OutOfRange.
    """
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    tumbled: bool | None = None
    if tumble_bonus is not None and (yield from decide("tumble", ACTOR, True)):
        tumbled = (yield from check("tumble", tumble_bonus, TUMBLE_DC)).success
    distance = shortened(distance_ft, tumbled=tumbled is True)
    tens = full_tens(distance)
    dice = min(tens, MOST_FALL_DICE)
    if not dice:
        return Fall(tumbled, distance, 0, None, None, 0)
    saved = yield from roll_against("reflex", reflex_bonus, FALL_DC + tens)
    damage = yield from roll_amount("damage", Amount(dice, FALL_DIE))
    return Fall(tumbled, distance, dice, saved.needed, saved.success, halved(damage) if saved.success else damage)


FreeingMethod = Literal["strength", "escape_artist"]

FREEING_METHODS: tuple[FreeingMethod, ...] = get_args(FreeingMethod)


@dataclass(frozen=True)
class ObjectRow:
    """A falling object of one size."""

    initial_damage: Amount
    """Damage of a fall of up to ten feet."""
    reflex_dc: int | None = None
    """None: it never deals damage."""
    strength_dc: int | None = None
    """DC to push it off."""


FALLING_OBJECTS: Mapping[Size, ObjectRow] = {
    "fine": ObjectRow(Amount(0)),
    "diminutive": ObjectRow(Amount(1), 0),
    "tiny": ObjectRow(Amount(1, 3), 5),
    "small": ObjectRow(Amount(1, 4), 10, 5),
    "medium": ObjectRow(Amount(1, 6), 15, 10),
    "large": ObjectRow(Amount(2, 6), 20, 20),
    "huge": ObjectRow(Amount(4, 6), 25, 30),
    "gargantuan": ObjectRow(Amount(8, 6), 30, 40),
    "colossal": ObjectRow(Amount(10, 6), 35, 50),
}
"""Falling objects by size (D20H-FOBJ-01, D20H-FOBJ-03)."""

SHORT_FALL_FT = 10

MOST_EXTRA_DICE = 20

PINNING_FAILURE = 10

PINNING_CATEGORIES = 3
"""Categories by which the object must be larger, if the save fails by `PINNING_FAILURE`, to pin (D20H-FOBJ-05)."""

ESCAPE_ARTIST_DC = 20


@dataclass(frozen=True)
class Impact:
    """The result of an object that falls on a creature."""

    initial_damage: str
    extra_dice: int
    dc: int | None
    save_success: bool | None
    damage: int
    pinned: bool
    strength_dc: int | None


@dataclass(frozen=True)
class Escape:
    """The result of an attempt to get out from under an object."""

    dc: int
    success: bool
    pinned: bool
    strength_dc: int | None


def extra_dice(fall_ft: int | Fraction) -> int:
    """Return the extra d6, one for each ten feet beyond the first ten (D20H-FOBJ-02)."""
    beyond = at_least(fall_ft, 0, "d20.distance.negative", field="fall_ft") - SHORT_FALL_FT
    return min(MOST_EXTRA_DICE, max(0, full_tens(beyond)))


def impact(object_size: Size, fall_ft: int | Fraction, character_size: Size, reflex_bonus: int) -> Throws[Impact]:
    """Drop an object on a creature (D20H-FOBJ-01 to -05, D20H-HOUSE-02).

    fall_ft: 0 or more. Rolls the Reflex save (d20), the initial dice and the extra dice (d6 each); nothing for a Fine
    object. Raises UnknownValue, OutOfRange.
    """
    known_size(object_size, "object_size")
    known_size(character_size, "character_size")
    row = FALLING_OBJECTS[object_size]
    extra = extra_dice(fall_ft)
    if row.reflex_dc is None:
        return Impact(str(row.initial_damage), 0, None, None, 0, pinned=False, strength_dc=row.strength_dc)
    saved = yield from roll_against("reflex", reflex_bonus, row.reflex_dc)
    damage = yield from roll_amounts({"damage": row.initial_damage, "extra_damage": Amount(extra, FALL_DIE)})
    return Impact(
        initial_damage=str(row.initial_damage),
        extra_dice=extra,
        dc=saved.needed,
        save_success=saved.success,
        damage=halved(damage) if saved.success else damage,
        pinned=not saved.success
        and saved.total <= saved.needed - PINNING_FAILURE
        and categories_larger(object_size, character_size) >= PINNING_CATEGORIES,
        strength_dc=row.strength_dc,
    )


def escape(object_size: Size, method: FreeingMethod, bonus: int, dc_modifier: int = 0) -> Throws[Escape]:
    """Try to push the object off or to wriggle free (D20H-FOBJ-06, D20H-FOBJ-07).

    dc_modifier: set by the game master. Rolls a check (d20). Raises UnknownValue, and NotAllowed for pushing off an
    object without a Strength DC.
    """
    known_size(object_size, "object_size")
    one_of(method, FREEING_METHODS, "d20.escape.method_unknown", field="method")
    strength_dc = FALLING_OBJECTS[object_size].strength_dc
    dc = ESCAPE_ARTIST_DC if method == "escape_artist" else strength_dc
    if dc is None:
        raise NotAllowed("d20.escape.nothing_to_push", field="method")
    purpose: Purpose = method
    tried = yield from check(purpose, bonus, dc + dc_modifier)
    return Escape(tried.needed, tried.success, not tried.success, strength_dc)


UNDER = "pinned_under"

FALLS, OBJECTS = ("D20H-FALL-01", "D20H-FALL-02", "D20H-FALL-03"), ("D20H-FOBJ-01", "D20H-FOBJ-02", "D20H-FOBJ-04")

FREEING = ("D20H-FOBJ-06", "D20H-FOBJ-07")

BIG_FIRST = ("large", *(size for size in SIZES if size != "large"))

SHORTEST_FT, FARTHEST_FT = 5, 1000


def fall_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The creatures, the distance, and whether they try to tumble."""
    return (
        creatures_input(fight, viewer),
        Number("feet", "input.fall_feet", default=10, minimum=SHORTEST_FT, maximum=FARTHEST_FT, required=False),
        Flag("tumble", "input.tumble", note=Fact("note.tumble", rules=("D20H-FALL-03",))),
    )


def fall_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let each creature fall; a save halves its damage (D20H-FALL-01 to -03)."""
    notes, people = Notes(), chosen(fight, command)
    feet = command.inputs["feet"] or 10
    for who in people:
        notes.tell("fall.falls", feet, who=who, feet=feet, rules=FALLS)
        climbs = effects_named(fight.body(who), "climbing")
        fight = without_effects(fight, who, *(effect.id for effect in climbs))
    all_try = bool(command.inputs["tumble"])

    def rule(who: Id) -> Throws[Fall]:
        tries = all_try or TUMBLE in fight.body(who).trained
        return fall(feet, save_bonus(fight, who, "reflex"), skill_bonus(fight, who, TUMBLE) if tries else None)

    def tumbles(who: Id) -> Mapping[str, Choosing]:
        return {TUMBLE: lambda _: _tumbles(fight, who, feet, notes, asked=not all_try)}

    found = yield from ask_each(fight, people, rule, notes, "fall", because=FALLS, choices=tumbles)
    for who, result in found.items():
        if result.tumble_success is not None:
            saved(who, ("tumble.made", "tumble.failed"), notes, success=result.tumble_success, rules=("D20H-FALL-03",))
        if result.save_success is not None:
            saved(who, ("fall.made", "fall.failed"), notes, success=result.save_success, rules=("D20H-FALL-02",))
        fight = yield from hurt(fight, who, result.damage, notes, key=f"fall:{who}:blow", rules=("D20H-FALL-01",))
    return Outcome(fight, notes.so_far)


def _tumbles(fight: D20Fight, who: Id, feet: int, notes: Notes, *, asked: bool) -> Steps[bool]:
    """Whether a combatant tries to soften its fall; the untrained are not asked (D20H-FALL-03)."""
    if not asked:
        return True
    tens = full_tens(feet)
    hard = (fact("landing_note.fall", dice=min(tens, MOST_FALL_DICE), dc=FALL_DC + tens, rules=FALLS),)
    bonus = skill_bonus(fight, who, TUMBLE)
    soft = (fact("landing_note.tumble", bonus=bonus, dc=TUMBLE_DC, feet=TUMBLE_FT, rules=("D20H-FALL-03",)),)
    means: Means[Body, Round] = Means(TUMBLE, fact("landing.tumble", rules=("D20H-FALL-03",)), soft)
    falling: Landing[Body, Round] = Landing("falling", who, fact("landing.falls"), outcome=hard, means=(means,))
    return (yield from met(fight, falling, notes, key="fall:tumbles")) == TUMBLE


def object_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The targets, the size of the object, and the height of its fall."""
    return (
        creatures_input(fight, viewer),
        one_of_these(
            "size", "input.object_size", "size", ("large", *(s for s in SIZES if s != "large")), layout="select"
        ),
        Number("feet", "input.fall_feet", default=10, minimum=0, maximum=FARTHEST_FT, required=False),
    )


def object_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Drop the object on each target: a save halves the damage, a bad failure may pin (D20H-FOBJ-01 to -05)."""
    notes, people = Notes(), chosen(fight, command)
    size = cast(Size, command.inputs["size"] or "large")
    feet = command.inputs["feet"] or 0
    for who in people:
        notes.tell("object.falls", who=who, size=Word(f"size.{size}"), rules=OBJECTS)
    found = yield from ask_each(
        fight,
        people,
        lambda who: impact(size, feet, fight.body(who).size, save_bonus(fight, who, "reflex")),
        notes,
        "object",
        because=OBJECTS,
    )
    for who, result in found.items():
        if result.save_success is not None:
            saved(who, ("impact.made", "impact.failed"), notes, success=result.save_success, rules=("D20H-FOBJ-04",))
        fight = yield from hurt(fight, who, result.damage, notes, key=f"object:{who}:blow", rules=OBJECTS)
        if result.pinned and fight.body(who).alive:
            fight = with_effect(fight, who, Effect(UNDER, "own", UNDER, variant=size))
            notes.tell("object.pins", who=who, dc=result.strength_dc or 0, rules=("D20H-FOBJ-05",))
    return Outcome(fight, notes.so_far)


def free_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The way to get free of an object, and the game master's modifier."""
    methods = Choice(
        "method",
        "input.method",
        required=False,
        default=FREEING_METHODS[0],
        layout="segments",
        options=options_of("freeing", FREEING_METHODS),
    )
    shift = Number("dc_modifier", "input.dc_modifier", default=0, minimum=-20, maximum=20, required=False, fresh=True)
    return (methods, shift) if viewer.game_master else (methods,)


def free_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must be pinned under an object, and act in its turn."""
    if not effects_named(fight.body(here(fight, command)), UNDER):
        raise NotAllowed("d20.hazard.not_under")
    check_turn(fight, command, viewer)


def free_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Push the object off or wriggle free (D20H-FOBJ-06, D20H-FOBJ-07)."""
    actor, notes = here(fight, command), Notes()
    (effect, *_) = effects_named(fight.body(actor), UNDER)
    method = cast(FreeingMethod, command.inputs["method"] or FREEING_METHODS[0])
    fight = spend(fight, actor, Spent("attack", "use_skill_attack_action"))
    body = fight.body(actor)
    bonus = (
        skill_bonus(fight, actor, "escape_artist")
        if method == "escape_artist"
        else modifier(body, "strength", effects_of(fight, actor))
    )
    shift = command.inputs.get("dc_modifier") or 0
    notes.tell("object.struggles", who=actor, rules=FREEING)
    found = yield from ask_one(
        fight, actor, escape(cast(Size, effect.variant), method, bonus, shift), notes, "free", because=FREEING
    )
    saved(actor, ("object_free.made", "object_free.failed"), notes, success=found.success, rules=FREEING)
    return Outcome(without_effects(fight, actor, effect.id) if found.success else fight, notes.so_far)


FALL: Action[Body, Round] = Action(
    "fall", fall_resolve, fall_inputs, check_somebody, icon="arrow-down", for_game_master=True
)

FALLING_OBJECT: Action[Body, Round] = Action(
    "falling_object", object_resolve, object_inputs, check_somebody, icon="weight", for_game_master=True
)

GET_FREE: Action[Body, Round] = Action(
    "get_free", free_resolve, free_inputs, free_check, icon="x", of_the_turn=True, needs_actor=True
)
