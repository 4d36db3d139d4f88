"""Attacks, physical and mental (TAP-ROLL-02 to -09, TAP-EFF-04, TAP-EFF-07, TAP-HOUSE-08, TAP-HOUSE-19).

In a stance, by the sizes of both sides, as the target is seen and covered (TAP-STANCE-05 to -10, TAP-SIZE-02 to -04,
TAP-VIS-01 to -04).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.board.walking import known_to, on_board
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Thing
from rules.core.inputs import Choice, Input, Several, game_master_decides, options_of, seldom
from rules.core.people import others_than, people_input, standing_foes
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Dice, Known, Throws, asked
from rules.core.types import Id
from rules.systems.tapiz.consequences import raised_consequence
from rules.systems.tapiz.defence import DEFENCE_ATTRIBUTE, defence_fact, rolled_terms, usual_effects
from rules.systems.tapiz.effects import BestTier, Points
from rules.systems.tapiz.gear.arms import (
    UNARMED,
    WEAPON_DICE,
    die_of,
    in_hand,
    mode_of,
    reach_of,
    usual_attribute,
    weapon_in_hand,
    weapon_inputs,
)
from rules.systems.tapiz.gear.entries import WEAPON_SIZES, WeaponSize
from rules.systems.tapiz.gear.throwing import is_thrown, let_go
from rules.systems.tapiz.gear.using import spend_ammunition
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.in_force import LOAD, in_force_option, left_out, proposed, used_up, weighed
from rules.systems.tapiz.moving import moved_first
from rules.systems.tapiz.odds import Hand, contest, hand_of, odds_against, odds_of_resisting
from rules.systems.tapiz.options import cap_of
from rules.systems.tapiz.rolls import (
    MODES,
    Comparison,
    Mode,
    Prepared,
    Roll,
    asking,
    prepared,
    resist,
    roll_inputs,
    tell_outcome,
)
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import Stance
from rules.systems.tapiz.situation import can_attack, check_cover, cover_of, target_notes, visibility_term
from rules.systems.tapiz.sizes import SizeModifiers, compare_sized, size_rules, sizes
from rules.systems.tapiz.spending import spend_points
from rules.systems.tapiz.squares import SQUARES
from rules.systems.tapiz.stances import (
    AttackMode,
    Strike,
    WeaponRange,
    attack_terms,
    check_stance,
    damage_dice_thrown,
    damage_term,
    failure_tier,
    in_stance,
    own_stance_term,
    stance_of,
    strike,
)
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.surprise import ask_resistance_mode
from rules.systems.tapiz.turned_failures import turned_failure
from rules.systems.tapiz.turns import acted, caught, check_may_act


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that was rolled."""

    resistance: int
    strike: Strike
    comparison: Comparison
    consequence_tier: BestTier
    """The best tier that the target may impose after a failure."""


