"""What happens in an evening: each kind of step, and how often it comes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TypeAlias

from django.urls import reverse

from combat import store
from tapiz_site.campaigns.models import Membership, Role

from .evening import Evening, Step
from .faults import Killed, Statements
from .people import Answer, Broken
from .reading import Button, Filled, Page, words_of
from .tabs import Tab

Kind: TypeAlias = Callable[[Evening, Random], str]

KINDS: dict[str, tuple[int, Kind]] = {}
"""By name how often a kind comes, and what it does; it tells in a line what that was."""
LAST_STATEMENT, LAST_WRITING = 50, 25
"""So far into an act a fault comes at most; one that has ended before goes well."""


def kind(often: int) -> Callable[[Kind], Kind]:
    """Register a kind of step."""

    def registered(does: Kind) -> Kind:
        KINDS[does.__name__] = often, does
        return does

    return registered


def planned(seed: int, number: int) -> list[Step]:
    """The steps of a seed's evening."""
    chance = Random(f"{seed}: plan")
    names, weights = [*KINDS], [often for often, _does in KINDS.values()]
    return [Step(place, chance.choices(names, weights)[0]) for place in range(1, number + 1)]


def take(evening: Evening, step: Step) -> str:
    """Take one step, and let all pages hear of it."""
    chance = evening.chance.of(f"step {step.number}")
    evening.others_acted = False
    evening.chance.pass_time(chance.choice((1, 5, 30)))
    told = KINDS[step.kind][1](evening, chance)
    evening.settle()
    return told


def told(answer: Answer) -> str:
    """An answer in a word."""
    return str(answer.status) if answer.taken else f"{answer.status} {words_of(answer.text)[:80]}"


# At the page of the fight


def next_step(evening: Evening, tab: Tab) -> tuple[Page, Button] | None:
    """The main button of a page that can be pressed, with the form that goes with it; None where it only waits."""
    page = tab.page
    button = page.main
    if button is not None and button.link:
        if "?" not in button.address or "/panel/" not in button.address:
            return None
        page = Page(tab.person.get(button.address, script=True).text)
        button = page.main
    if button is None or button.disabled or button.lacks or button.link or not button.address:
        return None
    return page, button


def somebody_presses(evening: Evening, chance: Random, statements: Statements | None = None) -> str:
    """Whoever has something to press does; it is taken unless others act meanwhile."""
    people = evening.players()
    for person in chance.sample(people, len(people)):
        tab = evening.tab_of(chance, person)
        if tab.closed or (found := next_step(evening, tab)) is None:
            continue
        page, button = found
        answer = evening.act(tab, button.address, page.form(button.form).as_it_stands(), evening.key(), statements)
        tab.show(answer)
        if not answer.taken and not (statements and statements.happened):
            raise Broken("stage", f"{person}: {button.words!r} is proposed and refused: {told(answer)}")
        return f"{person}: {button.words[:50]!r} {told(answer)}"
    return "nobody has anything to press"


@kind(12)
def press(evening: Evening, chance: Random) -> str:
    """The main button of a page."""
    return somebody_presses(evening, chance)


def some_form(evening: Evening, chance: Random) -> tuple[Tab, Page, list[Button]] | None:
    """One of the forms that a person may open, and its buttons."""
    person = chance.choice(evening.players())
    tab = evening.tab_of(chance, person)
    if tab.closed:
        return None
    page = tab.page
    for _deeper in range(chance.choice((1, 1, 2, 3))):
        links = page.links("/panel/")
        if not links:
            break
        page = Page(person.get(chance.choice(links).address, script=True).text)
    buttons = page.pressable(lambda one: "/hacer/" in one.address)
    return (tab, page, buttons) if buttons else None


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


# What goes wrong


def pressed_by(evening: Evening, chance: Random) -> tuple[Tab, Page, Button] | None:
    """A person with a main button to press."""
    people = evening.players()
    for person in chance.sample(people, len(people)):
        tab = evening.tab_of(chance, person)
        if not tab.closed and (found := next_step(evening, tab)) is not None:
            return (tab, *found)
    return None


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
    meanwhile = somebody_presses(evening, chance) if chance.random() < 0.5 else ""
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
    first = somebody_presses(evening, chance, statements)
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
        others.append(somebody_presses(evening, chance))
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


# At the table


@kind(2)
def role(evening: Evening, chance: Random) -> str:
    """A person gets another role, or leaves the table; who has left comes back later."""
    master = evening.master()
    others = [one for one in evening.people.values() if one is not master and one.user.username != "forastera"]
    person = chance.choice(others)
    member = Membership.objects.filter(table=evening.table, user=person.user).first()
    if member is None:
        Membership.objects.create(table=evening.table, user=person.user, role=Role.PLAYER)
        evening.take_roles()
        evening.open_tab(person)
        return f"{person} comes back"
    arguments = [evening.table.pk, member.pk]
    if chance.random() < 0.2:
        answer = master.post(reverse("campaigns:remove", args=arguments), {})
    else:
        new = chance.choice([one for one in Role if one != member.role and one != Role.GAME_MASTER])
        answer = master.post(reverse("campaigns:change_role", args=arguments), {"role": [new]})
    evening.take_roles()
    return f"{person} is now {person.role}: {answer.status}"


ADDRESSES = ("combat:fight", "combat:log", "combat:add", "combat:close", "combat:forecast", "combat:panel")
TABLE_ADDRESSES = ("combat:screen", "combat:rolls", "combat:ended", "combat:calls", "combat:maps", "characters:bin")
OF_TABLE = ("campaigns:table", "campaigns:people", "campaigns:sessions", "campaigns:house", "campaigns:rename")


@kind(3)
def look(evening: Evening, chance: Random) -> str:
    """Some person looks where they like, also where they may not."""
    person = chance.choice([*evening.people.values()])
    encounters = [*evening.table.encounters.order_by("created")]
    characters = [*evening.table.characters.order_by("created")]
    addresses = [reverse(name, args=[chance.choice(encounters).pk]) for name in ADDRESSES]
    addresses += [reverse(name, kwargs={"table": evening.table.pk}) for name in TABLE_ADDRESSES[:5]]
    addresses += [reverse(name, args=[evening.table.pk]) for name in OF_TABLE]
    addresses += [reverse(f"characters:{name}", args=[chance.choice(characters).pk]) for name in ("show", "history")]
    some = chance.sample(addresses, 3)
    answers = [person.get(address) for address in some]
    if person.role is None and any(answer.taken for answer in answers):
        raise Broken("secrets", f"{person} is a stranger and gets one of {some}")
    return f"{person}: {', '.join(str(answer.status) for answer in answers)}"


# The end of the fight

MOST_PRESSES = 12


def end(evening: Evening) -> None:
    """The fight can go on, and it can be brought to an end."""
    chance = Random(f"{evening.seed}: the end")
    evening.settle()
    tab = evening.open_tab(evening.master())
    for _press in range(MOST_PRESSES):
        read = store.read(evening.fight.pk)
        if read.head.fight.status == "archived" or not read.head.open:
            break
        if somebody_presses(evening, chance).startswith("nobody"):
            raise Broken("ends", "something is open, and nobody has anything to press")
        evening.settle()
    if store.read(evening.fight.pk).head.fight.status == "archived":
        return
    address = reverse("combat:close", args=[evening.fight.pk])
    page = Page(tab.person.get(address).text)
    answer = tab.person.post(address, {**page.form().as_it_stands(), "key": [evening.key()]})
    after = store.read(evening.fight.pk)
    if not answer.taken or after.head.fight.status != "archived":
        raise Broken("ends", f"the scene cannot be ended: {told(answer)}")
