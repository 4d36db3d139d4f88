"""Plays a written fight through the contract of its system and says in the words of the story what came out otherwise.

It knows no system: commands are begun and answered as the application does it (`tests/rules/recorder.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.creation import HOUSE
from rules.core.engine import known_odds
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, visible
from rules.core.fight import RESERVE, Combatant, Fight, Purse
from rules.core.hand import KEY
from rules.core.inputs import Allocation, Input, Rows, check_inputs
from rules.core.odds import chance_of
from rules.core.outfit import fresh_body, outfitted
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice, Request
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.core.words import Speaker
from tests.fights.story import Person, Step, Story
from tests.rules.recorder import GM, Recorder
from tests.rules.things import gear_of

LANGUAGE = "en"
"""The language of the stories, and of what is read in them."""

APP = "app"
FIRST_SCORE = 40
"""The initiative of the first in `order`; the next has one less."""


class WentOtherwise(AssertionError):
    """A step did not come out as the story tells it."""


@dataclass
class Played:
    """A story on its way: the recorder that plays it, and of each step what was told and what the game master read."""

    story: Story
    recorder: Recorder
    log: list[tuple[str, list[str]]]


def play(story: Story) -> Played:
    """Play a story to its end; raises WentOtherwise at the first step that comes out otherwise."""
    played = Played(story, Recorder(get_system(story.system), _fight(story)), [])
    _begin(played)
    for place, step in enumerate(story.step, 1):
        before = len(played.recorder.entries)
        problems = list(_Step(played, step).play())
        told = [fact for entry in played.recorder.entries[before:] for fact in entry.facts]
        played.log.append((step.told, _read(played.recorder, told, GM)))
        if problems:
            raise WentOtherwise(_report(story, place, step, problems, played.log[-1][1]))
    return played


def _report(story: Story, place: int, step: Step, problems: Iterable[str], log: Iterable[str]) -> str:
    what = step.does or ("a level more" if step.rises else "")
    done = f"{what} by {step.who or 'the table'}" if what else "nothing is done"
    lines = [f'{story.system}/{story.path.name}, step {place}: "{step.told}" ({done})']
    lines += [f"  {line}" for problem in problems for line in problem.splitlines()]
    return "\n".join([*lines, "  what the game master reads of this step:", *(f"    {line}" for line in log)])


# The fight before its first step


def _fight(story: Story) -> Fight[Any, Any]:
    system = get_system(story.system)
    house = dict(story.house)
    people = [_combatant(system, one, place, house) for place, one in enumerate(story.people)]
    fight: Fight[Any, Any] = Fight(
        round=system.begin(house),
        combatants={one.id: one for one in people},
        order=tuple(one.id for one in people),
        house=house,
        status="ready" if story.order or story.unrolled else "running",
        ordered=bool(story.order or story.unrolled),
        purses={purse: Purse(points) for purse, points in sorted(story.purses.items())},
    )
    for one in story.people:
        if one.condition:
            fresh = fight.combatants[one.id].body
            condition = _merged(system.lasting(fight, one.id), one.condition)
            fight = fight.with_body(one.id, system.with_lasting(fresh, condition))
    return fight


def _combatant(system: AnySystem, one: Person, place: int, house: Mapping[str, Json]) -> Combatant[Any]:
    kind = one.kind or ("person" if one.player else "creature")
    sheet = system.sheet_kinds[kind].load(_made(system, kind, one, house) if one.made else one.sheet)
    gear = gear_of(system, one.gear)
    return Combatant(
        one.id,
        one.name,
        fresh_body(system, kind, sheet, gear, house),
        side=one.side or ("party" if one.player else "foes"),
        kind=kind,
        public_name=one.public_name,
        group=one.group,
        entered=place,
        hidden=one.hidden,
        shows=one.shows,  # type: ignore[arg-type]
        controllers=frozenset({one.player}) if one.player else frozenset(),
        purse=one.player or RESERVE,
        character=f"sheet-{one.id}" if one.player else None,
        sheet=sheet,
        gear=gear,
    )


def _made(system: AnySystem, kind: str, one: Person, house: Mapping[str, Json]) -> Mapping[str, Json]:
    """The sheet that comes of making somebody step by step; raises WentOtherwise where a step has a fault."""
    creation = system.sheet_kinds[kind].creation
    if creation is None:
        raise WentOtherwise(f"nobody of the kind {kind} is made step by step")
    said = {**one.made, HOUSE: house}
    for step in creation.steps:
        # a step without inputs is passed over, as dice typed by hand where the application rolls
        for fault in step.faults(said) if step.inputs(said) else ():
            raise WentOtherwise(f"{one.name}, step {step.name}: refused for {fault.reason} ({fault.field})")
    return creation.sheet({**creation.start(lambda code: code), **said})


def _merged(whole: Json, part: Json) -> Json:
    """A value with what another says about it, table by table."""
    if not isinstance(whole, Mapping) or not isinstance(part, Mapping):
        return part
    return {**whole, **{name: _merged(whole.get(name), value) for name, value in part.items()}}


def _begin(played: Played) -> None:
    """Give everybody their place and let the first turn begin, where the story has an order."""
    recorder, story = played.recorder, played.story
    if not story.order:
        return
    for place, who in enumerate(story.order):
        recorder.begin("set_initiative", who=who, initiative=FIRST_SCORE - place)
    first = recorder.system.next_step(recorder.fight)
    if first is not None:
        recorder.begin(first)


# One step


class _Step:
    """Takes one step and looks at what came of it."""

    def __init__(self, played: Played, step: Step) -> None:
        self.step = step
        self.recorder = played.recorder
        self.system = played.recorder.system
        self.before = len(played.recorder.entries)
        self.viewer = self._viewer()

    def play(self) -> Iterator[str]:
        """Do it; what is wrong with it, one sentence each."""
        try:
            yield from self._act()
        except RuleError as refused:
            if refused.reason != self.step.refused:
                wanted = f"expected to be refused for {self.step.refused}; " if self.step.refused else ""
                yield f"{wanted}it is refused for {refused.reason}: {self._speaker().error(refused)}"
            elif len(self.recorder.entries) > self.before and not self.step.answers:
                yield "it is refused, yet something has changed"
        else:
            if self.step.refused:
                yield f"expected to be refused for {self.step.refused}; it is allowed"
        yield from self._left_open()
        yield from self._told()
        yield from self._seen()

    def _viewer(self) -> Viewer:
        if self.step.by in ("", APP):
            return GM
        return self.recorder.fight.viewer(self.step.by, game_master=False)

    def _speaker(self) -> Speaker:
        return _speaker(self.recorder, GM)

    # What is done

    def _act(self) -> Iterator[str]:
        step = self.step
        if step.undo:
            self.recorder.undo()
        if step.cancel:
            self.recorder.cancel(viewer=self.viewer)
        if step.does:
            verb = engine.action(self.system, step.does)
            declared = verb.inputs(self.recorder.fight, step.who, self.viewer)
            inputs = step.with_ if step.by == APP else self._values(declared, step.with_)
            self.recorder.agrees = KEY not in step.answers
            self.recorder.begin(step.does, step.who, viewer=self.viewer, internal=step.by == APP, **inputs)
        if step.rises:
            self._rise()
        if step.odds:
            yield from self._odds()
        for key, given in step.answers.items():
            request = next((one for one in self.recorder.requests if one.key == key), None)
            if request is None:
                yield f"{key} is answered, but what is asked is: {', '.join(self.recorder.keys) or 'nothing'}"
                return
            viewer = self.viewer if engine.may_answer(request, self.viewer) else GM
            if isinstance(given, list):
                self.recorder.answer(key, faces=given, viewer=viewer)
            else:
                self.recorder.answer(key, self._decision(request, given), viewer=viewer)

    def _rise(self) -> None:
        """Advance the sheet of whom the step names, and let the fight know of it as the application does."""
        who = self.step.who or ""
        one = self.recorder.fight.combatants[who]
        kind = self.system.sheet_kinds[one.kind]
        if kind.advancing is None:
            raise WentOtherwise(f"nobody of the kind {one.kind} gains levels")
        sheet = {**one.sheet, HOUSE: self.recorder.fight.house}
        kind.advancing.check(sheet)
        declared = kind.advancing.inputs(sheet)
        said = check_inputs(declared, self._values(declared, self.step.rises))
        advanced = kind.advancing.advanced(sheet, said)
        after = kind.load({name: value for name, value in advanced.items() if name != HOUSE})
        self.recorder.begin("resheet", who=who, sheet=after, internal=True)

    def _decision(self, request: Request, given: object) -> Mapping[str, Json]:
        if not isinstance(request, Choose):
            return {}
        if given == "proposed":
            return request.default or {}
        if request.key == KEY and isinstance(given, Mapping):
            # of what a player proposes, the story says what the game master changes
            return self._values(request.inputs, {**(request.default or {}), **given})
        return self._values(request.inputs, given if isinstance(given, Mapping) else {})

    def _values(self, declared: Iterable[Input], given: Mapping[str, Json]) -> dict[str, Json]:
        """What the story says, options by their words too; what it leaves out is as the form proposes it."""
        declared = tuple(declared)
        proposed = {item.name: item.default for item in declared if item.default is not None}
        named = {item.name: self._named(item, given[item.name]) for item in declared if item.name in given}
        return {**given, **proposed, **named}

    def _named(self, item: Input, value: Json) -> Json:
        if isinstance(item, Rows):
            return [self._values(item.of, row) for row in value]
        if isinstance(item, Allocation):
            return {self._option(item, name): share for name, share in value.items()}
        if not hasattr(item, "options"):
            return value
        if isinstance(value, list):
            return [
                [self._option(item, one[0]), *one[1:]] if isinstance(one, list) else self._option(item, one)
                for one in value
            ]
        return self._option(item, value)

    def _option(self, item: Any, value: Json) -> Json:
        if any(option.value == value for option in item.options):
            return value
        speaker = self._speaker()
        called = [option.value for option in item.options if speaker.text(option.label) == value]
        return called[0] if called else value

    # What is expected

    def _odds(self) -> Iterator[str]:
        dice = next((one for one in self.recorder.requests if isinstance(one, Dice)), None)
        told = known_odds(dice.odds, GM) if dice is not None else None
        if told is None:
            yield "expected odds; no dice with odds are asked for"
            return
        found = {outcome.code: chance_of(outcome) for outcome in told.terms}
        for code, wanted in self.step.odds.items():
            if found.get(code) != Fraction(wanted):
                yield f"expected {code} to be {wanted}; it is {found.get(code, 'not told')}"

    def _left_open(self) -> Iterator[str]:
        waiting = self.recorder.waiting
        if waiting is not None and waiting.problem is not None:
            yield f"what is open cannot go on: {waiting.problem.reason}"
        if sorted(self.recorder.keys) != sorted(self.step.asks):
            wanted, found = (", ".join(keys) or "nothing" for keys in (self.step.asks, self.recorder.keys))
            yield f"expected to be asked then: {wanted}; what is asked is: {found}"

    def _told(self) -> Iterator[str]:
        facts = [fact for entry in self.recorder.entries[self.before :] for fact in entry.facts]
        yield from _missing("the game master reads", self.step.reads, _read(self.recorder, facts, GM))
        public = _read(self.recorder, facts, PUBLIC)
        yield from _missing("the table reads", self.step.table_reads, public)
        yield from (f"the table reads what is not for it: {line}" for line in self.step.table_misses if line in public)
        for wanted in self.step.facts:
            if not any(_is(fact, wanted) for fact in _with_terms(facts)):
                alike = [fact for fact in _with_terms(facts) if fact.code == wanted["code"]]
                shown = "; ".join(_shown(fact) for fact in alike) or "no fact of this code"
                yield f"expected to be told {_spelled(wanted)}; there is {shown}"

    def _seen(self) -> Iterator[str]:
        fight = self.recorder.fight
        for cards, viewer, whose in (
            (self.step.cards, GM, "the card"),
            (self.step.table_cards, PUBLIC, "the table's card"),
        ):
            for who, wanted in cards.items():
                known = visible(self.system.card(fight, who).facts, viewer)
                yield from self._compared(f"{whose} of {who}", known, wanted)
        for who, wanted in self.step.sheet.items():
            one = fight.combatants[who]
            whole = outfitted(self.system, one.kind, one.sheet, one.gear, fight.house)
            values = self.system.values(one.kind, whole, fight.house)
            yield from self._compared(f"the sheet of {who}", values, wanted)
        for who, wanted in self.step.written.items():
            for name, value in wanted.items():
                if (have := fight.combatants[who].sheet.get(name)) != value:
                    yield f"expected {name} on the sheet of {who} to be {value!r}; it is {have!r}"
        for who, wanted in self.step.has.items():
            things = {one.name: one.quantity for one in fight.combatants[who].gear.things.values() if one.quantity}
            for name, count in wanted.items():
                if things.get(name, 0) != count:
                    yield f"expected {who} to have {count} of {name}; of all things they have: {things}"
        yield from self._compared("the headline", self.system.headline(fight), self.step.headline)
        if self.step.turn:
            now = next(iter(self.system.whose_turn(fight)), "nobody")
            if now != self.step.turn:
                yield f"expected it to be the turn of {self.step.turn}; it is that of {now}"
        if self.step.seconds is not None and fight.clock != self.step.seconds:
            yield f"expected {self.step.seconds} seconds to have passed; {fight.clock} have"

    def _compared(self, where: str, facts: Explanation, wanted: Mapping[str, Any]) -> Iterator[str]:
        speaker = self._speaker()
        for code, value in wanted.items():
            found = [fact for fact in facts if fact.code == code]
            if isinstance(value, bool):
                if bool(found) is not value:
                    yield f"expected {where} {'to have' if value else 'not to have'} {code}"
            elif isinstance(value, list):
                texts = [speaker.text(fact) for fact in found]
                if texts != value:
                    yield f"expected {where} to say of {code}: {value}; it says {texts}"
            elif not found:
                yield f"expected {where} to have {code} = {value!r}; it has none"
            else:
                have: object = found[0].value if isinstance(value, int) else speaker.text(found[0])
                if have != value:
                    yield f"expected {where} to have {code} = {value!r}; it is {have!r}"


def _speaker(recorder: Recorder, viewer: Viewer) -> Speaker:
    combatants = recorder.fight.combatants

    def name(who: str) -> str:
        return combatants[who].called(by_game_master=viewer.game_master) if who in combatants else who

    return Speaker(recorder.system.slug, LANGUAGE, name)


def _read(recorder: Recorder, facts: Iterable[Fact], viewer: Viewer) -> list[str]:
    speaker = _speaker(recorder, viewer)
    return [speaker.text(fact) for fact in visible(facts, viewer)]


def _missing(whose: str, wanted: Iterable[str], found: list[str]) -> Iterator[str]:
    """The wanted lines that are not there, in this order; others may stand between."""
    left = iter(found)
    for line in wanted:
        if line not in left:
            yield f"expected that {whose}: {line}"
            return


def _with_terms(facts: Iterable[Fact]) -> Iterator[Fact]:
    for fact in facts:
        yield fact
        yield from _with_terms(fact.terms)


def _is(fact: Fact, wanted: Mapping[str, Any]) -> bool:
    if fact.code != wanted["code"] or ("value" in wanted and fact.value != wanted["value"]):
        return False
    if not set(wanted.get("rows", ())) <= set(fact.rules):
        return False
    params = {name: getattr(value, "combatant", getattr(value, "code", value)) for name, value in fact.params.items()}
    return all(params.get(name) == value for name, value in wanted.items() if name not in ("code", "value", "rows"))


def _shown(fact: Fact) -> str:
    params = {name: getattr(value, "combatant", getattr(value, "code", value)) for name, value in fact.params.items()}
    return _spelled({"code": fact.code, "value": fact.value, **params, "rows": list(fact.rules)})


def _spelled(wanted: Mapping[str, Any]) -> str:
    more = ", ".join(f"{name} {value}" for name, value in wanted.items() if name != "code" and value not in (None, []))
    return f"{wanted['code']} ({more})" if more else str(wanted["code"])
