"""What there is to know of a combatant: every fact with its audience (docs/secrecy.md)."""

from __future__ import annotations

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Ref, Word, fact
from rules.core.fight import Card
from rules.core.health import health_word, points_fact
from rules.core.people import numbers_for, words_for
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.d20.bearing import body_effects, can_act, conditions_of, effects_of, speed_of
from rules.systems.d20.doing import blows_left, may_go_on, remaining, step_left, turn_of
from rules.systems.d20.effects import Effect, Timer
from rules.systems.d20.modifiers import standing_situation
from rules.systems.d20.situation import RELATION_KINDS, adds_to_cover
from rules.systems.d20.state import Body, D20Combatant, D20Fight, Grapple, effects_named, grapple_of, in_rounds
from rules.systems.d20.values import defense_facts, load_facts, threshold_facts, weapon_params

RULES_OF_CONDITIONS = ("D20H-COND-01",)


def appearance(body: Body) -> str:
    """How a body looks from outside; an object is whole, damaged or broken."""
    if body.being == "object":
        return "broken" if body.hp <= 0 else "whole" if body.hp >= body.hp_max else "damaged"
    if body.awake and body.hp <= 0 < body.points:
        # only temporary hit points keep it up
        return "badly_hurt"
    return health_word(body.hp, body.hp_max, down=not body.awake)


def hp_fact(one: D20Combatant) -> Fact:
    """Hit points as a number for those who may read it, else as a word for those who may see that."""
    return points_fact(
        one,
        "hp.number",
        one.body.hp,
        one.body.hp_max,
        appearance(one.body),
        rules=("D20H-HP-02", "D20H-TMP-01"),
        spoken="hp.word",
        temporary=one.body.temp,
    )


def temporary_facts(one: D20Combatant) -> Explanation:
    """Temporary hit points, for those who may read the others as a number."""
    if one.body.temp <= 0:
        return ()
    return (Fact("hp.temporary", one.body.temp, {}, ("D20H-TMP-01",), numbers_for(one)),)


def effect_name(effect: Effect) -> str | Word:
    """The name of an effect: own words, or the word of its rule."""
    return effect.name or Word(f"effect.{effect.what}")


