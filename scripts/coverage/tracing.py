"""What runs of a system while it is played: functions that the application asked for, and all that these called."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from rules.core.system import AnySystem

LANGUAGE = "en"

PLACES = {
    "card": "card",
    "values": "sheet",
    "inputs": "sheet",
    "load": "sheet",
    "faults": "sheet",
    "creation": "making",
    "advancing": "advancing",
    "equipment": "things",
}
"""The place on screen that asks for a member of a system or of a sheet kind. All others belong to the `fight`."""


def entries(system: AnySystem, said: Mapping[str, str]) -> dict[int, frozenset[str]]:
    """The functions that the application may ask of a system, by the identity of their code, with their places."""
    found: dict[int, set[str]] = {}

    def note(function: object, place: str) -> None:
        for code in _codes(function):
            found.setdefault(id(code), set()).add(place)

    for name, action in system.actions.items():
        note(action, said.get(f"action.{name}", name))
    for kind in system.sheet_kinds.values():
        for one in fields(kind):
            note(getattr(kind, one.name), PLACES.get(one.name, "sheet"))
    for name in (*dir(type(system)), *vars(system)):
        if not name.startswith("_") and name not in ("actions", "sheet_kinds"):
            note(getattr(system, name), PLACES.get(name, "fight"))
    return {code: frozenset(places) for code, places in found.items()}


def _codes(value: object) -> Iterator[CodeType]:
    """The code of a function, or of all functions that a value of the contract holds."""
    if isinstance(value, partial):
        yield from _codes(value.func)
    elif hasattr(value, "__wrapped__"):
        # what wraps many functions has one code for all of them
        yield from _codes(value.__wrapped__)
    elif isinstance(value, MethodType | FunctionType):
        yield value.__code__
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _codes(one)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _codes(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from _codes(getattr(value, one.name))
    elif not isinstance(value, type) and type(value).__module__.startswith("rules.systems."):
        for one in vars(type(value)).values():
            yield from _codes(one)


@contextmanager
def codec_aside(system: AnySystem) -> Iterator[None]:
    """Do not watch how heads are written and read: it runs no rule, and makes two thirds of all calls."""
    codec = system.codec
    before = codec.dump, codec.load
    codec.dump, codec.load = map(_unwatched, before)
    try:
        yield
    finally:
        codec.dump, codec.load = before


def _unwatched(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def quiet(value: Any) -> Any:
        watching = sys.gettrace()
        sys.settrace(None)
        try:
            return function(value)
        finally:
            sys.settrace(watching)

    return quiet


class Trace:
    """Notes which code runs inside of what the application asks for. What a test calls by itself is not noted."""

    def __init__(self, asked: Mapping[int, Any]) -> None:
        self.asked = asked
        self.ran: dict[tuple[str, int], dict[int, CodeType]] = {}
        """By who plays and the identity of what was asked for: the code that ran, by its identity."""
        self._player = ""
        self._outermost: FrameType | None = None
        self._now: dict[int, CodeType] = {}

    @contextmanager
    def played_by(self, player: str) -> Iterator[None]:
        """Note what runs meanwhile under this name."""
        self._player, self._outermost = player, None
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(before)

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if self._outermost is not None:
            self._now[id(code)] = code
            return None
        if id(code) not in self.asked:
            return None
        self._outermost = frame
        self._now = self.ran.setdefault((self._player, id(code)), {})
        self._now[id(code)] = code
        frame.f_trace_lines = False
        return self._return

    def _return(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "return" and frame is self._outermost:
            self._outermost = None
        return self._return
