"""Plays a written fight through the contract of its system and says in the words of the story what came out otherwise.

It knows no system: commands are begun and answered as the application does it (`tests/rules/recorder.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.creation import HOUSE
from rules.core.engine import known_odds
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, visible
from rules.core.hand import KEY
from rules.core.inputs import Input, check_inputs
from rules.core.odds import chance_of
from rules.core.outfit import outfitted
from rules.core.registry import get_system
from rules.core.requests import Dice
from rules.core.staging import APP, answer_of, fight_of, said, set_in_order, speaker_of
from rules.core.words import LANGUAGES, Speaker, words
from tests.fights.story import Story, StoryStep
from tests.rules.demands import parts
from tests.rules.recorder import GM, Recorder
from tests.rules.shown import shown_at_the_end, shown_of_step


class WentOtherwise(AssertionError):
    """A step did not come out as the story tells it."""


@dataclass
class Played:
    """A story on its way: the recorder that plays it, and of each step what was told and what the game master read.

    shown: of each step all that it showed, in lines (`tests.rules.shown`).
    """

    story: Story
    recorder: Recorder
    log: list[tuple[str, list[str]]]
    shown: list[list[str]] = field(default_factory=list)


def play(story: Story, *, showing: bool = True) -> Played:
    """Play a story to its end; raises WentOtherwise at the first step that comes out otherwise.

    showing: keep what each step showed, which takes longer than to play it; the last one with all forms and boards.
    """
    played = Played(story, Recorder(get_system(story.system), fight_of(story)), [])
    set_in_order(played.recorder, story)
    for place, step in enumerate(story.step, 1):
        before = len(played.recorder.entries)
        one = _Step(played, step)
        problems = list(one.play())
        told = [fact for entry in played.recorder.entries[before:] for fact in entry.facts]
        played.log.append((step.told, _read(played.recorder, story.language, told, GM)))
        if showing:
            played.shown.append(shown_of_step(played.recorder, played.recorder.entries[before:], one.form))
        if problems:
            raise WentOtherwise(_report(story, place, step, problems, played.log[-1][1]))
    if showing:
        played.shown[-1] += shown_at_the_end(played.recorder)
    return played


def _report(story: Story, place: int, step: StoryStep, problems: Iterable[str], log: Iterable[str]) -> str:
    what = step.does or ("a level more" if step.rises else "")
    done = f"{what} by {step.who or 'the table'}" if what else "nothing is done"
    lines = [f'{story.system}/{story.path.name}, step {place}: "{step.told}" ({done})']
    lines += [f"  {line}" for problem in problems for line in problem.splitlines()]
    return "\n".join([*lines, "  what the game master reads of this step:", *(f"    {line}" for line in log)])


# One step


class _Step:
    """Takes one step and looks at what came of it."""

    def __init__(self, played: Played, step: StoryStep) -> None:
        self.step = step
        self.language = played.story.language
        self.recorder = played.recorder
        self.system = played.recorder.system
        self.before = len(played.recorder.entries)
        self.viewer = self._viewer()
        self.form: tuple[Input, ...] = ()

    def play(self) -> Iterator[str]:
        """Do it; what is wrong with it, one sentence each."""
        try:
            yield from self._act()
        except RuleError as refused:
            if refused.reason != self.step.refused:
                wanted = f"expected to be refused for {self.step.refused}; " if self.step.refused else ""
                yield f"{wanted}it is refused for {refused.reason}: {self._speaker().error(refused)}"
            if self.step.at and refused.field != self.step.at:
                yield f"expected to be refused at {self.step.at}; it is refused at {refused.field or 'no input'}"
            if unsaid := self._unsaid(refused):
                yield f"the words of the refusal name what it does not tell: {', '.join(sorted(unsaid))}"
            if (
                refused.reason == self.step.refused
                and len(self.recorder.entries) > self.before
                and not self.step.answers
            ):
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

    @property
    def words(self) -> Speaker:
        """The words by which the story may name options."""
        return speaker_of(self.system, self.recorder.fight)

    def _speaker(self) -> Speaker:
        return _speaker(self.recorder, self.language, GM)

    # What is done

    def _act(self) -> Iterator[str]:
        step = self.step
        if step.undo:
            self.recorder.undo()
        if step.cancel:
            self.recorder.cancel(viewer=self.viewer)
        if step.does:
            verb = engine.action(self.system, step.does)
            self.form = verb.inputs(self.recorder.fight, step.who, self.viewer)
            inputs = step.with_ if step.by == APP else said(self.words, self.form, step.with_)
            self.recorder.agrees = KEY not in (*step.answers, *step.asks)
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
            answer = answer_of(self.words, request, given)
            if isinstance(request, Dice):
                self.recorder.answer(key, faces=answer["faces"], viewer=viewer)
            else:
                self.recorder.answer(key, answer, viewer=viewer)

    def _rise(self) -> None:
        """Advance the sheet that the step names, and let the fight know of it as the application does."""
        who = self.step.who or ""
        one = self.recorder.fight.combatants[who]
        kind = self.system.sheet_kinds[one.kind]
        if kind.advancing is None:
            raise WentOtherwise(f"nobody of the kind {one.kind} gains levels")
        sheet = {**one.sheet, HOUSE: self.recorder.fight.house}
        kind.advancing.check(sheet)
        declared = kind.advancing.inputs(sheet, self.step.rises)
        wanted = check_inputs(declared, said(self.words, declared, self.step.rises))
        advanced = kind.advancing.advanced(sheet, wanted, self.words.word)
        after = kind.load({name: value for name, value in advanced.items() if name != HOUSE})
        self.recorder.begin("resheet", who=who, sheet=after, internal=True)

    # What is expected

    def _unsaid(self, refused: RuleError) -> set[str]:
        """The parts of a refusal's sentence that it gives nothing for, in any language."""
        known = (words(self.system.slug, language).get(f"error.{refused.reason}", "") for language in LANGUAGES)
        return set().union(*map(parts, known)) - set(refused.params)

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
        yield from _missing("the game master reads", self.step.reads, _read(self.recorder, self.language, facts, GM))
        public = _read(self.recorder, self.language, facts, PUBLIC)
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
        for who, where in self.step.stands.items():
            found = fight.places[who].at if who in fight.places else ""
            if found != where:
                yield f"expected {who} to stand at {where or 'nowhere'}; they stand at {found or 'nowhere'}"
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


def _speaker(recorder: Recorder, language: str, viewer: Viewer) -> Speaker:
    combatants = recorder.fight.combatants

    def name(who: str) -> str:
        return combatants[who].called(by_game_master=viewer.game_master) if who in combatants else who

    return Speaker(recorder.system.slug, language, name)


def _read(recorder: Recorder, language: str, facts: Iterable[Fact], viewer: Viewer) -> list[str]:
    speaker = _speaker(recorder, language, viewer)
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
