"""The value that an attack must match: armour class, mental defence, resistance rolls.

(TAP-ROLL-06, TAP-ROLL-07, TAP-ROLL-09, TAP-HOUSE-07, TAP-HOUSE-08, TAP-HOUSE-10)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.once import once
from rules.core.overrides import by_hand
from rules.core.types import Id
from rules.systems.tapiz.attributes import Attribute
from rules.systems.tapiz.effects import Effect, effect_fact
from rules.systems.tapiz.hit_points import PoolName
from rules.systems.tapiz.in_force import weighed
from rules.systems.tapiz.load import load_terms, weighs_on
from rules.systems.tapiz.rolls import Roll, attribute_term, static_term, static_total, trait_bonus, traits_term
from rules.systems.tapiz.sheet import ARMOURS, Armour
from rules.systems.tapiz.situation import cover_term
from rules.systems.tapiz.sizes import size_term
from rules.systems.tapiz.stances import resistance_terms
from rules.systems.tapiz.state import Body, TapizFight

ARMOUR_BONUSES: Mapping[Armour, int] = {"none": 0, "light": 2, "medium": 4, "heavy": 6}
"""Bonus of worn armour to the armour class (TAP-HOUSE-07)."""

SHIELD_BONUS = 1
"""What a shield adds to the bonus of the armour (TAP-HOUSE-07)."""

DEFENCE_ATTRIBUTE: Mapping[PoolName, Attribute] = {"physical": "dexterity", "mental": "intelligence"}
"""The attribute of each resistance (TAP-ROLL-09, TAP-HOUSE-08)."""


def armour_bonus(armour: Armour, *, shield: bool) -> int:
    """Return the bonus of armour and shield to the armour class (TAP-HOUSE-07)."""
    worn = one_of(armour, ARMOURS, "tapiz.armour.unknown", field="armour")
    return ARMOUR_BONUSES[worn] + (SHIELD_BONUS if shield else 0)


def static_defence(attribute_modifier: int, trait_bonus: int, armour_bonus: int) -> int:
    """Return the armour class, or without armour the mental defence: static rolls (TAP-ROLL-09, TAP-HOUSE-08)."""
    return static_total(Roll(attribute_modifier, trait_bonus, (armour_bonus,), "static"))


def check_static(*, surprised: bool) -> None:
    """Refuse static rolls to the surprised (TAP-HOUSE-10)."""
    if surprised:
        raise NotAllowed("tapiz.resistance.surprised", field="mode")


@once
def armour_class_fact(body: Body) -> Fact:
    """The armour class with its terms, outside any fight (TAP-ROLL-09, TAP-HOUSE-07)."""
    worn, suit = armour_bonus(body.worn, shield=body.shield), armour_bonus(body.worn, shield=False)
    terms = [static_term(), attribute_term(body, "dexterity")]
    if suit:
        name = body.armour_name or Word(f"armour.{body.armour}")
        terms.append(fact("term.armour", suit, armour=name, rules=("TAP-HOUSE-07",)))
    if body.shield and body.shield_name:
        terms.append(fact("term.shield_named", worn - suit, shield=body.shield_name, rules=("TAP-HOUSE-07",)))
    elif body.shield:
        terms.append(fact("term.shield", worn - suit, rules=("TAP-HOUSE-07",)))
    terms += traits_term(body.level, body.defence_traits)
    bonus = trait_bonus(body.level, body.defence_traits).bonus
    value = static_defence(body.modifier("dexterity"), bonus, worn)
    whole = fact("value.armour_class", value, rules=("TAP-ROLL-09",), terms=tuple(terms))
    return by_hand(whole, body.overrides)


@once
def mental_defence_fact(body: Body) -> Fact:
    """The mental defence with its terms, outside any fight (TAP-HOUSE-08)."""
    traits = body.mental_defence_traits
    terms = (static_term(), attribute_term(body, "intelligence"), *traits_term(body.level, traits))
    value = static_defence(body.modifier("intelligence"), trait_bonus(body.level, traits).bonus, 0)
    return by_hand(fact("value.mental_defence", value, rules=("TAP-HOUSE-08",), terms=terms), body.overrides)


def _plain(body: Body, kind: PoolName) -> Fact:
    return armour_class_fact(body) if kind == "physical" else mental_defence_fact(body)


def defence_fact(
    fight: TapizFight, who: Id, kind: PoolName, *, effects: Iterable[Effect] = (), against: Id | None = None
) -> Fact:
    """A static resistance as it stands in this fight (TAP-ROLL-07, TAP-STANCE-06, TAP-STANCE-09, TAP-LOAD-03).

    against: the attacker, for its size and for the cover between the two (TAP-VIS-03, TAP-SIZE-02, TAP-SIZE-03).
    Load, stance and effects come on top of a number set by hand too.
    """
    body = fight.body(who)
    plain = _plain(body, kind)
    stance = resistance_terms(fight, body, static=True)
    more = [*stance, *(load_terms(fight, body) if weighs_on(fight, kind == "mental") else ())]
    if kind == "physical":
        more += cover_term(fight, who, against)
    if against is not None:
        more += size_term(fight, against, who, kind)
    more += map(effect_fact, effects)
    if not more:
        return plain
    value = (plain.value or 0) + sum(term.value or 0 for term in more)
    return replace(plain, value=value, terms=(*plain.terms, *more))


@once
def usual_effects(body: Body) -> tuple[Effect, ...]:
    """The effects that count on a static resistance unless an attacker leaves them out (TAP-EFF-02, TAP-EFF-08)."""
    return tuple(one for one in body.in_force if weighed(one, "resistance").counts)


def rolled_terms(fight: TapizFight, who: Id, kind: PoolName, against: Id) -> Explanation:
    """What a resistance roll holds besides dice, attribute, load and effects (TAP-ROLL-06, TAP-ROLL-09)."""
    body = fight.body(who)
    plain = _plain(body, kind)
    worn = tuple(term for term in plain.terms if term.code not in ("term.static", "term.attribute"))
    cover = cover_term(fight, who, against) if kind == "physical" else ()
    return (*worn, *resistance_terms(fight, body), *cover, *size_term(fight, against, who, kind))
