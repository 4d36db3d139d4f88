"""Attacks in melee and what a hit does; opportunity attacks; defending.

(TUM-HOUSE-09, TUM-HOUSE-12, TUM-HOUSE-13, TUM-HOUSE-15 to -18, TUM-ATTR-07)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue, at_least, one_of
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.group import ACTS
from rules.core.inputs import Flag, Input
from rules.core.people import here, rolls_seen
from rules.core.requests import StandingOrder, Steps, choose, together
from rules.core.system import Action
from rules.core.terms import thrown
from rules.core.throws import Asking, Throws, asked, known, side_by_side, throw_one
from rules.core.types import Id, Json, put
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, pluses_over, roll_test
from rules.systems.tumbas.gear.arms import held, weapon_input
from rules.systems.tumbas.harm import inflict
from rules.systems.tumbas.house import DAMAGE_DICE, Talent
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import nameable, neighbours, out_of_reach, seen_neighbours, worth_attacking
from rules.systems.tumbas.state import Body, Round, TumbasFight, in_combat, with_round
from rules.systems.tumbas.trials import (
    asking,
    dice_inputs,
    given_causes,
    needs_more_than,
    spent,
    tell_pool,
    tell_total,
    trial_of,
)
from rules.systems.tumbas.turns import acted, check_moment, target_input
from rules.systems.tumbas.values import aptitude_left, attribute_term

DAMAGE_PER_PLUS = 2
"""What each plus adds to the damage (TUM-HOUSE-16)."""

LEAST_DAMAGE = 1
"""A hit does at least this much (TUM-HOUSE-16)."""


@dataclass(frozen=True, slots=True)
class Hit:
    """What a hit would do, before its pluses.

    Raises UnknownValue for a die that no weapon has and OutOfRange for negative armour.
    """

    damage_die: int
    added: int = 0
    """Strength in melee and what talents add (TUM-ATTR-07, TUM-HOUSE-06)."""
    armour: int = 0
    """What the target's armour takes off (TUM-HOUSE-09)."""
    per_plus: int = DAMAGE_PER_PLUS
    """What each plus adds (TUM-HOUSE-16)."""

    def __post_init__(self) -> None:
        one_of(self.damage_die, DAMAGE_DICE, "tumbas.damage_die.unknown", field="damage_die")
        at_least(self.armour, 0, "tumbas.armour.negative", field="armour")


@dataclass(frozen=True, slots=True)
class Damage:
    """What a hit does, and the face of its die."""

    hit: Hit
    face: int
    pluses: int

    @property
    def from_pluses(self) -> int:
        """What the pluses add (TUM-HOUSE-16)."""
        return self.hit.per_plus * self.pluses

    @property
    def before_least(self) -> int:
        """Die, what is added and what armour takes, were it less than a hit does at least."""
        return self.face + self.hit.added + self.from_pluses - self.hit.armour

    @property
    def amount(self) -> int:
        """The points lost, at least 1 (TUM-HOUSE-16)."""
        return max(LEAST_DAMAGE, self.before_least)


@dataclass(frozen=True, slots=True)
class Melee:
    """What a melee attack came to."""

    attack: AttributeTest
    defence: AttributeTest
    hit: bool
    pluses: int
    attacker_fumble: bool
    defender_fumble: bool
    harm: Damage | None = None
    """None on a miss."""


def defence_causes(*, shield: bool, defending: bool) -> Explanation:
    """The bonus dice of a defence: a shield, and only defending (TUM-HOUSE-09, TUM-HOUSE-12)."""
    return (
        *((cause("shield", 1, "TUM-HOUSE-09"),) if shield else ()),
        *((cause("defending", 1, "TUM-HOUSE-12"),) if defending else ()),
    )


def compare_melee(attack: AttributeTest, defence: AttributeTest) -> Melee:
    """Compare an attack with its defence: the higher total hits, a tie misses (TUM-HOUSE-13, TUM-HOUSE-15).

    Snake eyes of the attacker miss; those of the defender alone are a hit whatever the totals.
    """
    higher = defence.snake_eyes or attack.total > defence.total
    hit = higher and not attack.snake_eyes
    return Melee(
        attack=attack,
        defence=defence,
        hit=hit,
        pluses=pluses_over(attack.total, defence.total) if hit else 0,
        attacker_fumble=attack.doubles and not hit,
        defender_fumble=defence.doubles and (hit or defence.snake_eyes),
    )