def attack(
    stance: Stance, terms: Roll, against: Roll | int, *, damage_dice: Sequence[int], size: SizeModifiers
) -> Throws[Attack]:
    """Roll an attack in a stance against a number or a resistance roll, which comes first.

    terms: what the stance leaves of the roll. against: with what the two sizes change in it.
    (TAP-ROLL-02, TAP-ROLL-04 to -06, TAP-STANCE-05 to -10, TAP-SIZE-04)
    """
    damage_dice_thrown(stance, damage_dice)
    resistance = yield from resist(against)
    made = yield from strike(stance, terms, damage_dice)
    comparison = compare_sized(made.total, resistance, size)
    return Attack(resistance, made, comparison, failure_tier(stance, comparison.consequence_points))


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, with what, and how the resistance comes about; weapon and reach where a rule in force needs them."""
    if actor is None or actor not in fight.combatants:
        return ()
    targets = others_than(fight, actor, viewer, _stands)
    kind = options_of("attack_kind", POOLS)
    armed = (
        *weapon_inputs(fight, actor),
        Choice("kind", "input.kind", default="physical", required=False, layout="segments", options=kind),
    )
    return (
        people_input(
            targets,
            likely=_within_reach(fight, actor, standing_foes(fight, actor, viewer, _stands, targets)),
            notes={who: _known(fight, who, actor, viewer) for who in targets},
        ),
        *roll_inputs(
            fight,
            actor,
            usual_attribute(fight.combatants[actor], stance_of(fight, fight.body(actor))),
            "attack",
            between=armed,
        ),
        *seldom(
            *game_master_decides(_on_target(fight, targets), rules=("TAP-EFF-02",)),
            Choice(
                "resistance_mode",
                "input.resistance_mode",
                default="static",
                required=False,
                layout="segments",
                options=options_of("resistance_mode", tuple(reversed(MODES))),
            ),
        ),
    )


def _within_reach(fight: TapizFight, actor: Id, foes: Sequence[Id]) -> tuple[Id, ...]:
    """Those that the actor can attack from where it stands, without the others; all where there is none.

    On a board they are the foes that its player sees there, if there are any (TAP-VIS-04).
    """
    seen = known_to(fight, actor, SQUARES).places if on_board(fight, actor) else ()
    foes = [one for one in foes if one in seen] or foes
    return tuple(one for one in foes if can_attack(*cover_of(fight, actor, one))) or tuple(foes)


def _stands(body: Body) -> bool:
    return body.has_asalto


def _known(fight: TapizFight, target: Id, actor: Id, viewer: Viewer) -> tuple[Fact, ...]:
    """What the viewer may know of a target: armour class with what usually counts on it, size, where it stands."""
    size, may_know = fight.body(target).size, viewer.game_master or target in viewer.controls
    usual = usual_effects(fight.body(target))
    defence = defence_fact(fight, target, "physical", effects=usual, against=actor).value if may_know else None
    return (
        *((fact("note.armour_class", defence),) if may_know else ()),
        *((fact(f"size.{size}"),) if size != "medium" else ()),
        *target_notes(fight, target, actor),
    )


def _on_target(fight: TapizFight, targets: Sequence[Id]) -> Several:
    """What the targets carry that may bear on their resistance: what usually does counts (TAP-EFF-02, TAP-EFF-08)."""
    found = [(who, weighed(effect, "resistance")) for who in targets for effect in fight.body(who).in_force]
    options = tuple(in_force_option(one, fact("core.combatant", who=who)) for who, one in found)
    counting = list(dict.fromkeys(proposed([one for _, one in found])))
    return Several(
        "on_target", "input.on_target", required=False, ordered=False, options=options, default=counting, assumed=True
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """The attacker must be able to act and not be wholly behind cover, and there must be a target (TAP-VIS-04)."""
    check_may_act(fight, command, viewer)
    actor = cast(Id, command.actor)
    check_cover(fight, actor)
    if not others_than(fight, actor, viewer, _stands):
        raise NotAllowed("tapiz.nobody_to_attack")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against the target's resistance and let the entitled side spend the points (TAP-HOUSE-19, TAP-EFF-04)."""
    actor, target, kind = cast(Id, command.actor), command.inputs["target"], _kind(command)
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    notes = Notes()
    fight, command = moved_first(fight, command, notes)
    dice = _damage_dice(fight, command)
    weapon = _weapon(fight, command)
    _tell_begin(command, weapon if kind == "physical" else None, notes)
    if weapon is not None and kind == "physical":
        fight = spend_ammunition(fight, actor, weapon, command.inputs.get("ammunition"), notes)
    wanted = cast(Mode, command.inputs["resistance_mode"] or "static")
    fight, mode = yield from ask_resistance_mode(fight, target, wanted, notes)
    made, struck, resistance = yield from _rolled(fight, command, dice, mode, notes)
    fight = used_up(used_up(fight, target, _ticked(fight, command)), actor, command.inputs["in_force"] or ())
    if weapon is not None and kind == "physical" and is_thrown(weapon, command.inputs.get("attack")):
        fight = let_go(fight, actor, weapon, notes)
    comparison = struck.comparison
    spender, opponent = (actor, target) if comparison.success else (target, actor)
    damage = damage_term(stance_of(fight, fight.body(actor)), struck.strike)
    tell_outcome(notes, fight, made, struck.strike.rolled, comparison, resistance, spender=spender, damage=damage)
    by_size = sizes(fight, actor, target, kind).effect_points
    if comparison.success and by_size:
        rules = size_rules(fight, kind)
        notes.tell("size.points", by_size, who=actor, rules=rules, audience=controllers_of(actor))
    cap = None
    if comparison.success and in_conflict(fight):
        cap = yield from cap_of(fight, actor, _die(fight, command), command.inputs["attribute"], notes)
    points = Points(
        kind="effect" if comparison.success else "consequence",
        amount=comparison.points,
        spender=spender,
        opponent=opponent,
        pool=kind if in_conflict(fight) else None,
        cap=cap,
        about=kind,
    )
    if not comparison.success:
        taken = yield from _failed(fight, command, points, struck.consequence_tier, notes)
        if taken is not None:
            return Outcome(acted(taken, actor), notes.so_far)
    fight = yield from spend_points(fight, points, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _tell_begin(command: Command, weapon: Thing | None, notes: Notes) -> None:
    """Tell who attacks which target with what (TAP-HOUSE-18, TAP-HOUSE-19)."""
    actor, target = cast(Id, command.actor), command.inputs["target"]
    attribute, traits = Word(f"attribute.{command.inputs['attribute']}"), len(command.inputs["traits"])
    rules: tuple[str, ...] = ("TAP-HOUSE-19",)
    if weapon is not None:
        rules, name = (*rules, "TAP-HOUSE-18"), weapon.name
        notes.tell(
            "attack.armed", who=actor, target=target, attribute=attribute, traits=traits, weapon=name, rules=rules
        )
    elif _kind(command) == "physical":
        notes.tell("attack.physical", who=actor, target=target, attribute=attribute, traits=traits, rules=rules)
    else:
        notes.tell("attack.mental", who=actor, target=target, attribute=attribute, traits=traits, rules=rules)


def _rolled(
    fight: TapizFight, command: Command, dice: Sequence[int], mode: Mode, notes: Notes
) -> Steps[tuple[Prepared, Attack, Fact]]:
    """Roll the attack; also returns what went into it and the resistance as a fact (TAP-ROLL-06, TAP-ROLL-07).

    dice: the damage dice that enter the roll.
    """
    actor, target, kind = cast(Id, command.actor), command.inputs["target"], _kind(command)
    stance = stance_of(fight, fight.body(actor))
    made, size = _prepared(fight, command), sizes(fight, actor, target, kind)
    resisting = _resisting(fight, command) if mode == "rolled" else None
    static = _static(fight, command)
    against = resisting.roll if resisting is not None else static.value or 0
    own, seen = _hand(stance, made.roll, dice), not fight.combatants[target].hidden
    known = {"resistance": static.value or 0}

    def told(thrown: Dice) -> Fact:
        if thrown[0].purpose == "resistance" and resisting is not None:
            return odds_of_resisting(target, hand_of(resisting.roll), own)
        now = own if thrown[0].purpose == "attack" else replace(own, sides=_left(stance, dice), bonus=known["attack"])
        return odds_against(actor, now, known["resistance"], shift=size.effect_points, seen=seen)

    def heard(found: Known) -> None:
        known[found.name] = found.value.total

    asks = asking(fight, notes, made, key="attack", odds=told, against=resisting, tell=heard)
    struck = yield from asked(attack(stance, made.roll, against, damage_dice=dice, size=size), asks)
    if resisting is None:
        return made, struck, static
    return made, struck, fact("resistance.rolled", struck.resistance, rules=("TAP-ROLL-06",))


def _failed(
    fight: TapizFight, command: Command, points: Points, tier: BestTier, notes: Notes
) -> Steps[TapizFight | None]:
    """What may stand in the place of spending the points of a failure; None where they are spent.

    (TAP-HERO-12, TAP-HERO-13, TAP-STANCE-08)
    """
    actor = cast(Id, command.actor)
    stance = stance_of(fight, fight.body(actor))
    turned = yield from turned_failure(fight, actor, points, command.id, notes)
    if turned is not None or stance != "focus_on_damage":
        return turned
    return (yield from raised_consequence(fight, points, tier, command.id, notes))


def odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds of an attack whose resistance is rolled first, as by the surprised; else its own dice tell them."""
    target = command.inputs["target"]
    if target not in fight.combatants:
        return None
    fight, command = moved_first(fight, command, Notes())
    if command.inputs["resistance_mode"] != "rolled" and not caught(fight, target):
        return None
    actor = cast(Id, command.actor)
    own = _hand(stance_of(fight, fight.body(actor)), _prepared(fight, command).roll, _damage_dice(fight, command))
    other = hand_of(_resisting(fight, command).roll)
    shift = sizes(fight, actor, target, _kind(command)).effect_points
    return contest(actor, own, other, shift=shift, seen=not fight.combatants[target].hidden)


def _kind(command: Command) -> PoolName:
    return cast(PoolName, command.inputs["kind"] or "physical")


def _ticked(fight: TapizFight, command: Command) -> list[Id]:
    """The effects on the target that bear on its resistance, as the attacker ticked them (TAP-EFF-02)."""
    return [name for name in command.inputs["on_target"] if name in fight.body(command.inputs["target"]).effects]


def _prepared(fight: TapizFight, command: Command) -> Prepared:
    """The attack roll before its dice fall, in a stance, as the target is seen (TAP-STANCE-04 to -10, TAP-VIS-01)."""
    actor, target = cast(Id, command.actor), command.inputs["target"]
    body = fight.body(actor)
    stance = stance_of(fight, body)
    extra = (*visibility_term(fight, target, actor), *own_stance_term(fight, body))
    plain = prepared(fight, actor, command.inputs, extra=extra, aimed=stance == "aim", sort="attack")
    kept = in_stance(stance, plain.roll, level=body.level, chosen_bonus=body.stance_bonus)
    terms = (*plain.terms, *attack_terms(stance, kept.added - plain.roll.added))
    return replace(plain, roll=kept, terms=terms)


def _resisting(fight: TapizFight, command: Command) -> Prepared:
    """The target's resistance roll before its dice fall (TAP-ROLL-06)."""
    target, kind = command.inputs["target"], _kind(command)
    values = {"attribute": DEFENCE_ATTRIBUTE[kind], "in_force": [*_ticked(fight, command), LOAD], "mode": "rolled"}
    extra = rolled_terms(fight, target, kind, cast(Id, command.actor))
    return prepared(fight, target, values, extra=extra, sort="resistance")


def _static(fight: TapizFight, command: Command) -> Fact:
    """The target's static resistance, its terms for its player alone (TAP-ROLL-07, TAP-ROLL-09, TAP-HOUSE-08)."""
    target, kind = command.inputs["target"], _kind(command)
    effects = [fight.body(target).effects[name] for name in _ticked(fight, command)]
    whole = defence_fact(fight, target, kind, effects=effects, against=cast(Id, command.actor))
    carried = [weighed(effect, "resistance") for effect in fight.body(target).in_force]
    left = left_out(carried, _ticked(fight, command))
    terms = tuple(term.told_to(controllers_of(target)) for term in (*whole.terms, *left))
    return replace(whole, code="resistance.physical" if kind == "physical" else "resistance.mental", terms=terms)


def _hand(stance: Stance, terms: Roll, damage_dice: Sequence[int]) -> Hand:
    """What an attack brings, for its odds: dice, damage dice by the stance, and what is added (TAP-STANCE-07)."""
    hand = hand_of(terms)
    if stance == "focus_on_damage":
        return replace(hand, best=damage_dice_thrown(stance, damage_dice))
    return replace(hand, sides=(*hand.sides, *damage_dice))


def _left(stance: Stance, damage_dice: Sequence[int]) -> tuple[int, ...]:
    """The damage dice that are added one by one, when the other dice have fallen."""
    return () if stance == "focus_on_damage" else tuple(damage_dice)


def _damage_dice(fight: TapizFight, command: Command) -> tuple[int, ...]:
    """Refuse what cover and stance do not allow; the damage dice that enter the roll (TAP-VIS-04, TAP-STANCE-07)."""
    actor, given = cast(Id, command.actor), command.inputs
    check_cover(fight, actor, given["target"])
    body, weapon = fight.body(actor), _weapon(fight, command)
    if weapon is None and body.disarmed and _kind(command) == "physical":
        for field, bare in (("weapon", UNARMED), ("attack", "melee")):
            if (given.get(field) or bare) != bare:
                raise NotAllowed("tapiz.disarmed", field=field)
    stance = stance_of(fight, body)
    unarmed: AttackMode = given.get("attack") or "melee"
    held = in_hand(fight.combatants[actor].gear)
    asked: WeaponRange | None = given.get("weapon_range") or ("inmediato" if held else None)
    check_stance(
        stance,
        acquired=stance in body.stances,
        conflict=_kind(command),
        attack=unarmed if weapon is None else mode_of(weapon, given.get("attack")),
        weapon_range=asked if weapon is None else reach_of(weapon),
        aimed_last_asalto=body.aimed is not None and body.aimed == fight.round.number - 1,
    )
    die = _die(fight, command)
    damage_dice_thrown(stance, () if die is None else (die,))
    # iron defence drops every bonus to attacks, what the settings add of a weapon too (TAP-STANCE-09)
    added = settings_of(fight.house).damage_dice and stance != "iron_defence"
    if die is None or not (stance == "focus_on_damage" or added):
        return ()
    return (die,)


def _weapon(fight: TapizFight, command: Command) -> Thing | None:
    """The thing in hand with which the attack is made."""
    return weapon_in_hand(fight.combatants[cast(Id, command.actor)].gear, command.inputs.get("weapon"))


def _die(fight: TapizFight, command: Command) -> int | None:
    """The damage die of the weapon in hand, or of the size that was named (TAP-HOUSE-18)."""
    weapon = _weapon(fight, command)
    if weapon is not None:
        # against a mind a weapon strikes nothing; focus on damage takes it for the power of the mind
        focus = stance_of(fight, fight.body(cast(Id, command.actor))) == "focus_on_damage"
        return die_of(weapon) if _kind(command) == "physical" or focus else None
    size = command.inputs.get("weapon") or UNARMED
    return WEAPON_DICE[cast(WeaponSize, size)] if size in WEAPON_SIZES else None


ATTACK: Action[Body, Round] = Action(
    "attack",
    resolve,
    inputs,
    check,
    icon="swords",
    of_the_turn=True,
    needs_actor=True,
    odds=odds,
)
