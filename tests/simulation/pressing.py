"""A person at a page of the fight who presses its main button."""

from __future__ import annotations

from random import Random

from .evening import Evening
from .faults import Statements
from .people import Answer, Broken
from .reading import Button, Page, words_of
from .tabs import Tab

MOST_CHOICES = 8
"""Filled in at random so often, a form has been filled in well."""


def told(answer: Answer) -> str:
    """An answer in a word."""
    return str(answer.status) if answer.taken else f"{answer.status} {words_of(answer.text)[:80]}"


def main_step(tab: Tab) -> tuple[Page, Button] | None:
    """The main button of a page, with the form that goes with it; None where it only waits."""
    page = tab.page
    button = page.main
    if button is not None and button.link:
        if "?" not in button.address or "/panel/" not in button.address:
            return None
        page = Page(tab.person.get(button.address, script=True).text)
        button = page.main
    if button is None or button.disabled or button.link or not button.address:
        return None
    return page, button


def next_step(tab: Tab) -> tuple[Page, Button] | None:
    """The main button that can be pressed as it stands."""
    found = main_step(tab)
    return None if found is None or found[1].lacks else found


def press_one(evening: Evening, chance: Random, statements: Statements | None = None) -> str:
    """A person who has something to press presses it; it is taken unless others act meanwhile."""
    people = evening.players()
    for person in chance.sample(people, len(people)):
        tab = evening.tab_of(chance, person)
        if tab.closed or (found := next_step(tab)) is None:
            continue
        page, button = found
        answer = evening.act(tab, button.address, page.form(button.form).as_it_stands(), evening.key(), statements)
        tab.show(answer)
        if not answer.taken and not (statements and statements.happened):
            raise Broken("stage", f"{person}: {button.words!r} is proposed and refused: {told(answer)}")
        return f"{person}: {button.words[:50]!r} {told(answer)}"
    return "nobody has anything to press"


def pressed_by(evening: Evening, chance: Random) -> tuple[Tab, Page, Button] | None:
    """A person with a main button to press."""
    people = evening.players()
    for person in chance.sample(people, len(people)):
        tab = evening.tab_of(chance, person)
        if not tab.closed and (found := next_step(tab)) is not None:
            return (tab, *found)
    return None


def choose_one(evening: Evening, chance: Random) -> bool:
    """A person who is asked for a choice without a proposal makes one; returns whether one was taken."""
    for person in evening.players():
        tab = evening.tab_of(chance, person)
        for _try in range(MOST_CHOICES):
            found = None if tab.closed else main_step(tab)
            if found is None or not found[1].lacks:
                break
            page, button = found
            filled = page.form(button.form).at_random(chance, much=1)
            answer = evening.act(tab, button.address, filled, evening.key())
            tab.show(answer)
            if answer.taken:
                return True
    return False
