"""How a rule refuses: four codes, a stable reason for the words files, and the checks that raise them."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import ClassVar, Literal, TypeVar

Code = Literal["missing", "unknown_value", "out_of_range", "not_allowed"]

V = TypeVar("V")


class RuleError(Exception):
    """A rule refuses: `code` is the kind, `reason` the key of the message for people, `field` the input at fault."""

    code: ClassVar[Code]

    def __init__(self, reason: str, *, field: str | None = None, params: Mapping[str, object] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.field = field
        self.params: Mapping[str, object] = dict(params or {})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reason!r}, field={self.field!r}, params={self.params!r})"


class Missing(RuleError):
    """A field or a die that the rule needs is absent."""

    code = "missing"


class UnknownValue(RuleError):
    """A word that the rules do not know."""

    code = "unknown_value"


class OutOfRange(RuleError):
    """A number or a die face outside its range."""

    code = "out_of_range"


class NotAllowed(RuleError):
    """Known and in range, but the rules forbid it now."""

    code = "not_allowed"


def raise_first(faults: Iterable[RuleError]) -> None:
    """Refuse with the first of these, if there is one."""
    for fault in faults:
        raise fault


def needed(value: V | None, reason: str, *, field: str | None = None) -> V:
    """Return the value, or refuse as missing when there is none."""
    if value is None:
        raise Missing(reason, field=field)
    return value


def one_of(value: object, known: Collection[V], reason: str, *, field: str | None = None) -> V:
    """Return the known word equal to the value, or refuse it as unknown."""
    for word in known:
        if word == value:
            return word
    raise UnknownValue(reason, field=field, params={"value": value})


N = TypeVar("N", int, Fraction, int | Fraction)


def at_least(value: N, least: int, reason: str, *, field: str | None = None) -> N:
    """Return the number, or refuse it as out of range when it is below `least`."""
    if value < least:
        raise OutOfRange(reason, field=field, params={"value": value, "least": least})
    return value


def within(value: int, least: int, most: int, reason: str, *, field: str | None = None) -> int:
    """Return the number, or refuse it as out of range when it is outside `least`..`most`."""
    if not least <= value <= most:
        raise OutOfRange(reason, field=field, params={"value": value, "least": least, "most": most})
    return value