def roll_damage(hit: Hit, pluses: int, attacker: Id) -> Throws[Damage]:
    """Roll the damage of a hit, at least 1; the die does not explode (TUM-HOUSE-16, TUM-HOUSE-32, TUM-ATTR-07)."""
    bonus = hit.added + hit.per_plus * pluses
    face = yield from throw_one("damage", hit.damage_die, attacker, bonus=bonus)
    return Damage(hit, face, pluses)


def melee_attack(attack: Trial, defence: Trial, hit: Hit) -> Throws[Melee]:
    """Attack in melee: an opposed test, known before the damage of a hit is rolled (TUM-HOUSE-13, -15, -16)."""
    found = yield from opposed(attack, defence)
    yield from known("melee", found)
    return (yield from with_damage(found, hit))


def opposed(attack: Trial, defence: Trial) -> Throws[Melee]:
    """Roll attack and defence side by side and compare them (TUM-HOUSE-13, TUM-HOUSE-15)."""
    tests = yield from side_by_side({"attack": roll_test(attack, "attack"), "defence": roll_test(defence, "defence")})
    return compare_melee(tests["attack"], tests["defence"])


def with_damage(found: Melee, hit: Hit) -> Throws[Melee]:
    """Roll the damage of an attack that hits (TUM-HOUSE-16)."""
    if not found.hit:
        return found
    return replace(found, harm=(yield from roll_damage(hit, found.pluses, found.attack.trial.who)))


# In a fight


def melee_arms(body: Body) -> tuple[str, ...]:
    """The weapons to strike with: no bows, but those that are thrown too (TUM-HOUSE-08)."""
    return tuple(name for name in body.arms() if body.weapon(name).use != "ranged") or body.arms()[:1]


@dataclass(frozen=True, slots=True)
class Blow:
    """A melee attack whose dice can fall: all its conditions are known."""

    attack: Trial
    defence: Trial
    hit: Hit
    added: Explanation
    """The terms of `Hit.added`."""

    @property
    def names(self) -> dict[Id, str]:
        """What the dice of its two sides are called."""
        return {self.attack.who: "attack", self.defence.who: "defence"}


def blow(
    fight: TumbasFight,
    actor: Id,
    target: Id,
    values: Mapping[str, Json],
    id_: Id,
    notes: Notes,
    *,
    prefix: str = "",
    at_once: bool = False,
) -> Steps[TumbasFight]:
    """Carry out one melee attack (TUM-HOUSE-13, TUM-HOUSE-15 to -18, TUM-HOUSE-31).

    prefix: comes before the key of every request. at_once: the hit takes effect before anything else.
    """
    fight = _raised(fight, actor, target, values, notes)
    defended = yield from _defence_aptitude(fight, target, notes, prefix, actor)
    one, fight = _aimed(fight, actor, target, values, defended, notes)
    how = replace(_called(fight, one, notes, prefix), tell=lambda found: _tell_blow(fight, found.value, notes))
    result = yield from asked(melee_attack(one.attack, one.defence, one.hit), how)
    return _landed(fight, one, result, f"{id_}-{prefix}:harm" if prefix else f"{id_}-harm", notes, at_once=at_once)


def _raised(fight: TumbasFight, actor: Id, target: Id, values: Mapping[str, Json], notes: Notes) -> TumbasFight:
    """The fight in which the weapon of an attack is in hand; raises UnknownValue without a target."""
    if target not in fight.combatants or target == actor:
        raise UnknownValue("core.combatant.gone", field="target")
    fight = held(fight, actor, values.get("weapon"))
    body = fight.body(actor)
    notes.tell("attack.melee", rules=("TUM-HOUSE-13",), who=actor, target=target, weapon=body.called(body.in_hand))
    return fight


