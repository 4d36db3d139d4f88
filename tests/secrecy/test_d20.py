"""Two d20 fights that differ in a secret alone: what players, and everybody else, can get of them is the same."""

from __future__ import annotations

from collections.abc import Callable

from combat.board import board, told
from rules.core import unseen
from rules.core.audience import PUBLIC, Viewer
from rules.core.engine import actions, may_answer, odds
from rules.core.facts import Ref, visible
from rules.core.fight import Command
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.actions.scene import ANA, BRUNO, GM, Scene, scene
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
        command = Command("odds", "attack", who, {"target": "thug"}, SYSTEM.moment(fight))
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


def test_only_the_game_master_reads_that_a_hidden_combatant_comes_next() -> None:
    play = scene()
    play.pass_turn("dog")
    assert board(SYSTEM, play.head, GM).next == "shade"
    assert board(SYSTEM, play.head, ANA).next == board(SYSTEM, play.head, PUBLIC).next != "shade"


def test_the_board_waits_while_a_request_is_open() -> None:
    play = scene(near=NEAR)
    assert not board(SYSTEM, play.head, ANA).waiting
    play.begin("attack", "ana", target="thug", weapon="espada")
    assert play.requests
    assert board(SYSTEM, play.head, ANA).waiting
    play.dice(1)
    assert not board(SYSTEM, play.head, ANA).waiting


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


def test_what_all_see_differs() -> None:
    differ(struck(), struck(size="large"), ANA)


def readied(trigger: str) -> Callable[[], Scene]:
    def play() -> Scene:
        made = scene()
        made.begin("end_turn", None)
        made.begin("ready", "thug", what="attack", trigger=trigger)
        return made

    return play


def test_what_a_foe_waits_for_stays_secret() -> None:
    """D20C-RDY-03."""
    same(readied("si Ana se mueve"), readied("si alguien dispara"), PUBLIC, ANA, BRUNO)


def hidden_acts(*, does: bool) -> Callable[[], Scene]:
    """A hidden foe stands beside Ana, is hurt and poisoned; or nothing of that."""

    def play() -> Scene:
        made = scene()
        if does:
            made.begin("relate", of="shade", to="ana", what="adjacent:adjacent")
            made.begin("damage", amount=3, targets={"shade": "full"}, single_blow=False)
        made.begin("posture", "ana", viewer=ANA, posture="prone")
        return made

    return play


def test_what_befalls_a_hidden_combatant_stays_secret() -> None:
    same(hidden_acts(does=True), hidden_acts(does=False), PUBLIC, ANA, BRUNO)


def tells(constitution: int, *acts: tuple[str, dict[str, object]]) -> Callable[[], Scene]:
    """A thug with this Constitution and fixed hit points, on which the game master acts."""

    def play() -> Scene:
        made = scene(thug={**THUG, "constitution": constitution})
        for action, inputs in acts:
            made.begin(action, targets=["thug"], **inputs)
        return made

    return play


def test_how_long_a_foe_bears_an_effect_stays_secret() -> None:
    """Rounds without air and hours without water tell the Constitution score (D20H-AIR-01, D20H-FOOD-03)."""
    acts = (("air", {"air": "none"}), ("deprivation", {"need": "water"}), ("deprivation", {"need": "food"}))
    same(tells(12, *acts), tells(13, *acts), PUBLIC, ANA, BRUNO)
    assert {"air.begins", "need.begins_plain"} <= set(tells(12, *acts)().seen())


def runs(rounds: int, face: int, feet: int) -> Callable[[], Scene]:
    """A thug runs, after this many rounds of running."""

    def play() -> Scene:
        made = scene()
        made.begin("end_turn", None)
        made.state["fight"]["combatants"]["thug"]["body"]["running"].update(rounds=12, checks=rounds - 12)
        made.begin("run", "thug", feet=feet, past=[], beside=[])
        made.dice(face)
        return made

    return play


