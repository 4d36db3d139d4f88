"""Loss of hit points: lethal, nonlethal and massive damage, and the facts that tell it.

Rules: D20H-HP-01 to -05, D20H-MD-01 to -04, D20H-NL-01 to -06, D20H-DIS-01, D20H-DIS-03, D20H-DIS-04, D20H-DY-01,
D20H-DY-03, D20H-HEAL-01, D20H-TMP-01, D20H-TMP-03, D20H-HOUSE-05 to -07, D20H-HOUSE-10, D20S-OBJ-06, D20S-OBJ-09
to -14.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import wraps
from typing import Literal

from rules.core.audience import controllers_of
from rules.core.errors import at_least, within
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.people import numbers_for, words_for
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, Throws, asked
from rules.core.types import Id
from rules.systems.d20.bearing import save_bonus, threshold_of
from rules.systems.d20.cards import appearance
from rules.systems.d20.dice import fallen, roll_against
from rules.systems.d20.effects import Effect
from rules.systems.d20.explained import asking
from rules.systems.d20.hit_points import (
    EFFORT_DAMAGE,
    HIGHEST,
    LOWEST_ALIVE,
    HitPoints,
    StateByHitPoints,
    real_and_temporary,
    state_by_hit_points,
    take_damage,
)
from rules.systems.d20.lasting import counted, lay
from rules.systems.d20.objects import ObjectDamageType, damage_object
from rules.systems.d20.settings import setting
from rules.systems.d20.state import Body, D20Fight, Round, bears, with_effect

MASSIVE_DAMAGE_DC = 15
"""DC of the Fortitude save against massive damage (D20H-MD-03)."""

DROPPED_TO = -1
"""Hit points after a failed save against massive damage (D20H-MD-03)."""


@dataclass(frozen=True)
class LethalHit:
    """The result of one lethal hit."""

    threshold: int | None
    massive_damage: bool
    save_due: bool
    save_success: bool | None
    hp: int
    temp_hp: int
    state: StateByHitPoints


def is_massive(damage: int, threshold: int | None, *, immune_to_criticals: bool = False) -> bool:
    """Whether one hit is massive: above the threshold, on a target not immune to criticals (D20H-MD-02, -04)."""
    return threshold is not None and not immune_to_criticals and damage > threshold


def lethal_hit(
    total: int,
    damage: int,
    threshold: int | None,
    *,
    noted_hp: int,
    fortitude_bonus: int,
    immune_to_criticals: bool,
) -> Throws[LethalHit]:
    """Apply one lethal hit to a living target, whatever its source (D20H-HP-02, D20H-MD-01 to -04, D20H-HOUSE-05, -10).

    total: hit points including temporary ones, -9..9999. noted_hp: without them. damage: 0 or more; 1 or more if the
    target has no hit points left. Rolls the Fortitude save (d20) only for massive damage that leaves hit points.
    Raises OutOfRange.
    """
    within(total, LOWEST_ALIVE, HIGHEST, "d20.hp.range", field="hp")
    at_least(damage, 0 if total > 0 else 1, "d20.damage.negative" if total > 0 else "d20.damage.least", field="damage")
    massive = is_massive(damage, threshold, immune_to_criticals=immune_to_criticals)
    left = take_damage(total, damage)
    due = massive and left.hp > 0
    success = (yield from roll_against("fortitude", fortitude_bonus, MASSIVE_DAMAGE_DC)).success if due else None
    if success is False:
        left = HitPoints(DROPPED_TO, state_by_hit_points(DROPPED_TO))
    real, temporary = real_and_temporary(left.hp, noted_hp)
    return LethalHit(
        threshold=threshold,
        massive_damage=massive,
        save_due=due,
        save_success=success,
        hp=real,
        temp_hp=0 if success is False else temporary,
        state=left.state,
    )


NonlethalCondition = Literal["none", "dazed", "unconscious"]

NONLETHAL_DC = 15
"""DC of the Fortitude save against a nonlethal hit of the threshold or more (D20H-NL-06)."""

DAZED_ROUNDS = 1

UNCONSCIOUS_DIE, UNCONSCIOUS_PLUS = 4, 1
"""Rounds of unconsciousness: 1d4+1 (D20H-NL-06)."""


@dataclass(frozen=True)
class NonlethalHit:
    """The result of one nonlethal hit."""

    hp: int
    save_due: bool
    save_success: bool | None
    condition: NonlethalCondition
    rounds: int


def nonlethal_hit(hp: int, damage: int, threshold: int | None, *, fortitude_bonus: int) -> Throws[NonlethalHit]:
    """Apply one nonlethal hit: below the threshold it does nothing (D20H-NL-05, -06, D20H-HOUSE-20).

    damage: 0 or more. threshold: None for a creature without Constitution. Rolls the Fortitude save (d20), and the
    rounds (d4) if it fails. Raises OutOfRange.
    """
    at_least(damage, 0, "d20.damage.negative", field="damage")
    if threshold is None or damage < threshold:
        return NonlethalHit(hp, False, None, "none", 0)
    if (yield from roll_against("fortitude", fortitude_bonus, NONLETHAL_DC)).success:
        return NonlethalHit(hp, True, True, "dazed", DAZED_ROUNDS)
    rounds = yield from fallen("duration", UNCONSCIOUS_DIE, bonus=UNCONSCIOUS_PLUS)
    return NonlethalHit(hp, True, False, "unconscious", rounds)


def hurt(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    by: Id | None = None,
    key: str = "",
    nonlethal: bool = False,
    single_blow: bool = True,
    damage_type: ObjectDamageType = "weapon",
    ineffective: bool = False,
    rules: tuple[str, ...] = ("D20H-HP-02",),
) -> Steps[D20Fight]:
    """Deal damage to a combatant, with the save that a heavy blow asks for (D20H-MD-01 to -04, D20H-NL-05).

    by: the attacker, who knows the amount. key: prefix of the request keys. single_blow: one hit, which may be massive
    damage.
    """
    body = fight.body(who)
    if body.being == "object":
        return _hurt_object(fight, who, amount, notes, by, nonlethal, damage_type, ineffective)
    if nonlethal:
        return (yield from _daunt(fight, who, amount, notes, by, key))
    if not amount or body.vital == "dead":
        return fight
    immune = body.immune_to_criticals or not single_blow
    due = is_massive(amount, threshold_of(body), immune_to_criticals=immune) and body.hp + max(0, body.temp) > amount
    if due:
        # the points of the blow are gone first, whatever the save against it brings
        real, temporary = real_and_temporary(take_damage(max(body.points, LOWEST_ALIVE), amount).hp, body.hp)
        lessened = replace(body, hp=real, temp=temporary)
        fight = changed(fight, who, lessened, "harm", notes, by=by, amount=amount, rules=rules)
        notes.add(_massive(who, amount))
    # temporary points count like real ones until they are gone (D20H-TMP-01, D20H-HOUSE-10)
    hit = yield from asked(
        lethal_hit(
            max(body.points, LOWEST_ALIVE),
            amount,
            threshold_of(body),
            noted_hp=body.hp,
            fortitude_bonus=save_bonus(fight, who, "fortitude"),
            immune_to_criticals=immune,
        ),
        asking(fight, {ACTOR: who}, notes, key=key, because=("D20H-MD-03",)),
    )
    left = hit.hp + hit.temp_hp
    tended, recovering = flags_after_damage(left, body.points - left, tended=body.tended, recovering=body.recovering)
    fresh = body.fresh or (hit.state == "dying" and body.vital != "dying" and fight.round.acting == who)
    after = replace(body, hp=hit.hp, temp=hit.temp_hp, vital=hit.state)
    after = replace(after, tended=tended, recovering=recovering, fresh=fresh)
    if hit.save_success is not None:
        code = "save.massive_made" if hit.save_success else "save.massive_failed"
        notes.add(_saved(fight, who, code, rules=("D20H-MD-03",)))
    if not due:
        fight = changed(fight, who, after, "harm", notes, by=by, amount=amount, rules=rules)
    elif hit.save_success:
        fight = fight.with_body(who, after)
    else:
        fight = changed(fight, who, after, "harm", notes, rules=("D20H-MD-03",))
    if after.vital in ("dying", "dead") and not bears(after, "prone"):
        fight = with_effect(fight, who, Effect("prone", "condition", "prone"))
    return fight


def _massive(who: Id, amount: int) -> Fact:
    """Return the fact of massive damage; only the target's controllers know the amount."""
    return fact("massive.due", amount, who=who, rules=("D20H-MD-02", "D20H-MD-03"), audience=controllers_of(who))