def _aimed(
    fight: TumbasFight,
    actor: Id,
    target: Id,
    values: Mapping[str, Json],
    defended: Mapping[str, Json],
    notes: Notes,
) -> tuple[Blow, TumbasFight]:
    """The blow as it will be rolled, and the fight in which help and aptitudes are spent on it."""
    body = fight.body(actor)
    weapon = body.weapon(body.in_hand)
    attribute = body.best(weapon)
    attack = trial_of(fight, actor, attribute, (*given_causes(body, values, attribute), *exposure(fight, target)))
    defence = trial_of(fight, target, fight.body(target).defence(), _defending(fight, target, defended))
    tell_pool(fight, attack, notes)
    tell_pool(fight, defence, notes)
    added = (attribute_term("strength", body.value("strength")), *talent_term(body, "strong_arm"))
    hit = Hit(weapon.damage_die, sum_of(added), fight.body(target).armour, damage_per_plus(fight))
    return Blow(attack, defence, hit, added), spent(spent(fight, actor, values), target, defended)


def _landed(
    fight: TumbasFight, one: Blow, found: Melee, id_: Id, notes: Notes, *, at_once: bool = False
) -> TumbasFight:
    """The fight after a blow: its harm under this id, and an attacker who has fumbled."""
    attacker, target = one.attack.who, one.defence.who
    if found.harm is not None:
        terms = damage_terms(found.harm, one.added, by=attacker, to=target)
        fight = inflict(fight, target, found.harm.amount, notes, by=attacker, id_=id_, at_once=at_once, terms=terms)
    return expose(fight, attacker, notes) if found.attacker_fumble else fight


def _tell_blow(fight: TumbasFight, found: Melee, notes: Notes) -> None:
    both = (found.attack, found.defence)
    for test, code in zip(both, ("attack.total", "attack.defence"), strict=True):
        tell_total(fight, test, notes, code=code, needs=needs_more_than(fight, test, both, "TUM-HOUSE-13"))
    _tell_melee(found, notes)


def talent_term(body: Body, talent: Talent) -> Explanation:
    """What a talent adds to damage, if anything (TUM-HOUSE-06)."""
    added = body.bonus(talent)
    return (fact("term.talent", added, rules=("TUM-HOUSE-06",), talent=Word(f"talent.{talent}")),) if added else ()


def damage_per_plus(fight: TumbasFight) -> int:
    """What each plus adds to damage and healing at this table (TUM-HOUSE-16, TUM-HOUSE-33)."""
    return cast(int, setting(fight.house, "damage_per_plus"))


def sum_of(terms: Explanation) -> int:
    """What some terms add up to."""
    return sum(term.value or 0 for term in terms)


def damage_terms(harm: Damage, added: Explanation, *, by: Id, to: Id) -> Explanation:
    """What makes up the damage of a hit: the die for all, the rest for the side that it belongs to (TUM-HOUSE-16).

    added: the terms of `Hit.added`.
    """
    terms = [thrown((harm.face,), "TUM-HOUSE-16", "TUM-HOUSE-08")]
    terms += [one.told_to(controllers_of(by)) for one in added if one.value]
    if harm.pluses:
        own = controllers_of(by, to)
        pluses = fact("term.pluses", harm.from_pluses, rules=("TUM-HOUSE-16",), audience=own, pluses=harm.pluses)
        terms.append(pluses)
    if harm.hit.armour:
        terms.append(fact("value.armour", -harm.hit.armour, rules=("TUM-HOUSE-09",), audience=controllers_of(to)))
    if missing := harm.amount - harm.before_least:
        terms.append(fact("term.at_least_one", missing, rules=("TUM-HOUSE-16",), audience=controllers_of(to)))
    return tuple(terms)


def _tell_melee(found: Melee, notes: Notes) -> None:
    attacker, target = found.attack.trial.who, found.defence.trial.who
    rules = ("TUM-HOUSE-13", "TUM-HOUSE-15")
    if not found.hit:
        notes.tell("attack.miss", rules=rules, who=attacker, target=target, pluses=0)
    elif not found.pluses:
        notes.tell("attack.hit", rules=rules, who=attacker, target=target, pluses=0)
    else:
        notes.tell(
            "attack.hit_plus",
            found.pluses,
            rules=rules,
            audience=controllers_of(attacker, target),
            otherwise=fact("attack.hit", rules=rules, who=attacker, target=target, pluses=found.pluses),
            who=attacker,
            target=target,
            pluses=found.pluses,
        )
    if found.defender_fumble:
        notes.tell("attack.defence_fumble", rules=("TUM-OPP-03", "TUM-HOUSE-17"), who=target)


