"""What rolls share: characteristic, skill and named modifiers, two dice, the total with its terms, the result.

(TAC-ROLL-03 to -08, TAC-DIFF-01, TAC-DIFF-03, TAC-OPP-01, TAC-PROB-03)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.audience import GAME_MASTER, TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.inputs import Choice, Number, Option, Rows, Text
from rules.core.odds import against, by_resistance
from rules.core.requests import Steps, roll
from rules.core.types import Id, Json
from rules.systems.tactico.dice import SKILL_DICE, double_of
from rules.systems.tactico.odds import chances, opposed_chance
from rules.systems.tactico.rolls import (
    DIFFICULTIES,
    DIFFICULTY_STEP,
    Competence,
    Difficulty,
    RollTotal,
    SkillRoll,
    number_to_reach,
    roll_total,
)
from rules.systems.tactico.rolls import against as against_number
from rules.systems.tactico.skills import SKILLS
from rules.systems.tactico.state import Body, TacticoFight
from rules.systems.tactico.values import roll_terms, skill_word

STEPS_OF_ODDS = (-4, -2, 0, 2, 4)
"""Differences for which the odds against somebody's unknown roll are told."""


@dataclass(frozen=True, slots=True)
class Try:
    """A roll that is about to be made: who, with which skill, and the modifiers with their causes.

    unknown: how much of them whoever rolls finds out by rolling, zero too; None where everything is known (TAC-INV-01).
    """

    who: Id
    skill: str
    causes: Explanation = ()
    unknown: int | None = None

    def competence(self, fight: TacticoFight) -> Competence:
        """All that is added to the dice (TAC-ROLL-04)."""
        modifier = sum(cause.value or 0 for cause in self.causes)
        return fight.combatants[self.who].body.competence(self.skill, modifier)

    def known_sum(self, fight: TacticoFight) -> int:
        """What is added to the dice as far as whoever rolls knows it (TAC-INV-01)."""
        return self.competence(fight).sum - (self.unknown or 0)

    def bonus(self, fight: TacticoFight) -> int | None:
        """What is added to the dice, where that may be said before they fall (TAC-INV-01)."""
        return None if self.unknown is not None else self.competence(fight).sum


def cause(what: str, value: int, *rules: str, **params: Param) -> Fact:
    """A modifier of a roll with what brings it."""
    return Fact(f"cause.{what}", value=value, params=params, rules=rules)


def modifiers_input() -> Rows:
    """Modifiers that the game master gives, each with its cause (TAC-ROLL-04, TAC-ATK-05)."""
    return Rows(
        "modifiers",
        "input.modifiers",
        maximum=6,
        fresh=True,
        of=(
            Number("value", "input.modifier", default=-1, minimum=-20, maximum=20),
            Text("reason", "input.reason", required=False, length=80),
        ),
    )


def given_causes(values: Mapping[str, Json], *rules: str) -> Explanation:
    """The modifiers of a form."""
    return tuple(
        cause("given", row["value"], *rules, reason=row["reason"] or Word("cause.circumstances"))
        for row in values.get("modifiers") or ()
        if row["value"]
    )


def skill_input(body: Body, default: str | None = None, *, name: str = "skill") -> Choice:
    """The choice of a skill with what it adds, the best ones first (TAC-ROLL-02, TAC-HOUSE-02)."""
    own = [one for one in body.skills if one not in SKILLS]
    ranked = sorted((*SKILLS, *own), key=lambda one: (-body.skills.get(one, 0), -body.competence(one).sum))
    options = tuple(
        Option(one, skill_label(one), notes=(Fact("modifier", body.competence(one).sum),)) for one in ranked
    )
    return Choice(name, "input.skill", default=default or ranked[0], layout="select", options=options)


def skill_label(skill: str) -> Fact:
    """The name of a skill as an option."""
    named = skill_word(skill)
    return Fact("plain_text", params={"text": named}) if isinstance(named, str) else Fact(named.code)


def difficulty_input(default: str = "average", *, free: tuple[str, ...] = ()) -> Choice:
    """The choice of a difficulty with its number (TAC-DIFF-01, TAC-DIFF-02); `free`: what else may be chosen."""
    others = tuple(Option(one, Fact(f"difficulty.{one}")) for one in free)
    named = tuple(
        Option(one, Fact(f"difficulty.{one}", rules=("TAC-DIFF-01",)), notes=(Fact("note.number", value=number),))
        for one, number in DIFFICULTIES.items()
    )
    return Choice("difficulty", "input.difficulty", default=default, layout="five", options=(*others, *named))


def seen_by(fight: TacticoFight, who: Id) -> Audience:
    """Who may see the dice of a roll: the table those of characters that somebody plays, else who controls it."""
    return TABLE if fight.combatants[who].controllers else controllers_of(who)


