"""Any dice, rolled by anybody: who is told what."""

from __future__ import annotations

import pytest

from rules.core.audience import Viewer
from rules.core.dice_action import dice_action
from rules.core.errors import NotAllowed, RuleError
from rules.core.throws import Throw, Throws, known, throw
from rules.dice.notation import DicePool
from tests.rules.recorder import Recorder
from tests.rules.toys import threat

ANA = Viewer("p1", controls=frozenset({"ana"}))


class Rolling(threat.ThreatSystem):
    actions = {**threat.ThreatSystem.actions, "roll": dice_action("1d20", (6, 10, 20))}


@pytest.fixture
def fight() -> Recorder:
    return Recorder(Rolling(), threat.scenario(threat.SYSTEM))


@pytest.mark.parametrize(
    ("actor", "reason", "code"),
    [
        (None, "", "dice.rolled"),
        ("ana", "", "dice.rolled_by"),
        (None, "trepar", "dice.rolled_for"),
        ("ana", "trepar", "dice.rolled_by_for"),
    ],
)
def test_it_is_told_who_rolled_and_what_for(fight: Recorder, actor: str | None, reason: str, code: str) -> None:
    fight.begin("roll", actor, notation="2d6", reason=reason)
    (request,) = fight.requests
    fight.answer(request.key, faces=[2, 5])
    fact = fight.entries[-1].facts[-1]
    assert (fact.code, fact.value, fact.params["total"], fact.audience.everyone) == (code, 7, 7, True)
    assert fact.params.get("reason", "") == reason


@pytest.mark.parametrize(("notation", "total"), [("2d6+1", 8), ("2d6 - 2", 5), ("2d6\u22122", 5)])
def test_a_number_may_be_added_to_the_dice(fight: Recorder, notation: str, total: int) -> None:
    fight.begin("roll", "ana", viewer=ANA, notation=notation)
    (request,) = fight.requests
    assert request.bonus == total - 7
    fight.answer(request.key, faces=[2, 5], viewer=ANA)
    told = fight.entries[-1].facts[-1]
    dice, added = told.terms
    assert (told.value, dice.code, dice.value, dice.params["faces"]) == (total, "term.thrown", 7, "2 5")
    assert (added.code, added.value) == ("term.added", total - 7)


def test_what_the_game_master_rolls_in_secret_nobody_else_reads(fight: Recorder) -> None:
    fight.begin("roll", "ana", notation="1d20", secret=True)
    (request,) = fight.requests
    assert request.key == "dice"
    with pytest.raises(NotAllowed):
        fight.answer(request.key, faces=[7], viewer=ANA)
    fight.answer(request.key, faces=[7])
    assert not any(fact.audience.everyone for fact in fight.entries[-1].facts)


def test_players_roll_in_the_open(fight: Recorder) -> None:
    inputs = Rolling.actions["roll"].inputs
    assert [item.name for item in inputs(fight.fight, "ana", ANA)] == ["notation", "reason"]
    assert [item.name for item in inputs(fight.fight, "ana", Viewer("gm", game_master=True))][-1] == "secret"
    fight.begin("roll", "ana", viewer=ANA, notation="1d20")
    (request,) = fight.requests
    fight.answer(request.key, faces=[7], viewer=ANA)
    assert fight.entries[-1].facts[0].audience.everyone


@pytest.mark.parametrize("notation", ["1d7", "2d6+1d6", "1000000000d6", "d", ""])
def test_what_is_no_roll_of_these_dice_is_refused(fight: Recorder, notation: str) -> None:
    with pytest.raises(RuleError):
        fight.begin("roll", "ana", notation=notation)


@pytest.mark.parametrize(("faces", "total"), [([3, 4], 34), ([10, 4], 4), ([3, 10], 30), ([10, 10], 100)])
def test_a_percentile_roll_is_read_from_two_dice(fight: Recorder, faces: list[int], total: int) -> None:
    fight.begin("roll", None, notation="d%")
    (request,) = fight.requests
    fight.answer(request.key, faces=faces)
    assert fight.entries[-1].facts[-1].value == total


def test_a_notation_has_no_more_than_twelve_signs(fight: Recorder) -> None:
    notation, reason = Rolling.actions["roll"].inputs(fight.fight, None, ANA)
    assert (notation.default, notation.length) == ("1d20", 12)
    assert (reason.required, reason.length) == (False, 80)


def test_a_roll_interrupts_and_asks_for_the_dice_that_it_names(fight: Recorder) -> None:
    made = dice_action("1d20", (6, 10, 20))
    assert (made.name, made.icon, made.interrupts) == ("roll", "dices", True)
    assert made.inputs(fight.fight, None, ANA)[0].default == "1d20"
    for notation, sides, bonus in (("d%", (10, 10), None), ("3d6", (6, 6, 6), None), ("1d20+2", (20,), 2)):
        fight.begin("roll", None, notation=notation)
        (request,) = fight.requests
        assert (request.sides, request.bonus) == (sides, bonus)
        fight.answer(request.key, faces=[1] * len(sides))


def test_a_secret_bonus_stays_secret_and_a_rule_of_its_own_shows_none() -> None:
    def highest(house: object, pool: DicePool) -> Throws[int]:
        yield from known("read", 1)
        faces = yield from throw(Throw("any", pool.sides), Throw("any", pool.sides))
        return max(faces)

    class Highest(threat.ThreatSystem):
        actions = {**threat.ThreatSystem.actions, "roll": dice_action("1d20", (20,), rule=highest)}

    fight = Recorder(Highest(), threat.scenario(threat.SYSTEM))
    fight.begin("roll", None, notation="1d20+2", secret=True)
    (request,) = fight.requests
    assert request.bonus is None
    fight.answer(request.key, faces=[7, 15])
    told = fight.entries[-1].facts[-1]
    assert told.value == 17
    assert [(term.value, term.audience.everyone) for term in told.terms] == [(15, False), (2, False)]
