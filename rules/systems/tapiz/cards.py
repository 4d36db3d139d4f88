"""What there is to know of a combatant, each fact with its audience (see docs/secrecy.md)."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import RESERVE, Card
from rules.core.health import health_word, points_fact
from rules.core.once import once
from rules.core.people import words_for
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tapiz.defence import defence_fact, usual_effects
from rules.systems.tapiz.effects import carried_fact
from rules.systems.tapiz.gear.arms import ammunition_for, die_of, in_hand
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.load import load_facts
from rules.systems.tapiz.order import acts_last
from rules.systems.tapiz.sheet import DEFAULT_SIZE
from rules.systems.tapiz.situation import KINDS
from rules.systems.tapiz.stances import all_out_bonus, stance_of
from rules.systems.tapiz.state import Body, TapizCombatant, TapizFight


def pool_fact(one: TapizCombatant, name: PoolName) -> Fact:
    """A pool as a number for those who may read it, else as a word for those who may see that (TAP-HP-01)."""
    pool = one.body.pool(name)
    word = health_word(pool.current, pool.maximum)
    if name == "physical":
        return points_fact(
            one, "pool.physical", pool.current, pool.maximum, word, rules=("TAP-HP-01",), spoken="pool.word"
        )
    return points_fact(one, "pool.mental", pool.current, pool.maximum, word, rules=("TAP-HP-01",))


def state_facts(one: TapizCombatant) -> Explanation:
    """The states that the pools bring (TAP-HP-02 to -09)."""
    facts: list[Fact] = []
    for name in POOLS:
        status = one.body.status(name)
        if status == "ok":
            continue
        steady = one.body.pool(name).stabilised and status in ("bleeding", "unstable")
        # a combatant who no longer bleeds lies as still as at zero (TAP-HP-05, TAP-HP-07)
        code = "status.unconscious" if steady and status == "bleeding" else f"status.{status}"
        facts.append(fact(code, rules=("TAP-HP-02", "TAP-HP-05"), audience=words_for(one)))
        if steady:
            facts.append(fact("status.stabilised", rules=("TAP-HP-07",), audience=words_for(one)))
    return tuple(facts)


def effect_facts(body: Body) -> Explanation:
    """The effects a combatant carries, in the order in which they came."""
    carried = sorted(body.effects.values(), key=lambda effect: (effect.since, effect.id))
    return tuple(carried_fact(effect) for effect in carried)


def _posture(fight: TapizFight, who: Id) -> Explanation:
    """The stance, which the table sees, its number for the player, and the size (TAP-STANCE-01, TAP-SIZE-01)."""
    body = fight.body(who)
    facts: list[Fact] = []
    stance = stance_of(fight, body)
    if stance != "normal":
        rules = ("TAP-STANCE-01", *(("TAP-STANCE-03",) if acts_last(stance) else ()))
        plain = fact(f"stance.{stance}", rules=rules)
        if stance == "all_out_attack":
            bonus, rules = all_out_bonus(body.level, body.stance_bonus), (*rules, "TAP-STANCE-06")
            plain = Fact(plain.code, bonus, {}, rules, controllers_of(who), otherwise=plain)
        facts.append(plain)
    own = body.house_stance
    if own is not None and fight.ordered:
        facts.append(fact("stance.own", stance=own.name, rules=("TAP-STANCE-04",)))
    if stance == "aim" and body.aimed is not None and body.aimed >= fight.round.number - 1:
        facts.append(fact("stance.aimed", rules=("TAP-STANCE-10",)))
    if body.surprised and fight.ordered:
        facts.append(fact("surprise.is", rules=("TAP-HOUSE-10",)))
    if body.size != DEFAULT_SIZE:
        facts.append(fact(f"size.{body.size}", rules=("TAP-SIZE-01",)))
    return tuple(facts)


def card(fight: TapizFight, who: Id) -> Card:
    """All facts of a combatant."""
    one, own = fight.combatants[who], controllers_of(who)
    facts = [*_fares(one), *_posture(fight, who), *relation_facts(fight, KINDS, who)]
    for name in POOLS:
        facts.append(defence_fact(fight, who, name, effects=usual_effects(one.body)).told_to(own))
    facts += _bears(one)
    if one.purse != RESERVE:
        facts.append(fact("hero_points", fight.points_of(who), rules=("TAP-HERO-02",), audience=own))
    return Card(who, tuple(facts))


# a step changes few combatants: what rests on one alone stays as it is for all the others


@once
def _fares(one: TapizCombatant) -> Explanation:
    """Pools, states, effects and initiative, whatever the fight is like (TAP-HP-01, TAP-EFF-02, TAP-HOUSE-09)."""
    facts = [*(pool_fact(one, name) for name in POOLS), *state_facts(one), *effect_facts(one.body)]
    if not one.body.has_asalto:
        facts.append(fact("out", rules=("TAP-HP-02", "TAP-HP-06"), audience=words_for(one)))
    if one.body.initiative is not None:
        facts.append(fact("initiative", one.body.initiative, rules=("TAP-HOUSE-09",)))
    return tuple(facts)


@once
def _bears(one: TapizCombatant) -> Explanation:
    """How far it moves, its load and the weapons in hand, for its player (TAP-MOVE-02, TAP-LOAD-02, TAP-HOUSE-18)."""
    own = controllers_of(one.id)
    moves = fact("value.movement", one.body.mov, rules=("TAP-MOVE-02",), audience=own)
    return (moves, *(told.told_to(own) for told in load_facts(one.body)), *_held_facts(one))


def _held_facts(one: TapizCombatant) -> Explanation:
    """The weapons in hand with their dice, and what is left to shoot, for their player (TAP-HOUSE-18)."""
    own, found = controllers_of(one.id), []
    for weapon in in_hand(one.gear):
        named, die = weapon.name, die_of(weapon)
        found.append(fact("held.weapon", weapon=named, die=die, rules=("TAP-HOUSE-18",), audience=own))
        if weapon.values.get("ammunition"):
            left = sum(stack.quantity for stack in ammunition_for(one.gear, weapon))
            found.append(fact("held.shots", left, left=left, audience=own))
    return tuple(found)


def reserve_facts(fight: TapizFight) -> Explanation:
    """The game master's reserve of hero points, once an adventure has begun (TAP-HERO-18)."""
    if RESERVE not in fight.purses:
        return ()
    left = fight.in_purse(RESERVE)
    return (fact("hero.reserve", left, rules=("TAP-HERO-18",), audience=GAME_MASTER),)
