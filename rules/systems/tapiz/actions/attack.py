"""Attacks, physical and mental (TAP-ROLL-02 to -09, TAP-EFF-04, TAP-EFF-07, TAP-HOUSE-08, TAP-HOUSE-19).

In a stance, by the sizes of both sides, as the target is seen and covered (TAP-STANCE-05 to -10, TAP-SIZE-02 to -04,
TAP-VIS-01 to -04).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import Missing, NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Input, Option, Several
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.odds import contest, hand_of, odds_against, odds_of_resisting
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.raised import raised_consequence
from rules.systems.tapiz.actions.rolling import (
    Odds,
    Rolled,
    check_may_act,
    make_roll,
    opponents_first,
    others_than,
    roll_inputs,
    targets_input,
    tell_result,
    without_effects,
)
from rules.systems.tapiz.actions.spending import spend_points
from rules.systems.tapiz.actions.surprise import resistance_mode
from rules.systems.tapiz.actions.throwing import is_thrown, let_go
from rules.systems.tapiz.actions.turning import turned_failure
from rules.systems.tapiz.actions.wielding import spend_ammunition
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.bearing import weighed
from rules.systems.tapiz.effects import ActiveEffect, use_effects
from rules.systems.tapiz.gear.arms import (
    ammunition_for,
    attribute_of,
    die_of,
    in_hand,
    is_empty,
    mode_of,
    reach_of,
    thing_fact,
    use_of,
    weapon_in_hand,
    weapon_options,
)
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.house import WEAPON_DICE, WEAPON_SIZES, WeaponSize
from rules.systems.tapiz.options import CapRule, blow_cap
from rules.systems.tapiz.resisting import (
    DEFENCE_ATTRIBUTE,
    defence_fact,
    own_stance_term,
    rolled_terms,
    size_rules,
    sizes,
    stance_of,
)
from rules.systems.tapiz.rolls import MODES, Mode
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.situation import check_cover, target_notes, visibility_term
from rules.systems.tapiz.size import compare_sized
from rules.systems.tapiz.stances import (
    ATTACK_MODES,
    WEAPON_RANGES,
    AttackMode,
    WeaponRange,
    check_stance,
    failure_tier,
)
from rules.systems.tapiz.state import Body, Effect, Round, TapizFight, in_conflict, in_force
from rules.systems.tapiz.turns import acted, caught

UNARMED = "unarmed"


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, with what, and how the resistance comes about; weapon and reach where a rule in force asks for them."""
    if actor is None or actor not in fight.combatants:
        return ()
    targets = opponents_first(fight, actor, others_than(fight, actor, viewer), viewer)

    def known(who: Id) -> tuple[Fact, ...]:
        may_know = viewer.game_master or who in viewer.controls
        defence = defence_fact(fight, who, "physical", against=actor)
        told = (Fact("note.armour_class", value=defence.value),) if may_know else ()
        return (*told, *_size_note(fight, who), *target_notes(fight, who, actor))

    return (
        targets_input(fight, targets, notes=known),
        Choice(
            "kind",
            "input.kind",
            default="physical",
            required=False,
            layout="segments",
            options=tuple(Option(name, Fact(f"attack_kind.{name}")) for name in POOLS),
        ),
        *_reach_inputs(fight, actor),
        *roll_inputs(fight, actor, _usual_attribute(fight, actor), "attack"),
        _on_target(fight, targets),
        Choice(
            "resistance_mode",
            "input.resistance_mode",
            default="static",
            required=False,
            layout="segments",
            options=tuple(Option(mode, Fact(f"resistance_mode.{mode}")) for mode in reversed(MODES)),
        ),
    )


def _size_note(fight: TapizFight, who: Id) -> tuple[Fact, ...]:
    size = fight.combatants[who].body.size
    return (Fact(f"size.{size}"),) if size != "medium" else ()


def _usual_attribute(fight: TapizFight, actor: Id) -> Attribute:
    """The attribute of the weapon that is proposed, else Strength (TAP-HOUSE-19)."""
    proposed = _proposed_weapon(fight, actor)
    return attribute_of(proposed) if proposed is not None else "strength"


def _proposed_weapon(fight: TapizFight, actor: Id) -> Thing | None:
    """The first weapon in hand with which an attack can be made."""
    gear = fight.combatants[actor].gear
    return next((one for one in in_hand(gear) if not is_empty(gear, one)), None)


