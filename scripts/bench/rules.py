"""What the rules alone cost: one attack, resolved from its start with all answers, its explanation included."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from combat import store
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.driver import Done, run
from rules.core.fight import Command
from rules.core.inputs import check_inputs
from rules.core.requests import Answer, Choose, Dice

from .figures import Figure, median
from .world import Place

TIMES = 2000
RESOLVE_US = 200


def figures(place: Place) -> Iterator[Figure]:
    """One attack of the combatant whose turn it is."""
    read = store.read(place.encounter.pk)
    fight, system = read.head.fight, read.system
    actor = system.whose_turn(fight)[0]
    verb = engine.action(system, "attack")
    declared = verb.inputs(fight, actor, Viewer(game_master=True))
    written = {item.name: item.default for item in declared}
    written |= {"target": next(who for who in fight.combatants if who != actor), "attribute": "strength"}
    command = Command("bench", "attack", actor, check_inputs(declared, written), system.moment(fight))
    answers = _answers(verb, fight, command)
    taken = []
    for _time in range(TIMES):
        begun = perf_counter()
        done = run(verb.resolve(fight, command), answers)
        taken.append(perf_counter() - begun)
    assert isinstance(done, Done)
    assert done.result.explanation
    yield Figure("resolve_attack", median(taken) * 1_000_000, "us", RESOLVE_US)


def _answers(verb: Any, fight: Any, command: Command) -> dict[str, Answer]:
    """Answer whatever is asked: high faces, and what each choice proposes."""
    answers: dict[str, Answer] = {}
    while not isinstance(state := run(verb.resolve(fight, command), answers), Done):
        for request in state.open:
            if isinstance(request, Dice):
                answers[request.key] = {"faces": [max(1, sides - 1) for sides in request.sides]}
            elif isinstance(request, Choose):
                answers[request.key] = request.default or {item.name: item.default for item in request.inputs}
    return answers
