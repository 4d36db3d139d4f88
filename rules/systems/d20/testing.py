"""Checks and saves, and the actions of the tables that only take their part of a turn.

Rules: D20C-ACT-03, D20C-ACT-05, D20C-ACT-06, D20C-ACT-10, D20C-AOT-01 to -10, D20C-MVA-07, D20C-MVA-08, D20C-FST-01,
D20C-FST-02, D20C-HOUSE-04, D20C-HOUSE-13, D20C-SAV-01 to -03, D20H-BASE-01, D20H-BASE-02, D20H-DIS-04.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.core.audience import GAME_MASTER, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, game_master_decides, options_of, seldom
from rules.core.odds import against, by_resistance
from rules.core.people import here, rolls_seen
from rules.core.requests import Steps, roll
from rules.core.system import Action
from rules.core.terms import reach
from rules.core.types import Id, Json
from rules.systems.d20.abilities import ABILITIES, SAVES, SKILLS, Ability, Save
from rules.systems.d20.bearing import effects_of, modifier, save_terms, skill_terms
from rules.systems.d20.blows import others_input
from rules.systems.d20.budget import ACTIONS, TurnPart
from rules.systems.d20.dice import D20, reaches
from rules.systems.d20.doing import spend, turn_of, whole_round
from rules.systems.d20.harm import strain
from rules.systems.d20.lifting import LIFT
from rules.systems.d20.odds import chance_to_hit
from rules.systems.d20.opportunity import distracted, go_on_after
from rules.systems.d20.state import Body, D20Fight, Round, Spent
from rules.systems.d20.terms import Term, die_term, facts_of
from rules.systems.d20.turns import check_able, turn_needed

PLAIN = (
    "open_door",
    "move_heavy_object",
    "retrieve_stored_object",
    "use_equipment",
    "use_skill_attack_action",
    "use_skill_move_action",
    "use_skill_full_round",
    "use_feat",
    "load_weapon",
    "drop_object",
    "speak",
)
"""Rows of the tables that are done by saying so."""

SPENT_PARTS: tuple[TurnPart, ...] = ("attack", "move", "full_round", "free")

RULED = ("ruled", "yes", "no")


def ruled_input() -> Choice:
    """Whether it provokes: by the rules where they say so, else as the game master rules (D20C-ACT-10, D20C-AOT-10)."""
    options = options_of("ruled", RULED)
    return Choice(
        "provokes",
        "input.provokes",
        required=False,
        default="ruled",
        layout="segments",
        options=options,
        game_master_decides=True,
        decided_in=("D20C-ACT-10",),
    )


def table_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which action of the tables, as what, and how it is ruled."""
    options = tuple(Option(name, Fact(f"act.{name}"), notes=(Fact(f"part.{usual_part(name)}"),)) for name in PLAIN)
    parts = options_of("part", SPENT_PARTS)
    return (
        Choice("what", "input.act", layout="select", default="open_door", options=options),
        Choice("part", "input.part", required=False, layout="segments", options=parts, fresh=True),
        *seldom(
            ruled_input(),
            Flag("strenuous", "input.strenuous", note=Fact("note.strenuous", rules=("D20H-DIS-04",)), fresh=True),
            Text("words", "input.words", required=False, length=120),
        ),
    )


def usual_part(name: str) -> str:
    kind = ACTIONS[name].type
    return kind if kind in SPENT_PARTS else "move"


def table_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take the action off the turn; provoked opponents may strike first (D20C-ACT-10, D20C-AOT-07)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    name = values["what"]
    part = cast(TurnPart, values["part"] or usual_part(name))
    fight = spend(fight, actor, Spent(part, name))
    ruled = values["provokes"] or "ruled"
    if ruled != "no":
        rules, row = ("D20C-AOO-07", "D20C-AOT-01", "D20C-AOT-02"), name if ruled == "ruled" else ""
        fight = yield from distracted(fight, actor, notes, rules=rules, action=row)
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    what, tables = Word(f"act.{name}"), ("D20C-AOT-01", "D20C-AOT-02", "D20C-AOT-03", "D20C-AOT-04", "D20C-AOT-05")
    if values["words"]:
        notes.tell("act.done_words", who=actor, what=what, words=values["words"], rules=tables)
    else:
        notes.tell("act.done", who=actor, what=what, rules=tables)
    fight = yield from strain(fight, actor, notes, strenuous=bool(values["strenuous"]))
    return Outcome(fight, notes.so_far)


TABLE_ACT: Action[Body, Round] = Action(
    "act", table_resolve, table_inputs, turn_needed, icon="ellipsis", of_the_turn=True, needs_actor=True
)

TEST_KINDS = (
    *(f"skill:{name}" for name in SKILLS),
    *(f"ability:{name}" for name in ABILITIES),
    *(f"save:{name}" for name in SAVES),
)

SKILL_ACTS = {
    "attack": "use_skill_attack_action",
    "move": "use_skill_move_action",
    "full_round": "use_skill_full_round",
}
"""The rows of the tables for skills, by what they take of a turn (D20C-AOT-01 to -03)."""


def code_of(kind: str) -> str:
    """The code of the name of a skill, ability or save: `skill.hide` of `skill:hide`."""
    return kind.replace(":", ".")


def kind_option(kind: str) -> Option:
    """A skill, ability or save as an option."""
    return Option(kind, Fact(code_of(kind)))


