"""Adapters from operations of the cases to our functions, and what an adapter is given."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rules.core.errors import Missing

Result = Mapping[str, Any]
Adapter = Callable[["Inputs", "Dice"], Result]

_adapters: dict[tuple[str, str], Adapter] = {}


class Inputs:
    """The inputs of a case; a needed one that is absent or null is refused as missing."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def __getitem__(self, name: str) -> Any:
        if name not in self:
            raise Missing("input.missing", field=name)
        return self._values[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return an input, or the default when it is absent or null."""
        value = self._values.get(name)
        return default if value is None else value

    def some(self, *names: str) -> dict[str, Any]:
        """Return those of the named inputs that are given, to be passed on as keyword arguments."""
        return {name: self[name] for name in names if name in self}

    def number(self, name: str) -> int | Fraction:
        """Return a needed number that may have a fraction, exactly as written."""
        value = self[name]
        return Fraction(value) if isinstance(value, Decimal) else value

    def part(self, name: str) -> "Inputs":
        """Return a needed object among the inputs."""
        return Inputs(self[name])

    def parts(self, name: str) -> list["Inputs"]:
        """Return a needed list of objects."""
        return [Inputs(value) for value in self[name]]


class Dice:
    """The faces of a case, handed out in order."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = faces
        self._taken = 0

    def take(self, count: int) -> tuple[int, ...]:
        """Hand out the next faces, fewer when there are not enough: the rule says what it lacks."""
        faces = self._faces[self._taken : self._taken + count]
        self._taken += len(faces)
        return faces

    @property
    def left(self) -> int:
        """How many faces nobody asked for."""
        return len(self._faces) - self._taken


def adapter(system: str, operation: str) -> Callable[[Adapter], Adapter]:
    """Register a function as the adapter of an operation."""

    def register(function: Adapter) -> Adapter:
        if (system, operation) in _adapters:
            raise ValueError(f"two adapters for {system} {operation}")
        _adapters[system, operation] = function
        return function

    return register


def find(system: str, operation: str) -> Adapter | None:
    """Return the adapter of an operation, or nothing."""
    return _adapters.get((system, operation))
