"""A test in a fight: what may bring dice, how they are asked for, how the result is told.

(TUM-TEST-04, TUM-EXPL-01 to -03, TUM-DICE-01 to -05, TUM-SNAKE-01, TUM-PLUS-*, TUM-FUMB-*, TUM-LOAD-03)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar, cast

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.inputs import (
    Choice,
    Flag,
    Input,
    Number,
    Option,
    Rows,
    Several,
    Text,
    game_master_decides,
    options_of,
    seldom,
)
from rules.core.odds import against
from rules.core.people import rolls_seen
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.terms import beat, faces_of, reach
from rules.core.throws import Asking, Decision, Dice, Throw, Throws, asked, side_by_side
from rules.core.types import Id, Json
from rules.systems.tumbas.attributes import ATTRIBUTES, PHYSICAL, ROWS, Attribute
from rules.systems.tumbas.dice import BASE_DICE, EXPLODE, EXPLOSION, TARGET, AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.house import Talent
from rules.systems.tumbas.odds import chances
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.state import Body, TumbasFight
from rules.systems.tumbas.values import aptitude_left, attribute_term

R = TypeVar("R")

EXTRAS = ("reward", "punishment")
OVERLOAD = ("ruled", "yes", "no")

ADVANTAGES = ("benefit", "time", "damage", "other")
"""What a plus may bring: a bigger benefit, less time, more damage, anything else (TUM-PLUS-02)."""

OTHER_DICE = frozenset({"damage", "effect"})
"""The purposes of dice that belong to no test: they are rolled in the open, and all of them count."""


# What brings dice


def overload_causes(attribute: Attribute, *, overloaded: bool) -> Explanation:
    """The penalty die of overload on a physical action, however far over (TUM-LOAD-03, TUM-HOUSE-11)."""
    return (overload_cause(),) if overloaded and attribute in PHYSICAL else ()


def overload_cause() -> Fact:
    """The penalty die of overload (TUM-LOAD-03)."""
    return cause("overload", -1, "TUM-LOAD-03", "TUM-HOUSE-11")


def only_given(*causes: Fact) -> Explanation:
    """Those of some causes that bring any dice."""
    return tuple(one for one in causes if one.value)


def given_causes(body: Body, values: Mapping[str, Json], attribute: Attribute) -> Explanation:
    """The dice of a test in a fight: overload, help, and what its form says of talents, aptitude and other causes."""
    found: list[Fact] = []
    switch = values.get("overload") or "ruled"
    if switch == "ruled":
        found.extend(overload_causes(attribute, overloaded=body.overloaded))
    elif switch == "yes" and body.overloaded:
        found.append(overload_cause())
    if body.helped:
        found.append(cause("help", body.helped, "TUM-HOUSE-12"))
    for name in values.get("talents") or ():
        talent = cast(Talent, name)
        found.append(cause("talent", body.bonus(talent), "TUM-HOUSE-06", talent=Word(f"talent.{talent}")))
    if values.get("aptitude"):
        found.append(cause("aptitude", 1, "TUM-HOUSE-04", class_name=Word(f"class.{body.character_class}")))
    for row in values.get("others") or ():
        if row["kind"] == "reward":
            found.append(cause("reward", row["dice"], "TUM-DICE-01", reason=row["reason"] or Word("extra.reward")))
        else:
            reason = row["reason"] or Word("extra.punishment")
            found.append(cause("punishment", -row["dice"], "TUM-DICE-01", reason=reason))
    return tuple(found)


def trial_of(fight: TumbasFight, who: Id, attribute: Attribute, causes: Explanation = ()) -> Trial:
    """The test of a combatant with its value in the attribute."""
    body = fight.body(who)
    causes = (*causes, *_promised(body))
    all_explode = setting(fight.house, "explosions") == "all"
    may_stop = bool(setting(fight.house, "may_stop_exploding"))
    return Trial(who, attribute, body.value(attribute), causes, all_explode, may_stop)


def _promised(body: Body) -> Explanation:
    """The dice that the game master has given for the next test (TUM-DICE-01)."""
    if not body.promised:
        return ()
    if body.promised > 0:
        return (cause("reward", body.promised, "TUM-DICE-01", reason=body.promised_for or Word("extra.reward")),)
    reason = body.promised_for or Word("extra.punishment")
    return (cause("punishment", body.promised, "TUM-DICE-01", reason=reason),)


def redeemed(fight: TumbasFight, who: Id) -> TumbasFight:
    """The fight in which the dice that were given for the next test are used up (TUM-DICE-01)."""
    body = fight.body(who)
    return fight.with_body(who, replace(body, promised=0, promised_for="")) if body.promised else fight


def spent(fight: TumbasFight, who: Id, values: Mapping[str, Json]) -> TumbasFight:
    """The fight after a test: help is gone, and a use of the aptitude where one was announced (TUM-HOUSE-04, -12)."""
    fight = redeemed(fight, who)
    body = fight.body(who)
    used = body.aptitude_used + (1 if values.get("aptitude") else 0)
    if used == body.aptitude_used and not body.helped:
        return fight
    return fight.with_body(who, replace(body, helped=0, aptitude_used=used))


# Inputs


def others_input() -> Rows:
    """Reward and penalty dice that the game master gives, each with its cause (TUM-DICE-01)."""
    return Rows(
        "others",
        "input.others",
        maximum=6,
        fresh=True,
        of=(
            Choice("kind", "input.dice_kind", default="reward", layout="segments", options=options_of("extra", EXTRAS)),
            Number("dice", "input.dice", default=1, minimum=1, maximum=9, required=False),
            Text("reason", "input.reason", required=False, length=80),
        ),
        game_master_decides=True,
        decided_in=("TUM-DICE-01",),
    )


def dice_inputs(body: Body, talents: Sequence[str] = ()) -> tuple[Input, ...]:
    """What may bring dice: own talents, the class aptitude, the overload of an unusual test, the game master."""
    owned = tuple(name for name in talents if name in body.talents)
    found: list[Input] = []
    if owned:
        named = options_of("talent", owned)
        found.append(
            Several("talents", "input.talents", required=False, fresh=True, ordered=False, layout="grid", options=named)
        )
    if aptitude_left(body):
        field = Fact(f"aptitude.{body.character_class}")
        found.append(Flag("aptitude", "input.aptitude", fresh=True, note=field))
    if body.overloaded:
        switch = options_of("overload", OVERLOAD)
        ruled = Choice(
            "overload", "input.overload", required=False, default="ruled", layout="segments", fresh=True, options=switch
        )
        found.extend(game_master_decides(*seldom(ruled), rules=("TUM-LOAD-03", "TUM-HOUSE-11")))
    return (*found, *seldom(others_input()))


def attribute_input(body: Body, default: Attribute) -> Choice:
    """The choice of the attribute that fits best; options cite what they are for (TUM-TEST-03, TUM-ATTR-02 to -06)."""
    options = tuple(
        Option(one, Fact(f"attribute.{one}", rules=ROWS[one]), notes=(Fact("modifier", value=body.value(one)),))
        for one in ATTRIBUTES
    )
    return Choice("attribute", "input.attribute", default=default, layout="five", options=options)


# Rolling


NO_ODDS: Mapping[Id, Fact] = MappingProxyType({})


def asking(
    fight: TumbasFight, notes: Notes, names: Mapping[Id, str], *, key: str = "", odds: Mapping[Id, Fact] = NO_ODDS
) -> Asking:
    """How the dice of tests reach the people of a fight.

    names: the key of the test of each combatant. Dice of counted sixes are called after it ("shot:explosion:1"), and so
    are questions whether they fall ("shot:explode:1"), other dice by their purpose. key: comes before all of these.
    odds: those of the tests against 10, by who makes them.
    """
    asked_for: Counter[Id] = Counter()

    def audience(die: Throw, to: Id | None) -> Audience:
        return TABLE if die.purpose in OTHER_DICE else rolls_seen(fight, to)

    def name(die: Throw, roller: Id, time: int) -> str:
        if die.purpose in OTHER_DICE:
            return die.purpose
        return f"{names[roller]}:explosion:{time}" if die.purpose == EXPLOSION else names[roller]

    def explode(decision: Decision) -> Steps[bool]:
        who = decision.chooser
        asked_for[who] += 1
        answer = yield from choose(
            ":".join((*filter(None, (key,)), names[who], EXPLODE, str(asked_for[who]))),
            who,
            Flag("explode", "input.explode", default=True),
            so_far=notes.so_far,
            audience=rolls_seen(fight, who),
            default={"explode": True},
            label="ask.explode",
            standing=StandingOrder("order.explode", {"explode": True}, {"explode": False}),
        )
        return bool(answer.get("explode"))

    return Asking(
        key=key,
        audience=audience,
        choices={EXPLODE: explode},
        so_far=lambda: notes.so_far,
        odds=lambda dice: None if dice[0].purpose in (EXPLOSION, *OTHER_DICE) else odds.get(dice[0].roller),
        summed=_all_count,
        name=name,
    )


def _all_count(dice: Dice) -> bool:
    return len(dice) <= BASE_DICE


def make_test(fight: TumbasFight, one: Trial, key: str, notes: Notes, *, purpose: str) -> Steps[AttributeTest]:
    """Tell the dice of one test, roll it, and tell its total."""
    tell_pool(fight, one, notes)
    how = asking(fight, notes, {one.who: key}, odds=odds_of(fight, one))
    test = yield from asked(roll_test(one, purpose), how)
    tell_total(fight, test, notes, needs=needs_ten(fight, one.who))
    return test


def roll_all(
    fight: TumbasFight, rules: Mapping[Id, Throws[R]], key: str, notes: Notes, trials: Iterable[Trial]
) -> Steps[dict[Id, R]]:
    """Carry out tests against 10 of several combatants side by side, each called by a common key and its combatant."""
    names = {who: f"{key}:{who}" for who in rules}
    return (yield from asked(side_by_side(rules), asking(fight, notes, names, odds=odds_of(fight, *trials))))


def odds_of(fight: TumbasFight, *trials: Trial) -> dict[Id, Fact]:
    """The exact odds of tests against 10, by who makes them, for those who may see their dice."""
    return {one.who: _odds(fight, one) for one in trials}


def _odds(fight: TumbasFight, one: Trial) -> Fact:
    found = chances(one.pool, one.value, all_explode=one.all_explode)
    told = {"odds.success": found.success, "odds.plus": found.plus, "odds.fumble": found.fumble}
    return against(TARGET, told, "TUM-TEST-04", "TUM-PLUS-01", "TUM-FUMB-01", audience=rolls_seen(fight, one.who))


# Telling


def tell_pool(fight: TumbasFight, one: Trial, notes: Notes) -> None:
    """Tell which dice a test has and why; nothing where it has just its two (TUM-DICE-04, TUM-DICE-05)."""
    if (told := pool_fact(fight, one)) is not None:
        notes.add(told)


def pool_fact(fight: TumbasFight, one: Trial) -> Fact | None:
    """Which dice a test has and why, those too that do not count; None where it has just its two.

    (TUM-DICE-04, TUM-DICE-05)
    """
    if not one.causes:
        return None
    pool = one.pool
    extra = -pool.extra_dice if pool.kind == "punishment" else pool.extra_dice
    terms = list(one.causes)
    if over := extra - sum(term.value or 0 for term in terms):
        terms.append(cause("limit", over, "TUM-DICE-05"))
    return fact(
        f"pool.{pool.kind}",
        extra,
        rules=("TUM-DICE-04", "TUM-DICE-05"),
        audience=rolls_seen(fight, one.who),
        terms=tuple(terms),
        who=one.who,
        dice=pool.extra_dice,
    )


def tell_total(
    fight: TumbasFight, test: AttributeTest, notes: Notes, *, code: str = "test.total", needs: Fact | None = None
) -> None:
    """Tell the total of a test: the dice that count and the causes of their number, what exploded, the attribute.

    needs: what it has to reach, where that is known. (TUM-TEST-04, TUM-EXPL-01, TUM-DICE-04, TUM-DICE-05)
    """
    who, attribute = test.trial.who, test.trial.attribute
    seen = rolls_seen(fight, who)
    terms = [
        fact(
            "term.dice",
            sum(test.counted),
            rules=("TUM-TEST-04", "TUM-EXPL-03"),
            audience=seen,
            faces=faces_of(test.counted),
            rolled=faces_of(test.faces),
        )
    ]
    if test.explosions:
        exploded = sum(test.explosions)
        faces = faces_of(test.explosions)
        terms.append(fact("term.explosions", exploded, rules=("TUM-EXPL-01",), audience=seen, faces=faces))
    terms.append(attribute_term(attribute, test.trial.value).told_to(controllers_of(who)))
    if (pool := pool_fact(fight, test.trial)) is not None:
        # dice more or fewer add nothing to the sum
        terms.append(replace(pool, value=None))
    if needs is not None:
        terms.append(needs)
    notes.tell(
        code,
        test.total,
        rules=("TUM-TEST-04",),
        audience=seen,
        terms=tuple(terms),
        who=who,
        attribute=Word(f"attribute.{attribute}"),
    )
    if test.snake_eyes:
        notes.tell("test.snake_eyes", rules=("TUM-SNAKE-01", "TUM-SNAKE-02"), who=who)


def needs_ten(fight: TumbasFight, who: Id) -> Fact:
    """That every test has to reach 10 (TUM-TEST-04)."""
    return reach(TARGET, "TUM-TEST-04", audience=rolls_seen(fight, who))


def needs_more_than(
    fight: TumbasFight, test: AttributeTest, others: Iterable[AttributeTest], *rules: str
) -> Fact | None:
    """The best total that a test is compared with, for those who see both; None where none of the others counts."""
    rivals = [one for one in others if one is not test and not one.snake_eyes]
    if not rivals:
        return None
    best = max(rivals, key=lambda one: one.total)
    who = best.trial.who
    seen = rolls_seen(fight, who).within(rolls_seen(fight, test.trial.who))
    return beat(best.total, who, *rules, audience=seen)


def tell_result(test: AttributeTest, notes: Notes) -> None:
    """Tell success with its pluses, failure or fumble against 10 (TUM-TEST-04, TUM-PLUS-01, TUM-FUMB-01)."""
    who = test.trial.who
    if test.success:
        code = "test.success_plus" if test.pluses else "test.success"
        rules = ("TUM-TEST-04", "TUM-PLUS-01")
        notes.tell(code, test.pluses or None, rules=rules, who=who, pluses=test.pluses)
    elif test.fumble:
        notes.tell("test.fumble", rules=("TUM-FUMB-01", "TUM-FUMB-02"), who=who)
    else:
        notes.tell("test.failure", rules=("TUM-TEST-04",), who=who)


# What a test leaves to words


def advantages(actor: Id, pluses: int, notes: Notes) -> Steps[None]:
    """Ask what the pluses of a success bring, one advantage each (TUM-PLUS-02)."""
    if not pluses:
        return
    answer = yield from choose(
        "advantages",
        actor,
        Rows(
            "advantages",
            "input.advantages",
            maximum=pluses,
            of=(
                Choice("kind", "input.advantage", default="benefit", options=options_of("advantage", ADVANTAGES)),
                Text("words", "input.words", required=False, length=120),
            ),
        ),
        so_far=notes.so_far,
        default={"advantages": []},
        label="ask.advantages",
    )
    for row in answer["advantages"]:
        code = "advantage.taken_as" if row["words"] else "advantage.taken"
        kind = Word(f"advantage.{row['kind']}")
        notes.tell(code, rules=("TUM-PLUS-02",), who=actor, kind=kind, words=row["words"])


def tell_fumble(actor: Id, notes: Notes) -> Steps[None]:
    """Ask what goes especially wrong, in the game master's words (TUM-FUMB-03)."""
    answer = yield from choose(
        "fumble",
        None,
        Text("words", "input.fumble", required=False, length=200),
        so_far=notes.so_far,
        default={"words": ""},
        label="ask.fumble",
    )
    if answer["words"]:
        notes.tell("fumble.words", rules=("TUM-FUMB-03",), who=actor, words=answer["words"])
