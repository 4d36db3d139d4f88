"""What goes wrong: double taps, lost answers, dying processes, races, pages that sleep, clocks that jump."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from .evening import Evening
from .faults import Killed, Statements
from .kinds import kind
from .people import Answer, Broken
from .pressing import press_one, pressed_by, told

LAST_STATEMENT, LAST_WRITING = 50, 25
"""So far into an act a fault comes at most; one that has ended before goes well."""


def at_some_statement(chance: Random, meanwhile: Callable[[], None] | None = None) -> Statements:
    """A fault anywhere in an act; as often as not where it writes."""
    if chance.random() < 0.5:
        # others come right before the transaction, since nobody comes in between its statements
        at = 1 if meanwhile is not None else chance.randint(1, LAST_WRITING)
        return Statements(at, meanwhile, writing=True)
    return Statements(chance.randint(1, LAST_STATEMENT), meanwhile)


@kind(3)
def twice(evening: Evening, chance: Random) -> str:
    """A double tap: the same form under the same key, the second while the first is under way or after it."""
    found = pressed_by(evening, chance)
    if found is None:
        return "nobody"
    tab, page, button = found
    form, key = page.form(button.form).as_it_stands(), evening.key()
    second: list[Answer] = []

    def tap() -> None:
        second.append(evening.act(tab, button.address, form, key))

    statements = at_some_statement(chance, tap)
    first = evening.act(tab, button.address, form, key, statements)
    between = evening.entries()
    if not second:
        tap()
        if evening.entries() != between:
            raise Broken("kept", f"a double tap of {tab.person} on {button.words!r} was counted twice")
    if not first.taken or not second[0].taken:
        raise Broken("stage", f"{tab.person}: {button.words!r} was refused: {told(first)}, {told(second[0])}")
    tab.load()
    return f"{tab.person}: {button.words[:40]!r} {first.status} {second[0].status} {statements.where}"


@kind(3)
def lost(evening: Evening, chance: Random) -> str:
    """An act whose answer never arrives is sent again under its key."""
    found = pressed_by(evening, chance)
    if found is None:
        return "nobody"
    tab, page, button = found
    form, key = page.form(button.form).as_it_stands(), evening.key()
    evening.act(tab, button.address, form, key)
    evening.settle()
    meanwhile = press_one(evening, chance) if chance.random() < 0.5 else ""
    before = evening.entries()
    answer = evening.act(tab, button.address, form, key)
    if not answer.taken or evening.entries() != before:
        raise Broken(
            "kept", f"{tab.person} sent {button.words!r} again: {told(answer)}, {evening.entries() - before} more"
        )
    tab.show(answer)
    return f"{tab.person}: {button.words[:40]!r} twice; meanwhile {meanwhile}"


@kind(4)
def kill(evening: Evening, chance: Random) -> str:
    """The process dies in the middle of an act; a new one is started, and the act is sent again."""
    found = pressed_by(evening, chance)
    if found is None:
        return "nobody"
    tab, page, button = found
    form, key, before = page.form(button.form).as_it_stands(), evening.key(), evening.entries()
    statements = at_some_statement(chance)
    with suppress(Killed):
        evening.act(tab, button.address, form, key, statements)
    if statements.happened:
        evening.restart()
        evening.check([], everything=True)
        between = evening.entries()
        answer = evening.act(tab, button.address, form, key)
        if not answer.taken:
            raise Broken("kept", f"{tab.person} sent {button.words!r} again after {statements.where}: {told(answer)}")
        if between != before and evening.entries() != between:
            raise Broken("kept", f"{button.words!r} was counted twice: it had been written before {statements.where}")
    tab.load()
    return f"{tab.person}: {button.words[:40]!r} at {statements.where or 'its end'}"


@kind(4)
def race(evening: Evening, chance: Random) -> str:
    """Another person acts while an act is under way."""
    other: list[str] = []
    statements = at_some_statement(chance, lambda: other.append(_hurried(evening, chance)))
    first = press_one(evening, chance, statements)
    return f"{first}; at {statements.where or 'no moment'} {other[0] if other else ''}"


def _hurried(evening: Evening, chance: Random) -> str:
    """A press from a page that has not heard of what is under way; it may come late."""
    found = pressed_by(evening, chance)
    if found is None:
        return "nobody"
    tab, page, button = found
    answer = evening.act(tab, button.address, page.form(button.form).as_it_stands(), evening.key())
    tab.show(answer)
    return f"{tab.person}: {button.words[:40]!r} {told(answer)}"


@kind(2)
def sleep(evening: Evening, chance: Random) -> str:
    """A page loses its connection, others act, and it comes back."""
    awake = [one for one in evening.tabs if one.awake]
    if not awake:
        return "no page"
    tab = chance.choice(awake)
    tab.sleep()
    others = []
    for _act in range(chance.choice((1, 2))):
        others.append(press_one(evening, chance))
        evening.settle()
    tab.wake()
    return f"{tab.person} missed {'; '.join(others)}"


@kind(1)
def second_tab(evening: Evening, chance: Random) -> str:
    """A person opens the page a second time, or closes one."""
    person = chance.choice([one for one in evening.people.values() if one.role is not None])
    tabs = [one for one in evening.tabs if one.person is person]
    if len(tabs) > 1:
        tabs[0].sleep()
        evening.tabs.remove(tabs[0])
        return f"{person} closes a page"
    evening.open_tab(person)
    return f"{person} opens another page"


@kind(2)
def clock(evening: Evening, chance: Random) -> str:
    """The clock jumps, forwards or back; the streams have their beat."""
    seconds = chance.choice((60, 3600, 3 * 24 * 3600, -3600, -2 * 24 * 3600, 90 * 24 * 3600))
    evening.chance.pass_time(seconds)
    evening.loop.pass_time(20)
    return f"{seconds} s"
