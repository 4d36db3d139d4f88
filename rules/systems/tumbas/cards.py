"""What there is to know of a combatant, each fact with its audience."""

from __future__ import annotations

from rules.core.audience import GAME_MASTER, TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Param, Ref, Word, fact
from rules.core.fight import Card
from rules.core.health import health_word, points_fact
from rules.core.people import words_for
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tumbas.gear.arms import shots_left
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import KINDS
from rules.systems.tumbas.state import TumbasCombatant, TumbasFight
from rules.systems.tumbas.turns import to_act
from rules.systems.tumbas.values import aptitude_left, aptitude_total


def hp_fact(one: TumbasCombatant) -> Fact:
    """Hit points as a number for those who may read it, else as a word for those who may see that."""
    body = one.body
    word = health_word(body.hp, body.hp_max)
    return points_fact(one, "hp.number", body.hp, body.hp_max, word, rules=("TUM-HOUSE-20",), spoken="hp.word")


def declared_for(fight: TumbasFight, who: Id) -> Audience:
    """Who may read a declaration: everybody, or only its maker while it is kept to be revealed (TUMS-CMB-03)."""
    secret = setting(fight.house, "secret_declarations") and fight.round.stage == "declaration"
    return controllers_of(who) if secret else TABLE


def declared_facts(fight: TumbasFight, who: Id) -> Explanation:
    """What a combatant has declared for this round (TUMS-CMB-03, TUMS-CMB-08)."""
    found = fight.round.declared.get(who)
    if found is None or who in _seen_fallen(fight):
        return ()
    seen = declared_for(fight, who)
    params: dict[str, Param] = {"what": Word(f"action.{found.what}"), "key": found.what}
    code = "declared.what"
    if found.target is not None and found.target in fight.combatants:
        code, params["target"] = "declared.what_target", Ref(found.target)
    otherwise = Fact("declared.something")
    what = Fact(code, params=params, rules=("TUMS-CMB-03",), audience=seen, otherwise=otherwise)
    facts = [what]
    if found.to:
        # where a foe goes may lie under cloth
        to = seen if fight.combatants[who].controllers else GAME_MASTER
        facts.append(fact("declared.to", audience=to, cell=found.to))
    if found.words:
        facts.append(fact("declared.words", audience=seen, words=found.words))
    if found.hurried:
        facts.append(Fact("declared.hurried", rules=("TUMS-CMB-08",), audience=seen))
    return tuple(facts)


def _seen_fallen(fight: TumbasFight) -> frozenset[Id]:
    """Those who are down, as everybody sees: where they stood matters no more."""
    people = fight.combatants.values()
    return frozenset(one.id for one in people if not one.body.able and words_for(one) == TABLE)


def state_facts(fight: TumbasFight, one: TumbasCombatant) -> Explanation:
    """The states that the fight has brought."""
    body, own = one.body, controllers_of(one.id)
    facts: list[Fact] = []
    if body.health != "ok":
        facts.append(Fact(f"status.{body.health}", rules=("TUM-HOUSE-20", "TUM-HOUSE-21"), audience=words_for(one)))
    fallen = _seen_fallen(fight)
    facts.extend(relation_facts(fight, () if one.id in fallen else KINDS, one.id, without=fallen))
    if one.id in fight.round.surprised:
        facts.append(Fact("state.surprised", rules=("TUM-HOUSE-30",)))
    if body.exposed is not None and one.id not in fallen:
        facts.append(Fact("state.exposed", rules=("TUM-HOUSE-17",)))
    if body.promised:
        facts.append(Fact("state.promised", value=body.promised, rules=("TUM-DICE-01",)))
    if body.helped:
        facts.append(Fact("state.helped", value=body.helped, rules=("TUM-HOUSE-12",)))
    if body.unloaded:
        facts.append(Fact("state.unloaded", rules=("TUM-HOUSE-12",), audience=own))
    if body.overloaded:
        facts.append(Fact("state.overloaded", rules=("TUM-LOAD-03",), audience=own))
    if body.hungry_days:
        facts.append(Fact("state.hungry", value=body.hungry_days, rules=("TUM-HOUSE-23",), audience=own))
    return tuple(facts)


def awaited_facts(fight: TumbasFight, one: TumbasCombatant) -> Explanation:
    """That the round waits for a combatant to declare or to act (TUMS-CMB-03, TUMS-CMB-07).

    Those who are down are not waited for, so this tells as much as how they look.
    """
    if one.id not in to_act(fight):
        return ()
    if fight.round.stage == "declaration":
        return (Fact("awaited.declaration", rules=("TUMS-CMB-03",), audience=words_for(one)),)
    return (Fact("awaited.action", rules=("TUMS-CMB-07",), audience=words_for(one)),)


def card(fight: TumbasFight, who: Id) -> Card:
    """All facts of a combatant."""
    one = fight.combatants[who]
    body, own = one.body, controllers_of(who)
    facts = [hp_fact(one), *state_facts(fight, one), *awaited_facts(fight, one), *declared_facts(fight, who)]
    if not body.able:
        facts.append(Fact("out", rules=("TUM-HOUSE-20",), audience=words_for(one)))
    die = body.weapon(body.in_hand).damage_die
    facts.append(
        fact("value.in_hand", rules=("TUM-HOUSE-08",), audience=own, weapon=body.called(body.in_hand), die=die)
    )
    left = shots_left(one.gear, body, body.in_hand)
    if left is not None:
        facts.append(fact("note.ammunition", left, audience=own, left=left))
    facts.append(Fact("value.armour", value=body.armour, rules=("TUM-HOUSE-09",), audience=own))
    if not body.creature:
        facts.append(fact("value.load", body.spaces, rules=("TUM-LOAD-03",), audience=own, capacity=body.capacity))
        most = aptitude_total(body)
        facts.append(fact("aptitude", aptitude_left(body), rules=("TUM-HOUSE-04",), audience=own, maximum=most))
    return Card(who, tuple(facts))
