"""Two d20 fights that differ in a secret alone: what players, and everybody else, can get of them is the same."""

from __future__ import annotations

from collections.abc import Callable

from combat.board import board, told
from rules.core.audience import PUBLIC, Viewer
from rules.core.engine import actions, may_answer, odds
from rules.core.facts import visible
from rules.core.fight import Command
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, BRUNO, Scene, scene
from tests.rules.scenarios.d20 import THUG

NEAR = (("ana", "thug"),)


def got(play: Scene, viewer: Viewer) -> tuple[object, ...]:
    """Everything that a viewer can get of a fight now: board, log, forms, offers, requests, odds."""
    fight = play.fight
    forms = []
    for who in sorted(viewer.controls):
        offers = SYSTEM.offers(fight, who, viewer)
        shown = [(name, verb.inputs(fight, who, viewer)) for name, verb in sorted(actions(SYSTEM).items())
                 if not verb.internal and not verb.for_game_master]  # fmt: skip
        command = Command("odds", "attack", who, {"target": "thug", "review": False}, SYSTEM.moment(fight))
        found = odds(SYSTEM, fight, command, viewer)
        forms.append((who, offers, shown, visible((found,), viewer) if found else ()))
    asked = [request for request in play.requests if may_answer(request, viewer)]
    said = [told(entry, viewer) for entry in play.entries]
    return board(SYSTEM, play.head, viewer), [facts for facts in said if facts], forms, asked


def same(first: Callable[[], Scene], second: Callable[[], Scene], *viewers: Viewer) -> None:
    one, other = first(), second()
    for viewer in viewers:
        assert got(one, viewer) == got(other, viewer), viewer


def differ(first: Callable[[], Scene], second: Callable[[], Scene], *viewers: Viewer) -> None:
    one, other = first(), second()
    for viewer in viewers:
        assert got(one, viewer) != got(other, viewer), viewer


def struck(**numbers: object) -> Callable[[], Scene]:
    """Ana hits a thug of these numbers and does not fell it; then it misses her."""

    def play() -> Scene:
        made = scene(near=NEAR, thug={**THUG, "hp_max": 30, "constitution": 16, **numbers})
        made.strike("ana", "thug", 15, 3, viewer=ANA, weapon="espada")
        made.begin("end_turn", None)
        made.strike("thug", "ana", 1)
        return made

    return play


def test_numbers_of_a_foe_are_the_game_masters() -> None:
    """Hit points, Defense, threshold, saves and attack bonus of a foe are told to nobody."""
    same(struck(), struck(hp_max=34, natural_armor=2, constitution=18, will=5, base_attack=4), PUBLIC, ANA, BRUNO)


def test_what_everybody_sees_differs() -> None:
    differ(struck(), struck(size="large"), ANA)


def readied(trigger: str) -> Callable[[], Scene]:
    def play() -> Scene:
        made = scene()
        made.begin("end_turn", None)
        made.begin("ready", "thug", what="attack", trigger=trigger)
        return made

    return play


def test_what_a_foe_waits_for_is_nobodys_business() -> None:
    """D20C-RDY-03."""
    same(readied("si Ana se mueve"), readied("si alguien dispara"), PUBLIC, ANA, BRUNO)


def hidden_acts(*, does: bool) -> Callable[[], Scene]:
    """Somebody hidden stands beside Ana, is hurt and poisoned; or nothing of that."""

    def play() -> Scene:
        made = scene()
        if does:
            made.begin("relate", of="shade", to="ana", what="adjacent:adjacent")
            made.begin("damage", amount=3, targets={"shade": "full"}, single_blow=False)
        made.begin("posture", "ana", viewer=ANA, posture="prone")
        return made

    return play


def test_what_befalls_somebody_hidden_is_nobodys_business() -> None:
    same(hidden_acts(does=True), hidden_acts(does=False), PUBLIC, ANA, BRUNO)
