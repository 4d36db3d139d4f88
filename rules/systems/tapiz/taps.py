"""What a sheet rolls at one tap: its weapons, the attributes with a trait, initiative (TAP-ROLL-02, TAP-ROLL-03)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Notes, Word, fact
from rules.core.gear import Thing
from rules.core.taps import PURPOSE, USES, Fell, Lead, Tap, TapDice
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Id
from rules.systems.tapiz.attributes import ATTRIBUTES, MENTAL, Attribute
from rules.systems.tapiz.gear.arms import (
    UNARMED,
    ammunition_for,
    attribute_of,
    die_of,
    in_hand,
    is_empty,
    use_of,
    weapons,
)
from rules.systems.tapiz.gear.using import spend_ammunition
from rules.systems.tapiz.in_force import Sort, bearing_on, proposed
from rules.systems.tapiz.initiative import initiative_terms
from rules.systems.tapiz.rolls import ACTION_DICE, prepared, traits_term
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import TapizFight


def taps(fight: TapizFight, who: Id) -> tuple[Tap, ...]:
    """Each weapon, bare hands, each attribute with one trait, the best first, and initiative."""
    one = fight.combatants[who]
    body = one.body
    held = in_hand(one.gear)
    arms = sorted(weapons(one.gear), key=lambda weapon: weapon not in held)
    ranked = sorted(ATTRIBUTES, key=lambda name: (name != one.sheet.get("primary"), -body.scores[name]))
    return (
        *(_attack(fight, who, weapon) for weapon in arms),
        _bare_hands(fight, who),
        *(_test(fight, who, name) for name in ranked),
        *_initiative(fight, who),
    )


def _dice(fight: TapizFight, who: Id, attribute: Attribute, sort: Sort) -> TapDice:
    """3d6, the attribute, one trait, and what is in force and usually counts (TAP-ROLL-02, -03, TAP-EFF-02)."""
    body = fight.body(who)
    ticked = proposed(bearing_on(fight, who, sort))
    made = prepared(fight, who, {"attribute": attribute, "in_force": ticked}, sort=sort)
    terms: Explanation = (*made.terms, *traits_term(body.level, min(1, len(body.traits))))
    return TapDice(ACTION_DICE, sum(term.value or 0 for term in terms), terms, ("TAP-ROLL-02", "TAP-ROLL-03"))


def _down(fight: TapizFight, who: Id) -> RuleError | None:
    """Why nothing is tried: those who lie still, and minds that only obey or flee (TAP-HP-02, TAP-HP-03)."""
    allowed = fight.body(who).allowed
    if allowed == "none":
        return NotAllowed("tapiz.cannot_act.none")
    return None


def _may_not_attack(fight: TapizFight, who: Id) -> RuleError | None:
    if fight.body(who).allowed == "obey_or_flee":
        return NotAllowed("tapiz.cannot_act.obey_or_flee")
    return _down(fight, who)


def _attack(fight: TapizFight, who: Id, weapon: Thing) -> Tap:
    """An attack with a weapon; what is not in hand is drawn first, which outside a fight takes no time."""
    one = fight.combatants[who]
    reason = _may_not_attack(fight, who)
    if reason is None and is_empty(one.gear, weapon):
        reason = NotAllowed("tapiz.gear.no_ammunition", params={"name": weapon.name})
    stacks = ammunition_for(one.gear, weapon)
    left = sum(stack.quantity for stack in stacks)
    use = use_of(weapon)
    return Tap(
        f"weapon:{weapon.id}",
        "attack",
        weapon.name,
        _dice(fight, who, attribute_of(weapon), "attack"),
        icon="target" if use == "ranged" else "sword",
        notes=(
            fact(USES[use]),
            *((fact("tap.die", die_of(weapon)),) if settings_of(fight.house).damage_dice else ()),
            *((fact("tap.shots", left),) if weapon.values.get("ammunition") else ()),
        ),
        reason=reason,
        leads=Lead("attack", {"weapon": weapon.id, "attribute": attribute_of(weapon)}),
        spend=partial(_spent, who=who, weapon=weapon),
    )


def _spent(fight: TapizFight, notes: Notes, *, who: Id, weapon: Thing) -> TapizFight:
    return spend_ammunition(fight, who, weapon, None, notes)


def _bare_hands(fight: TapizFight, who: Id) -> Tap:
    return Tap(
        "weapon:unarmed",
        "attack",
        Word("tap.unarmed"),
        _dice(fight, who, "strength", "attack"),
        icon="hand-helping",
        notes=(fact(USES["melee"]),),
        reason=_may_not_attack(fight, who),
        leads=Lead("attack", {"weapon": UNARMED, "attribute": "strength"}),
    )


def _test(fight: TapizFight, who: Id, attribute: Attribute) -> Tap:
    traits = fight.body(who).traits
    return Tap(
        f"attribute:{attribute}",
        "test",
        Word(f"attribute.{attribute}"),
        _dice(fight, who, attribute, "other"),
        icon="brain" if attribute in MENTAL else "footprints",
        notes=(fact("tap.with_trait"),) if traits else (),
        reason=_down(fight, who),
        leads=Lead("other", {"attribute": attribute}),
    )


def _initiative(fight: TapizFight, who: Id) -> Iterator[Tap]:
    body = fight.body(who)
    added = body.initiative_modifier

    def rule() -> Throws[Fell]:
        faces = yield from throw(*(Throw(PURPOSE, sides, bonus=added) for sides in ACTION_DICE))
        return Fell(faces, sum(faces) + added, decided=True)

    dice = TapDice(ACTION_DICE, added, initiative_terms(body), ("TAP-HOUSE-09",), rule)
    yield Tap("initiative", "test", Word("usual.initiative"), dice, icon="chevrons-right")
