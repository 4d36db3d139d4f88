"""What a sheet rolls at one tap: its weapons with their damage, saving throws, skills, initiative.

Rules: D20C-ATK-05, D20C-ATK-06, D20C-CRT-05, D20C-DMG-04, D20C-SAV-01, D20C-SAV-02, D20C-INI-01, D20H-BASE-02.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.taps import PURPOSE, USES, Fell, Lead, Tap, TapDice
from rules.core.throws import Throw, Throws, throw, throw_one
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, SAVES
from rules.systems.d20.arms import UNARMED, Weapon
from rules.systems.d20.bearing import body_effects, can_act, effects_of
from rules.systems.d20.blows import NOT_IN_HAND, ammunition_spent, check_ammunition, why_not
from rules.systems.d20.dice import D20
from rules.systems.d20.state import D20Fight
from rules.systems.d20.terms import facts_of
from rules.systems.d20.testing import code_of, terms_of
from rules.systems.d20.values import attack_terms, damage_bonus, initiative_of, signed


def taps(fight: D20Fight, who: Id) -> tuple[Tap, ...]:
    """Each weapon and bare hands, the three saves, the trained skills, initiative, the abilities; nothing for things.

    Of the skills the best come first.
    """
    body = fight.body(who)
    if body.being == "object":
        return ()
    arms = sorted((*body.weapons, *body.gained.values()), key=lambda one: one.key not in (body.main, body.off))
    trained = (name for name, ranks in body.skills.items() if ranks)
    skills = [tap for tap in (_test(fight, who, f"skill:{name}") for name in trained) if tap is not None]
    abilities = (_test(fight, who, f"ability:{name}") for name in ABILITIES)
    return (
        *(_attack(fight, who, one) for one in arms if not one.explosive),
        _attack(fight, who, body.weapon(UNARMED)),
        *(_save(fight, who, name) for name in SAVES),
        *sorted(skills, key=lambda tap: -tap.dice.added),
        *_initiative(fight, who),
        *(tap for tap in abilities if tap is not None),
    )


def _d20(
    added: int,
    terms: Explanation,
    rules: tuple[str, ...],
    means: Callable[[int], Fact | None],
    *,
    decided: bool = False,
) -> TapDice:
    """One die and what is added; `means`: what its natural result says by itself; `decided`: there is no difficulty."""

    def rule() -> Throws[Fell]:
        face = yield from throw_one(PURPOSE, D20, bonus=added)
        told = means(face)
        # what a natural 1 or 20 decides needs nobody's word; a threat does, since armour may stop it
        return Fell((face,), face + added, told, decided or (told is not None and told.code != "tap.threat"))

    return TapDice((D20,), added, terms, rules, rule)


def _struck(face: int, *, threat: int) -> Fact | None:
    """A natural 1 misses, and from some natural result on it threatens a critical hit (D20C-CRT-05)."""
    if face == 1:
        return fact("tap.natural_1", rules=("D20C-CRT-05",))
    return fact("tap.threat", face, rules=("D20C-CRT-05",)) if face >= threat else None


def _saved(face: int) -> Fact | None:
    """In saves a natural 1 fails and a natural 20 succeeds (D20C-SAV-02)."""
    if face == 1:
        return fact("tap.natural_1", rules=("D20C-SAV-02",))
    return fact("tap.natural_20", rules=("D20C-SAV-02",)) if face == D20 else None


def _plain(face: int) -> Fact | None:
    return None


def _cannot_act(fight: D20Fight, who: Id) -> RuleError | None:
    return None if can_act(fight, who) else NotAllowed("d20.turn.cannot_act")


def _attack(fight: D20Fight, who: Id, weapon: Weapon) -> Tap:
    """An attack with a weapon; what is not in hand is drawn first, which outside a fight takes no time."""
    body, effects = fight.body(who), effects_of(fight, who)
    mode = weapon.modes[0]
    terms = attack_terms(body, weapon, mode, effects)
    reason, mends = _cannot_act(fight, who), None
    if reason is None:
        why = why_not(fight, who, weapon)
        reason = NotAllowed(why) if why and why != NOT_IN_HAND else None
    if reason is None:
        try:
            check_ammunition(body, weapon)
        except RuleError as empty:
            reason, mends = empty, Lead("gear", {"verb": "reload", "weapon": weapon.key}, "core.tap.reload")
    loaded = body.loaded(weapon.key)
    bonus = damage_bonus(body, weapon, mode, effects)
    rules = ("D20C-ATK-05",) if mode == "melee" else ("D20C-ATK-06",)
    return Tap(
        f"weapon:{weapon.key}",
        "attack",
        weapon.name or Word("weapon.unarmed"),
        _d20(
            sum(term.value for term in terms),
            facts_of(terms),
            rules,
            partial(_struck, threat=weapon.threat_from),
        ),
        icon="target" if mode == "ranged" else "hand-helping" if weapon.unarmed else "sword",
        notes=(
            fact("tap.damage", dice=f"{weapon.dice}{signed(bonus)}"),
            fact("tap.range", feet=weapon.increment) if weapon.increment else fact(USES["melee"]),
            *((fact("tap.loaded", loaded, capacity=weapon.capacity),) if loaded is not None else ()),
        ),
        harm=_harm(weapon, bonus),
        reason=reason,
        mends=mends,
        leads=Lead("attack", {"weapon": weapon.key}),
        spend=lambda before, notes: _spent(before, notes, who, weapon),
    )


def _spent(fight: D20Fight, notes: Notes, who: Id, weapon: Weapon) -> D20Fight:
    """The fight without the bullet; what is thrown is picked up again where nobody fights (D20S-GUN-01)."""
    return fight if weapon.use == "thrown" else ammunition_spent(fight, who, weapon, notes)


def _harm(weapon: Weapon, bonus: int) -> TapDice | None:
    """The damage of a hit that is not critical, at least 1 (D20C-DMG-04)."""
    dice = weapon.damage_dice
    thrown = (*(dice.sides,) * dice.count, *(dice.extra_sides or 1,) * dice.extra_count)
    # a fixed amount is told as dice of one side
    sides, fixed = tuple(one for one in thrown if one > 1), thrown.count(1)

    def rule() -> Throws[Fell]:
        faces = yield from throw(*(Throw("damage", one, bonus=bonus) for one in sides))
        return Fell(faces, max(1, sum(faces) + fixed + bonus))

    added = fixed + bonus
    terms = (fact("tap.damage_bonus", added, rules=("D20C-DMG-04",)),) if added else ()
    return TapDice(sides, added, terms, ("D20C-DMG-04",), rule) if sides else None


def _save(fight: D20Fight, who: Id, name: str) -> Tap:
    """A saving throw, which any creature may make at any time (D20C-SAV-01, D20C-SAV-02)."""
    terms = terms_of(fight, who, f"save:{name}")
    rules = ("D20C-SAV-01", "D20C-SAV-02")
    dice = _d20(sum(term.value for term in terms), facts_of(terms), rules, _saved)
    return Tap(f"save:{name}", "save", Word(f"save.{name}"), dice, icon="shield")


def _test(fight: D20Fight, who: Id, kind: str) -> Tap | None:
    """A check of a skill or an ability; None where there is no such ability (D20H-BASE-02)."""
    reason = _cannot_act(fight, who)
    if kind == "ability:constitution" and fight.body(who).no_constitution:
        return None
    try:
        terms = terms_of(fight, who, kind)
    except RuleError as refused:
        terms, reason = (), refused
    dice = _d20(sum(term.value for term in terms), facts_of(terms), ("D20H-BASE-02",), _plain)
    return Tap(kind, "test", Word(code_of(kind)), dice, reason=reason, leads=Lead("test", {"kind": kind}))


def _initiative(fight: D20Fight, who: Id) -> Iterator[Tap]:
    """Initiative (D20C-INI-01)."""
    told = initiative_of(fight.body(who), body_effects(fight.body(who)))
    yield Tap(
        "initiative",
        "test",
        Word("value.initiative"),
        _d20(told.value or 0, told.terms, ("D20C-INI-01",), _plain, decided=True),
        icon="chevrons-right",
    )
