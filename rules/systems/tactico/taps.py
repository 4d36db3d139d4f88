"""What the sheet of a person rolls at one tap: its weapons with their damage, and its skills (TAC-ROLL-03, -04)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.taps import PURPOSE, USES, Fell, Lead, Tap, TapDice
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Id
from rules.systems.tactico.acting import check_able
from rules.systems.tactico.dice import SKILL_DICE, double_of
from rules.systems.tactico.locations import is_melee
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.state import UNARMED, Arm, Body, TacticoFight
from rules.systems.tactico.values import arm_param, damage_text, roll_terms, skill_word
from rules.systems.tactico.weapons import damage_dice, weapon_damage
from rules.systems.tactico.wielding import finds_values_out, fired, unusable


def taps(fight: TacticoFight, who: Id) -> tuple[Tap, ...]:
    """Each weapon, the one in hand first, bare hands, the trained skills, the best first, then the others."""
    body = fight.body(who)
    arms = sorted(body.arms, key=lambda key: key != body.in_hand)
    own = [name for name in body.skills if name not in SKILLS]
    ranked = sorted((*SKILLS, *own), key=lambda name: (-body.skills.get(name, 0), -body.competence(name).sum))
    return (
        *(_attack(fight, who, key) for key in (*arms, UNARMED)),
        *(_test(fight, who, name) for name in ranked),
    )


def two_dice(terms: Explanation) -> TapDice:
    """Two dice with characteristic, skill and what else is added; a double 1 or 6 decides (TAC-ROLL-03 to -07)."""
    added = sum(term.value or 0 for term in terms)

    def rule() -> Throws[Fell]:
        faces = yield from throw(*(Throw(PURPOSE, sides, bonus=added) for sides in SKILL_DICE))
        return Fell(faces, sum(faces) + added, _meaning(faces), double_of(faces) != "none")

    return TapDice(tuple(SKILL_DICE), added, terms, ("TAC-ROLL-03", "TAC-ROLL-04"), rule)


def _meaning(faces: tuple[int, ...]) -> Fact | None:
    """What a double says by itself (TAC-ROLL-06, TAC-ROLL-07)."""
    double = double_of(faces)
    if double == "double_1":
        return fact("tap.double_1", rules=("TAC-ROLL-06",))
    return fact("tap.double_6", rules=("TAC-ROLL-07",)) if double == "double_6" else None


def _down(body: Body) -> RuleError | None:
    """Why nothing is tried (TAC-DMG-03, TAC-DMG-09, TAC-DMG-10, TAC-FAT-03)."""
    try:
        check_able(body)
    except NotAllowed as unable:
        return unable
    return NotAllowed("tactico.plan.torso_disabled") if "torso" in body.disabled else None


def _attack(fight: TacticoFight, who: Id, key: Id) -> Tap:
    """An attack with a weapon; its accuracy and damage are left out where they are found out in play (TAC-INV-01)."""
    body = fight.body(who)
    arm = body.arm(key)
    skill = arm.values.skill
    known = key == UNARMED or not finds_values_out(fight, who)
    reason, mends = _down(body), None
    if reason is None and (why := unusable(fight, who, key)):
        reason = NotAllowed(why)
    if reason is None and arm.rounds is not None and not arm.left:
        reason = NotAllowed("tactico.shoot.empty", params={"left": 0})
        mends = Lead("reload", {"weapon": key}, "core.tap.reload")
    accuracy = (fact("term.accuracy", arm.accuracy, rules=("TAC-ATK-04", "TAC-HOUSE-13")),)
    melee = is_melee(skill)
    return Tap(
        f"weapon:{key}",
        "attack",
        arm_param(key, arm),
        two_dice((*roll_terms(body, skill), *(accuracy if known and arm.accuracy else ()))),
        icon="sword" if melee else "target",
        notes=(
            *((fact("tap.damage", dice=damage_text(arm)),) if known else ()),
            fact(USES["melee" if melee else "ranged"]),
            *((fact("tap.shots", arm.left, capacity=arm.rounds),) if arm.rounds is not None else ()),
        ),
        harm=_harm(arm) if known else None,
        reason=reason,
        mends=mends,
        leads=Lead("attack" if melee else "shoot", {"weapon": key}),
        spend=_shot(who, key),
    )


def _shot(who: Id, key: Id) -> Callable[[TacticoFight, Notes], TacticoFight]:
    return lambda fight, notes: fired(fight, who, key, 1)


def _harm(arm: Arm) -> TapDice | None:
    """The damage of a hit before any protection; nothing to roll where it is fixed (TAC-HOUSE-13)."""
    weapon = arm.values
    sides = damage_dice(weapon)

    def rule() -> Throws[Fell]:
        faces = yield from throw(*(Throw("damage", one, bonus=weapon.bonus) for one in sides))
        return Fell(faces, weapon_damage(weapon, faces))

    terms = (fact("tap.damage_bonus", weapon.bonus, rules=("TAC-HOUSE-13",)),) if weapon.bonus else ()
    return TapDice(sides, weapon.bonus, terms, ("TAC-HOUSE-13",), rule) if sides else None


def _test(fight: TacticoFight, who: Id, skill: str) -> Tap:
    body = fight.body(who)
    untrained = (fact("tap.untrained", rules=("TAC-DIFF-03",)),) if not body.skills.get(skill) else ()
    return Tap(
        f"skill:{skill}",
        "test",
        skill_word(skill),
        two_dice(roll_terms(body, skill)),
        notes=untrained,
        reason=_down(body),
        leads=Lead("test", {"skill": skill}),
    )
