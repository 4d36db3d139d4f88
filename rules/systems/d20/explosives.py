"""Explosives: thrown, planted, and the blast.

Rules: D20S-EXP-01 to -13, D20S-HOUSE-03, D20S-HOUSE-17, D20S-OBJ-15, D20S-OBJ-16, D20C-COV-04, D20C-COV-06,
D20C-COV-07.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.board.grids import Corner
from rules.core.board.walking import board_of, on_board
from rules.core.boards import cell_of, name_of
from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Input, Option, options_of
from rules.core.people import here
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.throws import ACTOR, Throws, asked, throw_one
from rules.core.types import Id, Json, drop
from rules.systems.d20.aiming import aimed_at, around_square, comes_down, corners_named, feet_to, in_bursts, place_input
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.blows import ammunition_spent
from rules.systems.d20.cover import PARTIAL_COVERS, Cover, cover_bonus, cover_terms, damage_after_save
from rules.systems.d20.defence import AREA_DEFENSE
from rules.systems.d20.dice import Amount, Purpose, check, parse_amount, roll_against, roll_amounts, save_together
from rules.systems.d20.explained import asking
from rules.systems.d20.harm import hurt, strain
from rules.systems.d20.maneuvers import attack_spent, check_attack
from rules.systems.d20.objects import OBJECT_DAMAGE_TYPES, ObjectDamageType
from rules.systems.d20.opportunity import attacks_on
from rules.systems.d20.situation import adjacent
from rules.systems.d20.sparing import unspared
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.throwing import (
    Landing,
    ScatterDie,
    area_inputs,
    area_terms,
    check_any,
    check_in_reach,
    chosen_weapon,
    landing,
    miss_die,
    point_input,
    point_of,
    range_increments,
    shooting,
    sum_of,
    tell_area_roll,
    tell_corner,
    weapons_that,
)

ExplosiveKind = Literal["thrown", "planted"]

BlastTargetKind = Literal["creature", "attended_object", "unattended_object"]

EXPLOSIVE_KINDS: tuple[ExplosiveKind, ...] = get_args(ExplosiveKind)

BLAST_TARGET_KINDS: tuple[BlastTargetKind, ...] = get_args(BlastTargetKind)

DETONATOR_DC = 10
"""Demolitions check for connecting a detonator, where the game master wants one (D20S-HOUSE-17)."""


@dataclass(frozen=True)
class ExplosiveThrow:
    """Where a thrown explosive comes to lie."""

    increments: int
    roll_needed: bool
    attack_total: int | None
    on_target: bool
    scatter_die: ScatterDie
    scatter_face: int
    landing: Landing


@dataclass(frozen=True)
class BlastTarget:
    """A creature or an object near an explosion.

    distance_ft: from the landing point. reflex_bonus: complete, cover included, the holder's for an attended object;
    None for an unattended object.
    """

    id: Id
    kind: BlastTargetKind
    distance_ft: int
    reflex_bonus: int | None = None
    cover: Cover = "none"


@dataclass(frozen=True)
class Blast:
    """Damage by target, before hardness, and those whose save succeeded."""

    damage: Mapping[Id, int]
    saved: tuple[Id, ...]


def throw_explosive(*, distance_ft: int, range_increment_ft: int, attack_bonus: int) -> Throws[ExplosiveThrow]:
    """Throw an explosive at a 5-foot square (D20S-EXP-02 to -09).

    attack_bonus: complete, range penalty included; lacking proficiency never counts (D20S-EXP-05). Rolls the attack d20
    beyond one increment, then the scatter die. Raises OutOfRange, and NotAllowed beyond five increments.
    """
    increments = range_increments(distance_ft, range_increment_ft)
    check_in_reach(increments)
    total, on_target = None, True
    if increments > 1:
        attack = yield from roll_against("attack", attack_bonus, AREA_DEFENSE)
        total, on_target = attack.total, attack.success
    die: ScatterDie = 4 if on_target else miss_die(increments)
    face = yield from throw_one("scatter", die)
    return ExplosiveThrow(increments, increments > 1, total, on_target, die, face, landing(die))


def blast(
    kind: ExplosiveKind, *, damage: int, save_dc: int, burst_radius_ft: int, targets: Sequence[BlastTarget]
) -> Throws[Blast]:
    """Let an explosive go off: Reflex saves for half, unattended objects without one (D20S-EXP-10, -12, -13).

    damage: as rolled, at least 0, halves rounded down (D20S-HOUSE-03). Rolls a d20 for each creature or attended object
    within the radius, in order. Raises Missing without the bonus of a target that saves, UnknownValue, OutOfRange.
    """
    for target in targets:
        if target.kind in ("creature", "attended_object"):
            needed(target.reflex_bonus, "d20.save.bonus_missing", field="reflex_bonus")
    one_of(kind, EXPLOSIVE_KINDS, "d20.explosive.kind_unknown", field="kind")
    for target in targets:
        one_of(target.kind, BLAST_TARGET_KINDS, "d20.explosive.target_kind_unknown", field="targets")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    at_least(burst_radius_ft, 0, "d20.explosive.radius_negative", field="burst_radius_ft")
    for target in targets:
        at_least(target.distance_ft, 0, "d20.distance.negative", field="targets")
    reached = [target for target in targets if target.distance_ft <= burst_radius_ft]
    saving = [
        (target.id, target.reflex_bonus)
        for target in reached
        if target.kind != "unattended_object" and target.reflex_bonus is not None
    ]
    saves = yield from save_together(saving, save_dc)
    saved = tuple(who for (who, _), success in zip(saving, saves, strict=True) if success)
    taken = {target.id: 0 for target in targets}
    for target in reached:
        taken[target.id] = damage_after_save(damage, target.cover, saved=target.id in saved)
    return Blast(taken, saved)


def connect_detonator(demolitions_bonus: int) -> Throws[bool]:
    """Try to connect a detonator, a skill check; die: d20, 1 and 20 are only numbers (D20S-HOUSE-17, D20S-HOUSE-02)."""
    return (yield from check("demolitions", demolitions_bonus, DETONATOR_DC)).success


BLAST = ("D20S-EXP-10", "D20S-EXP-12", "D20S-EXP-13", "D20S-OBJ-15", "D20S-OBJ-16")


def reached(fight: D20Fight, caught: Sequence[Id]) -> list[Id]:
    """Those who can still be harmed, in the order of the fight."""
    return [who for who in fight.order if who in caught and fight.body(who).alive]


def covered_input(fight: D20Fight, label: str, likely: Sequence[Id] = ()) -> Allocation:
    """Who is within reach, each with the cover towards it (D20C-COV-04); the likely come first and are proposed."""
    people = sorted(reached(fight, tuple(fight.order)), key=lambda who: who not in likely)
    options = tuple(
        Option(who, fact("core.combatant", who=who), extra={"hidden": fight.combatants[who].hidden}) for who in people
    )
    shares = options_of("caught", PARTIAL_COVERS)
    proposed: dict[str, Json] = {who: "none" for who in people if who in likely}
    return Allocation("caught", label, required=False, default=proposed, options=options, shares=shares, fresh=True)


def who_is_caught(
    fight: D20Fight,
    notes: Notes,
    key: str,
    likely: Sequence[Id] = (),
    *,
    label: str = "ask.caught",
    field: str = "input.caught",
) -> Steps[Mapping[Id, Cover]]:
    """Ask the game master who stands there, which only they can say of those who are hidden (D20S-HOUSE-06)."""
    form: Input = covered_input(fight, field, likely)
    answer = yield from choose(f"{key}caught", None, form, so_far=notes.so_far, audience=GAME_MASTER, label=label)
    found: Mapping[Id, str] = answer["caught"] or {}
    return {who: cast(Cover, found[who]) for who in reached(fight, tuple(found))}


def around(fight: D20Fight, point: Id | None) -> tuple[Id, ...]:
    """Who probably stands within an area: the combatant at its point, those adjacent, those of the last area there."""
    if point is None:
        return ()
    last = fight.round.gathered if point in fight.round.gathered else frozenset()
    return tuple(who for who in fight.order if who == point or who in last or adjacent(fight, who, point))


def remembered(fight: D20Fight, caught: Iterable[Id]) -> D20Fight:
    """Remember who stood in an area, to propose them for the next one there."""
    return replace(fight, round=replace(fight.round, gathered=frozenset(caught)))


def amount_of(dice: str, extra: str = "", bonus: int = 0) -> Throws[int]:
    """Roll the damage of a weapon once for all that it reaches."""
    amounts: dict[Purpose, Amount] = {"damage": parse_amount(dice)}
    if extra:
        amounts["extra_damage"] = parse_amount(extra)
    return roll_amounts(amounts, bonus)


def harm_of(fight: D20Fight, weapon: Weapon, by: Id | None, notes: Notes, key: str) -> Steps[int]:
    """Roll one damage for all; the combatant who caused it rolls (D20S-EXP-10)."""
    roller = by if by in fight.combatants else None
    rule = amount_of(weapon.dice, weapon.extra_dice, weapon.damage)
    return (
        yield from asked(rule, asking(fight, {ACTOR: roller}, notes, key=key.rstrip(":"), because=("D20S-EXP-10",)))
    )


def reflex_of(fight: D20Fight, who: Id, cover: Cover) -> int | None:
    """The bonus of a save in an area: a thing saves as its holder does, a loose one not at all (D20S-OBJ-15, -16)."""
    saves = saver(fight, who)
    return None if saves is None else save_bonus(fight, saves, "reflex") + cover_bonus(fight.house, cover).reflex


def saver(fight: D20Fight, who: Id) -> Id | None:
    """Return who rolls for a creature or an object: itself, its holder, or None."""
    body = fight.body(who)
    if body.being != "object":
        return who
    return body.thing.holder if body.thing.holder in fight.combatants else None


def kind_of(weapon: Weapon) -> ObjectDamageType:
    """What the damage of a weapon counts as for things (D20S-OBJ-09 to -11)."""
    return weapon.damage_type if weapon.damage_type in OBJECT_DAMAGE_TYPES else "weapon"


def explode(
    fight: D20Fight,
    weapon: Weapon,
    by: Id | None,
    notes: Notes,
    key: str,
    kind: ExplosiveKind = "thrown",
    point: Id | None = None,
    corners: Sequence[Corner] = (),
) -> Steps[D20Fight]:
    """Let an explosive go off among those that the game master names (D20S-EXP-10, D20S-EXP-12, D20S-EXP-13).

    point: the combatant next to it. corners: where it is on a board, which tells who is within reach.
    """
    rules = ("D20S-EXP-01", "D20S-EXP-10", "D20S-EXP-12")
    if corners:
        at = corners_named(corners)
        notes.tell("burst.goes_off", weapon=weapon.name, feet=weapon.radius, at=at, rules=rules)
    elif point is None:
        notes.tell("burst.goes_off", weapon=weapon.name, feet=weapon.radius, rules=rules)
    else:
        notes.tell("burst.goes_off_near", weapon=weapon.name, feet=weapon.radius, target=point, rules=rules)
    if corners:
        caught: Mapping[Id, Cover] = in_bursts(fight, corners, weapon.radius)
        fight = unspared(fight)
    else:
        caught = yield from who_is_caught(fight, notes, key, around(fight, point))
    fight = remembered(fight, caught)
    if not caught:
        notes.tell("burst.nobody", rules=("D20S-EXP-10",))
        return fight
    whole = yield from harm_of(fight, weapon, by, notes, key)
    targets = [_target(fight, who, cover) for who, cover in caught.items()]
    savers, covered = (
        {who: saver(fight, who) for who in caught},
        {who: cover_terms(fight.house, caught[who]) for who in caught},
    )
    found = yield from asked(
        blast(kind, damage=whole, save_dc=weapon.save_dc, burst_radius_ft=weapon.radius, targets=targets),
        asking(fight, savers, notes, key=key.rstrip(":"), because=BLAST, more=covered),
    )
    for who in caught:
        success, taken = who in found.saved, found.damage[who]
        if saver(fight, who) is not None:
            tell_save(who, notes, success=success, rules=BLAST)
        fight = yield from hurt(
            fight, who, taken, notes, by=by, key=f"{key}blow:{who}", damage_type=kind_of(weapon), rules=BLAST
        )  # fmt: skip
    return fight


def tell_save(who: Id, notes: Notes, *, success: bool, rules: tuple[str, ...]) -> None:
    """Tell whether a save succeeded."""
    notes.tell("burst.saved" if success else "burst.unsaved", who=who, rules=rules)


def _target(fight: D20Fight, who: Id, cover: Cover) -> BlastTarget:
    bonus = reflex_of(fight, who, cover)
    if fight.body(who).being != "object":
        return BlastTarget(who, "creature", 0, bonus, cover)
    return BlastTarget(who, "unattended_object" if bonus is None else "attended_object", 0, bonus, cover)


def set_off(fight: D20Fight, name: Id, notes: Notes) -> Steps[D20Fight]:
    """Let something planted go off (D20S-EXP-11, D20S-EXP-12)."""
    one = fight.round.planted[name]
    fight = replace(fight, round=replace(fight.round, planted=drop(fight.round.planted, name)))
    if one.where:
        notes.tell("planted.where", where=one.where, rules=("D20S-EXP-11",))
    by = one.by if one.by in fight.combatants else None
    lies = cell_of(one.at) if fight.board is not None else None
    # it reaches as far from each side of its square
    corners = around_square(lies) if lies is not None and board_of(fight).holds(lies) else ()
    return (yield from explode(fight, one.weapon, by, notes, f"{name}:", "planted", corners=corners))


def fuses_burn(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """Let go off whatever has no time left (D20S-EXP-11)."""
    return (yield from _burnt_down(fight, notes))


def fuses_counted(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """Let go off what was planted on the count that has come, before its turn (D20S-EXP-11, D20C-SEQ-09)."""
    return (yield from _burnt_down(fight, notes))


def _burnt_down(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    for name in [name for name, one in fight.round.planted.items() if one.due]:
        fight = yield from set_off(fight, name, notes)
    return fight


THROWN = ("D20S-EXP-02", "D20S-EXP-03", "D20S-EXP-05", "D20S-EXP-09")


def is_explosive(weapon: Weapon) -> bool:
    """Whether something bursts."""
    return weapon.explosive


def throw_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What, how far the square is and the combatant beside it, and what else counts."""
    inputs = area_inputs(fight, actor, is_explosive)
    if inputs and on_board(fight, actor):
        return (inputs[0], place_input(), *inputs[2:])
    return (*inputs[:1], *point_input(fight, actor, viewer), *inputs[1:]) if inputs else ()


