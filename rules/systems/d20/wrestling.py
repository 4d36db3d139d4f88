"""A turn in a grapple: hurt, pin, get away, break a pin, strangle, let go.

Rules: D20S-GRAP-19 to -32, D20S-GRAP-35, D20S-GRAP-39, D20S-HOUSE-15, D20H-STRG-01 to -07, D20H-HOUSE-21.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, OutOfRange, at_least, needed, one_of
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, options_of
from rules.core.people import here, people_input, rolls_seen
from rules.core.requests import Answer, StandingOrder, Steps, choose, together
from rules.core.system import Action
from rules.core.terms import beat
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Id, drop, put
from rules.systems.d20.bearing import effects_of, skill_bonus, skill_terms
from rules.systems.d20.dice import D20, USUAL_CONTESTS, Contests, opposed
from rules.systems.d20.doing import blows_left, may_go_on, spend, turn_of
from rules.systems.d20.effects import Effect
from rules.systems.d20.grapple import (
    ESCAPE_METHODS,
    ESCAPES,
    EscapeMethod,
    GrappleStatus,
    StrikeDamage,
    TurnLeft,
    Wrestler,
    free,
    grapple_bonus,
    grapple_option,
    grapple_terms,
    known_escape_method,
    known_status,
    let_go,
    pinned,
    status,
    unarmed_damage,
    unpinned_by,
)
from rules.systems.d20.grappling import bonds_of, lethal_input, pinner_of, squeezed, unarmed_blow, with_bonds, wrestler
from rules.systems.d20.harm import strain
from rules.systems.d20.lasting import counted
from rules.systems.d20.maneuvers import attack_spent, contest, contests_of, tell_side
from rules.systems.d20.sizes import known_size
from rules.systems.d20.state import Body, D20Fight, Grapple, Round, Spent, grapple_of, with_effect
from rules.systems.d20.strangling import STRANGLING, strangle
from rules.systems.d20.terms import Term
from rules.systems.d20.turns import check_turn

ContestOption = Literal["damage", "pin", "escape_grapple", "escape_pin", "break_other_pin"]

StatusAfter = Literal["grappling", "pinning", "pinned", "free"]

CONTEST_OPTIONS: tuple[ContestOption, ...] = get_args(ContestOption)


@dataclass(frozen=True)
class GrappleOpponent:
    """An opponent in the grapple."""

    id: Id
    wrestler: Wrestler
    status: GrappleStatus
    resists: bool = True
    """It rolls against an escape."""


@dataclass(frozen=True)
class GrappleContest:
    """What a check inside a grapple came to."""

    success: bool
    actor_total: int | None
    opponent_totals: Mapping[Id, int | None]
    """None for those that did not roll."""
    actor_status: StatusAfter
    opponent_status: GrappleStatus | None
    """Of the single opponent, None when escaping the grapple."""
    ally_status: GrappleStatus | None = None
    """Of the ally whose pin was to be broken."""
    damage: int = 0


def check_contest(
    option: ContestOption, method: EscapeMethod, actor_status: GrappleStatus, opponents: Sequence[GrappleOpponent]
) -> None:
    """Refuse a wrong number of opponents, then what the statuses forbid (D20S-GRAP-25, -28, -30, -32, -39)."""
    if not opponents or (option != "escape_grapple" and len(opponents) != 1):
        raise OutOfRange("d20.grapple.opponents", field="opponents", params={"value": len(opponents)})
    if actor_status == "pinned" and option != "escape_pin":
        raise NotAllowed("d20.grapple.pinned", field="option")
    if actor_status != "pinned" and option == "escape_pin":
        raise NotAllowed("d20.grapple.not_pinned", field="option")
    if option == "break_other_pin" and opponents[0].status != "pinning":
        raise NotAllowed("d20.grapple.pins_nobody", field="opponents")
    if method == "escape_artist" and option not in ESCAPES:
        raise NotAllowed("d20.grapple.no_escape", field="method")


def grapple_contest(
    option: ContestOption,
    actor: Wrestler,
    actor_status: GrappleStatus,
    opponents: Sequence[GrappleOpponent],
    *,
    method: EscapeMethod = "grapple_check",
    escape_artist_bonus: int | None = None,
    strike: StrikeDamage | None = None,
    contests: Contests = USUAL_CONTESTS,
) -> Throws[GrappleContest]:
    """Resolve an opposed check inside a grapple (D20S-GRAP-21, -22, -26 to -32, -39, D20S-HOUSE-01, -02).

    opponents: the one chosen, or for an escape from the grapple all who hold the actor. escape_artist_bonus is needed
    for that method, strike for damage. Rolls the actor's d20, a d20 of each opponent that resists, then on success the
    die of the damage; none when an escape meets no resistance. Raises Missing, UnknownValue, OutOfRange, NotAllowed.
    """
    if method == "escape_artist":
        needed(escape_artist_bonus, "d20.grapple.escape_artist_missing", field="escape_artist_bonus")
    if option == "damage":
        needed(strike, "d20.grapple.strike_missing", field="unarmed_die")
    one_of(option, CONTEST_OPTIONS, "d20.grapple.option_unknown", field="option")
    known_escape_method(method)
    known_size(actor.size, "actor")
    known_status(actor_status, "actor_status")
    for opponent in opponents:
        known_size(opponent.wrestler.size, "opponents")
        known_status(opponent.status, "opponents")
    if strike is not None:
        at_least(strike.die, 1, "d20.damage.sides", field="unarmed_die")
    check_contest(option, method, actor_status, opponents)

    escape_artist = method == "escape_artist" and escape_artist_bonus is not None
    modifier = (escape_artist_bonus or 0) if escape_artist else grapple_bonus(actor)
    resisting = [opponent for opponent in opponents if opponent.resists or option not in ESCAPES]
    total, totals, success = yield from _beat_all(modifier, resisting, contests)
    damage = (yield from unarmed_damage(strike)) if success and option == "damage" and strike is not None else 0
    single = None if option == "escape_grapple" else opponents[0].status
    ally: GrappleStatus | None = "pinned" if option == "break_other_pin" else None
    before: StatusAfter = actor_status
    after, single, ally = _statuses(option, actor_status, single) if success else (before, single, ally)
    return GrappleContest(
        success=success,
        actor_total=total,
        opponent_totals={opponent.id: totals.get(opponent.id) for opponent in opponents},
        actor_status=after,
        opponent_status=single,
        ally_status=ally,
        damage=damage,
    )


def _beat_all(
    modifier: int, resisting: Sequence[GrappleOpponent], contests: Contests
) -> Throws[tuple[int | None, Mapping[Id, int], bool]]:
    """Roll one check against those of all who resist; all must be beaten (D20S-GRAP-26, D20S-GRAP-27)."""
    if not resisting:
        return None, {}, True
    theirs = (Throw("grapple", D20, opponent.id, bonus=grapple_bonus(opponent.wrestler)) for opponent in resisting)
    face, *faces = yield from throw(Throw("grapple", D20, bonus=modifier), *theirs)
    bonuses = [grapple_bonus(opponent.wrestler) for opponent in resisting]
    checks = {
        opponent.id: opposed(face + modifier, other + bonus, modifier, bonus, contests)
        for opponent, bonus, other in zip(resisting, bonuses, faces, strict=True)
    }
    totals = {who: check.other_total for who, check in checks.items()}
    return face + modifier, totals, all(check.won for check in checks.values())


def _statuses(
    option: ContestOption, actor: GrappleStatus, opponent: GrappleStatus | None
) -> tuple[StatusAfter, GrappleStatus | None, GrappleStatus | None]:
    """Return the statuses of actor, single opponent and ally after a success (D20S-GRAP-22, -26, -30, -32)."""
    match option:
        case "damage":
            return actor, opponent, None
        case "pin":
            return "pinning", "pinned", None
        case "escape_grapple":
            return "free", None, None
        case "escape_pin":
            return "grappling", "grappling", None
        case "break_other_pin":
            return actor, "grappling", "grappling"


OPTIONS = ("damage", "pin", "escape_grapple", "break_other_pin", "strangle")

OPTION_RULES = {
    "damage": ("D20S-GRAP-21",),
    "pin": ("D20S-GRAP-22", "D20S-GRAP-35"),
    "escape_grapple": ("D20S-GRAP-26", "D20S-GRAP-28", "D20S-GRAP-29"),
    "escape_pin": ("D20S-GRAP-30", "D20S-GRAP-31"),
    "break_other_pin": ("D20S-GRAP-32",),
    "strangle": STRANGLING,
}

OPTION_CODES = {
    "damage": ("wrestle.damage_done", "wrestle.damage_fails"),
    "pin": ("wrestle.pin_done", "wrestle.pin_fails"),
    "escape_grapple": ("wrestle.escape_grapple_done", "wrestle.escape_grapple_fails"),
    "escape_pin": ("wrestle.escape_pin_done", "wrestle.escape_pin_fails"),
    "break_other_pin": ("wrestle.break_other_pin_done", "wrestle.break_other_pin_fails"),
}
"""How each is told: done, and failed."""


def status_of(fight: D20Fight, who: Id) -> GrappleStatus:
    """Return the status of a combatant in a grapple; raises NotAllowed outside of one."""
    found = status(bonds_of(fight), who)
    if found is None:
        raise NotAllowed("d20.grapple.none")
    return found


def held_with(fight: D20Fight, who: Id) -> Grapple:
    """Return the grapple of a combatant; raises NotAllowed outside of one."""
    held = grapple_of(fight, who)
    if held is None:
        raise NotAllowed("d20.grapple.none")
    return held


def wrestle_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The option, the opponent, and the way of escaping, the only option of the pinned (D20S-GRAP-20, -25, -39)."""
    held = None if actor is None else grapple_of(fight, actor)
    if actor is None or held is None:
        return ()
    names = ("escape_pin",) if pinner_of(fight, actor) is not None else OPTIONS
    options = options_of("wrestle", names)
    methods = options_of("escape", ESCAPE_METHODS)
    return (
        Choice("option", "input.wrestle", default=names[0], layout="grid", options=options),
        people_input(held.opponents(actor)),
        Choice("method", "input.escape", required=False, default=methods[0].value, layout="segments", options=methods),
        lethal_input(),
    )


