"""Skill rolls in a fight: against a difficulty or another's own roll, with named modifiers and the terms told.

(TAC-ROLL-01 to -08, TAC-DIFF-01, TAC-DIFF-03, TAC-OPP-01, TAC-PROB-03)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal, cast

from rules.core.audience import GAME_MASTER, Audience, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, Param, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option, Rows, Text, seldom
from rules.core.odds import against, by_resistance
from rules.core.people import people_input, rolls_seen
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.terms import beat, reach
from rules.core.throws import ACTOR, TARGET, Asking, Decision, Dice, Known, asked
from rules.core.types import Id, Json
from rules.systems.tactico.acting import check_turn, declared_target, here, others_than, person
from rules.systems.tactico.budget import acted
from rules.systems.tactico.departing import departed
from rules.systems.tactico.fatigue import is_strenuous, tire
from rules.systems.tactico.odds import chances, opposed_chance
from rules.systems.tactico.rolls import (
    DIFFICULTIES,
    DIFFICULTY_STEP,
    Competence,
    Difficulty,
    OpposedRoll,
    RollTotal,
    SkillRoll,
    number_to_reach,
    opposed_roll,
    skill_check,
)
from rules.systems.tactico.settings import setting
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.values import named, roll_terms, skill_word

STEPS_OF_ODDS = (-4, -2, 0, 2, 4)
"""Differences for which the odds against another's unknown roll are told."""


@dataclass(frozen=True, slots=True)
class Try:
    """A roll that is about to be made."""

    who: Id
    skill: str
    causes: Explanation = ()
    """Its modifiers, each with what brings it."""
    unknown: int | None = None
    """How much of the modifiers the roller finds out by rolling, zero too; None where all is known (TAC-INV-01)."""

    def competence(self, fight: TacticoFight) -> Competence:
        """All that is added to the dice (TAC-ROLL-04)."""
        modifier = sum(cause.value or 0 for cause in self.causes)
        return fight.body(self.who).competence(self.skill, modifier)

    def known_sum(self, fight: TacticoFight) -> int:
        """What is added to the dice as far as the roller knows it (TAC-INV-01)."""
        return self.competence(fight).sum - (self.unknown or 0)


# inputs


def cause(what: str, value: int, *rules: str, **params: Param) -> Fact:
    """A modifier of a roll with what brings it; the code is `cause.<what>`."""
    return Fact(f"cause.{what}", value, params, rules)


def modifiers_input() -> Rows:
    """Modifiers that the game master gives, each with its cause (TAC-ROLL-04, TAC-ATK-05)."""
    return Rows(
        "modifiers",
        "input.modifiers",
        maximum=6,
        fresh=True,
        of=(
            Number("value", "input.modifier", default=-1, minimum=-20, maximum=20, signed=True),
            Text("reason", "input.reason", required=False, length=80),
        ),
        game_master_decides=True,
        decided_in=("TAC-ROLL-04", "TAC-ATK-05"),
    )


def given_causes(values: Mapping[str, Json], rule: str = "TAC-ROLL-04") -> Explanation:
    """The modifiers of a form."""
    return tuple(
        cause("given", row["value"], rule, reason=row["reason"] or Word("cause.circumstances"))
        for row in values.get("modifiers") or ()
        if row["value"]
    )


def skill_input(body: Body, default: str | None = None) -> Choice:
    """The choice of a skill with what it adds, the best ones first (TAC-ROLL-02, TAC-HOUSE-02)."""
    own = [one for one in body.skills if one not in SKILLS]
    ranked = sorted((*SKILLS, *own), key=lambda one: (-body.skills.get(one, 0), -body.competence(one).sum))
    options = tuple(
        Option(one, named(skill_word(one)), notes=(fact("modifier", body.competence(one).sum),)) for one in ranked
    )
    return Choice("skill", "input.skill", default=default or ranked[0], layout="select", options=options)


RULED = "ruled"
"""The difficulty as our table of attacks sets it, by melee or distance: the book has none (TAC-HOUSE-11)."""

OPPOSED = "opposed"
"""Instead of a difficulty: the roll of who is tried against (TAC-OPP-01)."""


