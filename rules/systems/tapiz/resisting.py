"""The value that an attack must match, in a fight: defence, stance, load, cover, size and what is in force.

(TAP-ROLL-07, TAP-ROLL-09, TAP-STANCE-06, TAP-STANCE-09, TAP-LOAD-03, TAP-VIS-03, TAP-SIZE-02, TAP-SIZE-03)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.facts import Explanation, Fact, Param, Word
from rules.core.types import Id
from rules.systems.tapiz.bearing import load_terms
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.situation import cover_term
from rules.systems.tapiz.size import SizeModifiers, size_modifiers
from rules.systems.tapiz.stances import Stance, resistance_modifier
from rules.systems.tapiz.state import Body, Effect, TapizFight, effect_fact
from rules.systems.tapiz.values import armour_class_fact, mental_defence_fact

DEFENCE_ATTRIBUTE = {"physical": "dexterity", "mental": "intelligence"}
"""The attribute of each resistance (TAP-ROLL-09, TAP-HOUSE-08)."""


def stance_of(fight: TapizFight, body: Body) -> Stance:
    """The stance somebody fights in; outside a conflict there is none (TAP-STANCE-01)."""
    return body.stance if fight.ordered else "normal"


def stance_term(fight: TapizFight, body: Body) -> Explanation:
    """What the stance adds to resistance rolls, static ones included (TAP-STANCE-06, TAP-STANCE-09)."""
    own = body.house_stance
    if own is not None and own.resistance and fight.ordered:
        named: dict[str, Param] = {"stance": own.name}
        return (Fact("term.stance", value=own.resistance, params=named, rules=("TAP-STANCE-04",)),)
    stance = stance_of(fight, body)
    modifier = resistance_modifier(stance, level=body.level, chosen_bonus=body.stance_bonus)
    if not modifier:
        return ()
    rule = "TAP-STANCE-06" if stance == "all_out_attack" else "TAP-STANCE-09"
    return (Fact("term.stance", value=modifier, params={"stance": Word(f"stance.{stance}")}, rules=(rule,)),)


def own_stance_term(fight: TapizFight, body: Body) -> Explanation:
    """What a stance in no book adds to attacks (TAP-STANCE-04)."""
    own = body.house_stance
    if own is None or not own.attack or not fight.ordered:
        return ()
    return (Fact("term.stance", value=own.attack, params={"stance": own.name}, rules=("TAP-STANCE-04",)),)


def sizes(fight: TapizFight, actor: Id, target: Id, kind: PoolName) -> SizeModifiers:
    """What the two sizes change in an attack, with the signs of this table (TAP-SIZE-02, TAP-SIZE-03, TAP-HOUSE-32)."""
    return size_modifiers(
        kind,
        fight.combatants[actor].body.size,
        fight.combatants[target].body.size,
        physical_sign=settings_of(fight.house).size_sign,
    )


def size_rules(fight: TapizFight, kind: PoolName) -> tuple[str, ...]:
    """The rows that the signs of size rest on."""
    if kind == "mental":
        return ("TAP-SIZE-03", "TAP-SIZE-04")
    reversed_here = settings_of(fight.house).size_sign == "reversed"
    return ("TAP-SIZE-02", "TAP-SIZE-04", *(("TAP-HOUSE-32",) if reversed_here else ()))


def size_term(fight: TapizFight, actor: Id, target: Id, kind: PoolName) -> Explanation:
    """What the two sizes change in the resistance (TAP-SIZE-04)."""
    change = sizes(fight, actor, target, kind).resistance
    if not change:
        return ()
    params = {
        "attacker": Word(f"size.{fight.combatants[actor].body.size}"),
        "target": Word(f"size.{fight.combatants[target].body.size}"),
    }
    return (Fact("term.size", value=change, params=params, rules=size_rules(fight, kind)),)


def defence_fact(
    fight: TapizFight, who: Id, kind: PoolName, *, effects: Iterable[Effect] = (), against: Id | None = None
) -> Fact:
    """A static resistance as it stands in this fight; `against`: with the size of the attacker and the cover it meets.

    Load, stance and effects come on top of a number set by hand too.
    """
    body = fight.combatants[who].body
    fact = armour_class_fact(body) if kind == "physical" else mental_defence_fact(body)
    more = [*stance_term(fight, body), *load_terms(fight, body)]
    if kind == "physical":
        more += cover_term(fight, who, against)
    if against is not None:
        more += size_term(fight, against, who, kind)
    more += map(effect_fact, effects)
    value = (fact.value or 0) + sum(term.value or 0 for term in more)
    return replace(fact, value=value, terms=(*fact.terms, *more))


def rolled_terms(fight: TapizFight, who: Id, kind: PoolName, against: Id) -> Explanation:
    """What a resistance roll holds besides dice, attribute, load and effects (TAP-ROLL-06, TAP-ROLL-09)."""
    body = fight.combatants[who].body
    whole = armour_class_fact(body) if kind == "physical" else mental_defence_fact(body)
    worn = tuple(term for term in whole.terms if term.code not in ("term.static", "term.attribute"))
    cover = cover_term(fight, who, against) if kind == "physical" else ()
    return (*worn, *stance_term(fight, body), *cover, *size_term(fight, against, who, kind))
