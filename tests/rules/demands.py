"""What every rule system owes: each `demands_*` raises AssertionError when it is not met. They know no system."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from rules.core import engine, log
from rules.core.audience import Viewer
from rules.core.changes import fold
from rules.core.driver import Pending, run
from rules.core.errors import RuleError
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Fight, Head
from rules.core.inputs import (
    Combatants,
    Flag,
    Input,
    Rows,
)
from rules.core.log import Entry
from rules.core.replay import Replay, Right, Taken
from rules.core.requests import Answer, Choose, Dice, Request
from rules.core.system import AnySystem
from rules.core.types import Id, Json
from rules.core.ways import leads_to, let_be, ways
from rules.core.words import LANGUAGES, words
from tests.rules.recorder import GM, Recorder
from tests.rules.source import nodes_of


@dataclass
class Emitted:
    """Every code that was emitted, with the params and value that its words may name."""

    facts: dict[str, set[str]] = field(default_factory=dict)
    codes: set[str] = field(default_factory=set)
    errors: set[tuple[str, str]] = field(default_factory=set)
    refusals: dict[str, set[str]] = field(default_factory=dict)

    def fact(self, fact: Fact | None) -> None:
        """Take in a fact with its terms."""
        if fact is None:
            return
        named = {*fact.params, *(["value"] if fact.value is not None else [])}
        self.facts[fact.code] = self.facts.get(fact.code, named) & named
        self.codes.update(param.code for param in fact.params.values() if isinstance(param, Word))
        for term in fact.terms:
            self.fact(term)
        self.fact(fact.otherwise)

    def refusal(self, error: RuleError) -> None:
        """Take in why something was refused, with what its words may name."""
        self.errors.add((error.reason, error.code))
        named = set(error.params)
        self.refusals[error.reason] = self.refusals.get(error.reason, named) & named

    def inputs(self, inputs: Iterable[Input]) -> None:
        """Take in the labels of inputs and of their options."""
        for item in inputs:
            self.codes.update(code for code in (item.label,) if code)
            if isinstance(item, Flag):
                self.codes.add(item.refusal)
            for name in ("options", "shares"):
                for option in getattr(item, name, ()):
                    for fact in (option.label, *option.notes, option.reason):
                        self.fact(fact)
            if isinstance(item, Rows):
                self.inputs(item.of)

    def request(self, request: Request) -> None:
        """Take in what a request says."""
        for fact in request.so_far:
            self.fact(fact)
        label = getattr(request, "label", "")
        self.codes.update(code for code in (label,) if code)
        if isinstance(request, Choose):
            self.inputs(request.inputs)
        if isinstance(request, Dice):
            self.fact(request.odds)


def demands_on_state(recorder: Recorder) -> None:
    """The head can be stored, is settled, and its mappings are in order; that the log leads to it `Whole` says."""
    system, head, state = recorder.system, recorder.head, recorder.state
    assert recorder.head == head, "what is read of the changes is what is read of the state"
    assert system.codec.dump(head) == state, "dump → load → dump"
    settled = engine.settle(system, head.fight)
    assert engine.settle(system, settled) == settled, "settling twice is settling once"
    if not head.open:
        assert settled == head.fight, "every step leaves a settled fight"
    for path, mapping in mappings(settled):
        assert list(mapping) == sorted(mapping), f"keys in order: {path}"
    assert sorted(head.fight.order) == sorted(head.fight.combatants), "everybody stands in the order once"
    for who in system.whose_turn(head.fight)[:1]:
        demands_on_targets(system, head.fight, who)


def demands_on_targets(system: AnySystem, fight: Fight[Any, Any], actor: Id) -> None:
    """Where an action proposes its usual targets, one is proposed, and they are foes who stand.

    What one uses on oneself first proposes friends, fallen ones too.
    """
    side = fight.combatants[actor].side
    fallen = cache(lambda who: any(one.code == "out" for one in system.card(fight, who).facts))
    for name, action in engine.actions(system).items():
        for item in action.inputs(fight, actor, GM) if action.needs_actor else ():
            if not isinstance(item, Combatants) or not item.likely:
                continue
            assert item.default in item.likely or not item.required or item.several, f"{name} proposes nobody"
            meant = [who for who in item.likely if who != item.default]
            if item.default == actor:
                assert all(fight.combatants[who].side == side for who in meant), f"{name} proposes foes"
                continue
            assert actor not in item.likely, f"{name} is aimed at its actor"
            assert all(fight.combatants[who].side != side for who in meant), f"{name} is aimed at friends"
            assert not any(map(fallen, meant)), f"{name} is aimed at the fallen"


def demands_on_requests(system: AnySystem, head: Head[Any, Any], waiting: engine.Waiting) -> None:
    """Two runs ask the same, keys are unique, every answer is looked at before the rule sees it."""
    keys = [request.key for request in waiting.requests]
    assert len(set(keys)) == len(keys)
    top = waiting.open
    resolve = engine.action(system, top.command.action).resolve
    for fight in (head.fight, system.codec.load(_shuffled(system.codec.dump(head))).fight):
        again = run(resolve(fight, top.command), top.answers)
        assert isinstance(again, Pending)
        assert again == waiting.pending, "two runs ask the same"
    for request in waiting.requests:
        assert request.to is None or request.to in head.fight.combatants, f"nobody can answer {request.key}"
        for wrong in _wrong(request):
            try:
                engine.answer(system, head, request.key, wrong, GM)
            except RuleError:
                continue
            raise AssertionError(f"{request.key} took {wrong!r}")
        if isinstance(request, Choose) and request.default is not None:
            request.check(request.default)
        if isinstance(request, Choose):
            demands_on_ways(system, head, request)
            demands_on_orders(system, head, request)
        if isinstance(request, Dice) and request.odds is not None:
            demands_on_odds(request.odds)


def demands_on_ways(system: AnySystem, head: Head[Any, Any], request: Choose) -> None:
    """Each button of a plain decision is taken, and is followed by the dice that it names.

    Those who come first let be.
    """
    found = ways(request)
    assert all(way.label not in [other.label for other in found if other is not way] for way in found)
    for way in found:
        dice = leads_to(system, head, request, way)
        given = {item.name: item.default for item in request.inputs} | dict(way.values)
        after = engine.answer(system, head, request.key, given, GM).head
        asked = open_requests(system, after)
        while dice is not None and all(leaf.key != dice.key for leaf in asked):
            said = next((leaf.key, answer) for leaf in asked if (answer := let_be(leaf)) is not None)
            after = engine.answer(system, after, *said, GM).head
            asked = open_requests(system, after)
        assert dice is None or dice.sides in [
            leaf.sides for leaf in asked if isinstance(leaf, Dice) and leaf.key == dice.key
        ]


def open_requests(system: AnySystem, head: Head[Any, Any]) -> Sequence[Request]:
    """What is asked now."""
    waiting = engine.waits_for(system, head)
    return waiting.requests if waiting else ()


UNDECIDED = frozenset({"ask.opportunity_fallen", "ask.landing", "ask.stance"})
"""Decisions that nobody should take beforehand: to strike at the dying, what takes oneself out, how one begins."""


def demands_on_orders(system: AnySystem, head: Head[Any, Any], request: Choose) -> None:
    """What a standing order may answer is one of the system's kinds, and both of its answers are taken.

    A reaction, which is a plain decision of another than who acts, may be answered by one.
    """
    actor = head.open[-1].command.actor
    reacts = actor is not None and request.to not in (None, actor) and request.label not in UNDECIDED
    if request.standing is None:
        assert not (reacts and ways(request)), f"no standing order answers {request.key}"
        return
    assert request.to is not None, "a standing order belongs to a combatant"
    assert request.standing.name in system.orders(head.fight, request.to)
    for given in (request.standing.always, request.standing.never):
        engine.answer(system, head, request.key, given, GM)


def demands_on_wounds(system: AnySystem, recorder: Recorder, emitted: Emitted) -> None:
    """Each wound has a name of its own among those of its bearer, and is gone once it is healed, which is told."""
    for who in recorder.fight.order:
        found = system.wounds(recorder.fight, who)
        names = [one.id for one in found]
        assert len(names) == len(set(names)), f"wounds of one name: {names}"
        for wound in found:
            notes = Notes()
            after = wound.heal(recorder.fight, notes)
            assert wound.id not in [one.id for one in system.wounds(after, who)], f"{wound.id} is still there"
            assert notes.so_far, f"nothing is told of {wound.id}"
            for fact in (wound.what, *wound.lasts, *notes.so_far):
                emitted.fact(fact)
        if found:
            recorder.begin("heal_wounds", internal=True, who=who, wounds=[*names, "gone"])


def demands_on_odds(told: Fact) -> None:
    """Every outcome has a chance that is one, and every number of a table has the same outcomes."""
    columns = [column for column in told.terms if column.terms] or [told]
    names = [[term.code for term in column.terms] for column in columns]
    assert all(found and found == names[0] for found in names), f"outcomes of {told.code}: {names}"
    for column in columns:
        for term in column.terms:
            chance = term.params.get("chance")
            assert isinstance(chance, Fraction), f"{term.code} has no exact chance"
            assert 0 <= chance <= 1, f"{term.code}: {chance}"
    if told.otherwise is not None:
        demands_on_odds(told.otherwise)


def demands_on_replay(recorder: Recorder) -> None:
    """From the first state, the recorded commands and answers give exactly the recorded changes and facts."""
    again = Recorder(recorder.system, recorder.system.codec.load(recorder.first).fight)
    again.agrees = False
    for place, entry in enumerate(recorder.entries):
        if entry.kind == "command":
            assert entry.command is not None
            how = recorder.how[entry.id]
            anew = again.begin(
                entry.command.action, entry.command.actor, viewer=how.viewer, moment=entry.command.moment,
                internal=how.internal, **entry.command.inputs,
            )  # fmt: skip
        elif entry.by_order:
            # it followed by itself from the step before it
            anew = again.entries[place]
        elif entry.kind == "answer":
            anew = again.answer(entry.key, entry.answer, viewer=recorder.how[entry.id].viewer)
        elif entry.kind == "cancel":
            anew = again.cancel()
        elif entry.kind == "stand":
            anew = again.let_stand()
        elif entry.kind == "undo":
            again.undo(entry.targets[-1] if len(entry.targets) == 1 else entry.targets[0], with_depending=True)
            anew = again.entries[-1]
        else:
            again.redo()
            anew = again.entries[-1]
        assert anew.changes == entry.changes, f"{entry.kind} {entry.command or entry.key}"
        assert anew.facts == entry.facts
    assert again.state == recorder.state


def demands_on_putting_right(recorder: Recorder) -> None:
    """A step that is put right with what it holds changes nothing, though all that followed it is taken again."""
    system, head = recorder.system, recorder.system.codec.load(recorder.first)

    def author(entry: Entry, _head: Any) -> Viewer:
        return recorder.how[entry.id].viewer if entry.id in recorder.how else GM

    for place, entry in enumerate(recorder.entries):
        values = entry.command.inputs if entry.command is not None else entry.answer
        if entry.kind in ("command", "answer") and values is not None and place % 5 == 0 and not entry.by_order:
            right = Right(entry.id, values)
            replay = Replay(system, head, recorder.entries[place:], right, author, {})
            replay.taken, replay.alike = Taken(recorder.entries[:place]), False
            copy = replay.run()
            assert copy.asked is None
            assert not copy.gone, [(one.kind, one.command or one.key) for one in copy.gone]
            assert not copy.differing, [(one.kind, one.command or one.key) for one, _facts in copy.differing]
            assert system.codec.dump(copy.head) == recorder.state
        head = system.codec.load(fold(system.codec.dump(head), entry.changes))


def demands_on_undoing_all(recorder: Recorder) -> None:
    """Every step taken back, newest first, leads to the first state; all redone, to the last."""
    last, undone = recorder.state, 0
    while log.newest(recorder.entries):
        recorder.undo()
        undone += 1
    assert recorder.state == recorder.first, "undoing all leads back to the start"
    for _ in range(undone):
        assert recorder.redo() is not None
    assert recorder.state == last, "redoing all leads to the end"


def demands_on_strangers(system: AnySystem, recorder: Recorder) -> None:
    """A viewer who controls nobody may begin nothing and answer nothing."""
    stranger = Viewer("stranger")
    fight = recorder.fight
    for name in engine.actions(system):
        for actor in (None, *fight.order):
            command = Command("stranger", name, actor, {}, system.moment(fight))
            try:
                engine.begin(system, recorder.head, command, stranger)
            except RuleError:
                continue
            raise AssertionError(f"a stranger began {name} for {actor}")
    for request in recorder.requests:
        assert not engine.may_answer(request, stranger)


def demands_on_words(slug: str, emitted: Emitted) -> None:
    """Every code that was emitted has words in both languages, which name only what the facts carry."""
    for language in LANGUAGES:
        known = words(slug, language)
        missing = sorted(code for code in (*emitted.facts, *emitted.codes) if code not in known)
        missing += sorted(
            f"error.{reason}"
            for reason, code in emitted.errors
            if f"error.{reason}" not in known and f"error.{code}" not in known
        )
        assert not missing, f"no words in {language}: {missing}"
        for code, named in emitted.facts.items():
            unknown = parts(known[code]) - named
            assert not unknown, f"{language} {code} names {sorted(unknown)}"
        for reason, named in emitted.refusals.items():
            unknown = parts(known.get(f"error.{reason}", "")) - named
            assert not unknown, f"{language} error.{reason} names {sorted(unknown)}"


def parts(template: str) -> set[str]:
    """The named parts of a sentence."""
    return {part for _, part, _, _ in Formatter().parse(template) if part is not None}


def forgotten_yield_from(*files: Path) -> list[str]:
    """Calls of rules that nobody runs: of Steps as bare statements and plain assignments, of Throws as bare statements.

    A rule of throws may be kept under a name before it is handed to `asked`.
    """
    returned = {path: [*_returned(nodes_of(path))] for path in files}
    steps = {"roll", "choose", "together"}.union(*(_returning(found, "Steps") for found in returned.values()))
    throws = THROWS.union(*(_returning(found, "Throws") for found in returned.values()))
    found = []
    for path in files:
        bare = steps | (throws & (_imported(nodes_of(path)) | _returning(returned[path], "Throws")))
        for node in nodes_of(path):
            unrun = bare if isinstance(node, ast.Expr) else steps
            if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign) and (name := _called(node.value)) in unrun:
                found.append(f"{path.name}:{node.lineno}: {name}")
    return found


THROWS = {"throw", "throw_one", "decide", "known", "side_by_side", "asked"}


def _returned(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The functions of a module, each with what it says that it returns."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and node.returns:
            yield node.name, ast.unparse(node.returns)


def _returning(returned: Iterable[tuple[str, str]], kind: str) -> set[str]:
    """Those of these functions that return a kind of generator."""
    return {name for name, what in returned if what.startswith(kind)}


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    """What a module imports by name."""
    return {name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}


def _called(node: ast.expr | None) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _wrong(request: Request) -> Iterator[Answer]:
    if isinstance(request, Dice):
        if request.sides:
            yield {}
            yield {"faces": [0] * len(request.sides)}
            yield {"faces": [side + 1 for side in request.sides]}
            yield {"faces": ["1"] * len(request.sides)}
            yield {"faces": [True] * len(request.sides)}
        yield {"faces": [1] * (len(request.sides) + 1)}
    elif isinstance(request, Choose):
        yield {"nobody asked": 1}
        for item in request.inputs:
            if not isinstance(item, Flag):
                yield {item.name: object()}


def mappings(part: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All mappings that a state is made of, wherever they are; a sheet's own values are not looked into."""
    if isinstance(part, Mapping):
        yield path, part
        for key, item in part.items():
            yield from mappings(item, f"{path}/{key}")
    elif is_dataclass(part):
        for item in fields(part):
            if item.name not in ("sheet", "house"):
                yield from mappings(getattr(part, item.name), f"{path}/{item.name}")


def _shuffled(state: Json) -> Json:
    """The same JSON with the keys of every object the other way round, as another store might keep them."""
    if isinstance(state, dict):
        return {key: _shuffled(state[key]) for key in reversed(state)}
    if isinstance(state, list):
        return [_shuffled(item) for item in state]
    return state
