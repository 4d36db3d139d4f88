"""The game master's hand: a player's value for what the game master decides is a proposal.

An input says so (`Input.game_master_decides`). A command with such proposals asks the game master first, with the
proposed values filled in, and goes on with the answer: nothing rolls before. A table may be told of them instead, or
trust its players (the setting `proposals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.core.audience import Viewer, controllers_of
from rules.core.board.seen import UNCOVERED_BY
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Param, Ref, Word, fact
from rules.core.fight import Command, Fight, Open, Outcome
from rules.core.inputs import Choice, Combatants, Flag, Input, Number, Option, Rows, Several, options_of
from rules.core.posts import POSTS
from rules.core.requests import Answer, Choose, Request, Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.core.unseen import BLOW
from rules.core.words import number

KEY = "game_master"
"""The key of the request for the game master's word."""

SETTING = "proposals"

PROPOSALS = Choice(
    SETTING,
    "setting.proposals",
    required=False,
    default="ask",
    layout="column",
    options=options_of("proposals", ("ask", "tell", "trust")),
)
"""The game master is asked, is told, or the players are trusted."""

DICE_UNDONE = Choice(
    "dice_undone",
    "setting.dice_undone",
    required=False,
    default="game_master",
    layout="column",
    options=options_of("dice_undone", ("game_master", "player")),
)
"""Who takes back a player's step in which the app rolled dice: the game master alone, or the player too.

What is done otherwise falls otherwise, so a player who may take dice back could go on until they please. Faces of
real dice that were typed are the player's own to correct.
"""

COMMON: tuple[Choice, ...] = (PROPOSALS, DICE_UNDONE, BLOW, UNCOVERED_BY, *POSTS)
"""The settings that every system has."""

Codes: TypeAlias = tuple[str, str]
"""The codes for a value that is new, and for a part of one that was left out."""

TOLD: Mapping[str, Codes] = {
    "ask": ("core.hand.ask", "core.hand.ask_out"),
    "tell": ("core.hand.tell", "core.hand.tell_out"),
    "trust": ("core.hand.trust", "core.hand.trust_out"),
}
SET: Codes = ("core.hand.set", "core.hand.set_out")


def proposals(
    fight: Fight[Any, Any], declared: Sequence[Input], values: Mapping[str, Json], viewer: Viewer
) -> tuple[str, ...]:
    """The inputs that the game master is to decide of what a player has filled in, by name; the values are checked."""
    return tuple(one.name for one in proposed(declared, values, viewer)) if _mode(fight) == "ask" else ()


def told(
    fight: Fight[Any, Any], declared: Sequence[Input], values: Mapping[str, Json], viewer: Viewer, who: Id | None
) -> Explanation:
    """What a player proposes to the game master, or sets because the table trusts its players."""
    codes = TOLD[_mode(fight)]
    return tuple(
        one
        for item in proposed(declared, values, viewer)
        for one in _facts(codes, item, None if item.needs_word else usual(item), values[item.name], who)
    )


def answered(inputs: Sequence[Input], wanted: Mapping[str, Json], given: Answer, who: Id | None) -> Explanation:
    """What the game master said to a proposal: yes, or other values.

    wanted: what was proposed; what the game master sets besides is not told.
    """
    changed = tuple(
        one
        for item in inputs
        if item.name in wanted
        for one in _facts(SET, item, wanted[item.name], given[item.name], who)
    )
    if changed or who is None:
        return changed
    return (fact("core.hand.yes", who=who, audience=controllers_of(who)),)


def put_to_game_master(request: Request, wanted: Mapping[str, Answer]) -> Request:
    """A question to a player; once the player has proposed an answer, the game master is asked for the word on it."""
    if not isinstance(request, Choose) or request.key not in wanted:
        return request
    values = wanted[request.key]
    inputs = tuple(_open(item) for item in request.inputs)
    return replace(request, to=None, inputs=inputs, default=values, about=request.to)


def waits(one: Open) -> bool:
    """Whether a resolution is a mere proposal as yet: nothing of it has happened."""
    return bool(one.command.proposed) and not one.answers


