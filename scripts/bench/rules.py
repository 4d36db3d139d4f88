"""What the rules alone cost: one attack, resolved from its start with all answers, its explanation included.

First the same plain attack as ever, then for each system the act that its demo fight proposes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any

from combat import demo, store
from combat.models import Encounter
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.driver import Done, run
from rules.core.fight import Command
from rules.core.inputs import check_inputs
from rules.core.requests import Answer, Choose, Dice
from rules.core.stage import proposal

from .figures import Figure
from .world import FightAtPlay

BATCHES, TIMES = 60, 40
"""The quickest of several batches: what else the machine does only ever adds."""
RESOLVE_US = 150
GAME_MASTER = Viewer(game_master=True)


def figures(place: FightAtPlay) -> Iterator[Figure]:
    """One attack of the combatant whose turn it is, here and in the first demo fight of each system."""
    read = store.read(place.encounter.pk)
    fight, system = read.head.fight, read.system
    actor = system.whose_turn(fight)[0]
    declared = engine.action(system, "attack").inputs(fight, actor, GAME_MASTER)
    written = {item.name: item.default for item in declared}
    written |= {"target": next(who for who in fight.combatants if who != actor), "attribute": "strength"}
    yield _resolved("resolve_attack", read, Command("bench", "attack", actor, written, system.moment(fight)))
    for path in (one for one in demo.demos() if one.name == "demo.toml"):
        demo.load(path)
        of_system = Encounter.objects.filter(table__system=path.parent.name, free=False).order_by("-created")
        read = store.read(of_system.values_list("pk", flat=True)[0])
        actor = read.system.whose_turn(read.head.fight)[0]
        _form, command = proposal(read.system, read.head, actor, GAME_MASTER)
        assert command is not None
        yield _resolved(f"resolve_{read.system.slug}", read, command)


def _resolved(name: str, read: store.Read, command: Command) -> Figure:
    fight, verb = read.head.fight, engine.action(read.system, command.action)
    inputs = check_inputs(verb.inputs(fight, command.actor, GAME_MASTER), command.inputs)
    command = replace(command, inputs=inputs)
    answers = _answers(verb, fight, command)
    taken = []
    for _batch in range(BATCHES):
        begun = process_time()
        for _time in range(TIMES):
            done = run(verb.resolve(fight, command), answers)
        taken.append((process_time() - begun) / TIMES)
    assert isinstance(done, Done)
    assert done.result.explanation
    return Figure(name, min(taken) * 1_000_000, "us", RESOLVE_US)


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
