"""Losing hit points, dying and death, and telling it: numbers to some, words to all (TUM-HOUSE-20, -21, -27, -31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.health import health_word
from rules.core.people import numbers_for, words_for
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id, put
from rules.systems.tumbas.dice import AttributeTest, Trial, roll_test
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.state import DEATH, Body, Deferred, Round, TumbasFight, in_turn, state_at, with_round
from rules.systems.tumbas.trials import needs_ten, redeemed, roll_all, tell_total, trial_of


@dataclass(frozen=True, slots=True)
class Dying:
    """What the test of a dying character came to."""

    test: AttributeTest
    hp: int
    state: Literal["stable", "dying", "dead"]


def apply_damage(hp: int, damage: int) -> int:
    """Return the hit points after damage; raises OutOfRange for a negative amount (TUM-HOUSE-20)."""
    return hp - at_least(damage, 0, "tumbas.damage.negative", field="damage")


def dying_test(hp: int, one: Trial, *, fumble_kills: bool = True) -> Throws[Dying]:
    """Test a dying character at the end of a round (TUM-HOUSE-21).

    Success is stable, failure costs a point, a fumble is death unless the table lets it be a failure. Raises
    NotAllowed unless the hit points are 0 to -9.
    """
    if state_at(hp, creature=False) != "dying":
        raise NotAllowed("tumbas.dying.not_dying", params={"hp": hp})
    test = yield from roll_test(one, "dying")
    if test.success:
        return Dying(test, hp, "stable")
    after = DEATH if test.fumble and fumble_kills else hp - 1
    return Dying(test, after, "dead" if after <= DEATH else "dying")


# In a fight


HIT = ("TUM-HOUSE-16", "TUM-HOUSE-20")
"""The rows of a loss by a hit."""


def hurt(
    fight: TumbasFight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...] = HIT,
    terms: Explanation = (),
) -> TumbasFight:
    """Take hit points; a stable character dies again (TUM-HOUSE-20).

    by: the attacker, who knows the amount, though not where it leaves the target. terms: what makes up the amount.
    """
    body = fight.body(who)
    reopened = body.reopened + 1 if body.steadied and amount else body.reopened
    after = replace(body, hp=apply_damage(body.hp, amount), reopened=reopened)
    return lose(fight, who, after, notes, by=by, rules=rules, terms=terms)


def inflict(
    fight: TumbasFight,
    who: Id,
    amount: int,
    notes: Notes,
    *,
    by: Id,
    id_: Id,
    at_once: bool = False,
    terms: Explanation = (),
) -> TumbasFight:
    """Let a hit take effect: at once, or with its whole group after the last of them (TUM-HOUSE-31).

    terms: what makes up the amount.
    """
    if at_once or not in_turn(fight):
        return hurt(fight, who, amount, notes, by=by, terms=terms)
    notes.tell(
        "harm.waits",
        amount,
        rules=("TUM-HOUSE-31",),
        audience=controllers_of(by, who),
        otherwise=fact("harm.waits_plain", who=who),
        terms=terms,
        who=who,
        amount=amount,
    )
    return defer(fight, Deferred(id_, "harm", who, other=by, amount=amount))


def defer(fight: TumbasFight, effect: Deferred) -> TumbasFight:
    """Keep an effect until the group at hand is through (TUM-HOUSE-31)."""
    waiting = fight.round.deferred
    effect = replace(effect, order=1 + max((one.order for one in waiting.values()), default=0))
    return with_round(fight, deferred=put(waiting, effect.id, effect))


def lose(
    fight: TumbasFight,
    who: Id,
    after: Body,
    notes: Notes,
    *,
    by: Id | None = None,
    rules: tuple[str, ...] = HIT,
    terms: Explanation = (),
) -> TumbasFight:
    """The fight in which a combatant has lost hit points, told to each reader as far as they may know it."""
    one, amount = fight.combatants[who], fight.body(who).hp - after.hp
    told = fact("harm.plain", who=who)
    if one.shows == "word":
        told = fact("harm.word", who=who, word=looks(after))
    if by is not None and by != who:
        told = fact(
            "harm.amount",
            amount,
            rules=rules,
            audience=controllers_of(by),
            otherwise=told,
            terms=terms,
            who=who,
            amount=amount,
        )
    return tell_points(fight, who, after, notes, "harm.points", amount, rules=rules, otherwise=told, terms=terms)


def looks(body: Body) -> Word:
    """The word for how a combatant looks."""
    return Word(f"health.{health_word(body.hp, body.hp_max)}")


def tell_points(
    fight: TumbasFight,
    who: Id,
    after: Body,
    notes: Notes,
    code: str,
    amount: int,
    *,
    rules: tuple[str, ...],
    otherwise: Fact,
    terms: Explanation = (),
) -> TumbasFight:
    """The fight with this body: the points told to those who may read them, and a change of state to all."""
    one = fight.combatants[who]
    before = one.body
    notes.tell(
        code,
        amount,
        rules=rules,
        audience=numbers_for(one),
        otherwise=otherwise,
        terms=terms,
        who=who,
        amount=amount,
        before=before.hp,
        after=after.hp,
    )
    if after.health != before.health:
        state = Word(f"status.{after.health}")
        rules = ("TUM-HOUSE-20", "TUM-HOUSE-21")
        notes.tell("status.now", rules=rules, audience=words_for(one), who=who, status=state)
    return fight.with_body(who, after)


# Dying


def steady(body: Body) -> Body:
    """The body whose dying is stopped (TUM-HOUSE-21)."""
    return replace(body, steadied=True, reopened=0)


def stabilised(fight: TumbasFight, who: Id, notes: Notes) -> TumbasFight:
    """Stop the dying of a combatant and tell it (TUM-HOUSE-21)."""
    one = fight.combatants[who]
    notes.tell("care.stable", rules=("TUM-HOUSE-21",), audience=words_for(one), who=who)
    return fight.with_body(who, steady(one.body))


def dying_tests(fight: TumbasFight, notes: Notes) -> Steps[TumbasFight]:
    """Test everybody who is dying; overload adds no die (TUM-HOUSE-11, TUM-HOUSE-21)."""
    dying = [who for who in fight.order if fight.body(who).dying]
    if not dying:
        return fight
    kills = bool(setting(fight.house, "fumble_kills"))
    trials = {who: trial_of(fight, who, "resistance") for who in dying}
    rules = {who: dying_test(fight.body(who).hp, one, fumble_kills=kills) for who, one in trials.items()}
    results: Mapping[Id, Dying] = yield from roll_all(fight, rules, "dying", notes, trials.values())
    for who, found in results.items():
        fight = redeemed(fight, who)
        tell_total(fight, found.test, notes, code="dying.total", needs=needs_ten(fight, who))
        if found.test.fumble:
            notes.tell("test.fumble", rules=("TUM-FUMB-01", "TUM-HOUSE-21"), who=who)
        if found.state == "stable":
            fight = stabilised(fight, who, notes)
        else:
            fight = lose(fight, who, replace(fight.body(who), hp=found.hp), notes, rules=("TUM-HOUSE-21",))
    return fight


def _round_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Outside a fight, while a combatant is dying."""
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    if not any(one.body.dying for one in fight.combatants.values()):
        raise NotAllowed("tumbas.stabilise.nobody")


def _round(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A round passes for those who are dying outside a fight (TUM-HOUSE-21)."""
    notes = Notes()
    notes.tell("time.round", rules=("TUMS-CMB-01",))
    fight = yield from dying_tests(fight, notes)
    return Outcome(fight, notes.so_far)


DYING_ROUND: Action[Body, Round] = Action(
    "dying_round", _round, check=_round_check, icon="heart-pulse", for_game_master=True
)