def wrestle_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Require an actor who is in a grapple and has an attack left."""
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


def wrestle_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
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
    plain = option == "escape_grapple"
    notes.tell(
        "wrestle.tries" if plain else "wrestle.tries_with",
        who=actor,
        what=Word(f"wrestle.{option}"),
        target=target,
        rules=OPTION_RULES[option],
    )
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
        contests=contests_of(fight),
    )
    found = yield from contest(fight, rule, actor, target, notes, "wrestle")
    sides = {foe: grapple_terms(wrestler(fight, foe)) for foe in foes}
    sides[actor] = (
        skill_terms(fight.body(actor), "escape_artist", effects_of(fight, actor))
        if method == "escape_artist"
        else grapple_terms(wrestler(fight, actor, base, lethal=lethal))
    )
    _tell_totals(fight, actor, found, sides, notes, OPTION_RULES[option])
    done, fails = OPTION_CODES[option]
    notes.tell(done if found.success else fails, who=actor, target=target, rules=OPTION_RULES[option])
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
            Flag("resists", "input.resists", default=True, fresh=True, refusal="answer.allow"),
            so_far=notes.so_far,
            default={"resists": True},
            label="ask.resists",
            standing=StandingOrder("order.resists", {"resists": True}, {"resists": False}),
        )

    if len(foes) == 1:
        answers = {foes[0]: (yield from ask(foes[0]))}
    else:
        answers = yield from together({foe: ask(foe) for foe in foes}, key="resists", so_far=notes.so_far)
    return {foe: bool(answers[foe]["resists"]) for foe in foes}


def _tell_totals(
    fight: D20Fight,
    actor: Id,
    found: GrappleContest,
    sides: Mapping[Id, tuple[Term, ...]],
    notes: Notes,
    rules: tuple[str, ...],
) -> None:
    if found.actor_total is None:
        notes.tell("wrestle.let", who=actor, rules=("D20S-GRAP-27",))
        return
    theirs = {who: total for who, total in found.opponent_totals.items() if total is not None}
    mine = {who: rolls_seen(fight, actor).within(rolls_seen(fight, who)) for who in theirs}
    met = (beat(total, who, *rules, audience=mine[who]) for who, total in theirs.items())
    tell_side(fight, actor, found.actor_total, sides[actor], notes, rules, *met)
    for who, total in theirs.items():
        tell_side(
            fight, who, total, sides[who], notes, rules, beat(found.actor_total, actor, *rules, audience=mine[who])
        )


WRESTLE: Action[Body, Round] = Action(
    "wrestle", wrestle_resolve, wrestle_inputs, wrestle_check, icon="link", of_the_turn=True, needs_actor=True
)

LETTING_GO = ("grapple", "pin", "throat")


def let_go_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The opponent, and what to let go: everything, a pin alone, or the throat."""
    held = None if actor is None else grapple_of(fight, actor)
    if actor is None or held is None:
        return ()
    options = options_of("let_go", LETTING_GO)
    return (
        people_input(held.opponents(actor)),
        Choice("what", "input.let_go", required=False, default=LETTING_GO[0], layout="segments", options=options),
    )


