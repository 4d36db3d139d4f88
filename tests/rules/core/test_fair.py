"""Which roll of a log is which, and whether its faces are those that they must be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core import fair
from rules.core.audience import GAME_MASTER, TABLE
from rules.core.facts import Fact
from rules.core.fair import CheckedRoll, Seed, again, checked, counts, identity, revealed, rolls, text_of, way, with_ids
from rules.core.fight import Command
from rules.core.log import Entry
from rules.core.types import Json
from rules.dice.fair import commitment, faces

SEED = Seed("01" * 32, "02" * 32)
TOLD = Entry("d0", "", "dice", "", facts=SEED.committed())
SHOWN = Entry("d1", "", "dice", "", facts=SEED.revealed())
SIDES = (20, 6)


def strikes(name: str, target: str = "orc") -> Command:
    return Command(name, "attack", "ana", {"target": target}, moment=name)


def begun(command: Command, number: int | None = 0) -> Entry:
    return Entry(command.id, "p", "command", command.id, command=command, again=number)


def fallen(command: Command, key: str, faces: list[int]) -> Entry:
    return Entry(
        f"{command.id}-{key}", "p", "answer", command.id, key=key, answer={"faces": faces}, rolled=True, sides=SIDES
    )


def falls(command: Command, key: str = "hit", number: int | None = 0, **answers: Json) -> Entry:
    """A roll whose faces follow from the seed, for this number and these answers before it."""
    whole: Json = [command.actor, command.action, dict(command.inputs), number, answers, key]
    return fallen(command, key, SEED.faces(whole, SIDES))


def undo(*targets: str) -> Entry:
    return Entry(f"u{'-'.join(targets)}", "p", "undo", "", targets=targets)


def redo(of: Entry) -> Entry:
    return Entry(f"r{of.id}", "p", "redo", "", targets=(of.id,))


def verdicts(*entries: Entry) -> list[str]:
    return [one.verdict for one in checked(entries)]


ONE, TWO, THREE = strikes("c1"), strikes("c2"), strikes("c3")


def test_faces_that_follow_from_the_seed_are_right_and_others_wrong() -> None:
    right = falls(ONE)
    (found,) = checked([TOLD, begun(ONE), right, SHOWN])
    assert found == CheckedRoll(right, "right", SEED.name(identity(ONE, 0, {}, "hit")))
    first, second = right.answer["faces"] if right.answer else ()
    assert verdicts(TOLD, begun(ONE), fallen(ONE, "hit", [first % 20 + 1, second]), SHOWN) == ["wrong"]


def test_a_roll_is_sealed_until_its_seed_is_told_and_one_without_a_seed_is_not_committed() -> None:
    typed, old = replace(falls(ONE), rolled=False), replace(falls(ONE), sides=())
    assert verdicts(TOLD, begun(ONE), falls(ONE)) == ["sealed"]
    assert verdicts(begun(ONE), falls(ONE), TOLD, SHOWN) == ["uncommitted"]
    assert verdicts(TOLD, begun(ONE), old, SHOWN) == ["uncommitted"]
    assert list(rolls([TOLD, begun(ONE), old])) == [(old, "", None)]
    (sealed,) = checked([TOLD, begun(ONE), falls(ONE), undo("c1-hit")])
    assert (sealed.verdict, sealed.struck) == ("sealed", True)
    assert verdicts(TOLD, begun(ONE), typed, replace(typed, rolled=True, answer=None), SHOWN) == []


def test_each_roll_rests_on_the_seed_that_was_told_last_before_it() -> None:
    other = Seed("03" * 32, "04" * 32)
    next_, shown = (
        Entry("d2", "", "dice", "", facts=other.committed()),
        Entry("d3", "", "dice", "", facts=other.revealed()),
    )
    first, second = falls(ONE), falls(TWO, number=1)
    assert verdicts(TOLD, begun(ONE), first, SHOWN, next_, begun(TWO, 1), second, shown) == ["right", "wrong"]
    assert verdicts(TOLD, begun(ONE), first, next_, begun(TWO, 1), second, shown) == ["sealed", "wrong"]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ((begun(ONE), falls(ONE), begun(TWO, 1), falls(TWO, number=1)), ["right", "right"]),
        ((begun(ONE), falls(ONE), begun(TWO, 0), falls(TWO, number=0)), ["right", "wrong"]),
        ((begun(ONE), falls(ONE), begun(TWO, 2), falls(TWO, number=2)), ["right", "wrong"]),
        ((begun(ONE, 1), falls(ONE, number=1)), ["wrong"]),
        ((begun(ONE), falls(ONE), begun(strikes("c2", "wolf")), falls(strikes("c2", "wolf"))), ["right", "right"]),
    ],
    ids=["the next", "the same again", "one left out", "not the first", "something else"],
)
def test_the_same_done_again_has_the_next_number(entries: tuple[Entry, ...], expected: list[str]) -> None:
    assert verdicts(TOLD, *entries, SHOWN) == expected


def test_what_was_taken_back_leaves_its_number_and_takes_it_again_when_it_is_restored() -> None:
    gone = undo("c1-hit", "c1")
    once = (TOLD, begun(ONE), falls(ONE))
    assert verdicts(*once, gone, begun(TWO), falls(TWO), SHOWN) == ["right", "right"]
    assert [one.struck for one in checked([*once, gone, begun(TWO), falls(TWO), SHOWN])] == [True, False]
    assert verdicts(*once, gone, redo(gone), begun(TWO, 1), falls(TWO, number=1), SHOWN) == ["right", "right"]
    assert [one.struck for one in checked([*once, gone, redo(gone)])] == [False]
    two, three = begun(TWO, 1), begun(THREE, 0)
    assert verdicts(*once, two, falls(TWO, number=1), gone, three, falls(THREE), SHOWN) == ["right"] * 3


def test_what_was_answered_before_and_still_counts_is_part_of_a_roll() -> None:
    said = Entry("s1", "p", "answer", "c1", key="sure", answer={"yes": True})
    after = falls(ONE, sure={"yes": True})
    assert verdicts(TOLD, begun(ONE), said, after, SHOWN) == ["right"]
    assert verdicts(TOLD, begun(ONE), said, undo("s1"), after, SHOWN) == ["wrong"]
    assert verdicts(TOLD, begun(ONE), said, undo("s1"), falls(ONE), SHOWN) == ["right"]
    assert verdicts(TOLD, begun(ONE), replace(said, answer=None), falls(ONE), SHOWN) == ["right"]
    assert verdicts(TOLD, begun(ONE), said, begun(TWO, 1), falls(TWO, number=1), SHOWN) == ["right"]


@pytest.mark.parametrize(
    "entries",
    [
        (falls(ONE),),
        (fallen(ONE, "hit", faces(SEED.seed, "", SIDES)),),
        (begun(ONE, None), falls(ONE, number=None)),
        (replace(begun(ONE, None), command=None), falls(ONE)),
    ],
    ids=["begun elsewhere", "by no name", "without a number", "without its command"],
)
def test_a_log_that_does_not_hold_what_a_roll_is_made_of_does_not_show_it_right(entries: tuple[Entry, ...]) -> None:
    (found,) = checked([TOLD, *entries, SHOWN])
    assert (found.verdict, found.name) == ("wrong", "")


def test_commands_that_ask_for_nothing_take_no_number() -> None:
    assert verdicts(TOLD, begun(ONE, None), begun(TWO), falls(TWO), SHOWN) == ["right"]


def test_ids_that_have_been_replaced_are_called_as_they_were() -> None:
    old, new = "a" * 32, "b" * 32
    right = replace(falls(replace(ONE, actor=old)), resolution="c1")
    entries = [TOLD, begun(replace(ONE, actor=new)), right, SHOWN]
    assert [one.verdict for one in checked(entries)] == ["wrong"]
    called = {commitment(SEED.seed): {new: SEED.called(old)}}
    assert [one.verdict for one in checked(entries, called)] == ["right"]
    assert with_ids({new: [new, (f"x:{new}", 3)]}, {}, lambda one: "id") == {"id": ["id", ["x:id", 3]]}


def test_a_seed_that_is_none_is_not_believed() -> None:
    for seed, salt in (("01" * 31, "02" * 32), ("01" * 32, "02" * 33), ("zz" * 32, "02" * 32), ("01" * 32, "Z" * 64)):
        assert revealed([Entry("d", "", "dice", "", facts=Seed(seed, salt).revealed())]) == {}
    halves = (SHOWN.facts[:1], SHOWN.facts[1:], (Fact(fair.REVEALED), Fact(fair.SALT)))
    assert revealed(Entry("d", "", "dice", "", facts=half) for half in halves) == {}
    assert revealed([TOLD, SHOWN]) == {commitment(SEED.seed): SEED}


def test_the_salt_is_told_to_the_game_master_alone() -> None:
    assert [(one.code, one.audience) for one in (*SEED.committed(), *SEED.revealed())] == [
        ("core.dice.committed", TABLE),
        ("core.dice.revealed", TABLE),
        ("core.dice.salt", GAME_MASTER),
    ]
    assert Seed.of(SEED.kept) == SEED
    assert len(SEED.called("a" * 32)) == 24


def test_the_same_has_one_way_and_one_text_whatever_moment_it_is_meant_for() -> None:
    assert way(ONE) == way(TWO) != way(strikes("c1", "wolf"))
    assert text_of({"b": [1, 2], "a": "ñ"}) == '{"a":"\\u00f1","b":[1,2]}'
    assert [again(taken) for taken in (set(), {0}, {1}, {0, 1, 3})] == [0, 1, 0, 2]


def test_rolls_are_counted_by_their_verdict() -> None:
    found = checked([TOLD, begun(ONE), falls(ONE), begun(TWO), falls(TWO), SHOWN])
    assert counts(found) == {"right": 1, "wrong": 1}
