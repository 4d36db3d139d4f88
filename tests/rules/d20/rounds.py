"""A round of plain people, played turn by turn by the rules of turns alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.core.driver import Done, run
from rules.core.facts import Notes
from rules.core.fight import Combatant, Fight
from rules.core.types import Id
from rules.systems.d20.effects import Effect
from rules.systems.d20.state import Body, D20Fight, Round, Turn
from rules.systems.d20.system import SYSTEM
from rules.systems.d20.turns import end_turn, go_on

PERSON: Body = SYSTEM.body("person", SYSTEM.sheet_kinds["person"].load({}), {})


def in_round(
    order: Sequence[Id],
    current: Id | None,
    number: int = 1,
    *,
    acted: Iterable[Id] = (),
    counts: Mapping[Id, int] | None = None,
    effects: Iterable[Effect] = (),
    opportunities: Iterable[Id] = (),
) -> D20Fight:
    """A fight in a round: it is the turn of `current`; None: nobody has had one in this round.

    acted: who has had a first turn. counts: initiative by id, else falling along the order. effects: all on the first
    of the order. opportunities: who has made an attack of opportunity.
    """
    done = frozenset(order[: order.index(current)] if current else ())
    begun = done | ({current} if current else set())
    count = counts or {who: len(order) - place for place, who in enumerate(order)}
    first, *_ = order
    laid = {f"e{place}": replace(one, id=f"e{place}") for place, one in enumerate(effects)}
    people = {
        who: Combatant(
            who,
            who,
            replace(PERSON, initiative=count[who], effects=laid if who == first else {}),
            entered=place,
        )
        for place, who in enumerate(order)
    }
    passed = None if current is None and number == 1 else count[order[order.index(current) - 1 if current else -1]]
    return Fight(
        round=Round(
            number,
            "normal",
            turn=Turn(current) if current else None,
            ready=frozenset(acted),
            done=done,
            begun=frozenset(begun),
            renewed=current is None and number > 1,
            counted=count[current] if current else None,
            passed=passed,
            opportunities=dict.fromkeys(opportunities, 1),
        ),
        combatants=people,
        order=tuple(order),
        clock=6 * (number - 1),
        status="running",
    )


def next_turn(fight: D20Fight) -> tuple[D20Fight, Notes]:
    """End the turn of who acts and begin the next one, or begin the first; also what was told."""
    notes = Notes()
    steps = go_on(fight, notes, (), ()) if fight.round.turn is None else end_turn(fight, notes, (), ())
    result = run(steps, {})
    assert isinstance(result, Done)
    return result.result, notes


def flat_footed(fight: D20Fight) -> list[Id]:
    """Who has had no turn yet, in order."""
    return [who for who in fight.order if who not in fight.round.ready]


def effects_of(fight: D20Fight) -> list[Effect]:
    """All that lasts on the people of the round, in the order in which it was laid on them."""
    return [effect for one in fight.combatants.values() for effect in one.body.effects.values()]


def lasting(name: str, anchor: Id, rounds: int, *, own_turn: bool = False) -> Effect:
    """An effect that ends just before the count on which it began, after this number of rounds."""
    return Effect(name, "own", name, name=name, anchor=anchor, rounds=rounds, own_turn=own_turn)
