"""Values become JSON and back; the difference of two folds one into the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Generic, Literal, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.changes import Change, fold, inverse
from rules.core.codec import Counted, codec, parts_of
from rules.core.fight import Combatant, Fight, Head
from tests.sizes import examples

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Leaf:
    hp: Counted
    word: str
    way: Literal["up", "down"] = "up"
    flag: bool = False
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tree:
    leaves: Mapping[str, Leaf] = field(default_factory=dict)
    best: Leaf | None = None
    row: tuple[Leaf, ...] = ()
    number: int | None = None
    uses: Mapping[str, Counted] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Box(Generic[S]):
    one: S
    many: Mapping[str, S]
    maybe: S | None = None
    row: tuple[S, ...] = ()


@dataclass(frozen=True)
class WithSet:
    things: set[str]


@dataclass(frozen=True)
class WithPair:
    pair: tuple[int, str]


@dataclass(frozen=True)
class WithNumbers:
    numbers: frozenset[int]


@dataclass(frozen=True)
class WithIntKeys:
    things: Mapping[int, str]


@dataclass(frozen=True)
class WithEither:
    thing: Leaf | Tree


@dataclass(frozen=True)
class WithCall:
    call: Callable[[], int]


KINDS: list[Any] = [Leaf, Tree, Box[Leaf], Box[int], Fight[Leaf, Tree]]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """A kind and two of its values."""
    kind = draw(st.sampled_from([Leaf, Tree]))
    return kind, draw(st.from_type(kind)), draw(st.from_type(kind))


@settings(max_examples=examples(60), deadline=None)
@given(pairs())
def test_diff_folds_and_dump_loads(pair: tuple[Any, Any, Any]) -> None:
    kind, before, after = pair
    form = codec(kind)
    old, new = form.dump(before), form.dump(after)
    changes = form.diff(before, after)
    assert fold(old, changes) == new
    assert fold(new, inverse(changes)) == old
    assert form.load(json.loads(json.dumps(new))) == after
    assert form.reload(fold(old, changes), old, before) == after
    assert form.reload(new, {}, before) == after
    assert form.dump(form.load(new)) == new
    assert form.diff(after, form.load(new)) == ()
    assert tuple(Change.from_json(json.loads(json.dumps(change.to_json()))) for change in changes) == changes


def test_what_a_step_leaves_as_it_is_is_not_read_again() -> None:
    form = codec(Tree)
    before = Tree({"a": Leaf(1, "x"), "b": Leaf(2, "y")}, Leaf(3, "z"), (Leaf(4, "w"),))
    old = form.dump(before)
    after = form.reload(fold(old, [Change("count", ("leaves", "a", "hp"), 1, 5)]), old, before)
    assert after == replace(before, leaves={**before.leaves, "a": Leaf(5, "x")})
    assert after.leaves["b"] is before.leaves["b"]
    assert after.best is before.best
    assert after.row is before.row
    assert form.reload(old, old, before) is before


@pytest.mark.parametrize("kind", KINDS)
def test_a_codec_is_compiled_once(kind: Any) -> None:
    assert codec(kind) is codec(kind)


def test_generic_dataclasses_know_their_parts() -> None:
    form = codec(Box[Leaf])
    box = Box(Leaf(3, "a"), {"z": Leaf(1, "b"), "b": Leaf(2, "c")}, Leaf(0, ""), (Leaf(9, "r"),))
    data = form.dump(box)
    assert list(data["many"]) == ["b", "z"]
    assert form.load(data) == box
    assert form.diff(box, replace(box, one=replace(box.one, hp=1))) == (Change("count", ("one", "hp"), 3, 1),)


def test_a_head_of_a_system_is_generic_three_deep() -> None:
    form = codec(Head[Leaf, Tree])
    head = Head(Fight(round=Tree(), combatants={"a": Combatant("a", "A", Leaf(1, "w"), controllers=frozenset("yx"))}))
    assert form.load(json.loads(json.dumps(form.dump(head)))) == head
    assert form.dump(head)["fight"]["combatants"]["a"]["controllers"] == ["x", "y"]


@pytest.mark.parametrize("kind", [WithSet, WithPair, WithNumbers, WithIntKeys, WithEither, WithCall, bytes])
def test_what_a_state_cannot_hold_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError):
        codec(kind)


def test_an_absent_field_takes_its_default_and_a_needed_one_is_named() -> None:
    assert codec(Leaf).load({"hp": 1, "word": "x"}) == Leaf(1, "x")
    with pytest.raises(KeyError, match="word"):
        codec(Leaf).load({"hp": 1})


def test_a_flag_is_not_a_number() -> None:
    changes = codec(Mapping[str, Any]).diff({"a": 1}, {"a": True})
    assert changes == (Change("put", ("a",), 1, True),)


@dataclass(frozen=True, slots=True)
class Inner(Generic[S]):
    one: S
    word: Literal["a", "b"] = "a"
    many: tuple[S, ...] = ()


@dataclass(frozen=True, slots=True)
class All:
    counted: Counted
    named: Annotated[int, "no operation"]
    inner: Inner[int]
    either: int | str = 0
    sparse: int = field(default=7, metadata={"sparse": True})
    filled: Mapping[str, int] = field(default_factory=dict, metadata={"sparse": True})


def test_a_codec_made_anew_knows_every_sort_of_part() -> None:
    codec.cache_clear()
    parts_of.cache_clear()
    form = codec(All)
    before, after = All(1, 1, Inner(1)), All(2, 2, Inner(2, "b", (3,)), "x", 8, {"k": 1})
    data = {"counted": 1, "named": 1, "inner": {"one": 1, "word": "a", "many": []}, "either": 0}
    assert form.dump(before) == data
    assert (form.load(data), form.load(form.dump(after))) == (before, after)
    assert [(one.operation, one.path) for one in form.diff(before, after)] == [
        ("count", ("counted",)),
        ("put", ("named",)),
        ("put", ("inner", "one")),
        ("put", ("inner", "word")),
        ("put", ("inner", "many")),
        ("put", ("either",)),
        ("add", ("sparse",)),
        ("add", ("filled",)),
    ]
    assert form.kind is All
    assert codec(Counted).kind is Counted
    with pytest.raises(KeyError, match="counted"):
        form.load({name: value for name, value in data.items() if name != "counted"})
    for kind in (tuple[int], tuple[int, str], int | str | Leaf, int | str | None, Inner[bytes]):
        with pytest.raises(TypeError):
            codec(kind)


def test_what_a_step_leaves_as_it_is_is_not_put_into_json_again() -> None:
    before = Tree({"a": Leaf(1, "one"), "b": Leaf(2, "two")})
    after = replace(before, leaves={**before.leaves, "b": Leaf(3, "two")})
    first, second = (codec(Tree).dump(one)["leaves"] for one in (before, after))
    assert first["a"] is second["a"]
    assert (first["b"]["hp"], second["b"]["hp"]) == (2, 3)