def test_what_a_foe_rolls_to_go_on_running_and_how_far_it_moves_stay_secret() -> None:
    """Total, difficulty and distance are the game master's (D20C-RUN-03); that it runs on, or cannot, is seen."""
    same(runs(13, 15, 120), runs(14, 19, 80), PUBLIC, ANA, BRUNO)
    same(runs(13, 1, 120), runs(14, 2, 80), PUBLIC, ANA, BRUNO)
    differ(runs(13, 15, 120), runs(13, 1, 120), PUBLIC)


def knocked(constitution: int, face: int, shows: str) -> Callable[[], Scene]:
    """Nonlethal damage beyond the threshold of a thug, and its save."""

    def play() -> Scene:
        made = scene(thug={**THUG, "constitution": constitution})
        made.state["fight"]["combatants"]["thug"]["shows"] = shows
        made.begin("damage", None, amount=30, verb="nonlethal", targets={"thug": "full"}, single_blow=True)
        made.dice(*((face,) if face == 20 else (face, 2)))
        return made

    return play


def test_a_foe_that_shows_nothing_does_not_show_that_it_is_dazed() -> None:
    """D20H-NL-05, D20H-NL-06: neither the save nor what comes of it, nor for how long."""
    same(knocked(10, 20, "nothing"), knocked(10, 1, "nothing"), PUBLIC)
    assert knocked(10, 20, "nothing")().seen(ANA) == knocked(10, 1, "nothing")().seen(ANA)
    differ(knocked(10, 20, "word"), knocked(10, 1, "word"), PUBLIC)


def lurking(order: list[str], **counts: int) -> Scene:
    """The hidden one at another place of the order, after Ana."""
    made = scene()
    made.state["fight"]["order"] = [*order, "door"]
    for who, count in counts.items():
        made.state["fight"]["combatants"][who]["body"]["initiative"] = count
    return made


def dying(order: list[str], **counts: int) -> Callable[[], Scene]:
    """Bruno is dying, and the turns before his are over."""

    def play() -> Scene:
        made = lurking(order, **counts)
        made.begin("damage", None, amount=made.body("bruno").hp + 3, targets={"bruno": "full"}, single_blow=False)
        made.pass_turn("other")
        made.begin("end_turn", None)
        return made

    return play


LAST = dying(["ana", "thug", "other", "bruno", "dog", "shade"])
BEFORE_BRUNO = dying(["ana", "thug", "other", "shade", "bruno", "dog"], shade=13)


def test_dice_at_the_start_of_a_turn_fall_before_a_hidden_one_acts() -> None:
    """Bruno's save (D20H-REC-01) is asked for as if nobody hidden came before him."""
    same(LAST, BEFORE_BRUNO, PUBLIC, ANA)
    assert LAST().keys == BEFORE_BRUNO().keys
    play = BEFORE_BRUNO()
    assert play.keys == ["dying:0:fortitude:bruno"]
    play.dice(1)
    assert play.round.acting == "shade"
    ahead = play.told(unseen.ACTED_AHEAD)
    assert (ahead.params["who"], ahead.params["other"]) == (Ref("bruno"), (Ref("shade"),))
    assert unseen.ACTED_AHEAD not in play.seen(BRUNO)
    play.begin("end_turn", None)
    assert play.round.acting == "dog"


def waited(shade: int) -> Callable[[], Scene]:
    """Ana delays until all others have acted, a hidden one with this count last."""

    def play() -> Scene:
        made = lurking(["ana", "thug", "other", "bruno", "dog", "shade"], shade=shade)
        made.begin("delay", "ana", viewer=ANA)
        made.pass_turn("dog")
        made.pass_turn("ana")
        return made

    return play


def test_the_count_of_one_who_waited_to_the_end_does_not_tell_that_of_a_hidden_one() -> None:
    """D20C-DLY-05: it is that of the last who was seen to act."""
    same(waited(7), waited(2), PUBLIC, ANA, BRUNO)
