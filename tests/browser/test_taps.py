"""How many taps the acts of an evening cost: a budget each."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from combat import deeds, store
from tests.combat.pressing import Person as PagePerson
from tests.combat.test_presses import fight_of, head_of, until

from .fight import PHONE, Person, Windows, entered
from .test_sizes import FIGHTS, begun, people_at, slug_of


@dataclass
class Hand:
    """Taps, and counts them."""

    person: Person
    taps: int = 0

    def tap(self, what: Locator) -> None:
        """One tap."""
        self.taps += 1
        what.click()

    def act(self, what: Locator) -> None:
        """One tap that acts, with all that follows from it."""
        self.taps += 1
        self.person.act(what)

    def spent(self) -> int:
        """The taps since the last time."""
        taps, self.taps = self.taps, 0
        return taps


ATTACKS = {
    ("tapiz/demo", "Atacar"): 2,
    ("tumbas/demo", "Atacar"): 2,
    ("d20/demo", "Atacar"): 3,
    ("tactico/demo", "Disparar"): 2,
    ("tactico/demo", "Golpear"): 2,
    ("tactico/demo_mechs", "calor"): 2,
}
"""By fight and a word of the main button that attacks: the presses of whoever attacks.

One is the attack, one what comes of it; in d20 the damage is rolled apart and may have to be confirmed.
"""


@pytest.mark.parametrize(("name", "word"), ATTACKS)
def test_what_a_usual_attack_costs_its_player(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, name: str, word: str
) -> None:
    """The others press their main buttons meanwhile."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    master, people = people_at(name)
    who = until(lambda: next((one for one in people if attacks(people[one], word)), None), master, *people.values())
    attacker, url = people.pop(who), master.url
    hand = Hand(entered(new_context, live_url, who, url, **PHONE))
    following = hand.person.dock.locator(".btn--next:not([disabled])")
    while hand.taps == 0 or head_of(url).open:
        if attacker.look().act:
            hand.act(following)
        else:
            assert any(one.press()[1] is not None for one in (master, *people.values()))
            if attacker.look().act:
                expect(hand.person.page.locator("#f-stage .stage--mine")).to_be_visible()
    assert hand.spent() <= ATTACKS[name, word]


@pytest.mark.parametrize("name", FIGHTS)
def test_what_the_end_of_a_turn_costs_its_player(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    master, people = people_at(name)
    who = until(lambda: next((one for one in people if ends(people[one])), None), master, *people.values())
    before = acting(name)
    hand = Hand(entered(new_context, live_url, who, master.url, **PHONE))
    hand.act(hand.person.dock.get_by_role("button", name="Pasar turno"))
    assert hand.spent() == 1
    assert acting(name) != before


@pytest.mark.parametrize("name", FIGHTS)
def test_what_harm_healing_and_an_undo_cost(new_context: Windows, live_url: str, name: str) -> None:
    """Harm to three, one of them half; one of them is healed, and that is taken back."""
    dj = begun(name, new_context, live_url)
    hand, following = Hand(dj), dj.dock.locator(".btn--next")
    keys = dj.panel.get_by_role("group", name="Teclado")
    hand.tap(dj.dock.get_by_role("link", name="Daño o cura"))
    hand.tap(keys.get_by_role("button", name="8", exact=True))
    hand.tap(dj.panel.locator("[data-groups] button").filter(has_text="×3").first)
    hurt = dj.panel.locator(".hit--on")
    hand.tap(hurt.last.locator("label").filter(has_text="½"))
    whom = str(hurt.first.get_attribute("data-who"))
    before = dj.row(whom).inner_text()
    expect(following).to_contain_text("Aplicar 8 de daño a 3")
    hand.act(following)
    expect(dj.row(whom)).not_to_have_text(before, use_inner_text=True)
    assert hand.spent() <= 5

    harmed = dj.row(whom).inner_text()
    hand.tap(dj.row(whom).get_by_role("link"))
    hand.tap(dj.panel.get_by_role("link", name="Cura", exact=True))
    hand.tap(keys.get_by_role("button", name="5", exact=True))
    expect(following).to_contain_text(f"Aplicar 5 de cura a {whom}")
    hand.act(following)
    expect(dj.row(whom)).not_to_have_text(harmed, use_inner_text=True)
    assert hand.spent() <= 4

    hand.act(dj.dock.get_by_role("button", name="Deshacer"))
    expect(dj.row(whom)).to_have_text(harmed, use_inner_text=True)
    assert hand.spent() == 1


@pytest.mark.parametrize("main", [True, False])
@pytest.mark.parametrize("name", ["tumbas/demo", "d20/demo", "tactico/demo"])
def test_what_a_yes_or_a_no_costs(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, name: str, *, main: bool
) -> None:
    """One tap each: both buttons of a plain question stand in the dock of the telephone."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    master, people = people_at(name)
    who = until(lambda: next((one for one in people if declines(people[one])), None), master, *people.values())
    url = master.url
    hand = Hand(entered(new_context, live_url, who, url, **PHONE))
    question = asked(url)
    assert question
    hand.act(hand.person.dock.locator(".btn--next" if main else ".btn--decline"))
    assert hand.spent() == 1
    assert asked(url) != question


def acting(name: str) -> tuple[str, ...]:
    """Who may act now in the fight of a demo table, in order."""
    read = store.read(fight_of(slug_of(name)).pk)
    return tuple(read.system.whose_turn(read.head.fight))


def attacks(one: PagePerson, word: str) -> bool:
    """Whether this person's main button attacks."""
    shown = one.look()
    return bool(shown.act) and word in shown.words


def ends(one: PagePerson) -> bool:
    """Whether this person may end a turn."""
    return "action=end_turn" in one.client.get(one.url).content.decode()


def declines(one: PagePerson) -> bool:
    """Whether this person is asked what a second button declines."""
    return "btn--decline" in one.client.get(one.url).content.decode()


def asked(url: str) -> list[tuple[str, list[str]]]:
    """The open resolutions, each with what was answered in it."""
    return [(one.command.id, sorted(one.answers)) for one in head_of(url).open]