def test_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is tried, against what, in how long."""
    if actor is None or actor not in fight.combatants:
        return ()
    found: list[Input] = [
        Choice(
            "kind", "input.test", layout="select", default=TEST_KINDS[0], options=tuple(map(kind_option, TEST_KINDS))
        ),
        *game_master_decides(Number("dc", "input.dc", required=False, minimum=-10, maximum=99, fresh=True)),
    ]
    if fight.ordered:
        options = options_of("part", (*SPENT_PARTS, "none"))
        found.append(Choice("part", "input.part", required=False, default="attack", layout="segments", options=options))
        found.extend(seldom(ruled_input()))
    return (*found, *seldom(others_input(sides=False)))


def terms_of(fight: D20Fight, who: Id, kind: str) -> tuple[Term, ...]:
    """What is added to a check or save as things are (D20C-SAV-01, D20H-BASE-02)."""
    body, effects = fight.body(who), effects_of(fight, who)
    group, _, name = kind.partition(":")
    if group == "skill":
        if name in effects.forbidden_skills:
            raise NotAllowed("d20.skill.forbidden", field="kind")
        return skill_terms(body, name, effects)
    if group == "save":
        return save_terms(body, cast(Save, name), effects)
    ability = cast(Ability, name)
    return (Term(ability, modifier(body, ability, effects), ("D20H-BASE-02",)),)


def test_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must be able to act; any creature may save at any time."""
    here(fight, command)
    kind = str(command.inputs.get("kind") or "save:")
    if fight.body(here(fight, command)).being == "object":
        raise NotAllowed("d20.object.acts")
    if not kind.startswith("save:"):
        check_able(fight, command)


def test_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll a check or a save: equal or higher succeeds; in saves a natural 1 fails and a natural 20 succeeds."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    kind, dc = values["kind"], values["dc"]
    is_save = kind.startswith("save:")
    part = values.get("part") or "none"
    terms = (*terms_of(fight, actor, kind), *_others(values.get("others") or ()))
    if not is_save and part != "none" and turn_of(fight, actor) is not None:
        row = {
            "attack": "use_skill_attack_action",
            "move": "use_skill_move_action",
            "full_round": "use_skill_full_round",
        }
        whole = part == "full_round"
        spent = whole_round(fight, actor, row[part]) if whole else Spent(cast(TurnPart, part), row.get(part, ""))
        fight = spend(fight, actor, spent)
        usually = part in row and values.get("provokes") != "no"
        if usually:
            fight = yield from distracted(fight, actor, notes, rules=("D20C-AOO-07", "D20C-FST-02"), action=row[part])
            if not go_on_after(fight, actor, notes):
                return Outcome(fight, notes.so_far)
    bonus = sum(term.value for term in terms)
    rules = ("D20C-SAV-01", "D20C-SAV-02") if is_save else ("D20H-BASE-02", "D20C-HOUSE-04")
    notes.tell("test.tries", who=actor, what=Word(code_of(kind)), rules=rules)
    seen = rolls_seen(fight, actor)
    (face,) = yield from roll(
        f"test:{actor}",
        actor,
        D20,
        so_far=notes.so_far,
        audience=seen,
        label="dice.test",
        bonus=bonus,
        odds=test_odds(actor, bonus, dc, is_save=is_save),
    )
    own = controllers_of(actor)
    told = (
        die_term(face, rules, seen),
        *facts_of(terms, own),
        *(() if dc is None else (reach(dc, *rules, audience=seen),)),
    )
    notes.tell("test.total", face + bonus, who=actor, what=Word(code_of(kind)), rules=rules, audience=seen, terms=told)
    if dc is not None:
        good = reaches(face, face + bonus, dc) if is_save else face + bonus >= dc
        if good:
            notes.tell("test.succeeds", who=actor, what=Word(code_of(kind)), rules=rules)
        else:
            notes.tell("test.fails", who=actor, what=Word(code_of(kind)), rules=rules)
    if part in ("attack", "full_round"):
        fight = yield from strain(fight, actor, notes, strenuous=not is_save)
    return Outcome(fight, notes.so_far)


def _others(rows: Json) -> tuple[Term, ...]:
    return tuple(Term(f"said:{row['reason']}", row["value"], ("D20C-CIR-02",)) for row in rows if row["value"])


def test_odds(who: Id, bonus: int, dc: int | None, *, is_save: bool) -> Fact:
    """The odds of a check or save: against the number that was said, else a table of difficulties."""

    def chance(number: int) -> Fraction:
        if is_save:
            return chance_to_hit(bonus, number)
        return Fraction(sum(face + bonus >= number for face in range(1, D20 + 1)), D20)

    columns = {number: {"odds.success": chance(number)} for number in (10, 15, 20, 25, 30)}
    table = by_resistance(columns, "D20H-BASE-02", audience=controllers_of(who))
    if dc is None:
        return table
    exact = against(dc, {"odds.success": chance(dc)}, "D20H-BASE-02", audience=GAME_MASTER)
    return replace(exact, otherwise=table)


TEST: Action[Body, Round] = Action(
    "test", test_resolve, test_inputs, test_check, icon="dices", of_the_turn=True, needs_actor=True
)

OTHER = (TEST, TABLE_ACT, LIFT)
