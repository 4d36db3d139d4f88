"""No fight is changed in place: what is kept by its identity (`rules.core.once`) and by its head rests on that."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from inspect import getclosurevars
from typing import Any

from rules.core import engine
from rules.core.audience import PUBLIC
from rules.core.once import once
from rules.core.stage import stage
from rules.core.system import AnySystem
from tests.rules.contract import Play
from tests.rules.recorder import GM
from tests.sizes import one_in


class Watched(Play):
    """Random play that sees after each step, and after all that is drawn of a fight, that the fight before it stays.

    All else that pages draw is drawn after each second step, and after each with `make test-long`.
    """

    looks = 0
    seen: tuple[object, str] = (None, "")
    """The head that was looked at last, and how it reads, down to its last part."""

    def _step(self) -> None:
        with self._unchanged("by a step"):
            super()._step()

    def _look(self) -> None:
        with self._unchanged("by what is offered or drawn"):
            super()._look()
            self.looks += 1
            if self.looks % one_in(2) == 0:
                self._draw()

    @contextmanager
    def _unchanged(self, when: str) -> Iterator[None]:
        """See that the head of now reads the same afterwards."""
        head = self.recorder.head
        if self.seen[0] is not head:
            self.seen = head, repr(head)
        yield
        assert repr(head) == self.seen[1], f"changed in place: {when}"

    def _draw(self) -> None:
        """All else that pages ask of a system for the game master, the players and the whole table."""
        system, head = self.system, self.recorder.head
        fight = head.fight
        people = sorted({person for one in fight.combatants.values() for person in one.controllers})
        for viewer in (GM, PUBLIC, *(fight.viewer(person, game_master=False) for person in people)):
            stage(system, head, viewer)
        for who in fight.order:
            system.taps(fight, who)
            system.wounds(fight, who)
            system.lasting(fight, who)
            system.turn_parts(fight, who)
            for offer in system.offers(fight, who, GM):
                engine.action(system, offer.action).inputs(fight, who, GM)


@cache
def kept(system: AnySystem) -> Sequence[tuple[Callable[..., Any], dict[Any, tuple[Any, Any]]]]:
    """The functions that keep their answers, each with what it keeps: those of the rules, and the forms of actions."""
    modules = [module for name, module in sys.modules.items() if name.startswith("rules.")]
    found = [one for module in modules for one in vars(module).values() if hasattr(one, "__wrapped__")]
    every = {id(one): one for one in (*found, *(verb.inputs for verb in engine.actions(system).values()))}.values()
    return [(one, getclosurevars(one).nonlocals["known"]) for one in every if getattr(one, "__code__", None) is CODE]


CODE = once(lambda one: one).__code__  # type: ignore[attr-defined]


def forget(system: AnySystem) -> None:
    """Begin without answers: all that are kept afterwards are of the fight that is played then."""
    for _function, known in kept(system):
        known.clear()


def demands_on_what_is_kept(system: AnySystem) -> None:
    """Asked again, a function answers what it keeps."""
    for function, known in kept(system):
        for key, (value, answer) in list(known.items()):
            more = key[1] if isinstance(key, tuple) else ()
            assert repr(function.__wrapped__(value, *more)) == repr(answer), f"{function.__name__} keeps another answer"
