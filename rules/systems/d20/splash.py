"""Splash weapons: at a creature or at a square, and who gets wet.

Rules: D20S-SPL-01 to -09, D20S-HOUSE-05.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.board.grids import Corner
from rules.core.board.places import both_placed
from rules.core.board.walking import on_board, place_of
from rules.core.boards import Cell
from rules.core.errors import NotAllowed, UnknownValue, at_least, needed, one_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, options_of
from rules.core.people import here, people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, Throws, asked, throw_one
from rules.core.types import Id
from rules.systems.d20.aiming import aimed_at, comes_down, feet_to, in_burst, place_input, splashed
from rules.systems.d20.arms import Weapon
from rules.systems.d20.blows import Attempt, ammunition_spent, check_blow, reckon
from rules.systems.d20.cover import Cover, MissChance, hits_concealed
from rules.systems.d20.defence import AREA_DEFENSE
from rules.systems.d20.dice import roll_against
from rules.systems.d20.explained import asking
from rules.systems.d20.explosives import amount_of, kind_of, who_is_caught
from rules.systems.d20.harm import hurt, strain
from rules.systems.d20.maneuvers import attack_spent, check_attack
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.opportunity import attacks_on
from rules.systems.d20.situation import feet_between, neighbours, target_notes
from rules.systems.d20.sparing import unspared
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.strike import told_concealment
from rules.systems.d20.terms import Term
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
    range_increments,
    shooting,
    sum_of,
    tell_area_roll,
    tell_corner,
    weapons_that,
)
from rules.systems.d20.turns import open_to_attack, others_than

Aim = Literal["creature", "square"]

SPLASH_AIMS: tuple[Aim, ...] = get_args(Aim)

SPLASH_RADIUS_FT = 5
"""How far the contents reach (D20S-SPL-04, D20S-SPL-07, D20S-SPL-09)."""


@dataclass(frozen=True)
class SplashThrow:
    """Where a splash weapon ended; `scatter_die` and `scatter_face` None when it broke on the creature.

    concealed: the throw was good, but what hides the creature made it miss.
    """

    increments: int
    attack_total: int | None
    hit: bool
    direct_hit: bool
    scatter_die: ScatterDie | None
    scatter_face: int | None
    landing: Landing
    splash_radius_ft: int = SPLASH_RADIUS_FT
    concealed: bool = False


@dataclass(frozen=True)
class Bystander:
    """A creature nearby: feet from the creature struck, else from the landing point."""

    id: Id
    distance_ft: int


def throw_splash_weapon(
    aim: Aim,
    *,
    distance_ft: int,
    range_increment_ft: int,
    attack_bonus: int,
    touch_defense: int | None = None,
    hidden: MissChance | None = None,
) -> Throws[SplashThrow]:
    """Throw a splash weapon at a creature or at a square (D20S-SPL-02, -03, -05, -06, -08, D20S-EXP-03 to -09).

    attack_bonus: complete, range penalty included; lacking proficiency never counts (D20S-SPL-03). touch_defense is
    needed against a creature; hidden: what conceals it (D20C-CON-04). Rolls the attack d20 (none at a square within one
    increment), after a hit on a concealed target the percentile die, then the scatter die (none when the creature is
    hit). Raises Missing, UnknownValue, OutOfRange, and NotAllowed beyond five increments.
    """
    if aim == "creature":
        needed(touch_defense, "d20.splash.touch_defense_missing", field="touch_defense")
    one_of(aim, SPLASH_AIMS, "d20.splash.aim_unknown", field="aim")
    increments = range_increments(distance_ft, range_increment_ft)
    check_in_reach(increments)
    total, hit = None, True
    if aim == "creature" or increments > 1:
        defense = touch_defense if aim == "creature" and touch_defense is not None else AREA_DEFENSE
        attack = yield from roll_against("attack", attack_bonus, defense)
        total, hit = attack.total, attack.success
    concealed = False
    if aim == "creature" and hidden is not None and hit:
        hit = yield from hits_concealed(hidden, attack_hit=True)
        concealed = not hit
    if hit and aim == "creature":
        return SplashThrow(increments, total, True, True, None, None, "target_creature")
    die: ScatterDie = 4 if hit else miss_die(increments)
    face = yield from throw_one("scatter", die)
    return SplashThrow(increments, total, hit, False, die, face, landing(die), concealed=concealed)


def splash_damage(
    *, direct_hit: bool, direct_damage: int, splash: int, target: Id | None, creatures: Sequence[Bystander]
) -> Mapping[Id, int]:
    """Share out the damage of a splash weapon, an entry for each creature (D20S-SPL-04, D20S-SPL-07, D20S-SPL-09).

    direct_damage and splash: as rolled, at least 0. Raises Missing without a target on a direct hit, OutOfRange.
    """
    if direct_hit:
        needed(target, "d20.splash.target_missing", field="target_id")
    at_least(direct_damage, 0, "d20.damage.negative", field="direct_damage")
    at_least(splash, 0, "d20.damage.negative", field="splash_damage")
    for creature in creatures:
        at_least(creature.distance_ft, 0, "d20.distance.negative", field="creatures")

    def share(creature: Bystander) -> int:
        if direct_hit and creature.id == target:
            return direct_damage
        return splash if creature.distance_ft <= SPLASH_RADIUS_FT else 0

    return {creature.id: share(creature) for creature in creatures}


SPLASH = tuple(f"D20S-SPL-{row:02}" for row in range(1, 10))


def is_splash(weapon: Weapon) -> bool:
    """Whether something breaks and spills."""
    return weapon.splash


def splash_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target or square, the weapon, and the distance."""
    rest = area_inputs(fight, actor, is_splash)
    if actor is None or not rest:
        return ()
    if on_board(fight, actor):
        rest = (rest[0], place_input(required=False), *rest[2:])
    others = others_than(fight, actor, viewer)
    aims = options_of("splash_aim", SPLASH_AIMS)
    likely = open_to_attack(fight, actor, viewer)
    notes = {who: target_notes(fight, who, actor) for who in others}
    return (
        Choice("aim", "input.splash_aim", required=False, default=SPLASH_AIMS[0], layout="segments", options=aims),
        people_input(others, likely=likely, notes=notes, required=False, default=next(iter(likely), None)),
        *rest,
    )