def steps(verb: Action[Any, Any], fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
    """The rule of a command; where a player proposes, the game master's word comes first."""
    return _with_word(verb, fight, command) if command.proposed else verb.resolve(fight, command)


def _with_word(verb: Action[Any, Any], fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
    inputs = tuple(_open(item) for item in decisions(verb, fight, command))
    word = yield from choose(
        KEY,
        None,
        *inputs,
        audience=controllers_of(command.actor or ""),
        default={item.name: command.inputs.get(item.name, item.default) for item in inputs},
        label="ask.game_master",
        about=command.actor,
    )
    decided = replace(command, inputs={**command.inputs, **word})
    verb.check(fight, decided, _GAME_MASTER)
    return (yield from verb.resolve(fight, decided))


def decisions(verb: Action[Any, Any], fight: Fight[Any, Any], command: Command) -> tuple[Input, ...]:
    """All that the game master decides of a command, as the game master reads it, what is proposed first.

    What players are not asked for at all, such as a difficulty, comes last and saves a second question.
    """
    declared = verb.inputs(fight, command.actor, _GAME_MASTER)
    found = [item for item in declared if item.game_master_decides or item.name not in command.inputs]
    return tuple(sorted(found, key=lambda item: (item.name not in command.inputs, item.name not in command.proposed)))


def declined(inputs: Sequence[Input], wanted: Answer) -> Answer | None:
    """The answer that sets what was proposed back to its usual value; None where there is none to go back to."""
    found = {item.name: usual(item) if _stands_alone(item) else wanted[item.name] for item in inputs}
    same = all(_same(item, found[item.name], wanted[item.name]) for item in inputs)
    return None if same or any(found[item.name] is None and item.required for item in inputs) else found


def _stands_alone(item: Input) -> bool:
    """Whether an input of the game master's has a value that needs no word."""
    return item.game_master_decides and not item.needs_word


def usual(item: Input) -> Json:
    """The value that needs no word of the game master; None where every value does."""
    try:
        return item.check(item.default)
    except RuleError:
        return None


_GAME_MASTER = Viewer(game_master=True)


def players_undo_dice(house: Mapping[str, Json]) -> bool:
    """Whether players may take back steps of their own in which the app rolled dice."""
    return bool(house.get(DICE_UNDONE.name) == "player")


def _mode(fight: Fight[Any, Any]) -> str:
    return str(fight.house.get(SETTING) or PROPOSALS.default)


def proposed(declared: Sequence[Input], values: Mapping[str, Json], viewer: Viewer) -> Iterator[Input]:
    """The inputs of the game master's in which this viewer has set another value than the usual one."""
    if viewer.game_master:
        return
    for item in declared:
        value = values.get(item.name)
        option = _option(item, value)
        if not item.game_master_decides or (option and option.free):
            continue
        if item.needs_word or not _same(item, value, usual(item)):
            yield item


def _same(item: Input, one: Json, other: Json) -> bool:
    if isinstance(item, Several) and not item.ordered and isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return bool(one == other)


def _open(item: Input) -> Input:
    """An input as the game master is asked it: in sight, whatever one usually means."""
    shown = replace(item, fresh=False, seldom=False)
    return replace(shown, likely=None) if isinstance(shown, Combatants) else shown


# Telling


def _facts(codes: Codes, item: Input, before: Json, value: Json, who: Id | None) -> Iterator[Fact]:
    """A fact for each part of a value that is new, and for each that was left out."""
    if who is None:
        return
    label, seen = Word(item.label or f"input.{item.name}"), controllers_of(who)
    old, new = _parts(item, before), _parts(item, value)
    added = [(codes[0], part) for key, part in new.items() if key not in old]
    several = isinstance(item, Several | Rows)
    gone = [(codes[1], part) for key, part in old.items() if key not in new] if several else []
    others = fact("core.hand.asked", who=who) if codes is TOLD["ask"] else None
    for code, (what, said) in (*added, *gone):
        rules, named = item.decided_in, what or label
        yield fact(code, rules=rules, audience=seen, otherwise=others, who=who, what=named, said=said)


def _parts(item: Input, value: Json) -> dict[str, tuple[Word | None, Param]]:
    """What a value is made of, each part with its own name where it has one, and how it is said."""
    if isinstance(item, Rows):
        rows = value if isinstance(value, list) else []
        return {repr(row): _row(item, row) for row in rows}
    if isinstance(item, Several):
        found = value if isinstance(value, list) else []
        names = [one[0] if isinstance(one, list) else one for one in found]
        return {str(name): (None, _said(item, name)) for name in names}
    return {repr(value): (None, _said(item, value))}


def _row(item: Rows, row: Mapping[str, Json]) -> tuple[Word | None, Param]:
    named, said = None, []
    for part in item.of:
        value = row.get(part.name)
        if isinstance(part, Choice):
            word = _said(part, value)
            named = word if isinstance(word, Word) and named is None else named
        elif isinstance(value, int) and not isinstance(value, bool):
            said.append(_number(part, value))
        elif isinstance(value, str) and value:
            said.append(f"«{value}»")
    return named, " ".join(said) or "–"


def _said(item: Input, value: Json) -> Param:
    option = _option(item, value)
    if option is not None:
        named = next((one for one in option.label.params.values() if one and isinstance(one, Ref | Word | str)), None)
        return named if named is not None else Word(option.label.code)
    if isinstance(item, Flag):
        return Word("answer.yes" if value else "answer.no")
    if isinstance(value, int):
        return _number(item, value)
    return str(value) if value not in (None, "") else "–"


def _number(item: Input, value: int) -> str:
    return number(value, sign=isinstance(item, Number) and item.signed)


def _option(item: Input, value: Json) -> Option | None:
    options: tuple[Option, ...] = getattr(item, "options", ())
    return next((one for one in options if one.value == value), None)