def difficulty_input(default: str = "average", *, free: tuple[str, ...] = ()) -> Choice:
    """The choice of a difficulty with its number; `free`: what else may be chosen (TAC-DIFF-01, TAC-DIFF-02)."""
    ours = (fact("note.ours", rules=("TAC-HOUSE-11",)),)
    others = tuple(Option(one, fact(f"difficulty.{one}"), notes=ours if one == RULED else ()) for one in free)
    numbered = tuple(
        Option(one, fact(f"difficulty.{one}", rules=("TAC-DIFF-01",)), notes=(fact("note.number", number),))
        for one, number in DIFFICULTIES.items()
    )
    return Choice(
        "difficulty",
        "input.difficulty",
        default=default,
        layout="five",
        options=(*others, *numbered),
        game_master_decides=True,
        needs_word=not free,
        decided_in=("TAC-DIFF-02",),
    )


# a roll against a difficulty


def skill_asked(fight: TacticoFight, test: Try, difficulty: Difficulty, notes: Notes, purpose: str) -> Steps[SkillRoll]:
    """Make a skill roll against a difficulty; the key of the request is the purpose."""
    rule = skill_check(test.competence(fight), difficulty, purpose)
    return (yield from asked(rule, skill_asking(fight, test, notes)))


def skill_asking(fight: TacticoFight, test: Try, notes: Notes, key: str = "") -> Asking:
    """How the dice of a single skill roll are asked for and told; the key of the request is `key` or the purpose."""
    return Asking(
        {ACTOR: test.who},
        audience=lambda die, to: rolls_seen(fight, to),
        so_far=lambda: notes.so_far,
        odds=lambda dice: told_odds(fight, test, dice[0].needed or 0),
        bonus=lambda dice: None if test.unknown is not None else dice[0].bonus,
        name=lambda die, roller, time: key or die.purpose,
        tell=lambda found: tell_check(fight, test, found, notes),
    )


def number_fact(fight: TacticoFight, test: Try, difficulty: Difficulty) -> Fact:
    """The number to reach with its terms: a step harder with a skill of 0 (TAC-DIFF-01, TAC-DIFF-03, TAC-HOUSE-06)."""
    level = test.competence(fight).skill
    return fact(
        "roll.number",
        number_to_reach(difficulty, level),
        rules=("TAC-DIFF-01", "TAC-DIFF-02"),
        audience=rolls_seen(fight, test.who),
        terms=_number_terms(difficulty, level),
        who=test.who,
        difficulty=Word(f"difficulty.{difficulty}"),
    )


@cache
def _number_terms(difficulty: Difficulty, level: int) -> Explanation:
    called = Word(f"difficulty.{difficulty}")
    of_difficulty = fact("term.difficulty", DIFFICULTIES[difficulty], rules=("TAC-DIFF-01",), difficulty=called)
    untrained = fact("term.untrained", DIFFICULTY_STEP, rules=("TAC-DIFF-03", "TAC-HOUSE-06"))
    return (of_difficulty,) if level else (of_difficulty, untrained)


def told_odds(fight: TacticoFight, test: Try, reach: int, *, unanswered: bool = False) -> Fact:
    """The exact chance against a number; what the players know of it where the weapon is found out (TAC-PROB-03).

    unanswered: it holds only if the target does not use the defence that it has.
    """
    seen = rolls_seen(fight, test.who)

    def told(added: int, *rules: str) -> Fact:
        success, *rest = chances(added, reach).items()
        name = "odds.success_unanswered" if unanswered else success[0]
        return against(reach, {name: success[1], **dict(rest)}, *rules, audience=seen)

    exact = told(test.competence(fight).sum, "TAC-PROB-03")
    if test.unknown is None:
        return exact
    guessed = told(test.known_sum(fight), "TAC-PROB-03", "TAC-INV-01")
    return replace(exact, audience=GAME_MASTER, otherwise=guessed)


def tell_check(fight: TacticoFight, test: Try, found: Known, notes: Notes) -> None:
    """Tell the number before a roll, total and result after it (TAC-ROLL-03 to TAC-ROLL-08)."""
    if found.name == "difficulty":
        notes.add(number_fact(fight, test, found.value))
    elif found.name == "check":
        result: SkillRoll = found.value
        needs = number_needed(fight, test, result.number_to_reach)
        notes.add(total_fact("roll.total", fight, test, result.rolled, needs))
        match result.outcome:
            case "success":
                notes.tell("roll.success", rules=("TAC-ROLL-05",), who=test.who)
            case "failure":
                notes.tell("roll.failure", rules=("TAC-ROLL-05",), who=test.who)
            case "automatic_failure":
                notes.tell("roll.automatic_failure", rules=("TAC-ROLL-06", "TAC-ROLL-08"), who=test.who)
            case "critical_success":
                notes.tell("roll.critical_success", rules=("TAC-ROLL-07", "TAC-ROLL-08"), who=test.who)


