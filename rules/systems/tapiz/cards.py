"""What there is to know of a combatant, each fact with its audience (see docs/secrecy.md)."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, TABLE, Audience, controllers_of
from rules.core.facts import Fact, Param, Word
from rules.core.fight import RESERVE, Card
from rules.core.types import Id
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Pool, TapizCombatant, TapizFight, effect_fact
from rules.systems.tapiz.values import armour_class_fact, mental_defence_fact


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
    for fact in (armour_class_fact(body), mental_defence_fact(body)):
        facts.append(Fact(fact.code, fact.value, fact.params, fact.rules, own, fact.terms))
    facts.append(Fact("value.movement", value=body.mov, rules=("TAP-MOVE-02",), audience=own))
    if one.purse != RESERVE:
        facts.append(Fact("hero_points", value=fight.points_of(who), rules=("TAP-HERO-02",), audience=own))
    return Card(who, tuple(facts))


def reserve_facts(fight: TapizFight) -> tuple[Fact, ...]:
    """The game master's reserve of hero points, once an adventure has begun (TAP-HERO-18)."""
    if RESERVE not in fight.purses:
        return ()
    left = fight.in_purse(RESERVE)
    return (Fact("hero.reserve", value=left, rules=("TAP-HERO-18",), audience=GAME_MASTER),)
