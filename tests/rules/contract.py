"""Playing any rule system at random, looking closely at each step (`demands` says what every system owes)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from rules.core import engine, log
from rules.core.changes import fold
from rules.core.errors import RuleError
from rules.core.facts import Explanation
from rules.core.fight import Command
from rules.core.inputs import (
    Allocation,
    Choice,
    Combatants,
    Flag,
    Input,
    Number,
    Option,
    Rows,
    Several,
    Text,
    check_inputs,
)
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from tests.rules.demands import Emitted, demands_on_odds, demands_on_requests, demands_on_state
from tests.rules.recorder import GM, Recorder, Whole

CORE_VERBS = ("rename", "hide", "reveal", "show_as", "reorder", "dismiss")
REFUSALS = 3
"""After this many refused answers in one resolution a player gives up and cancels."""


class Play:
    """One encounter that hypothesis plays: every step by what the system itself declares and offers."""

    def __init__(self, system: AnySystem, fight: Any, data: st.DataObject, *, closely: bool = True) -> None:
        """Begin; closely: whether all that a system owes is looked at after each step."""
        self.recorder = Whole(system, fight) if closely else Recorder(system, fight)
        self.system = system
        self.data = data
        self.emitted = Emitted()
        self.asked: dict[Id, list[str]] = {}
        self.refused = 0
        self.closely = closely

    def steps(self, count: int) -> None:
        """Take this many steps."""
        for _ in range(count):
            before = len(self.recorder.entries)
            try:
                self._step()
            except RuleError as error:
                self.refused += 1
                self.emitted.refusal(error)
                assert len(self.recorder.entries) == before, "a refusal leaves nothing behind"
            if not self.closely:
                continue
            demands_on_state(self.recorder)
            for entry in self.recorder.entries[before:]:
                for fact in entry.facts:
                    self.emitted.fact(fact)
            self._look()

    def _step(self) -> None:
        waiting = self.recorder.waiting
        if waiting is not None and waiting.problem is not None:
            self.emitted.refusal(waiting.problem)
            self.recorder.cancel()
        elif waiting is not None:
            self._answer(waiting)
        else:
            self.refused = 0
            self._command()

    def _answer(self, waiting: engine.Waiting) -> None:
        if self.closely:
            demands_on_requests(self.system, self.recorder.head, waiting)
        for request in waiting.requests:
            self.emitted.request(request)
        kind = self.data.draw(st.sampled_from(["answer"] * 12 + ["cancel", "interrupt"]), label="while open")
        if kind == "cancel" or self.refused > REFUSALS:
            self.refused = 0
            self.recorder.cancel()
        elif kind == "interrupt":
            self._core("rename", "hide", "reveal", "show_as", "reorder")
        else:
            request = self.data.draw(st.sampled_from(waiting.requests), label="request")
            given = self.data.draw(answers(request), label=f"answer {request.key}")
            earlier = waiting.pending.request.so_far if waiting.pending else ()
            answered = self.asked.setdefault(waiting.open.command.id, [])
            assert request.key not in answered, f"asked twice: {request.key}"
            self.recorder.answer(request.key, given)
            answered.append(request.key)
            self._goes_on_from(waiting.open.command.id, earlier)

    def _goes_on_from(self, resolution: Id, earlier: Explanation) -> None:
        now = self.recorder.waiting
        if now is not None and now.pending is not None and now.open.command.id == resolution:
            later = now.pending.request.so_far
            assert later[: len(earlier)] == earlier, "so_far of a later request starts with that of the earlier one"
            still_open = {request.key for request in now.requests}
            assert still_open.isdisjoint(self.asked[resolution]), "nothing is asked twice"

    def _command(self) -> None:
        fight = self.recorder.fight
        kind = self.data.draw(
            st.sampled_from(["act"] * 10 + ["core", "undo", "undo", "redo", "wild", "orders"]), label="kind"
        )
        if kind == "undo" and log.newest(self.recorder.entries):
            self.undo()
        elif kind == "redo":
            self.recorder.redo()
        elif kind == "core" and fight.order:
            self._core(*CORE_VERBS)
        elif kind == "wild":
            self._wild()
        elif kind == "orders" and fight.order:
            self._begin("standing_orders", self.data.draw(st.sampled_from(fight.order), label="who orders"))
        else:
            self._act()

    def _wild(self) -> None:
        """A form that nobody was offered: any verb, for anybody or for nobody."""
        verbs = [name for name, verb in engine.actions(self.system).items() if not verb.internal]
        actor = self.data.draw(st.sampled_from([None, *self.recorder.fight.order]), label="actor")
        self._begin(self.data.draw(st.sampled_from(sorted(verbs)), label="any verb"), actor)

    def undo(self) -> None:
        """Take the newest step back and see that everything is as it was before it."""
        newest = log.newest(self.recorder.entries)
        assert newest is not None
        expected = self.recorder.first
        for entry in self.recorder.entries:
            if entry.id == newest.id:
                break
            expected = fold(expected, entry.changes)
        untouched = not any(entry.kind in ("undo", "redo", "sync") for entry in self.recorder.entries)
        self.recorder.undo()
        if newest.resolution in self.asked and newest.kind == "answer":
            self.asked[newest.resolution] = [key for key in self.asked[newest.resolution] if key != newest.key]
        if untouched:
            assert self.recorder.state == expected, "undo restores exactly what was before"

    def _core(self, *verbs: str) -> None:
        verb = self.data.draw(st.sampled_from(verbs), label="verb of core")
        self._begin(verb, None)

    def _act(self) -> None:
        fight = self.recorder.fight
        possible = [
            (offer.action, actor)
            for actor in (None, *fight.order)
            for offer in self.system.offers(fight, actor, GM)
            if offer.reason is None and not engine.action(self.system, offer.action).internal
        ]
        if possible:
            action, actor = self.data.draw(st.sampled_from(possible), label="act")
            self._begin(action, actor)

    def _begin(self, name: str, actor: Id | None) -> None:
        fight = self.recorder.fight
        declared = engine.action(self.system, name).inputs(fight, actor, GM)
        self.emitted.codes.add(f"action.{name}")
        self.emitted.inputs(declared)
        inputs = self.data.draw(values(declared), label=name)
        checked = check_inputs(declared, inputs)
        assert checked == check_inputs(declared, checked)
        if self.closely:
            self._expect(name, actor, checked)
        self.recorder.begin(name, actor, **inputs)

    def _expect(self, name: str, actor: Id | None, inputs: Mapping[str, Json]) -> None:
        """What the page tells of a command before it begins: the same each time, and odds that are some."""
        if actor is None or engine.action(self.system, name).internal:
            return
        fight = self.recorder.fight
        command = Command("preview", name, actor, inputs, self.system.moment(fight))
        try:
            # what is not offered has no button, and so no odds
            engine.action(self.system, name).check(fight, command, GM)
            told = engine.odds(self.system, fight, command, GM)
        except RuleError:
            return
        assert told == engine.odds(self.system, fight, command, GM), "two runs tell the same odds"
        if told is not None:
            self.emitted.fact(told)
            demands_on_odds(told)

    def _look(self) -> None:
        fight = self.recorder.fight
        for fact in self.system.headline(fight):
            self.emitted.fact(fact)
        for who in fight.order:
            for fact in self.system.card(fight, who).facts:
                self.emitted.fact(fact)
            for offer in self.system.offers(fight, who, GM):
                self.emitted.codes.add(f"action.{offer.action}")
                self.emitted.fact(offer.reason)
        for place in self.system.order(fight):
            self.emitted.fact(place.tie)


# What one may answer


def value(item: Input) -> st.SearchStrategy[Json]:
    """Legal values of one input; nothing where it has no option that may be taken."""
    if isinstance(item, Choice):
        return _option(item, item.options)
    if isinstance(item, Several):
        names = _open(item.options)
        if item.minimum > len(names):
            return st.nothing()
        chosen = st.lists(st.sampled_from(names), unique=True, min_size=item.minimum) if names else st.just([])
        return chosen.map(lambda found: [[name, "así"] for name in found]) if item.words else chosen
    if isinstance(item, Number):
        small = st.integers(max(item.minimum, -3), min(item.maximum, 6)) if item.minimum <= 6 else st.nothing()
        return _maybe(item, small | st.integers(item.minimum, item.maximum))
    if isinstance(item, Text):
        return _maybe(item, st.text("abcñ €", min_size=1, max_size=item.length).filter(str.strip))
    if isinstance(item, Flag):
        return st.booleans()
    if isinstance(item, Combatants):
        if not item.several:
            return _option(item, item.options)
        names = _open(item.options)
        least = 1 if item.required else 0
        return st.lists(st.sampled_from(names), unique=True, min_size=least) if names else _none(item)
    if isinstance(item, Allocation):
        names, shares = _open(item.options), _open(item.shares)
        if not names or not shares:
            return _none(item)
        return st.dictionaries(st.sampled_from(names), st.sampled_from(shares), min_size=1 if item.required else 0)
    if isinstance(item, Rows):
        return st.lists(values(item.of), min_size=1 if item.required else 0, max_size=min(2, item.maximum))
    raise AssertionError(f"a kind of input that no test knows: {type(item).__name__}")


def values(inputs: Iterable[Input]) -> st.SearchStrategy[dict[str, Json]]:
    """Legal values of all inputs of a form."""
    return st.fixed_dictionaries({item.name: value(item) for item in inputs})


def answers(request: Request) -> st.SearchStrategy[Answer]:
    """Legal answers to a request."""
    if isinstance(request, Dice):
        shown = st.tuples(*(st.integers(1, sides) for sides in request.sides))
        return shown.map(lambda faces: {"faces": list(faces)})
    assert isinstance(request, Choose), type(request).__name__
    if request.default is None:
        return values(request.inputs)
    return values(request.inputs) | st.just(request.default)


def _open(options: tuple[Option, ...]) -> list[str]:
    return [option.value for option in options if option.reason is None]


def _option(item: Input, options: tuple[Option, ...]) -> st.SearchStrategy[Json]:
    names = _open(options)
    return _maybe(item, st.sampled_from(names)) if names else _none(item)


def _none(item: Input) -> st.SearchStrategy[Json]:
    return st.nothing() if item.required else st.none()


def _maybe(item: Input, given: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    return given if item.required else st.none() | given


# Demands
