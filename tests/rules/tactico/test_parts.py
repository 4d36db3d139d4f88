"""Turns in which people and machines fight together: a part for the machines, then one for the people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core import log
from rules.core.audience import PUBLIC
from rules.core.errors import NotAllowed
from rules.core.types import Json
from rules.systems.tactico.system import SYSTEM
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.scene import ANA, Scene, scene

TANK: Mapping[str, Json] = {"vehicle_kind": "tank"}


def tank(*, hidden: bool = False) -> dict[str, Any]:
    return {"id": "tank", "name": "Carro", "kind": "vehicle", "sheet": TANK, "hidden": hidden}


class Both(Scene):
    """A scene with a machine: the facts of machines have terms that are no sum."""

    def _keep(self, entry: log.Entry, head: Any) -> log.Entry:
        return Recorder._keep(self, entry, head)


def joined(play: Scene, *, hidden: bool = False) -> Scene:
    play = Both(SYSTEM, play.fight)
    play.begin("enlist", internal=True, combatants=[tank(hidden=hidden)])
    return play


def headline(play: Scene) -> list[tuple[str, int | None]]:
    return [(fact.code, fact.value) for fact in SYSTEM.headline(play.fight)]


def verbs(play: Scene, who: str) -> list[str]:
    return [offer.action for offer in SYSTEM.offers(play.fight, who, GM) if offer.reason is None]


def rolled(play: Scene) -> None:
    while play.requests:
        play.answer(play.requests[0].key, faces=[3] * len(play.requests[0].sides))  # type: ignore[attr-defined]


def over(play: Scene) -> None:
    """Let all machines declare nothing, and begin the part of the people."""
    while SYSTEM.headline(play.fight)[0].code.startswith("vehicle_turn"):
        if SYSTEM.next_step(play.fight) is None:
            play.begin("end_turn")
        else:
            play.begin("next_step")
            rolled(play)


@pytest.mark.parametrize("hidden", [True, False])
def test_machine_that_joins_in_the_middle_of_a_turn_does_not_end_it(hidden: bool) -> None:
    """TAC-TURN-03, TAC-VEH-01: declarations stay, and the people go on as before."""
    play = scene()
    play.declare("ana", "test", viewer=ANA)
    without = play.system.moment(play.fight), headline(play), SYSTEM.whose_turn(play.fight)
    play = joined(play, hidden=hidden)
    assert (play.system.moment(play.fight), headline(play), SYSTEM.whose_turn(play.fight)) == without
    assert "declare" in verbs(play, "bruno")
    assert play.turn("ana").segments[0].what == "test"


def test_hidden_machine_never_makes_a_turn_of_machines_of_a_fight_of_people() -> None:
    """TAC-VEH-01: who sees people alone sees their turn, from the first on."""
    play = joined(scene(number=0), hidden=True)
    play.begin("next_step")
    assert headline(play) == [("round.number", 1), ("phase.declaration", None)]
    play.declare_all()
    assert headline(play)[0] == ("round.number", 2)
    assert [fact.code for fact in SYSTEM.headline(play.fight)] == ["round.number", "phase.declaration"]


def test_machines_alone_have_their_turn_although_all_are_hidden() -> None:
    play = joined(scene(number=0), hidden=True)
    for who in [who for who in play.fight.order if who != "tank"]:
        play.begin("dismiss", who=who)
    play.begin("next_step")
    rolled(play)
    assert headline(play)[0] == ("vehicle_turn.number", 1)


def test_turn_of_both_has_a_part_for_each_and_counts_three_seconds() -> None:
    """TAC-TURN-02, TAC-VEH-02: machines declare and are worked out, then people declare and act."""
    play = joined(scene(number=0))
    play.begin("next_step")
    rolled(play)
    assert headline(play)[0] == ("vehicle_turn.number", 1)
    assert "fire" in verbs(play, "tank")
    assert "declare" not in verbs(play, "bruno")
    over(play)
    assert headline(play) == [("round.number", 1), ("phase.declaration", None)]
    assert (verbs(play, "ana")[0], "fire" in verbs(play, "tank")) == ("declare", False)
    # the slowest of the people; no machine is waited for
    assert SYSTEM.whose_turn(play.fight) == ("ana", "shade", "raider2", "raider1", "bruno")
    assert play.fight.clock == 0
    play.declare_all(ana=("test",))
    assert headline(play)[1] == ("phase.segment", 1)
    play.begin("next_step")
    rolled(play)
    assert (headline(play)[0], play.fight.clock) == (("vehicle_turn.number", 2), 3)


def test_order_of_both_tells_score_and_iniciativa() -> None:
    """TAC-TURN-04, TAC-VEH-02: the tank with its score first, then people as quick as they are."""
    play = joined(scene(number=0))
    play.begin("next_step")
    rolled(play)
    over(play)
    places = [(place.combatant, place.score) for place in SYSTEM.order(play.fight)]
    assert places[:2] == [("tank", 16), ("bruno", 11)]
    assert play.fight.order == tuple(who for who, _score in places)


def test_revealed_machine_has_its_part_from_the_next_turn_on() -> None:
    play = joined(scene(number=0), hidden=True)
    play.begin("next_step")
    play.begin("reveal", who="tank")
    assert headline(play)[0] == ("round.number", 1)
    play.begin("next_step")
    rolled(play)
    assert (headline(play)[0], play.round.number) == (("vehicle_turn.number", 2), 2)


def test_a_kind_with_no_one_left_has_no_part() -> None:
    play = joined(scene(number=0))
    play.begin("next_step")
    rolled(play)
    play.begin("machine_hit", who="tank", amount=99, where="any")
    over(play)
    play.begin("next_step")
    assert headline(play)[0] == ("round.number", 2)


def test_a_hidden_machine_gives_a_wreck_no_part() -> None:
    """The next turn is the same with another machine out of sight as without."""
    play = joined(scene(number=0))
    play.begin("enlist", internal=True, combatants=[{**tank(hidden=True), "id": "other"}])
    play.begin("next_step")
    rolled(play)
    play.begin("machine_hit", who="tank", amount=99, where="any")
    over(play)
    play.begin("next_step")
    assert headline(play)[0] == ("round.number", 2)


def test_time_does_not_pass_over_a_turn_of_machines() -> None:
    play = joined(scene(number=0))
    play.begin("next_step")
    rolled(play)
    over(play)
    with pytest.raises(NotAllowed, match="not_for_machines"):
        play.begin("pass_turns", turns=3)


def test_both_kinds_of_relations_are_declared_where_both_are_seen() -> None:
    """The kind of a hidden combatant tells players nothing."""
    play = joined(scene(), hidden=True)

    def kinds(viewer: Any) -> set[str]:
        what = play.system.actions["relate"].inputs(play.fight, "ana", viewer)[2]
        return {option.value.split(":")[0] for option in what.options}

    assert kinds(PUBLIC) == {"engaged", "distance"}
    assert kinds(GM) == {"engaged", "distance", "vehicle_cover"}
    seen = replace(play.fight.combatants["tank"], hidden=False)
    play = Both(SYSTEM, play.fight.with_combatant(seen))
    assert "vehicle_cover" in kinds(PUBLIC)


@pytest.mark.parametrize("gone", ["dismiss", "hide"])
def test_people_keep_their_part_when_the_last_machine_goes_in_its_own(gone: str) -> None:
    """TAC-TURN-02: the three seconds are not over, and no one loses a turn."""
    play = joined(scene(number=0))
    play.begin("next_step")
    rolled(play)
    play.begin(gone, who="tank")
    play.begin("next_step")
    assert (headline(play), play.fight.clock) == ([("round.number", 1), ("phase.declaration", None)], 0)