def let_go_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Refuse a pinned actor (D20S-GRAP-25)."""
    actor = check_turn(fight, command, viewer)
    if status_of(fight, actor) == "pinned":
        raise NotAllowed("d20.grapple.pinned")


def let_go_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let an opponent go, a free action on the actor's own turn (D20S-HOUSE-15)."""
    yield from ()
    actor, target = here(fight, command), command.inputs["target"]
    if target not in held_with(fight, actor).opponents(actor):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    what = command.inputs["what"] or LETTING_GO[0]
    held = held_with(fight, actor)
    if what == "pin" and pinner_of(fight, target) != actor:
        raise NotAllowed("d20.grapple.not_pinned", field="what")
    if what == "throat" and held.choking.get(target) != actor:
        raise NotAllowed("d20.strangle.nobody", field="what")
    if what == "throat":
        after = replace(held, choking=drop(held.choking, target))
        fight = replace(fight, round=replace(fight.round, grapples=put(fight.round.grapples, held.id, after)))
    else:
        bonds = bonds_of(fight)
        fight = with_bonds(fight, let_go(bonds, actor, target) if what == "grapple" else unpinned_by(bonds, actor))
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "what": Word(f"let_go.{what}")}
    return Outcome(fight, (Fact("wrestle.lets_go", params=params, rules=("D20S-HOUSE-15", "D20H-STRG-06")),))


LET_GO: Action[Body, Round] = Action(
    "let_go", let_go_resolve, let_go_inputs, let_go_check, icon="door-open", of_the_turn=True, needs_actor=True
)
