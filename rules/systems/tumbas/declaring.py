"""Declaring what one does in this round, openly or kept to be revealed (TUMS-CMB-03, -05, -06, -08, TUM-HOUSE-12)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.board.walking import on_board, square_inputs
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text, seldom
from rules.core.people import friends_among, here, people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.going import check_way
from rules.systems.tumbas.healing import patients
from rules.systems.tumbas.initiative import MELEE, NOTHING, STANDARD, action_type, declare_action
from rules.systems.tumbas.magic import casting_attribute
from rules.systems.tumbas.shooting import out_of_ammunition, ranged_arms, usable
from rules.systems.tumbas.situation import nameable, seen_neighbours, worth_attacking
from rules.systems.tumbas.state import NATURAL, Body, Declared, Round, TumbasFight
from rules.systems.tumbas.turns import declared_fact, with_declared

AIMED_AT_NOBODY = ("defend", "disengage", "move", "reload", "test", NOTHING)
"""What has no target; the foe that the form proposes is not written down for it."""


def possible(fight: TumbasFight, actor: Id, viewer: Viewer) -> tuple[str, ...]:
    """What a combatant has the means to declare; melee comes first for the engaged."""
    body = fight.body(actor)
    lacks = {
        "shoot": not ranged_arms(body),
        "cast": casting_attribute(body) is None,
        "use": body.creature,
        "reload": not body.unloaded,
        "stabilise": not patients(fight, actor, viewer),
    }
    standard = tuple(what for what in STANDARD if not lacks.get(what, False))
    near = bool(seen_neighbours(fight, actor, viewer))
    return (*MELEE, *standard, NOTHING) if near else (*standard, *MELEE, NOTHING)


def proposed(fight: TumbasFight, actor: Id, viewer: Viewer) -> str:
    """What is preselected: to attack, to shoot with a bow in hand or as a creature that shoots, else to charge.

    With no foe standing it is to tend the dying, else to wait.
    """
    if seen_neighbours(fight, actor, viewer):
        return "attack"
    if not worth_attacking(fight, actor, viewer):
        return "stabilise" if _in_need(fight, actor, viewer) else NOTHING
    body = fight.body(actor)
    shoots = body.weapon(body.in_hand).use == "ranged" or (body.shoots and body.in_hand == NATURAL)
    ready = body.in_hand in usable(fight.combatants[actor]) and not (body.unloaded and body.reloads(body.in_hand))
    return "shoot" if shoots and ready else "charge"


def _in_need(fight: TumbasFight, actor: Id, viewer: Viewer) -> tuple[Id, ...]:
    """The dying of one's own side."""
    return friends_among(fight, actor, patients(fight, actor, viewer))


def _option(fight: TumbasFight, actor: Id, what: str, near: int) -> Option:
    """An action to declare: why it cannot be, or that opponents may strike before it (TUMS-CMB-05, TUMS-CMB-06)."""
    reason: Fact | None = None
    notes: tuple[Fact, ...] = ()
    try:
        if what != NOTHING and declare_action(near, action_type(what)).opportunity_attack_risk:
            notes = (Fact("note.opportunity"),)
    except NotAllowed as refused:
        reason = Fact(f"error.{refused.reason}")
    if what == "shoot" and (empty := out_of_ammunition(fight.combatants[actor])):
        reason = fact("error.tumbas.shoot.no_ammunition", name=empty)
    return Option(what, Fact(f"action.{what}"), notes=notes, reason=reason)


def _inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The action, in haste or not, its target, and the player's own words: as declared, where that has been done."""
    if actor is None or actor not in fight.combatants:
        return ()
    near = len(seen_neighbours(fight, actor, viewer))
    options = tuple(_option(fight, actor, what, near) for what in possible(fight, actor, viewer))
    foes = worth_attacking(fight, actor, viewer)
    may_know = viewer.game_master or actor in viewer.controls
    said = fight.round.declared.get(actor) if may_know else None
    if said is None:
        said = Declared(proposed(fight, actor, viewer), target=next(iter(foes or _in_need(fight, actor, viewer)), None))
    target = people_input(
        nameable(fight, actor, viewer, itself=True),
        label="input.declared_target",
        required=False,
        default=said.target,
        fresh=True,
        likely=foes,
    )
    to, _via = square_inputs()
    squares = seldom(replace(to, default=said.to or None)) if on_board(fight, actor) else ()
    return (
        Choice("what", "input.declared", default=said.what, fresh=True, options=options),
        target,
        Flag("hurried", "input.hurried", default=said.hurried, fresh=True),
        *squares,
        *seldom(Text("words", "input.words", required=False, default=said.words, fresh=True, length=120)),
    )


def _check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """Only in the declaration phase, on one's feet and not surprised (TUMS-CMB-03, TUM-HOUSE-30)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.round.number:
        raise NotAllowed("core.not_begun")
    if fight.round.stage != "declaration":
        raise NotAllowed("tumbas.declare.too_late")
    if not fight.body(actor).able:
        raise NotAllowed("tumbas.cannot_act")
    if actor in fight.round.surprised:
        raise NotAllowed("tumbas.declare.surprised")
    what = command.inputs.get("what")
    if what is not None and what != NOTHING:
        near = len(seen_neighbours(fight, actor, viewer))
        declare_action(near, action_type(what), hurried=bool(command.inputs.get("hurried")))


def _aim(fight: TumbasFight, actor: Id, what: str, target: Json) -> Id | None:
    """The target of a declaration: the foe that the form proposes is neither helped nor tended (TUM-HOUSE-12, -21)."""
    if not isinstance(target, str) or target not in fight.combatants or what in AIMED_AT_NOBODY:
        return None
    friends = friends_among(fight, actor, [who for who in fight.order if who != actor])
    if what == "stabilise" and not fight.body(target).dying:
        return next((who for who in friends if fight.body(who).dying and not fight.combatants[who].hidden), None)
    return None if what == "help" and target not in friends else target


def _square(fight: TumbasFight, command: Command) -> str:
    """The square of the board to which one who is about to move would go; it may be left open (TUM-HOUSE-12)."""
    moves = command.inputs.get("what") == "move" and on_board(fight, command.actor)
    return str(command.inputs.get("to") or "").upper() if moves else ""


def _declare(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write the declaration down; a new one takes the place of an earlier one until the phase ends (TUMS-CMB-03)."""
    yield from ()
    actor = here(fight, command)
    what: str = command.inputs["what"]
    target = command.inputs["target"]
    if to := _square(fight, command):
        check_way(fight, actor, {"to": to})
    declared = Declared(
        what,
        hurried=bool(command.inputs["hurried"]) and what != NOTHING,
        target=_aim(fight, actor, what, target),
        words=command.inputs["words"],
        to=to,
    )
    return Outcome(with_declared(fight, actor, declared), (declared_fact(fight, actor, declared),))


def _says(fight: TumbasFight, command: Command) -> Fact | None:
    """What is about to be declared, and at what target."""
    what, target = command.inputs.get("what"), command.inputs.get("target")
    if not isinstance(what, str):
        return None
    about = {"what": Word(f"action.{what}")}
    if to := _square(fight, command):
        return Fact("declare.says_to", params={**about, "to": to})
    if (aim := _aim(fight, here(fight, command), what, target)) is not None:
        return Fact("declare.says_target", params={**about, "target": Ref(aim)})
    return Fact("declare.says", params=about)


DECLARE: Action[Body, Round] = Action(
    "declare", _declare, _inputs, _check, says=_says, icon="message-circle", of_the_turn=True, needs_actor=True
)
