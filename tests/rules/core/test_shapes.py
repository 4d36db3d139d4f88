"""JSON from outside is held against the type that it should be of; everything that does not fit is named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Generic, Literal, TypeVar

import pytest

from rules.core.codec import codec
from rules.core.shapes import Misfit, misfits
from rules.core.types import Json


@dataclass(frozen=True)
class Pond:
    depth: float
    fish: int
    frozen: bool
    name: str


POND: dict[str, Json] = {"depth": 1.5, "fish": 3, "frozen": False, "name": "Alba"}


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("depth", 2, None),
        ("depth", "deep", "number"),
        ("depth", True, "number"),
        ("fish", 2.5, "number"),
        ("fish", True, "number"),
        ("frozen", 1, "yes_or_no"),
        ("name", None, "text"),
    ],
)
def test_each_plain_value_is_of_its_kind(name: str, value: Json, problem: str | None) -> None:
    expected = (Misfit((name,), problem),) if problem else ()  # type: ignore[arg-type]
    assert misfits(codec(Pond), {**POND, name: value}) == expected


@dataclass(frozen=True)
class Lake:
    pond: Pond
    size: Literal["big", 2]
    depth: Annotated[int, "in metres"]
    shores: tuple[str, ...]
    birds: Mapping[str, int]
    owner: str | None = None
    level: int | str = 0
    marks: frozenset[str] = field(default_factory=frozenset)


LAKE: dict[str, Json] = {"pond": {**POND}, "size": "big", "depth": 3, "shores": ["north"], "birds": {"heron": 2}}


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (LAKE, ()),
        ({**LAKE, "owner": None, "level": "high", "marks": ["deep"], "size": 2}, ()),
        ({**LAKE, "owner": "Ana", "level": 2}, ()),
        ({**LAKE, "owner": 3}, (Misfit(("owner",), "text"),)),
        ({**LAKE, "level": None}, (Misfit(("level",), "number"),)),
        ({**LAKE, "level": True}, (Misfit(("level",), "number"),)),
        ({**LAKE, "size": "small"}, (Misfit(("size",), "one_of", ("big", "2")),)),
        ({**LAKE, "size": 2.0}, (Misfit(("size",), "one_of", ("big", "2")),)),
        ({**LAKE, "depth": "deep"}, (Misfit(("depth",), "number"),)),
        ({**LAKE, "depth": None}, (Misfit(("depth",), "number"),)),
        ({**LAKE, "shores": "north"}, (Misfit(("shores",), "list"),)),
        ({**LAKE, "shores": ["north", 2]}, (Misfit(("shores", 1), "text"),)),
        ({**LAKE, "birds": []}, (Misfit(("birds",), "object"),)),
        ({**LAKE, "birds": {"heron": "two"}}, (Misfit(("birds", "heron"), "number"),)),
        ({**LAKE, "pond": []}, (Misfit(("pond",), "object"),)),
        ({**LAKE, "pond": {**POND, "more": 1}}, (Misfit(("pond", "more"), "unknown"),)),
        ({name: value for name, value in LAKE.items() if name != "depth"}, (Misfit(("depth",), "missing"),)),
    ],
)
def test_every_kind_of_value_is_named_where_it_does_not_fit(data: Json, found: tuple[Misfit, ...]) -> None:
    assert misfits(codec(Lake), data) == found


T = TypeVar("T")


@dataclass(frozen=True)
class Box(Generic[T]):
    held: int


def test_a_kind_with_a_part_of_any_kind_is_looked_at_like_any_other() -> None:
    assert misfits(codec(Box[int]), {"held": "x"}) == (Misfit(("held",), "number"),)
    assert misfits(codec(Box[int]), {}) == (Misfit(("held",), "missing"),)
