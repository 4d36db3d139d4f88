"""Automatic fire: setting a weapon to it, spraying an area, bursts.

Rules: D20S-AUTO-01 to -08, D20S-GUN-01 to -07, D20S-HOUSE-07, D20S-HOUSE-08.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.walking import on_board
from rules.core.boards import name_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, options_of, seldom
from rules.core.people import here, people_input, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, Known, Throws, asked, known
from rules.core.types import Id
from rules.systems.d20.aiming import aimed_at, feet_sprayed, in_spray, place_input
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import NOT_PROFICIENT
from rules.systems.d20.blows import Attempt, ammunition_spent, check_blow, others_input, set_to, weapon_input
from rules.systems.d20.cover import Cover, cover_terms, damage_after_save
from rules.systems.d20.defence import AREA_DEFENSE
from rules.systems.d20.dice import Amount, Roll, parse_amount, roll_against, save_together
from rules.systems.d20.explained import asking
from rules.systems.d20.explosives import (
    around,
    harm_of,
    kind_of,
    reached,
    reflex_of,
    remembered,
    saver,
    tell_save,
    who_is_caught,
)
from rules.systems.d20.firearms import AUTOFIRE_BULLETS, SHORT_BURST, Firearm, Form, check_can_fire, volley
from rules.systems.d20.harm import hurt, strain
from rules.systems.d20.maneuvers import attack_spent, check_attack
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.opportunity import attacks_on
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import target_notes
from rules.systems.d20.sparing import unspared
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.strike import strike
from rules.systems.d20.terms import Term
from rules.systems.d20.throwing import (
    area_inputs,
    area_terms,
    check_any,
    chosen_weapon,
    point_input,
    point_of,
    shooting,
    sum_of,
    tell_area_roll,
    weapons_that,
)
from rules.systems.d20.turns import open_to_attack, others_than
from rules.systems.d20.values import is_proficient

SPRAYED = "sprayed"
"""The attack on the area, as it is made known: before the saves of those who are in it."""

SAVE_DC = 15
"""Reflex save against a burst that covers the area (D20S-AUTO-05)."""


@dataclass(frozen=True)
class InArea:
    """A creature in the area (D20S-AUTO-05)."""

    id: Id
    reflex_bonus: int
    """Complete, cover against the shooter included."""


@dataclass(frozen=True)
class Autofire:
    """What the spray did; `damage` has an entry for every creature in the area."""

    attack_total: int
    hit: bool
    rounds_left: int
    failed_saves: tuple[Id, ...]
    damage: Mapping[Id, int]


def autofire(
    firearm: Firearm, *, attack_bonus: int, advanced_proficiency: bool, damage: int, creatures: Sequence[InArea]
) -> Throws[Autofire]:
    """Spray an area: one attack roll, then each creature in it saves for nothing (D20S-AUTO-03 to -06, D20S-HOUSE-08).

    attack_bonus: complete but for the -4 without the advanced feat, which is the only one even where both feats are
    missing; damage: as rolled, at least 0. Rolls the attack d20, which it makes known; on a hit a d20 for each
    creature, in order. Raises OutOfRange, and NotAllowed without an automatic rate or with fewer than ten bullets.
    """
    at_least(firearm.rounds_loaded, 0, "d20.firearm.rounds_negative", field="rounds_loaded")
    at_least(damage, 0, "d20.damage.negative", field="damage")
    check_can_fire(firearm, automatic=True, bullets=AUTOFIRE_BULLETS)
    bonus = attack_bonus + (0 if advanced_proficiency else NOT_PROFICIENT)
    attack = yield from roll_against("attack", bonus, AREA_DEFENSE)
    yield from known(SPRAYED, attack)
    failed: tuple[Id, ...] = ()
    if attack.success:
        saves = yield from save_together([(creature.id, creature.reflex_bonus) for creature in creatures], SAVE_DC)
        failed = tuple(creature.id for creature, saved in zip(creatures, saves, strict=True) if not saved)
    return Autofire(
        attack_total=attack.total,
        hit=attack.success,
        rounds_left=firearm.rounds_loaded - AUTOFIRE_BULLETS,
        failed_saves=failed,
        damage={creature.id: damage if creature.id in failed else 0 for creature in creatures},
    )


SPRAY = tuple(f"D20S-AUTO-{row:02}" for row in range(1, 7))

VOLLEYS: tuple[Form, ...] = ("extra", "automatic_target")

SHOTS = ("D20S-GUN-01", "D20S-GUN-04", "D20S-AUTO-07", "D20S-AUTO-08", "D20S-HOUSE-07")


def is_automatic(weapon: Weapon) -> bool:
    """Whether a weapon fires by itself while the trigger is held."""
    return weapon.automatic and bool(weapon.capacity)


def is_loaded(weapon: Weapon) -> bool:
    """Whether bullets of a weapon are counted."""
    return weapon.use == "projectile" and bool(weapon.capacity)


def firearm(body: Body, weapon: Weapon) -> Firearm:
    """A weapon as the rules of firearms ask of it."""
    return Firearm(body.loaded(weapon.key) or 0, weapon.longarm, weapon.automatic, weapon.single_shots)


# Spraying a place


def spray_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """With what, how far the place is and the combatant beside it, and what else counts."""
    inputs = area_inputs(fight, actor, is_automatic)
    if inputs and on_board(fight, actor):
        return (inputs[0], place_input("input.sprayed_corner"), *inputs[2:])
    return (*inputs[:1], *point_input(fight, actor, viewer), *inputs[1:]) if inputs else ()


def spray_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and a weapon with ten bullets that fires by itself."""
    actor = here(fight, command)
    arms = weapons_that(fight, actor, is_automatic)
    if not arms:
        raise NotAllowed("d20.firearm.not_automatic")
    body = fight.body(actor)
    check_any(fight, actor, arms)
    most = max(arms, key=lambda one: body.loaded(one.key) or 0)
    check_can_fire(firearm(body, most), automatic=True, bullets=AUTOFIRE_BULLETS)
    check_attack(fight, command, viewer)