def _weapon_options(fight: TapizFight, actor: Id, *, sizes: bool) -> tuple[Option, ...]:
    """The things one has, one's bare hands, and where la carta or the stance asks for a die any size of weapon."""
    plain = tuple(
        Option(name, Fact(f"weapon.{name}"), notes=(Fact("sheet.die", value=WEAPON_DICE[name]),))
        for name in (WEAPON_SIZES if sizes else ())
    )
    return (*weapon_options(fight.combatants[actor].gear), Option(UNARMED, Fact("weapon.unarmed")), *plain)


def _reach_inputs(fight: TapizFight, actor: Id) -> tuple[Input, ...]:
    """Weapon and ammunition where one has any; reach and range where stance or la carta needs what no weapon says."""
    body, settings = fight.combatants[actor].body, settings_of(fight.house)
    gear = fight.combatants[actor].gear
    stance = stance_of(fight, body)
    held = in_hand(gear)
    found: list[Input] = []
    asked = stance == "focus_on_damage" or settings.damage_dice or settings.blow_cap == "by_means"
    if asked or gear.of("weapon"):
        proposed = _proposed_weapon(fight, actor)
        found.append(
            Choice(
                "weapon",
                "input.weapon",
                default=UNARMED if proposed is None else proposed.id,
                required=False,
                layout="grid",
                options=_weapon_options(fight, actor, sizes=asked),
            )
        )
    if ammunition := _ammunition_input(gear, held):
        found.append(ammunition)
    if stance == "focus_on_damage" and not held:
        ranges = tuple(Option(name, Fact(f"weapon_range.{name}")) for name in WEAPON_RANGES)
        found.append(
            Choice(
                "weapon_range",
                "input.weapon_range",
                default="inmediato",
                required=False,
                layout="segments",
                options=ranges,
            )
        )
    thrown = any(use_of(one) == "thrown" for one in held)
    if thrown or (stance in ("focus_on_damage", "aim") and not held):
        modes = tuple(Option(mode, Fact(f"reach.{mode}")) for mode in ATTACK_MODES)
        default = "ranged" if stance == "aim" else "melee"
        found.append(Choice("attack", "input.reach", default=default, required=False, layout="segments", options=modes))
    return tuple(found)


def _ammunition_input(gear: Gear, held: tuple[Thing, ...]) -> Choice | None:
    """The choice of what is shot, where there are several sorts of it."""
    stacks = {one.id: one for weapon in held for one in ammunition_for(gear, weapon)}
    if len(stacks) < 2:
        return None
    options = tuple(
        Option(one.id, thing_fact(one), notes=(Fact("plain_number", value=one.quantity),)) for one in stacks.values()
    )
    return Choice(
        "ammunition", "input.ammunition", required=False, default=options[0].value, layout="grid", options=options
    )