def _hurt_object(
    fight: D20Fight,
    who: Id,
    amount: int,
    notes: Notes,
    by: Id | None,
    nonlethal: bool,
    damage_type: ObjectDamageType,
    ineffective: bool,
) -> D20Fight:
    """Damage an object beyond its hardness (D20S-OBJ-06, D20S-OBJ-09 to -14, D20S-HOUSE-09)."""
    body = fight.body(who)
    found = damage_object(
        hp=max(0, body.hp),
        hp_max=body.hp_max,
        hardness=body.thing.hardness,
        damage=amount,
        damage_type=damage_type,
        nonlethal=nonlethal,
        weapon_ineffective=ineffective,
        energy_full=body.thing.energy_full,
    )
    rules = ("D20S-OBJ-06", "D20S-OBJ-14", "D20S-HOUSE-09")
    if not found.damage_dealt:
        notes.tell("object.unharmed", who=who, rules=rules)
        return fight
    after = replace(body, hp=found.hp)
    fight = changed(fight, who, after, "harm", notes, by=by, amount=found.damage_dealt, rules=rules)
    if found.destroyed:
        notes.tell("object.destroyed", who=who, rules=("D20S-HOUSE-09",))
    return fight


def _daunt(fight: D20Fight, who: Id, amount: int, notes: Notes, by: Id | None, key: str) -> Steps[D20Fight]:
    """Apply nonlethal damage: dazed or unconscious from the threshold on (D20H-NL-05, D20H-NL-06)."""
    one = fight.combatants[who]
    body = one.body
    seen = controllers_of(who, *(() if by is None else (by,)))
    notes.tell(
        "nonlethal.amount",
        amount,
        who=who,
        amount=amount,
        rules=("D20H-NL-05",),
        audience=seen,
        otherwise=fact("nonlethal.plain", who=who),
    )
    if not amount or not body.alive:
        return fight
    hit = yield from asked(nonlethal_hit(
            body.hp, amount, threshold_of(body), fortitude_bonus=save_bonus(fight, who, "fortitude")
        ), asking(fight, {ACTOR: who}, notes, key=key, because=("D20H-NL-06",)))  # fmt: skip
    if hit.save_success is not None:
        notes.add(
            _saved(
                fight,
                who,
                "save.nonlethal_made" if hit.save_success else "save.nonlethal_failed",
                rules=("D20H-NL-06",),
            )
        )
    if hit.condition == "none":
        notes.tell("nonlethal.nothing", who=who, rules=("D20H-NL-05",), audience=words_for(one))
        return fight
    effect = counted(fight, Effect(f"{hit.condition}", "condition", hit.condition, by=by), hit.rounds, by or who)
    notes.tell(
        "condition.gained_rounds",
        who=who,
        what=Word(f"condition.{hit.condition}"),
        rounds=hit.rounds,
        rules=("D20H-NL-06",),
        audience=words_for(one),
    )
    fight = lay(fight, who, effect)
    if hit.condition == "unconscious":
        fight = with_effect(fight, who, Effect("prone", "condition", "prone"))
    return fight