def throw_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and something to throw."""
    arms = weapons_that(fight, here(fight, command), is_explosive)
    if not arms:
        raise NotAllowed("d20.explosive.none")
    check_any(fight, here(fight, command), arms)
    check_attack(fight, command, viewer)


def throw_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Aim at a square, see where it lands, then let it go off (D20S-EXP-02 to -10)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon = chosen_weapon(fight, actor, command, is_explosive)
    aimed = aimed_at(fight, values["at"]) if on_board(fight, actor) else None
    if aimed is not None:
        feet = feet_to(fight, actor, aimed)
    else:
        feet = values["feet"] if values["feet"] is not None else weapon.increment
    increment = max(1, weapon.increment)
    check_in_reach(range_increments(feet, increment))
    fight, base = attack_spent(fight, actor, "attack_ranged")
    point = point_of(fight, command)
    if aimed is not None:
        square = name_of(aimed)
        notes.tell("burst.thrown_at_square", who=actor, weapon=weapon.name, square=square, feet=feet, rules=THROWN)
    elif point is None:
        notes.tell("burst.thrown", who=actor, weapon=weapon.name, feet=feet, rules=THROWN)
    else:
        notes.tell("burst.thrown_near", who=actor, target=point, weapon=weapon.name, feet=feet, rules=THROWN)
    fight = yield from shooting(fight, actor, notes)
    if not attacks_on(fight, actor, weapon, notes):
        return Outcome(fight, notes.so_far)
    terms = area_terms(fight, actor, weapon, base, feet, values["others"])
    fight = ammunition_spent(fight, actor, weapon, notes)
    found = yield from asked(
        throw_explosive(distance_ft=feet, range_increment_ft=increment, attack_bonus=sum_of(terms)),
        asking(fight, {ACTOR: actor}, notes, key="throw"),
    )
    if found.attack_total is not None:
        tell_area_roll(fight, actor, found.attack_total, terms, notes, hit=found.on_target)
    corners: tuple[Corner, ...] = ()
    if aimed is None:
        tell_corner(found.scatter_die, found.scatter_face, notes)
    else:
        corners = (comes_down(fight, actor, aimed, found.scatter_die, found.scatter_face, notes),)
    near = point if found.on_target else None
    fight = yield from explode(fight, weapon, actor, notes, "burst:", point=near, corners=corners)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


THROW: Action[Body, Round] = Action(
    "throw_explosive", throw_resolve, throw_inputs, throw_check, icon="sparkles", of_the_turn=True, needs_actor=True
)