def spray_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Ten bullets, one roll, a save for each creature there (D20S-AUTO-03 to -06, D20S-HOUSE-08)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon = chosen_weapon(fight, actor, command, is_automatic)
    body = fight.body(actor)
    check_can_fire(firearm(body, weapon), automatic=True, bullets=AUTOFIRE_BULLETS)
    aimed = aimed_at(fight, values["at"]) if on_board(fight, actor) else None
    if aimed is not None:
        feet = feet_sprayed(fight, actor, aimed)
    else:
        feet = values["feet"] if values["feet"] is not None else weapon.increment
    fight, base = attack_spent(fight, actor, "attack_ranged")
    if aimed is not None:
        at, bullets = name_of(aimed), AUTOFIRE_BULLETS
        notes.tell("autofire.sprays_at", who=actor, weapon=weapon.name, bullets=bullets, at=at, rules=SPRAY)
    else:
        notes.tell("autofire.sprays", who=actor, weapon=weapon.name, bullets=AUTOFIRE_BULLETS, rules=SPRAY)
    fight = yield from shooting(fight, actor, notes)
    if not attacks_on(fight, actor, weapon, notes):
        return Outcome(fight, notes.so_far)
    fight = set_to(fight, actor, weapon, automatic=True)
    if aimed is not None:
        caught: Mapping[Id, Cover] = in_spray(fight, actor, aimed)
        fight = unspared(fight)
    else:
        likely = around(fight, point_of(fight, command))
        caught = yield from who_is_caught(fight, notes, "spray:", likely, label="ask.sprayed", field="input.sprayed")
    fight = remembered(fight, caught)
    advanced = body.being != "person" or body.feat("advanced_firearms")
    terms = area_terms(fight, actor, weapon, base, feet, values["others"], untrained=False)
    if setting(fight.house, "autofire_penalties_add") and not is_proficient(body, weapon):
        terms = (*terms, Term("not_proficient", NOT_PROFICIENT, ("D20S-GUN-02", "D20S-HOUSE-08")))
    creatures = {who: cover for who, cover in caught.items() if fight.body(who).being != "object"}
    shot = terms if advanced else (*terms, Term("not_proficient", NOT_PROFICIENT, ("D20S-AUTO-04",)))

    def tell(found: Known) -> None:
        if found.name == SPRAYED:
            attack = cast(Roll, found.value)
            tell_area_roll(fight, actor, attack.total, shot, notes, hit=attack.success)

    found = yield from asked(
        autofire(
            firearm(body, weapon),
            attack_bonus=sum_of(terms),
            advanced_proficiency=advanced,
            damage=0,
            creatures=[InArea(who, reflex_of(fight, who, cover) or 0) for who, cover in creatures.items()],
        ),
        asking(
            fight,
            {ACTOR: actor, **{who: saver(fight, who) for who in creatures}},
            notes,
            key="spray",
            because=("D20S-AUTO-05",),
            more={who: cover_terms(fight.house, cover) for who, cover in creatures.items()},
            tell=tell,
        ),
    )
    fight = ammunition_spent(fight, actor, weapon, notes, AUTOFIRE_BULLETS)
    things = [who for who in caught if who not in creatures] if found.hit else []
    for who in creatures if found.hit else ():
        tell_save(who, notes, success=who not in found.failed_saves, rules=SPRAY)
    struck = reached(fight, (*found.failed_saves, *things))
    if struck:
        whole = yield from harm_of(fight, weapon, actor, notes, "spray:")
        for who in struck:
            dealt = damage_after_save(whole, caught[who], saved=False, success_damage="none")
            kind = kind_of(weapon)
            fight = yield from hurt(
                fight, who, dealt, notes, by=actor, key=f"spray:blow:{who}", damage_type=kind, rules=SPRAY
            )  # fmt: skip
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