def _saved(fight: D20Fight, who: Id, code: str, rules: tuple[str, ...]) -> Fact:
    # the save gives its consequence away, so its audience is that of the health word
    seen = words_for(fight.combatants[who])
    return fact(code, who=who, rules=rules, audience=seen)


CHANGES = {
    "harm": ("harm.plain", "harm.word", "harm.amount", "harm.points", "harm.with_temporary"),
    "heal": ("heal.plain", "heal.word", "heal.amount", "heal.points", "heal.with_temporary"),
}
"""How a change of hit points is told: without a number, as a word, as an amount, and with the points left."""


def changed(
    fight: D20Fight,
    who: Id,
    after: Body,
    verb: Literal["harm", "heal"],
    notes: Notes,
    *,
    by: Id | None = None,
    amount: int | None = None,
    unseen: bool = False,
    rules: tuple[str, ...] = ("D20H-HP-02",),
) -> D20Fight:
    """Return the fight with the new body, and tell each audience what it may know of the hit points.

    unseen: no other combatant could see it, so nothing is told of a combatant that shows nothing.
    """
    one = fight.combatants[who]
    before = one.body
    moved = abs(after.hp - before.hp) + abs(after.temp - before.temp) if amount is None else amount
    fight = fight.with_body(who, after)
    # temporary points are told too: a blow that only takes those leaves the real ones unchanged
    borrowed = max(0, before.temp), max(0, after.temp)
    plain, word, some, points, with_temporary = CHANGES[verb]
    hushed = unseen and one.shows == "nothing"
    otherwise = None if hushed else fact(plain, who=who)
    if one.shows == "word":
        otherwise = fact(word, who=who, word=Word(f"health.{appearance(after)}"))
    if by is not None and by != who:
        # the attacker rolled the damage and knows the amount, but not the hit points left
        known = fact(some, moved, who=who, amount=moved, rules=rules, audience=controllers_of(by))
        otherwise = replace(known, otherwise=otherwise)
    notes.tell(
        with_temporary if any(borrowed) else points,
        moved,
        who=who,
        amount=moved,
        before=before.points,
        after=after.points,
        rules=rules,
        audience=numbers_for(one),
        otherwise=otherwise,
    )
    tell_state(fight, who, before, notes, rules=("D20H-HP-05", "D20H-DY-01"))
    return fight