def splash_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and something that spills."""
    arms = weapons_that(fight, here(fight, command), is_splash)
    if not arms:
        raise NotAllowed("d20.splash.none")
    check_any(fight, here(fight, command), arms)
    check_attack(fight, command, viewer)


def splash_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A touch at range, else it comes down on some corner; those beside get the rest (D20S-SPL-02 to -09)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon = chosen_weapon(fight, actor, command, is_splash)
    aim = cast(Aim, values["aim"] or SPLASH_AIMS[0])
    target = values["target"] if aim == "creature" else None
    if aim == "creature" and (target not in fight.combatants or target == actor):
        raise UnknownValue("core.combatant.gone", field="target")
    square = _square(fight, actor, target, values.get("at") or "")
    said = None if target is None else feet_between(fight, actor, target)
    feet: int = weapon.increment
    if said is not None:
        feet = said
    elif square is not None:
        feet = feet_to(fight, actor, square)
    elif values.get("feet") is not None:
        feet = values["feet"]
    increment = max(1, weapon.increment)
    check_in_reach(range_increments(feet, increment))
    fight, base = attack_spent(fight, actor, "attack_ranged")
    aimed = None if target is None else _blow(command, actor, target, weapon, base, feet)
    if aimed is not None:
        check_blow(fight, aimed)
    params: dict[str, Param] = {"who": Ref(actor), "weapon": weapon.name}
    at = "splash.thrown_at" if target else "splash.thrown"
    notes.add(Fact(at, params={**params, "target": Ref(target)} if target else params, rules=SPLASH))
    fight = yield from shooting(fight, actor, notes)
    if not attacks_on(fight, actor, weapon, notes):
        return Outcome(fight, notes.so_far)
    terms, defense = _sides(fight, command, aimed, actor, weapon, base, feet)
    hidden = None if target is None else told_concealment(fight, actor, target, notes)
    fight = ammunition_spent(fight, actor, weapon, notes)
    found = yield from asked(
        throw_splash_weapon(
            aim,
            distance_ft=feet,
            range_increment_ft=increment,
            attack_bonus=sum_of(terms),
            touch_defense=defense,
            hidden=hidden,
        ),
        asking(fight, {ACTOR: actor}, notes, key="splash"),
    )
    if found.attack_total is not None:
        tell_area_roll(fight, actor, found.attack_total, terms, notes, hit=found.hit or found.concealed, needed=defense)
    if found.concealed:
        notes.tell("concealment.missed", who=actor, rules=("D20C-CON-04",))
    corner = None
    if found.scatter_die is not None and found.scatter_face is not None:
        if square is not None:
            corner = comes_down(fight, actor, square, found.scatter_die, found.scatter_face, notes)
        else:
            rules = ("D20S-SPL-06", "D20S-SPL-08", "D20S-HOUSE-05")
            tell_corner(found.scatter_die, found.scatter_face, notes, rules)
    fight = yield from _spilt(fight, actor, target if found.direct_hit else None, weapon, notes, corner)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _blow(command: Command, actor: Id, target: Id, weapon: Weapon, base: int, feet: int) -> Attempt:
    """The throw at a creature as an attack: a touch at range (D20S-SPL-02)."""
    others = tuple(command.inputs["others"] or ())
    return Attempt(actor, target, weapon, Manner("ranged", feet), base, others=others, touch=True)


def _sides(
    fight: D20Fight, command: Command, blow: Attempt | None, actor: Id, weapon: Weapon, base: int, feet: int
) -> tuple[tuple[Term, ...], int | None]:
    if blow is None:
        return area_terms(fight, actor, weapon, base, feet, command.inputs["others"] or ()), None
    attack = on_attack(fight, actor, blow.target, weapon, blow.manner)
    sides = reckon(fight, blow, attack, on_defense(fight, blow.target, actor, "ranged"), blow.others)
    return sides.terms, sides.defense


def _square(fight: D20Fight, actor: Id, target: Id | None, at: str) -> Cell | None:
    """The square on a board that a throw is aimed at: the one named, or that of its target."""
    if not on_board(fight, actor):
        return None
    if target is not None:
        return place_of(fight, target) if on_board(fight, target) else None
    return aimed_at(fight, at)


def _spilt(
    fight: D20Fight, actor: Id, struck: Id | None, weapon: Weapon, notes: Notes, corner: Corner | None
) -> Steps[D20Fight]:
    """Deal the damage to the creature hit, the splash to all beside it (D20S-SPL-04, D20S-SPL-07, D20S-SPL-09)."""
    direct = 0
    if struck is not None:
        direct = yield from _rolled(fight, actor, weapon.dice, notes, "splash:")
    if corner is not None:
        beside: Mapping[Id, Cover] = in_burst(fight, corner, SPLASH_RADIUS_FT)
        fight = unspared(fight)
    elif struck is not None and both_placed(fight, actor, struck):
        beside = splashed(fight, struck)
        fight = unspared(fight)
    else:
        next_to = () if struck is None else neighbours(fight, struck)
        beside = yield from who_is_caught(
            fight, notes, "splash:", next_to, label="ask.splashed", field="input.splashed"
        )
    rest = [who for who in beside if who != struck]
    few = 0
    if rest and weapon.splash_dice:
        few = yield from _rolled(fight, actor, weapon.splash_dice, notes, "splash:beside:")
    people = [Bystander(who, 0) for who in ((struck,) if struck else ())] + [Bystander(who, 5) for who in rest]
    shares = splash_damage(
        direct_hit=struck is not None, direct_damage=direct, splash=few, target=struck, creatures=people
    )
    for who, amount in shares.items():
        if amount:
            fight = yield from hurt(
                fight,
                who,
                amount,
                notes,
                by=actor,
                key=f"splash:blow:{who}",
                damage_type=kind_of(weapon),
                rules=("D20S-SPL-04", "D20S-SPL-07", "D20S-SPL-09"),
            )
    return fight


def _rolled(fight: D20Fight, actor: Id, dice: str, notes: Notes, key: str) -> Steps[int]:
    how = asking(fight, {ACTOR: actor}, notes, key=key.rstrip(":"), because=("D20S-SPL-04",))
    return (yield from asked(amount_of(dice), how))


SPLASHING: Action[Body, Round] = Action(
    "splash", splash_resolve, splash_inputs, splash_check, icon="droplets", of_the_turn=True, needs_actor=True
)