def exposure(fight: TumbasFight, target: Id) -> Explanation:
    """The bonus die against a target that has fumbled an attack (TUM-HOUSE-17)."""
    return () if fight.body(target).exposed is None else (cause("exposed", 1, "TUM-HOUSE-17"),)


def expose(fight: TumbasFight, who: Id, notes: Notes) -> TumbasFight:
    """Tell a fumbled attack; attacks against the fumbler are easier until the end of the next round (TUM-HOUSE-17)."""
    notes.tell("attack.fumble", rules=("TUM-FUMB-01", "TUM-HOUSE-17"), who=who)
    if not in_combat(fight) or not setting(fight.house, "fumbles_expose"):
        return fight
    notes.tell("attack.exposed", rules=("TUM-HOUSE-17",), who=who)
    return fight.with_body(who, replace(fight.body(who), exposed=fight.round.number + 1))


def is_defending(fight: TumbasFight, who: Id) -> bool:
    """Whether a combatant does nothing but defend in this melee phase (TUM-HOUSE-12)."""
    declared = fight.round.declared.get(who)
    return fight.round.stage == "melee" and declared is not None and declared.what == "defend"


def _defending(fight: TumbasFight, who: Id, values: Mapping[str, Json]) -> Explanation:
    body = fight.body(who)
    own = defence_causes(shield=body.shield_serves, defending=is_defending(fight, who))
    return (*given_causes(body, values, "agility"), *own)


def _defence_aptitude(
    fight: TumbasFight, target: Id, notes: Notes, prefix: str, attacker: Id
) -> Steps[Mapping[str, Json]]:
    """Ask a warrior whether to use the aptitude on this defence (TUM-HOUSE-03, TUM-HOUSE-04)."""
    body = fight.body(target)
    if body.character_class != "warrior" or not aptitude_left(body) or not body.able:
        return {}
    return (
        yield from choose(
            f"{prefix}:defence_aptitude" if prefix else "defence_aptitude",
            target,
            Flag("aptitude", "input.aptitude", note=Fact("aptitude.warrior"), refusal="answer.keep_it"),
            so_far=notes.so_far,
            audience=rolls_seen(fight, target),
            default={"aptitude": False},
            label="ask.defence_aptitude",
            standing=StandingOrder("order.defence_aptitude", {"aptitude": True}, {"aptitude": False}),
            against=attacker,
        )
    )


def opportunities(fight: TumbasFight, actor: Id, id_: Id, notes: Notes) -> Steps[TumbasFight]:
    """Let every neighbour strike at once before a standard action, once a round each (TUMS-CMB-06, TUM-HOUSE-18)."""
    if not in_combat(fight):
        return fight
    for opponent in neighbours(fight, actor):
        pair = f"{opponent} {actor}"
        if pair in fight.round.opportunities or not fight.body(actor).able:
            continue
        answer = yield from choose(
            f"opportunity:{opponent}",
            opponent,
            Flag("attack", "input.opportunity", refusal="answer.let_pass"),
            weapon_input(fight.combatants[opponent], melee_arms(fight.body(opponent))),
            so_far=notes.so_far,
            audience=rolls_seen(fight, opponent),
            default={"attack": False},
            label="ask.opportunity",
            standing=StandingOrder("order.opportunity", {"attack": True}, {"attack": False}),
            against=actor,
        )
        if not answer["attack"]:
            continue
        fight = with_round(fight, opportunities=put(fight.round.opportunities, pair, True))
        notes.tell("attack.opportunity", rules=("TUMS-CMB-06", "TUM-HOUSE-18"), who=opponent, target=actor)
        fight = yield from blow(fight, opponent, actor, answer, id_, notes, prefix=opponent, at_once=True)
    return fight


# Actions