def tell_state(fight: D20Fight, who: Id, before: Body, notes: Notes, *, rules: tuple[str, ...]) -> None:
    """Tell a change of state through hit points (D20H-HP-05)."""
    one = fight.combatants[who]
    if one.body.vital != before.vital:
        notes.tell(
            "status.now", who=who, status=Word(f"condition.{one.body.vital}"), rules=rules, audience=words_for(one)
        )


def strain(fight: D20Fight, who: Id, notes: Notes, *, strenuous: bool = True) -> Steps[D20Fight]:
    """Take the hit point that a strenuous action costs a disabled combatant, after the action (D20H-DIS-03)."""
    body = fight.body(who)
    if body.vital != "disabled" or not strenuous:
        return fight
    notes.tell("effort.costs", who=who, rules=("D20H-DIS-03",))
    return (yield from hurt(fight, who, EFFORT_DAMAGE, notes, rules=("D20H-DIS-03",)))


def paying(verb: Action[Body, Round]) -> Action[Body, Round]:
    """An action of the turn that costs the disabled a hit point, whatever it is, at tables that say so.

    (D20H-DIS-03, D20H-COND-19)
    """

    @wraps(verb.resolve)
    def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
        outcome = yield from verb.resolve(fight, command)
        who = command.actor
        if who is None or not setting(fight.house, "every_act_costs_at_zero"):
            return outcome
        paid = any(one.code == "effort.costs" for one in outcome.explanation)
        if paid or fight.body(who).vital != "disabled" or _spent(outcome.fight, who) == _spent(fight, who):
            return outcome
        notes = Notes()
        return Outcome((yield from strain(outcome.fight, who, notes)), (*outcome.explanation, *notes.so_far))

    return replace(verb, resolve=resolve)


def _spent(fight: D20Fight, who: Id) -> int:
    """How many actions a combatant has spent in its turn; free ones and the 5-foot step do not count."""
    turn = fight.round.turn
    return sum(one.done.costs for one in turn.spent) if turn is not None and turn.who == who else 0


def flags_after_damage(hp: int, lost: int, *, tended: bool, recovering: bool) -> tuple[bool, bool]:
    """Return tended and recovering after a hit: below zero any loss clears both (D20H-HOUSE-05).

    hp: after the hit. The point lost through a failed daily save is not a hit.
    """
    return (False, False) if lost > 0 and hp < 0 else (tended, recovering)
