"""What a sheet rolls at one tap: its weapons with their damage, and tests of its attributes (TUM-TEST-04)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.taps import USES, Fell, Lead, Tap, TapDice
from rules.core.throws import Throws, throw_one
from rules.core.types import Id
from rules.core.words import number
from rules.systems.tumbas.attack import talent_term
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.dice import SIDES, roll_test
from rules.systems.tumbas.gear.arms import shots_left, spend_shot
from rules.systems.tumbas.state import Body, TumbasFight
from rules.systems.tumbas.trials import given_causes, spent, trial_of
from rules.systems.tumbas.values import attribute_term


def taps(fight: TumbasFight, who: Id) -> tuple[Tap, ...]:
    """Each weapon, those in hand first, and each attribute, the best first."""
    body = fight.body(who)
    arms = sorted(body.arms(), key=lambda name: (name != body.in_hand, name == "unarmed"))
    ranked = sorted(ATTRIBUTES, key=lambda name: -body.value(name))
    return (*(_attack(fight, who, name) for name in arms), *(_test(fight, who, name) for name in ranked))


def _dice(fight: TumbasFight, who: Id, attribute: Attribute, *, alone: bool) -> TapDice:
    """A test of an attribute; with the dice that overload, help and the game master give (TUM-TEST-04, TUM-DICE-01).

    alone: it is against 10, so that everybody sees whether it succeeds; a blow is compared with a defence instead.
    """
    body = fight.body(who)
    one = trial_of(fight, who, attribute, given_causes(body, {}, attribute))

    def rule() -> Throws[Fell]:
        test = yield from roll_test(one)
        faces = (*test.faces, *test.explosions)
        return Fell(faces, test.total, _meaning(test.success, test.pluses, test.fumble) if alone else None, alone)

    terms = (attribute_term(attribute, body.value(attribute)), *(replace(cause, value=None) for cause in one.causes))
    return TapDice((SIDES,) * one.pool.size, body.value(attribute), terms, ("TUM-TEST-04",), rule)


def _meaning(success: bool, pluses: int, fumble: bool) -> Fact:
    """What a test against 10 comes to (TUM-TEST-04, TUM-PLUS-01, TUM-FUMB-01)."""
    if success:
        rules = ("TUM-TEST-04", "TUM-PLUS-01")
        return fact("tap.success_plus", pluses, rules=rules) if pluses else fact("tap.success", rules=rules)
    return fact("tap.fumble", rules=("TUM-FUMB-01",)) if fumble else fact("tap.failure", rules=("TUM-TEST-04",))


def _down(body: Body) -> RuleError | None:
    return None if body.able else NotAllowed("tumbas.cannot_act")


def _attack(fight: TumbasFight, who: Id, name: str) -> Tap:
    """An attack: against 10 from afar, and in melee against the defence that it meets (TUM-HOUSE-13, -14)."""
    one = fight.combatants[who]
    body, weapon = one.body, one.body.weapon(name)
    shoots = weapon.use == "ranged"
    left = shots_left(one.gear, body, name)
    reason, mends = _down(body), None
    if reason is None and left == 0:
        reason = NotAllowed("tumbas.shoot.no_ammunition", params={"name": body.own[name].name})
    elif reason is None and body.unloaded and body.reloads(name):
        reason, mends = NotAllowed("tumbas.shoot.unloaded"), Lead("reload", {}, "core.tap.reload")
    harm = _harm(body, weapon.damage_die, shoots=shoots)
    dice = f"d{weapon.damage_die}{number(harm.added, sign=True) if harm.added else ''}"
    return Tap(
        f"weapon:{name}",
        "attack",
        body.called(name),
        _dice(fight, who, "agility" if shoots else body.best(weapon), alone=shoots),
        icon="target" if shoots else "sword",
        notes=(
            fact("tap.damage", dice=dice),
            fact(USES[weapon.use]),
            *((fact("tap.shots", left),) if left is not None else ()),
        ),
        harm=harm,
        reason=reason,
        mends=mends,
        leads=Lead("shoot" if shoots else "attack", {"weapon": name}),
        spend=partial(_shot, who=who, name=name),
    )


def _harm(body: Body, die: int, *, shoots: bool) -> TapDice:
    """The damage of a hit before armour and pluses (TUM-HOUSE-16, TUM-HOUSE-32)."""
    terms: Explanation = talent_term(body, "sharp_shot")
    if not shoots:
        terms = (attribute_term("strength", body.value("strength")), *talent_term(body, "strong_arm"))
    added = sum(term.value or 0 for term in terms)

    def rule() -> Throws[Fell]:
        face = yield from throw_one("damage", die, bonus=added)
        return Fell((face,), max(1, face + added))

    return TapDice((die,), added, terms, ("TUM-HOUSE-16",), rule)


def _shot(fight: TumbasFight, notes: Notes, *, who: Id, name: str) -> TumbasFight:
    """The fight after an attack: help is gone, a shot is spent, and a crossbow waits to be loaded (TUM-HOUSE-12)."""
    fight = spent(fight, who, {})
    body = fight.body(who)
    if body.weapon(name).use != "ranged":
        return fight
    fight = spend_shot(fight, who, name, None, notes)
    body = fight.body(who)
    return fight.with_body(who, replace(body, unloaded=True)) if body.reloads(name) else fight


def _test(fight: TumbasFight, who: Id, attribute: Attribute) -> Tap:
    return Tap(
        f"attribute:{attribute}",
        "test",
        Word(f"attribute.{attribute}"),
        _dice(fight, who, attribute, alone=True),
        reason=_down(fight.body(who)),
        leads=Lead("test", {"attribute": attribute}),
        spend=lambda fight, notes: spent(fight, who, {}),
    )
