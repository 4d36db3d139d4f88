"""Opposed checks inside a grapple and what they change (D20S-GRAP-21, -22, -26 to -32, -39)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, needed, one_of
from rules.core.throws import Throw, Throws, throw
from rules.core.types import Id
from rules.systems.d20.dice import D20
from rules.systems.d20.rolls import opposed
from rules.systems.d20.sizes import known_size
from rules.systems.d20.special.grapple import (
    GrappleStatus,
    StrikeDamage,
    Wrestler,
    grapple_bonus,
    known_status,
    unarmed_damage,
)
from rules.systems.d20.special.grapple_options import ESCAPES, EscapeMethod, known_escape_method

ContestOption = Literal["damage", "pin", "escape_grapple", "escape_pin", "break_other_pin"]
StatusAfter = Literal["grappling", "pinning", "pinned", "free"]

CONTEST_OPTIONS: tuple[ContestOption, ...] = get_args(ContestOption)


@dataclass(frozen=True)
class GrappleOpponent:
    """Somebody in the grapple whom the actor turns on or breaks away from; resists: rolls against an escape."""

    id: Id
    wrestler: Wrestler
    status: GrappleStatus
    resists: bool = True


@dataclass(frozen=True)
class GrappleContest:
    """What a check inside a grapple came to.

    opponent_totals: None for those that did not roll; opponent_status: of the single opponent, None when escaping the
    grapple; ally_status: of the one whose pin was to be broken, else None; may_move: the move action may still be used.
    """

    success: bool
    actor_total: int | None
    opponent_totals: Mapping[Id, int | None]
    actor_status: StatusAfter
    opponent_status: GrappleStatus | None
    ally_status: GrappleStatus | None = None
    damage: int = 0
    may_move: bool = False


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
    move_action_left: bool = False,
) -> Throws[GrappleContest]:
    """Resolve an opposed check inside a grapple (D20S-GRAP-21, -22, -26 to -32, -39, D20S-HOUSE-01, -02).

    opponents: the one chosen, or for an escape from the grapple all who hold the actor. escape_artist_bonus is needed
    for that method, strike for damage. Rolls the actor's d20, a d20 of each opponent that resists, then on success the
    die of the damage; none when nobody resists an escape. Raises Missing, UnknownValue, OutOfRange, NotAllowed.
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
    total, totals, success = yield from _beat_all(modifier, resisting)
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
        may_move=success and option == "escape_grapple" and move_action_left,
    )


def _beat_all(modifier: int, resisting: Sequence[GrappleOpponent]) -> Throws[tuple[int | None, Mapping[Id, int], bool]]:
    """Roll one check against those of all who resist; all must be beaten (D20S-GRAP-26, D20S-GRAP-27)."""
    if not resisting:
        return None, {}, True
    theirs = (Throw("grapple", D20, opponent.id, bonus=grapple_bonus(opponent.wrestler)) for opponent in resisting)
    face, *faces = yield from throw(Throw("grapple", D20, bonus=modifier), *theirs)
    bonuses = [grapple_bonus(opponent.wrestler) for opponent in resisting]
    checks = {
        opponent.id: opposed(face + modifier, other + bonus, modifier, bonus)
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
