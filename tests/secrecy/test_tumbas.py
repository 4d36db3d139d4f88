"""Two Tumbas fights that differ in a secret alone give players, and all other people, the same.

The pages are held by the worlds beside this; here it is what they are made of: boards, what is told, forms and offers.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from combat.board import board, told
from rules.core.audience import PUBLIC, Viewer
from rules.core.engine import actions, may_answer
from rules.core.errors import RuleError
from rules.systems.tumbas.system import SYSTEM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene

KEPT = {"secret_declarations": True}


def got(play: Scene, viewer: Viewer) -> tuple[object, ...]:
    """Everything that a viewer can get of a fight now."""
    fight = play.fight
    own = sorted(viewer.controls)
    forms = []
    for who in own:
        offers = SYSTEM.offers(fight, who, viewer)
        shown = [(name, verb.inputs(fight, who, viewer)) for name, verb in sorted(actions(SYSTEM).items())
                 if not verb.internal and not verb.for_game_master]  # fmt: skip
        forms.append((who, offers, shown))
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


def declares(who: str, what: str, *, kept: bool = True, **more: object) -> Callable[[], Scene]:
    def play() -> Scene:
        made = scene(house=KEPT if kept else {}, near=[("ana", "wolf1")])
        made.declare(who, what, **more)
        return made

    return play


@pytest.mark.parametrize("who", ["wolf1", "bruno"])
def test_kept_declarations_tell_that_something_was_declared(who: str) -> None:
    """TUMS-CMB-03: what, in haste or not, at what target and in what words is for its maker until the phase ends."""
    first = declares(who, "test", target="ana", hurried=True, words="por la espalda")
    second = declares(who, "move")
    same(first, second, PUBLIC, ANA)


def test_maker_of_a_kept_declaration_reads_it() -> None:
    differ(declares("bruno", "test"), declares("bruno", "move"), BRUNO)


def test_open_declarations_are_for_all() -> None:
    differ(declares("wolf1", "test", kept=False), declares("wolf1", "move", kept=False), PUBLIC, ANA)


def hidden_acts(*, does: bool) -> Callable[[], Scene]:
    """A round in which a hidden foe declares, stands beside Ana, acts, and is hurt; or nothing of that."""

    def play() -> Scene:
        made = scene()
        if does:
            made.begin("relate", of="shade", to="ana", what="engaged:adjacent")
            made.declare("shade", "test", target="ana", words="al acecho")
            made.begin("damage", amount=3, targets={"shade": "full"})
        made.declare("ana", "test", viewer=ANA)
        return made

    return play


def test_what_befalls_a_hidden_combatant_stays_secret() -> None:
    """TUMS-CMB-03, TUMS-CMB-04."""
    same(hidden_acts(does=True), hidden_acts(does=False), PUBLIC, ANA, BRUNO)


def test_engagement_with_a_hidden_combatant_is_on_no_card() -> None:
    play = hidden_acts(does=True)()
    assert "relation.now_with" not in play.seen(ANA, SYSTEM.card(play.fight, "ana").facts)


def of_a_wolf(hp: int, armour: int) -> Callable[[], Scene]:
    """Ana strikes a wolf of these numbers and hits."""

    def play() -> Scene:
        made = scene(near=[("ana", "wolf1")], wolf1={"hp": hp, "hp_max": hp + 1, "armour": armour})
        made.declare("ana", "attack", viewer=ANA)
        for who in ("bruno", "wolf1", "wolf2", "shade"):
            made.begin("end_turn", who)
        made.begin("next_step")
        made.begin("attack", "ana", target="wolf1", weapon="axe")
        made.dice(5, 4, 2, 3, 2)
        return made

    return play


def test_numbers_of_a_foe_are_the_game_masters() -> None:
    """Hit points and armour; the attacker knows how much it was, the others only that it waits."""
    same(of_a_wolf(30, 0), of_a_wolf(20, 1), PUBLIC, BRUNO)


def test_an_act_that_was_refused_tells_nothing_of_the_hidden() -> None:
    play = hidden_acts(does=True)()
    for action, inputs in (("relate", {"of": "shade", "what": "cover:behind"}), ("declare", {"target": "shade"})):
        with pytest.raises(RuleError, match=r"core\.input\.option|core\.relation\.not_yours"):
            play.begin(action, "ana", viewer=ANA, **{"what": "test", **inputs})


def test_a_hidden_one_that_moves_alone_in_its_phase_brings_the_phase_back_for_nobody() -> None:
    """Others are in the next round by then, and what is still to take effect concerns the hidden one alone."""
    made = scene()
    for who in sorted(made.fight.order, key=lambda who: made.fight.combatants[who].hidden):
        made.declare(who, "move") if who == "shade" else made.begin("end_turn", who)
    made.begin("next_step")
    assert made.fight.round.stage == "action"
    before = [got(made, viewer) for viewer in (PUBLIC, ANA, BRUNO)]
    made.begin("move", "shade")
    assert made.fight.round.deferred
    assert [got(made, viewer) for viewer in (PUBLIC, ANA, BRUNO)] == before


def test_that_a_session_counts_for_the_hidden_alone_is_the_game_masters() -> None:
    """TUM-LVL-02."""
    made = scene()
    made.begin("dismiss", who="bruno")
    made.begin("hide", who="ana")
    made.begin("end_session", survived=["ana"])
    assert told(made.entries[-1], PUBLIC) == ()
