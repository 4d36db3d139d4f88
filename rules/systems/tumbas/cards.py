"""What there is to know of a combatant, each fact with its audience."""

from __future__ import annotations

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Fact, Param, Ref, Word
from rules.core.fight import Card
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tumbas.gear.arms import shots_left
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.situation import KINDS
from rules.systems.tumbas.state import Body, TumbasCombatant, TumbasFight
from rules.systems.tumbas.turns import to_act
from rules.systems.tumbas.values import aptitude_left, aptitude_total


def health_word(body: Body) -> str:
    """How somebody looks from outside: unhurt, hurt (more than half), badly_hurt, or down (zero or less)."""
    if body.hp <= 0:
        return "down"
    if body.hp >= body.hp_max:
        return "unhurt"
    return "hurt" if 2 * body.hp > body.hp_max else "badly_hurt"


def numbers_for(one: TumbasCombatant) -> Audience:
    """Who may read a combatant's hit points as numbers."""
    return TABLE if one.shows == "number" else controllers_of(one.id)


def words_for(one: TumbasCombatant) -> Audience:
    """Who may read how a combatant looks, and its states."""
    return controllers_of(one.id) if one.shows == "nothing" else TABLE


def hp_fact(one: TumbasCombatant) -> Fact:
    """Hit points as a number for those who may read it, else as a word for those who may see that."""
    key = health_word(one.body)
    otherwise = Fact("hp.word", params={"word": Word(f"health.{key}"), "key": key}) if one.shows == "word" else None
    return Fact(
        "hp.number",
        value=one.body.hp,
        params={"maximum": one.body.hp_max, "key": key},
        rules=("TUM-HOUSE-20",),
        audience=numbers_for(one),
        otherwise=otherwise,
    )


def declared_for(fight: TumbasFight, who: Id) -> Audience:
    """Who may read a declaration: everybody, or only its maker while it is kept to be revealed (TUMS-CMB-03)."""
    secret = setting(fight.house, "secret_declarations") and fight.round.stage == "declaration"
    return controllers_of(who) if secret else TABLE


def declared_facts(fight: TumbasFight, who: Id) -> tuple[Fact, ...]:
    """What somebody has announced for this round (TUMS-CMB-03, TUMS-CMB-08)."""
    found = fight.round.declared.get(who)
    if found is None:
        return ()
    seen = declared_for(fight, who)
    params: dict[str, Param] = {"what": Word(f"action.{found.what}"), "key": found.what}
    facts = [
        Fact(
            "declared.what", params=params, rules=("TUMS-CMB-03",), audience=seen, otherwise=Fact("declared.something")
        )
    ]
    if found.target is not None and found.target in fight.combatants:
        facts.append(Fact("declared.target", params={"target": Ref(found.target)}, audience=seen))
    if found.words:
        facts.append(Fact("declared.words", params={"words": found.words}, audience=seen))
    if found.hurried:
        facts.append(Fact("declared.hurried", rules=("TUMS-CMB-08",), audience=seen))
    return tuple(facts)


def state_facts(fight: TumbasFight, one: TumbasCombatant) -> tuple[Fact, ...]:
    """The states that the fight has brought."""
    body = one.body
    facts: list[Fact] = []
    if body.health != "ok":
        facts.append(Fact(f"status.{body.health}", rules=("TUM-HOUSE-20", "TUM-HOUSE-21"), audience=words_for(one)))
    facts.extend(relation_facts(fight, KINDS, one.id))
    if one.id in fight.round.surprised:
        facts.append(Fact("state.surprised", rules=("TUM-HOUSE-30",)))
    if body.exposed is not None:
        facts.append(Fact("state.exposed", rules=("TUM-HOUSE-17",)))
    if body.helped:
        facts.append(Fact("state.helped", value=body.helped, rules=("TUM-HOUSE-12",)))
    if body.unloaded:
        facts.append(Fact("state.unloaded", rules=("TUM-HOUSE-12",), audience=controllers_of(one.id)))
    if body.overloaded:
        facts.append(Fact("state.overloaded", rules=("TUM-LOAD-03",), audience=controllers_of(one.id)))
    if body.hungry_days:
        facts.append(
            Fact("state.hungry", value=body.hungry_days, rules=("TUM-HOUSE-23",), audience=controllers_of(one.id))
        )
    return tuple(facts)


def awaited_facts(fight: TumbasFight, one: TumbasCombatant) -> tuple[Fact, ...]:
    """That the round waits for somebody: all at once declare, and all of a group act in any order (TUMS-CMB-03, -07).

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
    held: dict[str, Param] = {"weapon": body.called(body.in_hand), "die": body.weapon(body.in_hand).damage_die}
    facts.append(Fact("value.in_hand", params=held, rules=("TUM-HOUSE-08",), audience=own))
    left = shots_left(one.gear, body, body.in_hand)
    if left is not None:
        facts.append(Fact("note.ammunition", value=left, params={"left": left}, audience=own))
    facts.append(Fact("value.armour", value=body.armour, rules=("TUM-HOUSE-09",), audience=own))
    if not body.creature:
        load: dict[str, Param] = {"capacity": body.capacity}
        facts.append(Fact("value.load", value=body.spaces, params=load, rules=("TUM-LOAD-03",), audience=own))
        uses: dict[str, Param] = {"maximum": aptitude_total(body)}
        facts.append(Fact("aptitude", value=aptitude_left(body), params=uses, rules=("TUM-HOUSE-04",), audience=own))
    return Card(who, tuple(facts))