# Several bullets at one target


def volley_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the weapon, and how many bullets."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = weapons_that(fight, actor, is_loaded)
    if not arms:
        return ()
    others = others_than(fight, actor, viewer)
    forms = options_of("volley", VOLLEYS)
    body: Body = fight.body(actor)
    usual = VOLLEYS[1] if body.automatic(body.main) else VOLLEYS[0]
    return (
        people_input(
            others,
            likely=open_to_attack(fight, actor, viewer),
            notes={who: target_notes(fight, who, actor) for who in others},
        ),
        weapon_input(fight, actor, arms),
        Choice("form", "input.volley", required=False, default=usual, layout="segments", options=forms),
        Number("bullets", "input.bullets", default=2, minimum=2, maximum=100, required=False),
        Number("feet", "input.feet", required=False, minimum=0, maximum=20_000, fresh=True),
        *seldom(others_input()),
    )


def volley_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and a loaded weapon."""
    arms = weapons_that(fight, here(fight, command), is_loaded)
    if not arms:
        raise NotAllowed("d20.firearm.none")
    check_any(fight, here(fight, command), arms)
    check_attack(fight, command, viewer)


def volley_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """One attack, many bullets: without the feat for bursts they are wasted (D20S-GUN-04, D20S-AUTO-07, -08)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon, target = chosen_weapon(fight, actor, command, is_loaded), target_of(fight, command)
    body = fight.body(actor)
    form = cast(Form, values["form"] or VOLLEYS[0])
    fired = volley(form, bullets_fired=values["bullets"] or 2, burst_fire_feat=body.feat("burst_fire"))
    if fired.attack_modifier and setting(fight.house, "short_bursts"):
        fired = replace(fired, bullets=SHORT_BURST)
    check_can_fire(firearm(body, weapon), automatic=form == "automatic_target", bullets=fired.bullets)
    fight, base = attack_spent(fight, actor, "attack_ranged")
    tactics = ("burst_fire",) if fired.attack_modifier else ()
    blow = Attempt(
        actor,
        target,
        replace(weapon, single_shots=True, extra_dice=_more_dice(weapon, fired.extra_damage_dice)),
        Manner("ranged", values["feet"], tactics),
        base,
        others=tuple(values["others"] or ()),
        automatic=form == "automatic_target",
    )
    check_blow(fight, blow)
    notes.tell(
        "volley.burst" if fired.extra_damage_dice else "volley.wasted",
        who=actor,
        weapon=weapon.name,
        bullets=fired.bullets,
        rules=SHOTS,
    )
    fight = yield from shooting(fight, actor, notes)
    if not attacks_on(fight, actor, weapon, notes) or not fight.body(target).alive:
        return Outcome(fight, notes.so_far)
    fight = set_to(fight, actor, weapon, automatic=form == "automatic_target")
    fight = ammunition_spent(fight, actor, weapon, notes, fired.bullets - 1)
    struck = yield from strike(fight, blow, notes)
    return Outcome((yield from strain(struck.fight, actor, notes)), notes.so_far)


def _more_dice(weapon: Weapon, count: int) -> str:
    """Dice of a burst: of the weapon's own, never multiplied (D20S-HOUSE-07, D20C-CRT-03)."""
    own, extra = parse_amount(weapon.dice), parse_amount(weapon.extra_dice or "0")
    if not count:
        return weapon.extra_dice
    same = extra.count if extra.sides == own.sides else 0
    return str(Amount(count + same, own.sides))


SPRAY_AREA: Action[Body, Round] = Action(
    "autofire", spray_resolve, spray_inputs, spray_check, icon="zap", of_the_turn=True, needs_actor=True
)

VOLLEY: Action[Body, Round] = Action(
    "volley", volley_resolve, volley_inputs, volley_check, icon="target", of_the_turn=True, needs_actor=True
)
