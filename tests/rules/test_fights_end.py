"""Every fight comes to an end: pressing what the stage proposes puts one side out, and there is always a next press."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.core.audience import Viewer
from rules.core.stage import Stage, stage
from rules.core.types import Id
from tests.sizes import examples, one_in

from .recorder import GM, Recorder
from .test_stage import SYSTEMS, played, press, viewers

FIGHTS = examples(15) // one_in(3)
MOST_PRESSES = 3_000
"""Several times what a fight of a scenario takes."""


def in_sight(slug: str) -> Recorder:
    """The scenario of a system against one foe, with nobody hidden: a foe who is never seen cannot be beaten."""
    recorder = played(slug)
    everybody = {who: replace(one, hidden=False) for who, one in recorder.fight.combatants.items()}
    foes = [who for who in recorder.fight.order if everybody[who].side == "foes"]
    for who in foes[1:]:
        recorder.begin("dismiss", who=who)
    left = {who: everybody[who] for who in recorder.fight.combatants}
    return Recorder(recorder.system, replace(recorder.fight, combatants=left))


def is_out(recorder: Recorder, who: Id) -> bool:
    """Whether a combatant cannot go on."""
    return any(fact.code == "out" for fact in recorder.system.card(recorder.fight, who).facts)


def standing(recorder: Recorder) -> set[str]:
    """The sides of which at least one combatant stands."""
    people = recorder.fight.combatants.values()
    return {one.side for one in people if one.id in recorder.fight.order and not is_out(recorder, one.id)}


def stages(recorder: Recorder) -> dict[Viewer, Stage]:
    """What everybody is told to do."""
    return {viewer: stage(recorder.system, recorder.head, viewer) for viewer in viewers(recorder)}


def able(recorder: Recorder) -> Sequence[tuple[Viewer, Stage]]:
    """Those who have something to press; a question that can no longer be answered is the game master's."""
    return [
        (viewer, one)
        for viewer, one in stages(recorder).items()
        if one.proposed or one.ending or one.request or (one.kind == "answer" and viewer == GM)
    ]


@pytest.mark.parametrize("seed", range(FIGHTS))
@pytest.mark.parametrize("slug", SYSTEMS)
def test_one_side_is_out_in_the_end(slug: str, seed: int) -> None:
    recorder, chance = in_sight(slug), random.Random(f"{slug} {seed}")
    assert {"party", "foes"} <= standing(recorder)
    for _ in range(MOST_PRESSES):
        choices = able(recorder)
        assert choices, "nobody can go on"
        viewer, found = chance.choice(choices)
        press(recorder, found, viewer, chance)
        if not {"party", "foes"} <= standing(recorder):
            break
    else:
        raise AssertionError(f"nobody has won after {MOST_PRESSES} presses")
    recorder.begin("archive")
    assert {one.kind for one in stages(recorder).values()} == {"over"}