def _attack_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the weapon and the dice of the moment; engaged opponents come first."""
    if actor is None or actor not in fight.combatants:
        return ()
    who, foes = nameable(fight, actor, viewer), worth_attacking(fight, actor, viewer)
    return (
        target_input(fight, actor, who, likely=foes, engaged=seen_neighbours(fight, actor, viewer)),
        weapon_input(fight.combatants[actor], melee_arms(fight.body(actor))),
        *dice_inputs(fight.body(actor)),
    )


def _attack_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """The attacker must be able to act, and engaged where rounds are counted (TUMS-CMB-05)."""
    check_moment(fight, command, viewer, "attack")
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    actor, target = here(fight, command), command.inputs.get("target")
    alone = not viewer.game_master and not neighbours(fight, actor)
    if in_combat(fight) and (alone or (target is not None and out_of_reach(fight, actor, target))):
        raise NotAllowed("tumbas.declare.not_engaged")


def _attack(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack and defence are rolled, the higher total hits, and what it does waits for the group (TUM-HOUSE-13)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from blow(fight, actor, command.inputs["target"], command.inputs, command.id, notes)
    return Outcome(acted(fight, actor), notes.so_far)


def _melee(fight: TumbasFight, commands: Sequence[Command]) -> Steps[Outcome[Body, Round]]:
    """Several attack at the same moment: all tests fall together, then all damage (TUM-HOUSE-13, TUM-HOUSE-31)."""
    notes = Notes()
    acts = {here(fight, command): command for command in commands}
    for actor, command in acts.items():
        notes.tell(ACTS, who=actor)
        fight = _raised(fight, actor, command.inputs["target"], command.inputs, notes)
    defended = yield from _all_defended(fight, {actor: one.inputs["target"] for actor, one in acts.items()}, notes)
    blows: dict[Id, Blow] = {}
    for actor, command in acts.items():
        values = command.inputs
        blows[actor], fight = _aimed(fight, actor, values["target"], values, defended[actor], notes)
    tests = {
        actor: asked(opposed(one.attack, one.defence), _called(fight, one, notes, actor))
        for actor, one in blows.items()
    }
    found = yield from together(tests, key="melee", so_far=notes.so_far)
    for actor, one in found.items():
        notes.tell(ACTS, who=actor)
        _tell_blow(fight, one, notes)
    harms = {
        actor: asked(with_damage(one, blows[actor].hit), _called(fight, blows[actor], notes, actor))
        for actor, one in found.items()
    }
    for actor, one in (yield from together(harms, key="harm", so_far=notes.so_far)).items():
        if one.hit or one.attacker_fumble:
            notes.tell(ACTS, who=actor)
        fight = acted(_landed(fight, blows[actor], one, f"{acts[actor].id}-harm", notes), actor)
    return Outcome(fight, notes.so_far)


def _called(fight: TumbasFight, one: Blow, notes: Notes, key: str) -> Asking:
    """How the dice of a blow are asked for; those of one of several are called after its attacker."""
    return replace(asking(fight, notes, one.names, key=key), against={one.defence.who: one.attack.who})


def _all_defended(fight: TumbasFight, targets: Mapping[Id, Id], notes: Notes) -> Steps[Mapping[Id, Mapping[str, Json]]]:
    """Ask all targets at once what they use on their defences, each one attacker after the other (TUM-HOUSE-04)."""

    def one(target: Id) -> Steps[dict[Id, Mapping[str, Json]]]:
        left, found = fight, dict[Id, Mapping[str, Json]]()
        for attacker in (who for who, aim in targets.items() if aim == target):
            found[attacker] = yield from _defence_aptitude(left, target, notes, attacker, attacker)
            left = spent(left, target, found[attacker])
        return found

    asks = {target: one(target) for target in dict.fromkeys(targets.values())}
    answers = yield from together(asks, key="defences", so_far=notes.so_far)
    return {attacker: given for found in answers.values() for attacker, given in found.items()}


ATTACK: Action[Body, Round] = Action(
    "attack",
    _attack,
    _attack_inputs,
    _attack_check,
    icon="swords",
    of_the_turn=True,
    needs_actor=True,
    together=_melee,
)


def _defend_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Defending is a melee action (TUM-HOUSE-12)."""
    check_moment(fight, command, viewer, "defend")


def _defend(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Say that one only defends; the die counts from the start of the melee phase (TUM-HOUSE-12)."""
    yield from ()
    actor = here(fight, command)
    return Outcome(acted(fight, actor), (fact("done.defend", rules=("TUM-HOUSE-12",), who=actor),))


DEFEND: Action[Body, Round] = Action(
    "defend", _defend, check=_defend_check, icon="shield", of_the_turn=True, needs_actor=True
)
