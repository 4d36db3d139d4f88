"""What people do at the page of a fight: its main button, its forms, undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .evening import Evening
from .kinds import kind
from .people import Broken
from .pressing import press_one, told
from .reading import Button, Filled, Page
from .tabs import Tab


@kind(12)
def press(evening: Evening, chance: Random) -> str:
    """The main button of a page."""
    return press_one(evening, chance)


def some_form(evening: Evening, chance: Random) -> tuple[Tab, Page, list[Button]] | None:
    """One of the forms that a person may open, and its buttons."""
    for _try in range(4):
        person = chance.choice(evening.players())
        tab = evening.tab_of(chance, person)
        if tab.closed:
            continue
        page = tab.page
        for _deeper in range(chance.choice((1, 1, 2, 3))):
            links = page.links("/panel/")
            if not links:
                break
            page = Page(person.get(chance.choice(links).address, script=True).text)
        buttons = page.pressable(lambda one: "/hacer/" in one.address)
        if buttons:
            return tab, page, buttons
    return None


def sent(evening: Evening, chance: Random, fill: Callable[[Page, Button], Filled]) -> str:
    """A person opens a form, fills it in and sends it."""
    found = some_form(evening, chance)
    if found is None:
        return "no form"
    tab, page, buttons = found
    mains = [one for one in buttons if one.main]
    button = chance.choice(mains if mains and chance.random() < 0.6 else buttons)
    filled = fill(page, button)
    if button.said:
        filled[button.said[0]] = [button.said[1]]
    answer = evening.act(tab, button.address, filled, evening.key())
    tab.load()
    return f"{tab.person}: {button.address.partition('?')[2][:70]} {told(answer)}"


@kind(8)
def fill(evening: Evening, chance: Random) -> str:
    """A form that was filled in as a person may."""
    return sent(evening, chance, lambda page, button: page.form(button.form).at_random(chance))


@kind(4)
def junk(evening: Evening, chance: Random) -> str:
    """A form that is half filled in with what no field takes."""
    return sent(evening, chance, lambda page, button: page.form(button.form).with_junk(chance))


@kind(3)
def undo(evening: Evening, chance: Random) -> str:
    """Undo and redo, the newest step and older ones, as the page offers it."""
    people = evening.players()
    for person in chance.sample(people, len(people)):
        tab = evening.tab_of(chance, person)
        if tab.closed:
            continue
        page = Page("".join(tab.parts.values()))
        offers = page.pressable(lambda one: "do=undo" in one.address or "do=redo" in one.address)
        if not offers:
            continue
        button = chance.choice(offers[: chance.choice((1, 2, len(offers)))])
        answer = evening.act(tab, button.address, {}, evening.key())
        if not answer.taken and "with=depending" in answer.text and chance.random() < 0.7:
            again = Page(answer.text).pressable(lambda one: "with=depending" in one.address)[0]
            answer = evening.act(tab, again.address, {}, evening.key())
        tab.load()
        return f"{person}: {button.address.partition('?')[2][:60]} {told(answer)}"
    return "nothing to undo"


@kind(4)
def typed(evening: Evening, chance: Random) -> str:
    """Real dice: the app asks for the faces, and they are typed."""
    for person in chance.sample(evening.players(), len(evening.players())):
        tab = evening.tab_of(chance, person)
        if tab.closed:
            continue
        by_hand = [one for one in tab.page.pressable() if one.said is not None and one.said[0] == "by_hand"]
        if by_hand:
            form = {**tab.page.form().as_it_stands(), "by_hand": ["1"]}
            tab.show(evening.act(tab, by_hand[0].address, form, evening.key()))
        asked = tab.page.links("panel=ask")
        page = Page(person.get(asked[0].address, script=True).text) if asked else tab.page
        form, button = page.form(), page.main
        faces = [one for one in form.fields.values() if re.fullmatch(r"face\d+", one.name)]
        if button is None or button.disabled or not button.address or not faces:
            continue
        filled = form.as_it_stands()
        for one in faces:
            filled[one.name] = [chance.choice(one.options) if one.options else str(chance.randint(1, 4))]
        answer = evening.act(tab, button.address, filled, evening.key())
        if not answer.taken:
            raise Broken("stage", f"{person}: the faces {filled} are refused: {told(answer)}")
        tab.load()
        return f"{person}: {len(faces)} faces, {told(answer)}"
    return "no dice to type"
