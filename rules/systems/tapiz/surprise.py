"""Surprise: no asalto in the first ronda and no static resistance in it (TAP-HOUSE-10, TAP-HERO-08)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Flag, Input
from rules.core.people import person_options, rolls_seen
from rules.core.requests import StandingOrder, Steps, choose
from rules.core.system import Action
from rules.core.throws import TARGET, Asking, Decision, Throws, asked, decide
from rules.core.types import Id
from rules.systems.tapiz.hero_points import pay
from rules.systems.tapiz.rolls import Mode
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import caught, handed_on


def resistance_mode(wanted: Mode, hero_points: int, *, surprised: bool) -> Throws[tuple[Mode, int]]:
    """Say how a target resists, and the hero points that it has left (TAP-HERO-08, TAP-HOUSE-10).

    The surprised roll, unless they spend a hero point on a static roll.
    """
    if wanted == "rolled" or not surprised:
        return wanted, hero_points
    if (yield from decide("static", TARGET, default=False)):
        return "static", pay(hero_points, 1)
    return "rolled", hero_points


def ask_resistance_mode(fight: TapizFight, who: Id, wanted: Mode, notes: Notes) -> Steps[tuple[TapizFight, Mode]]:
    """Ask the surprised for a hero point, and tell what came of it; proposed is to keep the point and roll.

    (TAP-HERO-08, TAP-HOUSE-10)
    """
    surprised, left = caught(fight, who), fight.points_of(who)

    def ask(decision: Decision) -> Steps[bool]:
        if left < 1:
            return False
        answer = yield from choose(
            "static",
            who,
            Flag(
                "hero_point",
                "input.static_hero_point",
                note=fact("note.surprised", rules=("TAP-HOUSE-10",)),
                refusal="answer.keep_point",
            ),
            so_far=notes.so_far,
            audience=rolls_seen(fight, who),
            default={"hero_point": False},
            label="ask.static",
            standing=StandingOrder("order.static", {"hero_point": True}, {"hero_point": False}),
        )
        return bool(answer.get("hero_point"))

    rule = resistance_mode(wanted, left, surprised=surprised)
    mode, after = yield from asked(rule, Asking({TARGET: who}, choices={"static": ask}))
    if mode != wanted:
        notes.tell("surprise.rolls", who=who, rules=("TAP-HOUSE-10",))
    if after != left:
        notes.tell("hero.static", who=who, rules=("TAP-HERO-08",))
        fight = fight.with_points_of(who, after)
    return fight, mode


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is caught unready; the others are not."""
    now = [who for who in fight.order if fight.body(who).surprised]
    people = person_options(fight.order)
    return (
        Combatants(
            "surprised", "input.surprised", required=False, layout="five", options=people, several=True, default=now
        ),
    )


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Before the conflict or in its first ronda."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.round.number > 1:
        raise NotAllowed("tapiz.surprise.too_late")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down who is surprised; a surprised combatant whose asalto it was hands it on (TAP-HOUSE-10)."""
    yield from ()
    notes = Notes()
    named: list[Id] = command.inputs["surprised"] or []
    for who in fight.order:
        body = fight.body(who)
        if body.surprised != (who in named):
            fight = fight.with_body(who, replace(body, surprised=who in named))
    for who in named:
        notes.tell("surprise.now", who=who, rules=("TAP-HOUSE-10",))
    if not named:
        notes.tell("surprise.nobody", rules=("TAP-HOUSE-10",))
    turn = fight.round.turn
    if turn is not None and caught(fight, turn):
        fight = handed_on(fight)
    return Outcome(fight, notes.so_far)


SURPRISE: Action[Body, Round] = Action(
    "surprise", resolve, inputs, check, icon="zap", for_game_master=True, interrupts=True
)
