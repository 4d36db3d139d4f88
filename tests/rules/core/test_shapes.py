"""JSON from outside is held against the type that it should be of; everything that does not fit is named."""

from __future__ import annotations

from dataclasses import dataclass

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
    ("field", "value", "problem"),
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
def test_each_plain_value_is_of_its_kind(field: str, value: Json, problem: str | None) -> None:
    expected = (Misfit((field,), problem),) if problem else ()  # type: ignore[arg-type]
    assert misfits(codec(Pond), {**POND, field: value}) == expected
