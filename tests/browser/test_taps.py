"""How many taps the acts of an evening cost: a budget each."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from combat import deeds
from tests.combat.pressing import Person as PagePerson
from tests.combat.test_presses import GAME_MASTERS, attacks, head_of, load, people_of, until

from .fight import PHONE, TABLET, Person, Threes, Windows, entered, load_demo


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


def test_what_an_act_costs(new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "_random", Threes())
    url = load_demo().encounter.get_absolute_url()
    dj = entered(new_context, live_url, "dj", url, **TABLET)
    hand, panel, following = Hand(dj), dj.panel, dj.dock.locator(".btn--next")
    keys = panel.get_by_role("group", name="Teclado")

    # damage to three, one of them half
    hand.tap(dj.dock.get_by_role("link", name="Daño o cura"))
    hand.tap(keys.get_by_role("button", name="8", exact=True))
    hand.tap(panel.locator("[data-group=Orco]"))
    hand.tap(panel.locator("[data-who='Orco 2'] label").filter(has_text="½"))
    expect(following).to_have_text("Aplicar 8 de daño a 3Orco 2: 4")
    hand.act(following)
    expect(dj.row("Orco 2")).to_contain_text("10/14")
    assert hand.spent() <= 5

    hand.tap(dj.row("Orco 1").get_by_role("link"))
    hand.tap(panel.get_by_role("link", name="Cura", exact=True))
    hand.tap(keys.get_by_role("button", name="5", exact=True))
    before = dj.row("Orco 1").inner_text()
    expect(following).to_contain_text("Aplicar 5 de cura a Orco 1")
    hand.act(following)
    expect(dj.row("Orco 1")).not_to_have_text(before)
    assert hand.spent() <= 4

    hand.act(dj.dock.get_by_role("button", name="Deshacer"))
    expect(dj.row("Orco 1")).to_have_text(before, use_inner_text=True)
    assert hand.spent() == 1

    # a player ends the turn, and the game master that of the orc
    sharra = entered(new_context, live_url, "sharra", url, **PHONE)
    mine = Hand(sharra)
    mine.act(sharra.dock.get_by_role("button", name="Pasar turno"))
    assert mine.spent() == 1
    # the row comes before the dock, whose button would still end the player's turn
    expect(dj.panel.get_by_role("heading", name="Orco 1", exact=True)).to_be_visible()
    hand.act(dj.dock.get_by_role("button", name="Pasar turno"))
    expect(dj.row("Orco 1")).not_to_have_attribute("aria-current", "true")
    assert hand.spent() == 1


@pytest.mark.parametrize("slug", GAME_MASTERS)
def test_what_a_usual_attack_costs_its_player(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """Two taps: the attack, and what comes of it; three in d20, where the damage is rolled apart and may be confirmed.

    The others press their main buttons meanwhile.
    """
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    load(slug)
    people = people_of(slug)
    master = people.pop(GAME_MASTERS[slug])
    name = until(lambda: next((one for one in people if attacks(people[one])), None), master, *people.values())
    attacker, url = people.pop(name), master.url
    hand = Hand(entered(new_context, live_url, name, url, **PHONE))
    following = hand.person.dock.locator(".btn--next:not([disabled])")
    while hand.taps == 0 or head_of(url).open:
        if attacker.look().act:
            hand.act(following)
        else:
            assert any(one.press()[1] is not None for one in (master, *people.values()))
            if attacker.look().act:
                expect(hand.person.page.locator("#f-stage .stage--mine")).to_be_visible()
    assert hand.spent() <= (3 if slug == "d20" else 2)


@pytest.mark.parametrize("main", [True, False])
def test_what_a_yes_or_a_no_costs(
    new_context: Windows, live_url: str, monkeypatch: pytest.MonkeyPatch, *, main: bool
) -> None:
    """One tap each: both buttons of a plain question stand in the dock of the telephone."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))
    load("tumbas")
    people = people_of("tumbas")
    master = people.pop(GAME_MASTERS["tumbas"])
    name = until(lambda: next((one for one in people if declines(people[one])), None), master, *people.values())
    url = master.url
    hand = Hand(entered(new_context, live_url, name, url, **PHONE))
    question = asked(url)
    assert question
    hand.act(hand.person.dock.locator(".btn--next" if main else ".btn--decline"))
    assert hand.spent() == 1
    assert asked(url) != question


def declines(one: PagePerson) -> bool:
    """Whether this person is asked what a second button declines."""
    return "btn--decline" in one.client.get(one.url).content.decode()


def asked(url: str) -> list[tuple[str, list[str]]]:
    """The open resolutions, each with what was answered in it."""
    return [(one.command.id, sorted(one.answers)) for one in head_of(url).open]