def number_needed(fight: TacticoFight, test: Try, number: int) -> Fact:
    """The number that a roll has to reach, with the difficulty that it comes of (TAC-DIFF-01, TAC-DIFF-03)."""
    level = test.competence(fight).skill
    difficulty = next((one for one in DIFFICULTIES if number_to_reach(one, level) == number), None)
    terms = _number_terms(difficulty, level) if difficulty is not None else ()
    return reach(number, "TAC-ROLL-05", audience=rolls_seen(fight, test.who), terms=terms)


def compared_needs(
    fight: TacticoFight, one: Try, other: Try, met: OpposedRoll, *, tie: Literal["neither", "one", "other"] = "neither"
) -> tuple[Fact, Fact]:
    """What each of two rolls that meet has to beat, for those who see both (TAC-OPP-01, TAC-HOUSE-07).

    tie: which of the two equal totals are enough for.
    """
    seen, rules = rolls_seen(fight, one.who).within(rolls_seen(fight, other.who)), ("TAC-OPP-01", "TAC-HOUSE-07")
    return (
        beat(met.b.total, other.who, *rules, audience=seen, ties=tie == "one"),
        beat(met.a.total, one.who, *rules, audience=seen, ties=tie == "other"),
    )


def total_fact(code: str, fight: TacticoFight, test: Try, rolled: RollTotal, needs: Fact) -> Fact:
    """The total of a roll: dice, characteristic, skill, modifiers, and what it has to reach (TAC-ROLL-04)."""
    own, seen = controllers_of(test.who), rolls_seen(fight, test.who)
    faces = " ".join(map(str, rolled.faces))
    dice = fact("term.dice", sum(rolled.faces), rules=("TAC-ROLL-03",), audience=seen, faces=faces)
    private = (term.told_to(own) for term in (*roll_terms(fight.body(test.who), test.skill), *test.causes))
    return fact(
        code,
        rolled.total,
        rules=("TAC-ROLL-04",),
        audience=seen,
        terms=(dice, *private, needs),
        who=test.who,
        skill=skill_word(test.skill),
        double=rolled.double,
    )


# a roll against another's


def opposed_odds(fight: TacticoFight, test: Try, other: Try, *, ties: bool = False) -> Fact:
    """The exact chance for the game master; for the roller, against five sums that the other may add.

    ties: equal totals are enough.
    """
    chance = partial(opposed_chance, ties=ties, doubles=bool(setting(fight.house, "opposed_doubles")))
    exact = chance(test.competence(fight).sum, other.competence(fight).sum)
    own = test.known_sum(fight)
    table = {own + step: chance(own, own + step) for step in STEPS_OF_ODDS}
    told = by_resistance(
        {least: {"odds.success": chance} for least, chance in table.items()},
        "TAC-OPP-01",
        "TAC-HOUSE-07",
        audience=controllers_of(test.who),
    )
    return replace(
        against(None, {"odds.success": exact}, "TAC-OPP-01", "TAC-HOUSE-07", audience=Audience()), otherwise=told
    )


def tell_double(fight: TacticoFight, test: Try, rolled: RollTotal, notes: Notes) -> None:
    """Flag a double of an opposed roll: to those who see it where it decides, else to the game master (TAC-ROLL-08)."""
    rules, decides = ("TAC-ROLL-08", "TAC-OPP-01"), bool(setting(fight.house, "opposed_doubles"))
    seen = rolls_seen(fight, test.who) if decides else GAME_MASTER
    if rolled.double == "double_1":
        notes.tell("opposed.double_1", rules=rules, audience=seen, who=test.who)
    elif rolled.double == "double_6":
        notes.tell("opposed.double_6", rules=rules, audience=seen, who=test.who)