def number_fact(fight: TacticoFight, test: Try, difficulty: Difficulty) -> Fact:
    """The number to reach with its terms: a step harder with a skill of 0 (TAC-DIFF-01, TAC-DIFF-03, TAC-HOUSE-06)."""
    level = fight.combatants[test.who].body.skills.get(test.skill, 0)
    named: dict[str, Param] = {"difficulty": Word(f"difficulty.{difficulty}")}
    terms: Explanation = (Fact("term.difficulty", DIFFICULTIES[difficulty], named, ("TAC-DIFF-01",)),)
    if not level:
        terms = (*terms, Fact("term.untrained", DIFFICULTY_STEP, rules=("TAC-DIFF-03", "TAC-HOUSE-06")))
    return Fact(
        "roll.number",
        value=number_to_reach(difficulty, level),
        params={"who": Ref(test.who), **named},
        rules=("TAC-DIFF-01", "TAC-DIFF-02"),
        audience=seen_by(fight, test.who),
        terms=terms,
    )


def make_roll(
    fight: TacticoFight, test: Try, difficulty: Difficulty, key: str, notes: Notes, *, label: str
) -> Steps[SkillRoll]:
    """Roll a skill against a difficulty, and tell number, total and result (TAC-ROLL-03 to TAC-ROLL-07)."""
    number = number_fact(fight, test, difficulty)
    notes.add(number)
    reach = number.value or 0
    competence, seen = test.competence(fight), seen_by(fight, test.who)
    faces = yield from roll(
        key,
        test.who,
        *SKILL_DICE,
        so_far=notes.so_far,
        audience=seen,
        label=label,
        bonus=test.bonus(fight),
        odds=told_odds(fight, test, reach),
    )
    rolled = roll_total(competence, faces)
    tell_total(fight, test, rolled, faces, notes)
    result = against_number(rolled, reach)
    notes.add(Fact(f"roll.{result.outcome}", params={"who": Ref(test.who)}, rules=_RULES_OF_OUTCOME[result.outcome]))
    return result


def told_odds(fight: TacticoFight, test: Try, reach: int) -> Fact:
    """The exact chance against a number; over what they know for those who find the weapon out (TAC-PROB-03)."""
    seen = seen_by(fight, test.who)
    exact = against(reach, chances(test.competence(fight).sum, reach), "TAC-PROB-03", audience=seen)
    if test.unknown is None:
        return exact
    known = against(reach, chances(test.known_sum(fight), reach), "TAC-PROB-03", "TAC-INV-01", audience=seen)
    return replace(exact, audience=GAME_MASTER, otherwise=known)


_RULES_OF_OUTCOME: Mapping[str, tuple[str, ...]] = {
    "success": ("TAC-ROLL-05",),
    "failure": ("TAC-ROLL-05",),
    "automatic_failure": ("TAC-ROLL-06", "TAC-ROLL-08"),
    "critical_success": ("TAC-ROLL-07", "TAC-ROLL-08"),
}


def roll_against(
    fight: TacticoFight, test: Try, key: str, *, label: str, so_far: Explanation = (), other: Try | None = None
) -> Steps[tuple[int, ...]]:
    """The two dice of a roll that meets another's, with the odds as each may know them (TAC-OPP-01)."""
    seen = seen_by(fight, test.who)
    odds = None if other is None else opposed_odds(fight, test, other)
    return (
        yield from roll(
            key,
            test.who,
            *SKILL_DICE,
            so_far=so_far,
            audience=seen,
            label=label,
            bonus=test.bonus(fight),
            odds=odds,
        )
    )


def opposed_odds(fight: TacticoFight, test: Try, other: Try) -> Fact:
    """The exact chance for the game master; for whoever rolls, against five sums that the other may add."""
    exact = opposed_chance(test.competence(fight).sum, other.competence(fight).sum)
    own = test.known_sum(fight)
    table = {own + step: opposed_chance(own, own + step) for step in STEPS_OF_ODDS}
    told = by_resistance(
        {least: {"odds.success": chance} for least, chance in table.items()},
        "TAC-OPP-01",
        "TAC-HOUSE-07",
        audience=controllers_of(test.who),
    )
    return replace(
        against(None, {"odds.success": exact}, "TAC-OPP-01", "TAC-HOUSE-07", audience=Audience()), otherwise=told
    )


def tell_total(
    fight: TacticoFight, test: Try, rolled: RollTotal, faces: tuple[int, ...], notes: Notes, *, code: str = "roll.total"
) -> None:
    """Tell the total of a roll: dice, characteristic, skill, modifiers (TAC-ROLL-04)."""
    own, seen = controllers_of(test.who), seen_by(fight, test.who)
    shown: dict[str, Param] = {"faces": " ".join(map(str, faces))}
    terms = [Fact("term.dice", sum(faces), shown, ("TAC-ROLL-03",), seen)]
    private = (*roll_terms(fight.combatants[test.who].body, test.skill), *test.causes)
    terms.extend(term.told_to(own) for term in private)
    params: dict[str, Param] = {"who": Ref(test.who), "skill": skill_word(test.skill), "double": double_of(faces)}
    notes.add(Fact(code, rolled.total, params, ("TAC-ROLL-04",), seen, tuple(terms)))
