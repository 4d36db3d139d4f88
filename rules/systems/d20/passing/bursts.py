"""Explosions: who is caught, one damage, a save each; and what was planted and goes off by itself.

(D20S-EXP-01, D20S-EXP-10 to -13, D20S-OBJ-15, D20S-OBJ-16, D20C-COV-04, D20C-COV-06, D20C-COV-07, D20S-HOUSE-17)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.inputs import Allocation, Input, Option
from rules.core.people import asking
from rules.core.requests import Steps, choose
from rules.core.throws import ACTOR, Throws, asked
from rules.core.types import Id, drop
from rules.systems.d20.actions.harm import hurt
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import save_bonus
from rules.systems.d20.cover import COVER_BONUSES, PARTIAL_COVERS, Cover
from rules.systems.d20.dice import Amount, Purpose, halved, parse_amount
from rules.systems.d20.rolls import roll_amounts
from rules.systems.d20.special.explosives import BlastTarget, ExplosiveKind, blast
from rules.systems.d20.special.object_damage import OBJECT_DAMAGE_TYPES, ObjectDamageType
from rules.systems.d20.state import D20Fight

BLAST = ("D20S-EXP-10", "D20S-EXP-12", "D20S-EXP-13", "D20S-OBJ-15", "D20S-OBJ-16")


def reached(fight: D20Fight, caught: Sequence[Id]) -> list[Id]:
    """Those who can still be harmed, in the order of the fight."""
    return [who for who in fight.order if who in caught and fight.combatants[who].body.alive]


def covered_input(fight: D20Fight, label: str) -> Allocation:
    """Who is within reach, each with the cover towards it (D20C-COV-04)."""
    options = tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in reached(fight, tuple(fight.order))
    )
    shares = tuple(Option(cover, Fact(f"caught.{cover}")) for cover in PARTIAL_COVERS)
    return Allocation("caught", label, required=False, options=options, shares=shares, fresh=True)


def who_is_caught(
    fight: D20Fight, notes: Notes, key: str, *, label: str = "ask.caught", field: str = "input.caught"
) -> Steps[Mapping[Id, Cover]]:
    """Ask the game master who stands there, which only they can say of those who are hidden."""
    form: Input = covered_input(fight, field)
    answer = yield from choose(f"{key}caught", None, form, so_far=notes.so_far, audience=GAME_MASTER, label=label)
    found: Mapping[Id, str] = answer["caught"] or {}
    return {who: cast(Cover, found[who]) for who in reached(fight, tuple(found))}


def amount_of(dice: str, extra: str = "") -> Throws[int]:
    """Roll the dice of a weapon that are the same for all whom it reaches."""
    amounts: dict[Purpose, Amount] = {"damage": parse_amount(dice)}
    if extra:
        amounts["extra_damage"] = parse_amount(extra)
    return roll_amounts(amounts)


def harm_of(fight: D20Fight, weapon: Weapon, by: Id | None, notes: Notes, key: str) -> Steps[int]:
    """One damage for everybody, rolled by whoever brought it about (D20S-EXP-10)."""
    roller = by if by in fight.combatants else None
    rolled = yield from asked(
        amount_of(weapon.dice, weapon.extra_dice),
        asking(fight, {ACTOR: roller}, notes, key=key.rstrip(":")),
    )
    whole = max(0, rolled + weapon.damage)
    notes.add(Fact("burst.damage", whole, {"weapon": weapon.name}, ("D20S-EXP-10",), controllers_of(*_ids(roller))))
    return whole


def _ids(who: Id | None) -> tuple[Id, ...]:
    return () if who is None else (who,)


def reflex_of(fight: D20Fight, who: Id, cover: Cover) -> int | None:
    """The bonus of a save in an area: a thing saves as its holder does, a loose one not at all (D20S-OBJ-15, -16)."""
    saves = saver(fight, who)
    return None if saves is None else save_bonus(fight, saves, "reflex") + COVER_BONUSES[cover].reflex


def saver(fight: D20Fight, who: Id) -> Id | None:
    """Who rolls for somebody or something."""
    body = fight.combatants[who].body
    if body.being != "object":
        return who
    return body.thing.holder if body.thing.holder in fight.combatants else None


def kind_of(weapon: Weapon) -> ObjectDamageType:
    """What the damage of a weapon counts as for things (D20S-OBJ-09 to -11)."""
    return weapon.damage_type if weapon.damage_type in OBJECT_DAMAGE_TYPES else "weapon"


def explode(
    fight: D20Fight, weapon: Weapon, by: Id | None, notes: Notes, key: str, kind: ExplosiveKind = "thrown"
) -> Steps[D20Fight]:
    """Let an explosive go off among those whom the game master names (D20S-EXP-10, D20S-EXP-12, D20S-EXP-13)."""
    params: dict[str, Param] = {"weapon": weapon.name, "feet": weapon.radius}
    notes.add(Fact("burst.goes_off", params=params, rules=("D20S-EXP-01", "D20S-EXP-10", "D20S-EXP-12")))
    caught = yield from who_is_caught(fight, notes, key)
    if not caught:
        notes.add(Fact("burst.nobody", rules=("D20S-EXP-10",)))
        return fight
    whole = yield from harm_of(fight, weapon, by, notes, key)
    targets = [_target(fight, who, cover) for who, cover in caught.items()]
    found = yield from asked(
        blast(kind, damage=whole, save_dc=weapon.save_dc, burst_radius_ft=weapon.radius, targets=targets),
        asking(fight, {who: saver(fight, who) for who in caught}, notes, key=key.rstrip(":")),
    )
    for who, cover in caught.items():
        success, taken = who in found.saved, found.damage[who]
        if saver(fight, who) is not None:
            tell_save(who, notes, success=success, rules=BLAST)
        if cover == "nine_tenths":
            taken = 0 if success else halved(whole)
        fight = yield from hurt(
            fight, who, taken, notes, by=by, key=f"{key}blow:{who}", damage_type=kind_of(weapon), rules=BLAST
        )  # fmt: skip
    return fight


def tell_save(who: Id, notes: Notes, *, success: bool, rules: tuple[str, ...]) -> None:
    """Tell that somebody got out of the way, or did not."""
    notes.add(Fact("burst.saved" if success else "burst.unsaved", params={"who": Ref(who)}, rules=rules))


def _target(fight: D20Fight, who: Id, cover: Cover) -> BlastTarget:
    bonus = reflex_of(fight, who, cover)
    if fight.combatants[who].body.being != "object":
        return BlastTarget(who, "creature", 0, bonus)
    return BlastTarget(who, "unattended_object" if bonus is None else "attended_object", 0, bonus)


def set_off(fight: D20Fight, name: Id, notes: Notes) -> Steps[D20Fight]:
    """Let something planted go off (D20S-EXP-11, D20S-EXP-12)."""
    one = fight.round.planted[name]
    fight = replace(fight, round=replace(fight.round, planted=drop(fight.round.planted, name)))
    if one.where:
        notes.add(Fact("planted.where", params={"where": one.where}, rules=("D20S-EXP-11",)))
    by = one.by if one.by in fight.combatants else None
    return (yield from explode(fight, one.weapon, by, notes, f"{name}:", "planted"))


def fuses_burn(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """Let go off whatever has no time left (D20S-EXP-11)."""
    return (yield from _burnt_down(fight, notes))


def fuses_counted(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """Let go off what was planted on the count that has come, before its turn (D20S-EXP-11, D20C-SEQ-09)."""
    return (yield from _burnt_down(fight, notes))


def _burnt_down(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    for name in [name for name, one in fight.round.planted.items() if one.left <= 0]:
        fight = yield from set_off(fight, name, notes)
    return fight