def opposed_asked(fight: TacticoFight, test: Try, other: Id, notes: Notes) -> Steps[OpposedRoll]:
    """Let two rolls meet; the other says with which skill (TAC-OPP-01, TAC-HOUSE-07)."""
    tries = {ACTOR: test}

    def how(decision: Decision) -> Steps[Competence]:
        skill = skill_input(fight.body(other), test.skill if test.skill in fight.body(other).skills else None)
        answer = yield from choose(
            f"how:{other}",
            other,
            skill,
            modifiers_input(),
            so_far=notes.so_far,
            audience=rolls_seen(fight, other),
            default={"skill": skill.default, "modifiers": []},
            label="ask.how",
        )
        tries[TARGET] = Try(other, answer["skill"], given_causes(answer))
        return tries[TARGET].competence(fight)

    def odds(dice: Dice) -> Fact:
        own = tries[dice[0].roller]
        return opposed_odds(fight, own, tries[TARGET if own is test else ACTOR])

    def tell(found: Known) -> None:
        result: OpposedRoll = found.value
        both = ((test, result.a), (tries[TARGET], result.b))
        for (one, rolled), needs in zip(both, compared_needs(fight, test, tries[TARGET], result), strict=True):
            notes.add(total_fact("roll.total", fight, one, rolled, needs))
            tell_double(fight, one, rolled, notes)

    asking = Asking(
        {ACTOR: test.who, TARGET: other},
        audience=lambda die, to: rolls_seen(fight, to),
        so_far=lambda: notes.so_far,
        odds=odds,
        name=lambda die, roller, time: "test" if die.roller == ACTOR else f"test:{roller}",
        choices={"how": how},
        tell=tell,
    )
    return (
        yield from asked(
            opposed_roll(test.competence(fight), doubles=bool(setting(fight.house, "opposed_doubles"))), asking
        )
    )


# the action


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, with which skill, how hard it is or against whose roll, and modifiers.

    The game master says when a roll is called for, and what a double brings (TAC-ROLL-01, TAC-ROLL-02, TAC-ROLL-08).
    """
    actor = person(fight, actor)
    if actor is None:
        return ()
    others, declared = others_than(fight, actor, viewer), declared_target(fight, actor)
    # a skill that was declared against an opponent has their roll to beat (TAC-OPP-01)
    meant = declared in others
    return (
        skill_input(fight.body(actor)),
        difficulty_input(OPPOSED, free=(OPPOSED,)) if meant else difficulty_input(),
        *seldom(
            Text("what", "input.what", required=False, fresh=True, length=120),
            people_input(others, name="against", label="input.against", default=declared, required=False, fresh=meant),
            modifiers_input(),
        ),
    )


def _check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    check_turn(fight, command, viewer, "test")
    given = command.inputs
    if given.get("difficulty") == OPPOSED and "against" in given and given["against"] not in fight.combatants:
        raise NotAllowed("tactico.test.nobody_against", field="difficulty")


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Make a skill roll against a difficulty, or against another's roll (TAC-ROLL-04, TAC-OPP-01)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from departed(fight, command, notes, "test")
    test = Try(actor, command.inputs["skill"], given_causes(command.inputs))
    if test.skill not in fight.body(actor).skills:
        raise NotAllowed("tactico.skill.unknown", field="skill")
    other: Id | None = command.inputs["against"]
    what: str = command.inputs["what"]
    if other is not None and other in fight.combatants:
        if what:
            notes.tell("test.opposes_for", rules=("TAC-OPP-01",), who=actor, what=what, target=other)
        else:
            notes.tell("test.opposes", rules=("TAC-OPP-01",), who=actor, target=other)
        result = yield from opposed_asked(fight, test, other, notes)
        if result.winner == "none":
            notes.tell("opposed.tie", rules=("TAC-HOUSE-07",))
        else:
            notes.tell("opposed.won", rules=("TAC-OPP-01",), who=actor if result.winner == "a" else other)
    else:
        if what:
            notes.tell("test.tries", rules=("TAC-ROLL-02",), who=actor, what=what)
        yield from skill_asked(fight, test, cast(Difficulty, command.inputs["difficulty"]), notes, "test")
    fight = acted(fight, actor)
    if is_strenuous(test.skill) and fight.ordered:
        fight = tire(fight, actor, notes, test.skill)
    return Outcome(fight, notes.so_far)


def _odds(fight: TacticoFight, command: Command) -> Fact | None:
    """The exact chance against the difficulty; an opposed roll tells it with its dice (TAC-PROB-03)."""
    actor = command.actor
    if actor is None or actor not in fight.combatants or command.inputs.get("against") is not None:
        return None
    difficulty = command.inputs.get("difficulty")
    skill: str = command.inputs.get("skill") or ""
    if skill not in fight.body(actor).skills or difficulty not in DIFFICULTIES:
        return None
    test = Try(actor, skill, given_causes(command.inputs))
    number = number_to_reach(cast(Difficulty, difficulty), test.competence(fight).skill)
    return told_odds(fight, test, number)


TEST: Action[Body, Round] = Action(
    "test", _resolve, _inputs, _check, icon="dices", of_the_turn=True, needs_actor=True, odds=_odds
)
