"""What there is to know of a combatant, each fact with its audience (see docs/secrecy.md)."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, TABLE, Audience, controllers_of
from rules.core.facts import Fact, Param, Word
from rules.core.fight import RESERVE, Card
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tapiz.gear.arms import ammunition_for, die_of, in_hand
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.resisting import defence_fact, stance_of
from rules.systems.tapiz.situation import KINDS
from rules.systems.tapiz.size import DEFAULT_SIZE
from rules.systems.tapiz.stances import acts_last, all_out_bonus
from rules.systems.tapiz.state import Body, Pool, TapizCombatant, TapizFight, effect_fact
from rules.systems.tapiz.values import load_facts


def health_word(pool: Pool) -> str:
    """How a pool looks from outside: unhurt, hurt (more than half), badly_hurt, or down (zero or less)."""
    if pool.current <= 0:
        return "down"
    if pool.current >= pool.maximum:
        return "unhurt"
    return "hurt" if 2 * pool.current > pool.maximum else "badly_hurt"


def numbers_for(one: TapizCombatant) -> Audience:
    """Who may read a combatant's hit points as numbers."""
    return TABLE if one.shows == "number" else controllers_of(one.id)


def words_for(one: TapizCombatant) -> Audience:
    """Who may read how a combatant looks, and its states."""
    return controllers_of(one.id) if one.shows == "nothing" else TABLE


def pool_fact(one: TapizCombatant, name: PoolName) -> Fact:
    """A pool as a number for those who may read it, else as a word for those who may see that."""
    pool = one.body.pool(name)
    params: dict[str, Param] = {"maximum": pool.maximum}
    otherwise = None
    if name == "physical" and one.shows == "word":
        otherwise = Fact("pool.word", params={"word": Word(f"health.{health_word(pool)}"), "key": health_word(pool)})
    return Fact(
        f"pool.{name}",
        value=pool.current,
        params={**params, "key": health_word(pool)},
        rules=("TAP-HP-01",),
        audience=numbers_for(one),
        otherwise=otherwise,
    )


def state_facts(one: TapizCombatant) -> tuple[Fact, ...]:
    """The states that the pools bring (TAP-HP-02 to -09)."""
    facts: list[Fact] = []
    for name in POOLS:
        status = one.body.status(name)
        if status == "ok":
            continue
        steady = one.body.pool(name).stabilised and status in ("bleeding", "unstable")
        # whoever no longer bleeds lies as still as at zero (TAP-HP-05, TAP-HP-07)
        code = "status.unconscious" if steady and status == "bleeding" else f"status.{status}"
        facts.append(Fact(code, rules=("TAP-HP-02", "TAP-HP-05"), audience=words_for(one)))
        if steady:
            facts.append(Fact("status.stabilised", rules=("TAP-HP-07",), audience=words_for(one)))
    return tuple(facts)


def effect_facts(body: Body) -> tuple[Fact, ...]:
    """The effects a combatant carries, in the order in which they came."""
    carried = sorted(body.effects.values(), key=lambda effect: (effect.since, effect.id))
    return tuple(effect_fact(effect) for effect in carried)


def _posture(fight: TapizFight, who: Id) -> tuple[Fact, ...]:
    """The stance, which everybody sees, its number for whoever plays it, and the size (TAP-STANCE-01, TAP-SIZE-01)."""
    body = fight.combatants[who].body
    facts: list[Fact] = []
    stance = stance_of(fight, body)
    if stance != "normal":
        rules = ("TAP-STANCE-01", *(("TAP-STANCE-03",) if acts_last(stance) else ()))
        facts.append(Fact(f"stance.{stance}", rules=rules))
    own = body.house_stance
    if own is not None and fight.ordered:
        facts.append(Fact("stance.own", params={"stance": own.name}, rules=("TAP-STANCE-04",)))
    if stance == "all_out_attack":
        bonus = all_out_bonus(body.level, body.stance_bonus)
        facts.append(Fact("stance_bonus", value=bonus, rules=("TAP-STANCE-06",), audience=controllers_of(who)))
    if stance == "aim" and body.aimed is not None and body.aimed >= fight.round.number - 1:
        facts.append(Fact("stance.aimed", rules=("TAP-STANCE-10",)))
    if body.surprised and fight.ordered:
        facts.append(Fact("surprise.is", rules=("TAP-HOUSE-10",)))
    if body.size != DEFAULT_SIZE:
        facts.append(Fact(f"size.{body.size}", rules=("TAP-SIZE-01",)))
    return tuple(facts)


def card(fight: TapizFight, who: Id) -> Card:
    """All facts of a combatant."""
    one = fight.combatants[who]
    body, own = one.body, controllers_of(who)
    facts = [pool_fact(one, name) for name in POOLS]
    facts += [*state_facts(one), *effect_facts(body)]
    if not body.has_asalto:
        facts.append(Fact("out", rules=("TAP-HP-02", "TAP-HP-06"), audience=words_for(one)))
    if body.initiative is not None:
        facts.append(Fact("initiative", value=body.initiative, rules=("TAP-HOUSE-09",)))
    facts += [*_posture(fight, who), *relation_facts(fight, KINDS, who)]
    for name in POOLS:
        facts.append(defence_fact(fight, who, name).told_to(own))
    facts.append(Fact("value.movement", value=body.mov, rules=("TAP-MOVE-02",), audience=own))
    facts += [fact.told_to(own) for fact in load_facts(body)]
    facts += _held_facts(one)
    if one.purse != RESERVE:
        facts.append(Fact("hero_points", value=fight.points_of(who), rules=("TAP-HERO-02",), audience=own))
    return Card(who, tuple(facts))


def _held_facts(one: TapizCombatant) -> tuple[Fact, ...]:
    """The weapons in hand with their dice, and what is left to shoot, for whoever plays them (TAP-HOUSE-18)."""
    own, found = controllers_of(one.id), []
    for weapon in in_hand(one.gear):
        params: dict[str, Param] = {"weapon": weapon.name, "die": die_of(weapon)}
        found.append(Fact("held.weapon", params=params, rules=("TAP-HOUSE-18",), audience=own))
        if weapon.values.get("ammunition"):
            left = sum(stack.quantity for stack in ammunition_for(one.gear, weapon))
            found.append(Fact("held.shots", value=left, params={"left": left}, audience=own))
    return tuple(found)


def reserve_facts(fight: TapizFight) -> tuple[Fact, ...]:
    """The game master's reserve of hero points, once an adventure has begun (TAP-HERO-18)."""
    if RESERVE not in fight.purses:
        return ()
    left = fight.in_purse(RESERVE)
    return (Fact("hero.reserve", value=left, rules=("TAP-HERO-18",), audience=GAME_MASTER),)
