"""Values that are made quickly are those that their dataclass would make, and stay as frozen."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from rules.core.quick import quick


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    value: int | None = None
    parts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlainMore(Plain):
    more: tuple[str, ...] = ("usual",)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    name: str
    value: int | None = None
    parts: dict[str, int] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class QuickMore(Quick):
    more: tuple[str, ...] = ("usual",)


@pytest.mark.parametrize("kinds", [(Plain, Quick), (PlainMore, QuickMore)], ids=["own fields", "inherited fields"])
@pytest.mark.parametrize("given", [("a",), ("a", 2), ("a", None, {"b": 1})])
def test_it_is_made_as_its_dataclass_makes_it(kinds: tuple[type[Plain], type[Quick]], given: tuple[str]) -> None:
    plain, made = (kind(*given) for kind in kinds)
    named = kinds[1](**dict(zip(("name", "value", "parts"), given, strict=False)))  # type: ignore[arg-type]
    for item in fields(plain):
        assert getattr(plain, item.name) == getattr(made, item.name) == getattr(named, item.name)
    assert made == named == replace(made) == deepcopy(made) == pickle.loads(pickle.dumps(made))
    assert replace(made, value=7).value == 7


def test_each_has_a_default_of_its_own() -> None:
    assert Quick("a").parts is not Quick("b").parts


def test_it_stays_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Quick("a").name = "b"  # type: ignore[misc]


@pytest.mark.parametrize("given", [((), {}), (("a", 1, {}, "too many"), {}), (("a",), {"unknown": 1})])
def test_what_does_not_fit_is_refused(given: tuple[tuple[object, ...], dict[str, object]]) -> None:
    with pytest.raises(TypeError):
        Quick(*given[0], **given[1])  # type: ignore[arg-type]


def test_what_could_not_be_made_so_is_refused() -> None:
    @dataclass(frozen=True)
    class Loose:
        name: str = ""

    @dataclass(frozen=True, slots=True)
    class Busy:
        name: str = ""

        def __post_init__(self) -> None:
            """Looks at what it was given."""

    @dataclass(frozen=True, slots=True)
    class Named:
        name: str = field(default="", kw_only=True)

    @dataclass(frozen=True, slots=True)
    class Worked:
        name: str = field(default="", init=False)

    for kind in (Loose, Busy, Named, Worked):
        with pytest.raises(TypeError, match=kind.__name__):
            quick(kind)