def _on_target(fight: TapizFight, targets: list[Id]) -> Several:
    """What the targets carry that may bear on their resistance; who attacks ticks what does (TAP-EFF-02)."""
    options = [
        Option(
            one.id,
            Fact("effect.plain", params={"name": one.name}),
            notes=(
                Fact("modifier", value=one.modifier),
                Fact("core.combatant", params={"who": Ref(who)}),
                *one.notes,
            ),
            icon="anchor" if one.modifier > 0 else "droplet",
        )
        for who in targets
        for one in (weighed(effect, "resistance") for effect in in_force(fight.combatants[who].body))
    ]
    return Several("on_target", "input.on_target", required=False, options=tuple(options), default=[])


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll against the target's resistance and let the entitled side spend the points."""
    actor = cast(Id, command.actor)
    target = command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    kind = _kind(command)
    _checked(fight, actor, target, kind, command)
    notes = Notes()
    params: dict[str, Param] = {
        "who": Ref(actor),
        "target": Ref(target),
        "attribute": Word(f"attribute.{command.inputs['attribute']}"),
        "traits": len(command.inputs["traits"]),
    }
    weapon = _weapon(fight, command)
    if weapon is not None and kind == "physical":
        armed: dict[str, Param] = {**params, "weapon": weapon.name}
        notes.add(Fact("attack.armed", params=armed, rules=("TAP-HOUSE-19", "TAP-HOUSE-18")))
        fight = spend_ammunition(fight, actor, weapon, command.inputs.get("ammunition"), notes)
    else:
        notes.add(Fact(f"attack.{kind}", params=params, rules=("TAP-HOUSE-19",)))
    on_target = [name for name in command.inputs["on_target"] if name in fight.combatants[target].body.effects]
    resistance: Fact
    wanted = cast(Mode, command.inputs["resistance_mode"] or "static")
    fight, mode = yield from resistance_mode(fight, target, wanted, notes)
    if mode == "rolled":
        told = odds_of_resisting(target, hand_of(partial(_strike, fight, command, Notes())))
        resisted = yield from _resist(fight, command, notes, told)
        fight = resisted.fight
        resistance = Fact("resistance.rolled", value=resisted.total, rules=("TAP-ROLL-06",))
    else:
        resistance = _static(fight, target, kind, on_target, actor)
        fight = _used_up(fight, target, on_target)
    stance = stance_of(fight, fight.combatants[actor].body)
    size = sizes(fight, actor, target, kind)
    told = odds_against(actor, resistance.value, shift=size.effect_points, seen=not fight.combatants[target].hidden)
    rolled = yield from _strike(fight, command, notes, told)
    fight, cap = rolled.fight, _cap(rolled.fight, actor, command)
    if weapon is not None and kind == "physical" and is_thrown(weapon, command.inputs.get("attack")):
        fight = let_go(fight, actor, weapon, notes)
    comparison = compare_sized(rolled.total, resistance.value or 0, size)
    spender, opponent = (actor, target) if comparison.success else (target, actor)
    tell_result(notes, actor, comparison, resistance, spender=spender, opponent=None)
    if comparison.success and size.effect_points:
        by_size: dict[str, Param] = {"who": Ref(actor)}
        rules = size_rules(fight, kind)
        notes.add(
            Fact("size.points", value=size.effect_points, params=by_size, rules=rules, audience=controllers_of(actor))
        )
    points = Points(
        kind="effect" if comparison.success else "consequence",
        amount=comparison.effect_points or comparison.consequence_points,
        spender=spender,
        opponent=opponent,
        pool=kind if in_conflict(fight) else None,
        cap=cap if comparison.success else None,
        about=kind,
    )
    if not comparison.success:
        turned = yield from turned_failure(fight, actor, points, command.id, notes)
        if turned is not None:
            return Outcome(acted(turned, actor), notes.so_far)
    if not comparison.success and stance == "focus_on_damage":
        raised = failure_tier(stance, comparison.consequence_points)
        taken = yield from raised_consequence(fight, points, raised, command.id, notes)
        if taken is not None:
            return Outcome(acted(taken, actor), notes.so_far)
    fight = yield from spend_points(fight, points, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def odds(fight: TapizFight, command: Command) -> Fact | None:
    """The odds of an attack whose resistance is rolled first, as by the surprised; else its own dice tell them."""
    target = command.inputs["target"]
    if target not in fight.combatants:
        return None
    if command.inputs["resistance_mode"] != "rolled" and not caught(fight, target):
        return None
    actor = cast(Id, command.actor)
    own = hand_of(partial(_strike, fight, command, Notes()))
    other = hand_of(partial(_resist, fight, command, Notes()))
    shift = sizes(fight, actor, target, _kind(command)).effect_points
    return contest(actor, own, other, shift=shift, seen=not fight.combatants[target].hidden)


def _kind(command: Command) -> PoolName:
    return cast(PoolName, command.inputs["kind"] or "physical")


def _strike(fight: TapizFight, command: Command, notes: Notes, odds: Odds | None = None) -> Steps[Rolled]:
    """The attack roll, in a stance, as the target is seen."""
    actor, target = cast(Id, command.actor), command.inputs["target"]
    return make_roll(
        fight,
        actor,
        "attack",
        command.inputs,
        notes,
        label="dice.attack",
        extra=(*visibility_term(fight, target, actor), *own_stance_term(fight, fight.combatants[actor].body)),
        stance=stance_of(fight, fight.combatants[actor].body),
        damage_dice=_checked(fight, actor, target, _kind(command), command),
        odds=odds,
    )


def _resist(fight: TapizFight, command: Command, notes: Notes, odds: Odds | None = None) -> Steps[Rolled]:
    """The target's resistance roll."""
    target, kind = command.inputs["target"], _kind(command)
    ticked = [name for name in command.inputs["on_target"] if name in fight.combatants[target].body.effects]
    return make_roll(
        fight,
        target,
        "resistance",
        {"attribute": DEFENCE_ATTRIBUTE[kind], "in_force": [*ticked, "load"], "mode": "rolled"},
        notes,
        audience=controllers_of(target),
        label="dice.resistance",
        code="roll.resistance",
        extra=rolled_terms(fight, target, kind, cast(Id, command.actor)),
        odds=odds,
    )


def _checked(fight: TapizFight, actor: Id, target: Id, kind: PoolName, command: Command) -> tuple[int, ...]:
    """Refuse what cover and stance do not allow; the damage dice that enter the roll (TAP-VIS-04, TAP-STANCE-07)."""
    check_cover(fight, actor, target)
    body = fight.combatants[actor].body
    stance = stance_of(fight, body)
    given, weapon = command.inputs, _weapon(fight, command)
    unarmed: AttackMode = given.get("attack") or "melee"
    asked: WeaponRange | None = given.get("weapon_range") or ("inmediato" if in_hand(_gear(fight, actor)) else None)
    check_stance(
        stance,
        known=stance in body.stances,
        conflict=kind,
        attack=unarmed if weapon is None else mode_of(weapon, given.get("attack")),
        weapon_range=asked if weapon is None else reach_of(weapon),
        aimed_last_asalto=body.aimed is not None and body.aimed == fight.round.number - 1,
    )
    die = _die(fight, command)
    if stance == "focus_on_damage" and die is None:
        raise Missing("tapiz.stance.damage_dice_missing", field="weapon")
    # iron defence drops every bonus to attacks, what la carta adds of a weapon too (TAP-STANCE-09)
    added = settings_of(fight.house).damage_dice and stance != "iron_defence"
    if die is None or not (stance == "focus_on_damage" or added):
        return ()
    return (die,)


def _body(fight: TapizFight, command: Command) -> Body:
    return fight.combatants[cast(Id, command.actor)].body


def _gear(fight: TapizFight, who: Id) -> Gear:
    return fight.combatants[who].gear


def _weapon(fight: TapizFight, command: Command) -> Thing | None:
    """The thing in hand with which the attack is made."""
    return weapon_in_hand(_gear(fight, cast(Id, command.actor)), command.inputs.get("weapon"))


def _die(fight: TapizFight, command: Command) -> int | None:
    """The damage die of the weapon in hand, or of the size that was named (TAP-HOUSE-18)."""
    weapon = _weapon(fight, command)
    if weapon is not None:
        # in the hand of whoever attacks a mind it strikes nothing; focus on damage takes it for the power of the mind
        of_use = _kind(command) == "physical" or stance_of(fight, _body(fight, command)) == "focus_on_damage"
        return die_of(weapon) if of_use else None
    size = command.inputs.get("weapon") or UNARMED
    return WEAPON_DICE[cast(WeaponSize, size)] if size in WEAPON_SIZES else None


def _cap(fight: TapizFight, actor: Id, command: Command) -> int | None:
    """The most hit points that this blow may take, where la carta has a cap (TAP-OPT-06 to -08)."""
    settings, body = settings_of(fight.house), fight.combatants[actor].body
    if settings.blow_cap == "none":
        return None
    die = _die(fight, command)
    rule: CapRule = "flat" if settings.blow_cap == "flat" else "attribute" if die is None else "weapon_die"
    score = body.scores[command.inputs["attribute"]]
    return blow_cap(rule, body.level, die=die, attribute=score, base=settings.flat_cap)


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Whoever attacks must be able to act and not be wholly behind cover, and somebody must be there to be attacked."""
    check_may_act(fight, command, viewer)
    check_cover(fight, cast(Id, command.actor))
    if not others_than(fight, cast(Id, command.actor), viewer):
        raise NotAllowed("tapiz.nobody_to_attack")


def _static(fight: TapizFight, target: Id, kind: PoolName, ticked: list[Id], attacker: Id) -> Fact:
    body = fight.combatants[target].body
    effects: list[Effect] = [body.effects[name] for name in ticked]
    fact = defence_fact(fight, target, kind, effects=effects, against=attacker)
    own = controllers_of(target)
    return replace(fact, code=f"resistance.{kind}", terms=tuple(term.told_to(own) for term in fact.terms))


def _used_up(fight: TapizFight, target: Id, ticked: list[Id]) -> TapizFight:
    """A static roll uses up what bears on it too (TAP-EFF-08, TAP-EFF-11)."""
    body = fight.combatants[target].body
    bearing = [
        ActiveEffect(one.id, one.tier, one.sign, one.id in ticked, duration=one.duration, numeric=one.numeric)
        for one in body.effects.values()
    ]
    return without_effects(fight, target, use_effects(bearing).remaining)


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
