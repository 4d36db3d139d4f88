"""What one does on one's turn in a grapple: hurt, pin, get away, break a pin, strangle, let go.

(D20S-GRAP-19 to -32, D20S-GRAP-35, D20S-GRAP-39, D20S-HOUSE-15, D20H-STRG-01 to -07, D20H-HOUSE-21)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option
from rules.core.requests import Answer, Steps, choose, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import check_turn, here, people_input, rolls_seen
from rules.systems.d20.actions.afflict import counted
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.special.choking import STRANGLING, strangle
from rules.systems.d20.actions.special.common import attack_spent, contest
from rules.systems.d20.actions.special.grappling import lethal_input, squeezed
from rules.systems.d20.actions.special.holds import (
    bonds_of,
    pinner_of,
    unarmed_blow,
    with_bonds,
    wrestler,
)
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.doing import blows_left, may_go_on, spend, turn_of
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Grapple, Round, Spent
from rules.systems.d20.special.grapple import GrappleStatus
from rules.systems.d20.special.grapple_bonds import free, pinned, status, unpinned_by
from rules.systems.d20.special.grapple_contest import ContestOption, GrappleContest, GrappleOpponent, grapple_contest
from rules.systems.d20.special.grapple_options import ESCAPE_METHODS, ESCAPES, EscapeMethod, TurnLeft, grapple_option
from rules.systems.d20.state import Body, D20Fight, grapple_of, with_effect

OPTIONS = ("damage", "pin", "escape_grapple", "break_other_pin", "strangle")
RULES = {
    "damage": ("D20S-GRAP-21",),
    "pin": ("D20S-GRAP-22", "D20S-GRAP-35"),
    "escape_grapple": ("D20S-GRAP-26", "D20S-GRAP-28", "D20S-GRAP-29"),
    "escape_pin": ("D20S-GRAP-30", "D20S-GRAP-31"),
    "break_other_pin": ("D20S-GRAP-32",),
    "strangle": STRANGLING,
}


def status_of(fight: D20Fight, who: Id) -> GrappleStatus:
    """What somebody is in a grapple; raises NotAllowed for whoever is in none."""
    found = status(bonds_of(fight), who)
    if found is None:
        raise NotAllowed("d20.grapple.none")
    return found


def held_with(fight: D20Fight, who: Id) -> Grapple:
    """The grapple that somebody is in; raises NotAllowed for whoever is in none."""
    held = grapple_of(fight, who)
    if held is None:
        raise NotAllowed("d20.grapple.none")
    return held


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What, against whom, and how one gets away; who is pinned can only try that (D20S-GRAP-20, -25, -39)."""
    held = None if actor is None else grapple_of(fight, actor)
    if actor is None or held is None:
        return ()
    names = ("escape_pin",) if pinner_of(fight, actor) is not None else OPTIONS
    options = tuple(Option(name, Fact(f"wrestle.{name}")) for name in names)
    methods = tuple(Option(name, Fact(f"escape.{name}")) for name in ESCAPE_METHODS)
    return (
        Choice("option", "input.wrestle", default=names[0], layout="grid", options=options),
        people_input(held.opponents(actor)),
        Choice("method", "input.escape", required=False, default=methods[0].value, layout="segments", options=methods),
        lethal_input(),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Whoever acts is in a grapple and has an attack left."""
    actor = check_turn(fight, command, viewer)
    status_of(fight, actor)
    if turn_of(fight, actor) is not None:
        escapes = pinner_of(fight, actor) is not None
        attack_spent(fight, actor, "escape_grapple" if escapes else "grapple")


def _check_option(fight: D20Fight, actor: Id, target: Id, option: str, method: EscapeMethod) -> None:
    """Refuse what the grapple does not leave (D20S-GRAP-19, -24, -25, -28, -31)."""
    mine = status_of(fight, actor)
    if option == "strangle":
        option = "damage"
    turn = turn_of(fight, actor)
    left = TurnLeft()
    if turn is not None:
        attacks = max(int(may_go_on(fight, actor)), blows_left(fight, actor))
        left = TurnLeft(attacks, not turn.blows, True, turn.escaped)
    foe = "held_foe" if pinner_of(fight, target) == actor else "other_foe"
    verdict = grapple_option(mine, option, method=method, foe=foe, left=left)  # type: ignore[arg-type]
    if verdict.reason is not None:
        raise NotAllowed(f"d20.grapple.{verdict.reason}", field="option")


def _paid(fight: D20Fight, actor: Id, option: str, method: EscapeMethod) -> tuple[D20Fight, int | None]:
    """An attack spent, or the attack action where Escape Artist is tried (D20S-GRAP-19, D20S-GRAP-28, D20S-GRAP-31)."""
    if option in ESCAPES and method == "escape_artist":
        fight = spend(fight, actor, Spent("attack", "escape_grapple"))
        turn = turn_of(fight, actor)
        if turn is None:
            return fight, None
        return replace(fight, round=replace(fight.round, turn=replace(turn, escaped=True))), None
    return attack_spent(fight, actor, "escape_grapple" if option in ESCAPES else "grapple")


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """One option of those who wrestle (D20S-GRAP-19 to -32)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    option, method = str(values["option"]), cast(EscapeMethod, values["method"] or ESCAPE_METHODS[0])
    held = held_with(fight, actor)
    target: Id = values["target"]
    if target not in held.opponents(actor):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    if option == "escape_pin":
        target = pinner_of(fight, actor) or target
    method = method if option in ESCAPES else ESCAPE_METHODS[0]
    _check_option(fight, actor, target, option, method)
    if option == "break_other_pin" and status_of(fight, target) != "pinning":
        raise NotAllowed("d20.grapple.pins_nobody", field="target")
    fight, base = _paid(fight, actor, option, method)
    params: dict[str, Param] = {"who": Ref(actor), "what": Word(f"wrestle.{option}"), "target": Ref(target)}
    plain = option == "escape_grapple"
    notes.add(Fact("wrestle.tries" if plain else "wrestle.tries_with", params=params, rules=RULES[option]))
    if option == "strangle":
        fight = yield from strangle(fight, actor, target, base, notes, lethal=bool(values["lethal"]))
    else:
        fight = yield from _contest(fight, command, actor, target, base, option, method, notes)  # type: ignore[arg-type]
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _contest(
    fight: D20Fight,
    command: Command,
    actor: Id,
    target: Id,
    base: int | None,
    option: ContestOption,
    method: EscapeMethod,
    notes: Notes,
) -> Steps[D20Fight]:
    foes = held_with(fight, actor).opponents(actor) if option == "escape_grapple" else (target,)
    resists = yield from _resisting(fight, foes, notes) if option in ESCAPES else _all(foes)
    lethal = bool(command.inputs["lethal"]) and option == "damage"
    rule = grapple_contest(
        option,
        wrestler(fight, actor, base, lethal=lethal),
        status_of(fight, actor),
        [GrappleOpponent(foe, wrestler(fight, foe), status_of(fight, foe), resists[foe]) for foe in foes],
        method=method,
        escape_artist_bonus=skill_bonus(fight, actor, "escape_artist") if method == "escape_artist" else None,
        strike=unarmed_blow(fight, actor) if option == "damage" else None,
    )
    found = yield from contest(fight, rule, actor, target, notes, "wrestle")
    _tell_totals(fight, actor, found, notes, RULES[option])
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    code = f"wrestle.{option}_{'done' if found.success else 'fails'}"
    notes.add(Fact(code, params=params, rules=RULES[option]))
    if not found.success:
        return fight
    match option:
        case "damage":
            return (yield from squeezed(fight, actor, target, found.damage, notes, "wrestle:", lethal=lethal))
        case "pin":
            effect = counted(fight, Effect("pinned", "condition", "pinned", by=actor), 1, actor)
            return with_effect(with_bonds(fight, pinned(bonds_of(fight), actor, target)), target, effect)
        case "escape_grapple":
            return with_bonds(fight, free(bonds_of(fight), actor))
        case _:
            return with_bonds(fight, unpinned_by(bonds_of(fight), target))


def _all(foes: tuple[Id, ...]) -> Steps[dict[Id, bool]]:
    yield from ()
    return dict.fromkeys(foes, True)


def _resisting(fight: D20Fight, foes: tuple[Id, ...], notes: Notes) -> Steps[dict[Id, bool]]:
    """Ask those who hold whether they let it happen (D20S-GRAP-27)."""

    def ask(foe: Id) -> Steps[Answer]:
        return choose(
            f"resists:{foe}",
            foe,
            Flag("resists", "input.resists", default=True, fresh=True),
            so_far=notes.so_far,
            default={"resists": True},
            label="ask.resists",
        )

    if len(foes) == 1:
        answers = {foes[0]: (yield from ask(foes[0]))}
    else:
        answers = yield from together({foe: ask(foe) for foe in foes}, key="resists", so_far=notes.so_far)
    return {foe: bool(answers[foe]["resists"]) for foe in foes}


def _tell_totals(
    fight: D20Fight, actor: Id, found: GrappleContest, notes: Notes, rules: tuple[str, ...]
) -> None:  # fmt: skip
    if found.actor_total is None:
        notes.add(Fact("wrestle.let", params={"who": Ref(actor)}, rules=("D20S-GRAP-27",)))
        return
    totals = {actor: found.actor_total, **found.opponent_totals}
    for who, total in totals.items():
        if total is not None:
            notes.add(Fact("contest.total", total, {"who": Ref(who)}, rules, rolls_seen(fight, who)))


WRESTLE: Action[Body, Round] = Action(
    "wrestle", resolve, inputs, check, icon="link", of_the_turn=True, needs_actor=True
)