def effect_fact(effect: Effect, audience: Audience = TABLE) -> Fact:
    """An effect as a fact, with what is left of it."""
    what, key, rules = effect_name(effect), effect.what, ("D20C-SEQ-09",)
    if effect.rounds is not None:
        return fact("effect.rounds", effect.rounds, what=what, key=key, id=effect.id, rules=rules, audience=audience)
    if effect.seconds is not None:
        minutes = -(-effect.seconds // 60)
        return fact("effect.minutes", minutes, what=what, key=key, id=effect.id, rules=rules, audience=audience)
    return fact("effect.plain", what=what, key=key, id=effect.id, audience=audience)


def timer_fact(timer: Timer, audience: Audience) -> Fact:
    """Something that falls due, as a fact."""
    what = timer.name or Word(f"timer.{timer.what}")
    if timer.each_turn:
        return fact("timer.each_turn", what=what, key=timer.what, audience=audience)
    return fact("timer.minutes", max(0, -(-timer.left // 60)), what=what, key=timer.what, audience=audience)


def state_facts(fight: D20Fight, one: D20Combatant) -> Explanation:
    """Conditions, postures, stances and bonuses, the place in the round, where the combatant stands."""
    body, who, seen = one.body, one.id, words_for(one)
    facts: list[Fact] = []
    borne = {effect.what for effect in body.effects.values()}
    for condition in conditions_of(fight, who):
        if condition in borne:
            continue
        secret = condition in ("ability_damaged", "ability_drained")
        audience = controllers_of(who) if secret else seen
        what = Word(f"condition.{condition}")
        facts.append(fact("condition.now", what=what, key=condition, rules=RULES_OF_CONDITIONS, audience=audience))
    facts.extend(effect_fact(effect, seen) for effect in body.effects.values())
    facts.extend(timer_fact(timer, controllers_of(who)) for timer in body.timers.values())
    held = grapple_of(fight, who)
    if held is not None:
        others = tuple(Ref(other) for other in held.opponents(who))
        facts.append(fact("state.grapple", others=others, rules=("D20S-GRAP-12",)))
        facts.extend(hold_facts(fight, held, who))
    for one_planted in fight.round.planted.values():
        if one_planted.by == who:
            left = max(0, one_planted.left)
            facts.append(
                fact(
                    "state.planted",
                    left,
                    weapon=one_planted.weapon.name,
                    rules=("D20S-EXP-11",),
                    audience=controllers_of(who),
                )
            )
    if more := adds_to_cover(body):
        facts.append(Fact("state.low_cover", more, rules=("D20C-CIR-04",), audience=seen))
    if who in fight.round.delayed:
        facts.append(Fact("state.delayed", rules=("D20C-DLY-01",)))
    if who in fight.round.readied:
        readied = fight.round.readied[who]
        facts.append(
            fact(
                "state.readied_for" if readied.trigger else "state.readied",
                what=Word(f"ready.{readied.action}"),
                trigger=readied.trigger,
                rules=("D20C-RDY-03",),
                audience=controllers_of(who),
                otherwise=Fact("state.readied_plain", rules=("D20C-RDY-01",)),
            )
        )
    if in_rounds(fight) and fight.round.opportunities.get(who, 0):
        facts.append(Fact("state.opportunity_used", rules=("D20C-AOO-08",)))
    if body.size != "medium":
        facts.append(fact("state.size", what=Word(f"size.{body.size}"), key=body.size, rules=("D20C-ATK-07",)))
    facts.extend(relation_facts(fight, RELATION_KINDS, who))
    return tuple(facts)


def hold_facts(fight: D20Fight, held: Grapple, who: Id) -> Explanation:
    """Pins and strangling between a wrestler and its opponents (D20S-GRAP-22, D20H-STRG-03)."""
    found: list[Fact] = []
    for other in held.opponents(who):
        if any(effect.by == other for effect in effects_named(fight.body(who), "pinned")):
            found.append(fact("state.pinned_by", who=other, rules=("D20S-GRAP-22", "D20S-GRAP-35")))
        if any(effect.by == who for effect in effects_named(fight.body(other), "pinned")):
            found.append(fact("state.pins", who=other, rules=("D20S-GRAP-22", "D20S-GRAP-35")))
        if held.choking.get(who) == other:
            found.append(fact("state.choked_by", who=other, rules=("D20H-STRG-05",)))
        if held.choking.get(other) == who:
            found.append(fact("state.chokes", who=other, rules=("D20H-STRG-05",)))
    return tuple(found)


def turn_facts(fight: D20Fight, who: Id) -> Explanation:
    """What is left of a turn, for the combatant who acts (D20C-ACT-02, D20C-ACT-07, D20C-FUL-01)."""
    left, turn = remaining(fight, who), turn_of(fight, who)
    if left is None or turn is None:
        return ()
    found: list[Fact] = []
    rules = ("D20C-ACT-02", "D20C-ACT-04")
    if left.full_round:
        found.append(Fact("turn.all_left", rules=rules))
    elif turn.limited and left.attack and left.move:
        found.append(Fact("turn.one_left", rules=("D20C-SUR-02", "D20C-ACT-04")))
    else:
        if left.attack:
            found.append(Fact("turn.attack_left", rules=rules))
        if left.move:
            found.append(Fact("turn.move_left", rules=rules))
    if turn.blows and (blows := blows_left(fight, who)) and may_go_on(fight, who):
        found.append(Fact("turn.blows_left", blows, rules=("D20C-FUL-01", "D20C-FUL-05")))
    if step_left(fight, who):
        found.append(Fact("turn.step_left", rules=("D20C-ACT-07",)))
    return tuple(found) or (Fact("turn.nothing_left", rules=rules),)


def card(fight: D20Fight, who: Id) -> Card:
    """All facts of a combatant."""
    one = fight.combatants[who]
    body, own = one.body, controllers_of(who)
    facts = [hp_fact(one), *temporary_facts(one), *turn_facts(fight, who), *state_facts(fight, one)]
    if body.initiative is not None and fight.ordered:
        facts.append(Fact("initiative", value=body.initiative, rules=("D20C-INI-02",)))
    if not (body.alive if body.being == "object" else can_act(fight, who)):
        facts.append(Fact("out", rules=("D20H-HP-05", "D20H-COND-01"), audience=words_for(one)))
    facts.extend(_private(fact, own) for fact in _defenses(fight, who))
    if body.being == "object":
        hardness = Fact("value.hardness", value=body.thing.hardness, rules=("D20S-OBJ-06",), audience=own)
        return Card(who, (*facts, hardness))
    facts.extend(_private(fact, own) for fact in (*threshold_facts(body), *load_facts(body)))
    facts.append(Fact("value.speed", value=speed_of(fight, who), rules=("D20C-SPD-01",), audience=own))
    effects = body_effects(body)
    for weapon in body.carried():
        if weapon.key not in (body.main, body.off):
            continue
        params = weapon_params(body, weapon, weapon.modes[0], effects, off=weapon.key == body.off)
        loaded = body.loaded(weapon.key)
        code = "value.in_hand"
        if loaded is not None:
            code, params = "value.in_hand_loaded", {**params, "loaded": loaded, "capacity": weapon.capacity}
        facts.append(Fact(code, params=params, rules=("D20C-DMG-01",), audience=own))
        if body.automatic(weapon.key):
            facts.append(fact("value.set_automatic", weapon=weapon.name, rules=("D20S-AUTO-01",), audience=own))
    return Card(who, tuple(facts))


def _defenses(fight: D20Fight, who: Id) -> Explanation:
    """Defense as an attack meets it now (D20C-DEF-01, D20C-DEF-12)."""
    body = fight.body(who)
    if body.being == "object":
        return defense_facts(body)
    return defense_facts(body, effects_of(fight, who), standing_situation(fight, who))


def _private(fact: Fact, own: Audience) -> Fact:
    return Fact(fact.code, fact.value, fact.params, fact.rules, own, fact.terms)
