"""Dice that a sheet offers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import TABLE, controllers_of
from rules.core.driver import Pending, run
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Notes, Ref, fact
from rules.core.fight import Command, Thrown
from rules.core.inputs import Choice, Combatants
from rules.core.people import rolls_seen
from rules.core.registry import SYSTEMS
from rules.core.requests import Dice
from rules.core.sheet_rolls import JUDGE, JUDGE_ACTION, NAME, OPEN
from rules.core.taps import Fell, Tap, TapDice
from rules.core.throws import Throw, Throws, decide, throw
from tests.rules.recorder import GM, Recorder
from tests.rules.test_stage import played
from tests.rules.toys import threat


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_dice_of_a_sheet_are_seen_like_all_dice_of_its_combatant(slug: str) -> None:
    one = played(slug)
    for who in one.fight.order:
        tap = next((tap for tap in one.system.taps(one.fight, who) if tap.reason is None), None)
        if tap is not None:
            rolls = Command("roll", NAME, who, {"what": tap.key})
            waiting = run(engine.action(one.system, NAME).resolve(one.fight, rolls), {})
            assert isinstance(waiting, Pending)
            assert {asked.audience for asked in waiting.open} == {rolls_seen(one.fight, who)}


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_roll_that_replaces_the_last_one_says_so_with_its_rows(slug: str) -> None:
    one = played(slug)
    who, tap = next(
        (who, tap) for who in one.fight.order for tap in one.system.taps(one.fight, who) if tap.reason is None
    )
    found = run_with_faces(one.system, one.fight, Command("first", NAME, who, {"what": tap.key}))
    assert "core.sheet_roll.rolled" in [told.code for told in found.explanation]
    again = Command("second", NAME, who, {"what": tap.key, "instead": "first"})
    after = run_with_faces(one.system, found.fight, again)
    said, total = after.explanation[:2]
    seen = rolls_seen(one.fight, who)
    assert said == fact("core.sheet_roll.instead", who=who, what=tap.name, rules=tap.dice.rules, audience=seen)
    assert (total.code, total.rules, total.audience) == ("core.sheet_roll.rolled", tap.dice.rules, seen)
    last = after.fight.combatants[who].thrown
    assert last is not None
    assert (last.id, last.what, last.harm, last.word) == ("second", tap.key, False, "")
    for wrong in ({"instead": "other"}, {"instead": "second", "what": "gone"}, {"instead": "second", "harm": True}):
        with pytest.raises(RuleError):
            run_with_faces(one.system, after.fight, Command("third", NAME, who, {"what": tap.key, **wrong}))


# One sheet, case by case


def spent(fight: threat.ThreatFight, notes: Notes) -> threat.ThreatFight:
    """Each roll costs Ana a point."""
    notes.tell("toy.spent")
    return threat.hurt(fight, "ana", 1)


BITES = TapDice((8,), 1, rules=("TOY-BITE-01",))


def willed() -> Throws[Fell]:
    """The rules have one number for all: nobody need say if it was enough."""
    (face,) = yield from throw(Throw("will", 20))
    return Fell((face,), face, fact("toy.calm") if face > 10 else None, decided=True)


def doubled() -> Throws[Fell]:
    """A face that may be doubled, as one usually does."""
    (face,) = yield from throw(Throw("luck", 6, bonus=1))
    times = yield from decide("times", default=2)
    return Fell((face,), face * times + 3)


TAPS = (
    Tap(
        "bow",
        "attack",
        "Bow",
        TapDice((20,), 3, (fact("toy.skill", 1), fact("toy.luck", 2))),
        harm=TapDice((6, 6), 0),
        spend=spent,
    ),
    Tap("bite", "attack", "Bite", BITES, reason=NotAllowed("toy.toothless")),
    Tap("will", "save", "Will", TapDice((20,), 2, rule=willed)),
    Tap("luck", "test", "Luck", TapDice((6,), 3, rule=doubled)),
)


class Sheets(threat.ThreatSystem):
    def taps(self, fight: threat.ThreatFight, who: str) -> tuple[Tap, ...]:
        return TAPS if who != "spy" else ()


@pytest.fixture
def table() -> Recorder:
    return Recorder(Sheets(), threat.scenario(threat.SYSTEM))


def rolls(table: Recorder, what: str, *faces: int, who: str = "ana", **more: Any) -> None:
    """A combatant rolls what its sheet offers."""
    table.begin(NAME, who, internal=True, what=what, **more)
    for request in table.requests:
        table.answer(request.key, faces=list(faces))


def last(table: Recorder) -> Thrown:
    thrown = table.fight.combatants["ana"].thrown
    assert thrown is not None
    return thrown


@pytest.mark.parametrize(
    ("inputs", "reason", "field"),
    [
        ({"what": "sword"}, "core.sheet_roll.gone", "what"),
        ({"what": "will", "harm": True}, "core.sheet_roll.gone", "what"),
        ({"what": "bite"}, "toy.toothless", None),
        ({"what": "bow", "instead": "c1"}, "core.sheet_roll.not_last", None),
    ],
)
def test_what_the_sheet_does_not_offer_is_not_rolled(
    table: Recorder, inputs: dict[str, Any], reason: str, field: str | None
) -> None:
    with pytest.raises(RuleError) as refused:
        table.begin(NAME, "ana", internal=True, **inputs)
    assert (refused.value.reason, refused.value.field) == (reason, field)


def test_a_roll_is_told_with_what_adds_up_to_it_and_takes_what_it_uses_up(table: Recorder) -> None:
    rolls(table, "bow", 11)
    spent_, total = table.entries[-1].facts[1:]
    assert (spent_.code, total.code, total.value) == ("toy.spent", "core.sheet_roll.rolled", 14)
    own = controllers_of("ana")
    assert [(term.code, term.value, term.audience) for term in total.terms] == [
        ("term.thrown", 11, TABLE),
        ("toy.skill", 1, own),
        ("toy.luck", 2, own),
    ]
    assert last(table) == Thrown("c0", "bow", False, (11,), 14)
    assert table.body("ana").damage == 1


def test_the_dice_of_the_game_masters_own_and_the_word_on_them_are_read_by_nobody_else(table: Recorder) -> None:
    rolls(table, "bow", 11, who="orc", asks=True)
    rolls(table, "bow", 12, who="orc", instead="c0", asks=True)
    table.begin(JUDGE, who="orc", word="short")
    told = [one for one in table.facts if one.code.startswith("core.sheet_roll.")]
    assert [one.code.rpartition(".")[2] for one in told] == ["rolled", "instead", "rolled", "short"]
    own = controllers_of("orc")
    assert {one.audience for fact in told for one in (fact, *fact.terms)} == {own}
    assert all(one.params["who"] == Ref("orc") for one in told)
    assert all(one.params["what"] == "Bow" for one in told[:3])


@pytest.mark.parametrize(("what", "bonus"), [("bow", 3), ("will", None), ("luck", 3)])
def test_what_will_be_added_is_said_beside_the_dice_where_they_are_added_up(
    table: Recorder, what: str, bonus: int | None
) -> None:
    table.begin(NAME, "ana", internal=True, what=what)
    (request,) = table.requests
    assert (request.to, request.bonus) == ("ana", bonus)
    table.begin(NAME, "orc", internal=True, what=what)
    assert len(table.head.open) == 2, "it waits for nothing that is open"


def test_somebody_rolls_from_a_sheet(table: Recorder) -> None:
    with pytest.raises(RuleError, match=r"core\.combatant\.gone"):
        table.begin(NAME, None, internal=True, what="bow")


def test_what_a_rule_lets_one_choose_is_taken_as_it_is_proposed(table: Recorder) -> None:
    rolls(table, "luck", 5)
    assert last(table).total == 13
    (term,) = table.entries[-1].facts[-1].terms
    assert (term.value, term.params["faces"]) == (10, "5"), "what is not added is what the dice came to"


def test_the_dice_of_damage_use_nothing_up_and_ask_for_no_word(table: Recorder) -> None:
    rolls(table, "bow", 2, 5, harm=True, asks=True)
    assert [fact.code for fact in table.entries[-1].facts[1:]] == ["core.sheet_roll.harm"]
    assert last(table) == Thrown("c0", "bow", True, (2, 5), 7)
    rolls(table, "bow", 6, 6, harm=True, instead="c0")
    assert (last(table).total, table.body("ana").damage) == (12, 0)


def test_a_roll_that_is_corrected_uses_nothing_up_again_even_where_it_could_not_be_made_now(table: Recorder) -> None:
    rolls(table, "bow", 11)
    rolls(table, "bow", 12, instead="c0")
    assert (last(table).total, table.body("ana").damage) == (15, 1)
    ana = table.fight.combatants["ana"]
    table.head = replace(
        table.head, fight=table.fight.with_combatant(replace(ana, thrown=Thrown("c9", "bite", False, (1,), 2)))
    )
    rolls(table, "bite", 8, instead="c9")
    assert (last(table).total, table.entries[-1].facts[-1].rules) == (9, ("TOY-BITE-01",))


@pytest.mark.parametrize(("face", "codes"), [(10, []), (11, ["toy.calm"])])
def test_where_the_rules_have_one_number_they_say_what_it_comes_to(
    table: Recorder, face: int, codes: list[str]
) -> None:
    rolls(table, "will", face, asks=True)
    assert [fact.code for fact in table.entries[-1].facts[2:]] == codes
    assert last(table).word == ""


@pytest.mark.parametrize(("word", "code"), [("enough", "core.sheet_roll.enough"), ("short", "core.sheet_roll.short")])
def test_the_game_master_says_whether_a_roll_was_enough(table: Recorder, word: str, code: str) -> None:
    rolls(table, "bow", 11, asks=True)
    assert last(table).word == OPEN
    (who, what) = JUDGE_ACTION.inputs(table.fight, None, GM)
    assert isinstance(who, Combatants)
    assert isinstance(what, Choice)
    assert [(option.value, option.label) for option in who.options] == [("ana", fact("core.combatant", who="ana"))]
    assert ([option.value for option in what.options], what.default) == (["enough", "short"], "enough")
    table.begin(JUDGE, who="ana", word=word)
    assert table.entries[-1].facts == (fact(code, 14, who="ana"),)
    assert last(table) == Thrown("c0", "bow", False, (11,), 14, word)
    with pytest.raises(NotAllowed, match=r"core\.sheet_roll\.none_open"):
        table.begin(JUDGE, who="ana", word=word)


def run_with_faces(system: Any, fight: Any, command: Command) -> Any:
    """What a roll comes to whose dice all show 2."""
    answers: dict[str, Any] = {}
    while isinstance(found := run(engine.action(system, NAME).resolve(fight, command), answers), Pending):
        for asked in found.open:
            assert isinstance(asked, Dice)
            answers[asked.key] = {"faces": [2] * len(asked.sides)}
    return found.result
