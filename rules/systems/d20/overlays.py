"""What a board shows while a combatant of d20 prepares an action: where it can go, who would strike, who is caught.

Everything is reckoned from the fight as the viewer may know the board (`rules.core.board.known`).
Rules: D20C-GRD-05, D20C-AOO-03 to -06, D20C-CHG-03, D20C-RUN-01, D20C-COV-03, D20S-EXP-06, D20S-AUTO-03.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias, cast

from rules.core.audience import Viewer
from rules.core.board.areas import burst
from rules.core.board.grids import Corner
from rules.core.board.rules import NO_OVERLAY, Answer, Area, Choosable, Line, Overlay, Provoked
from rules.core.board.sight import Body as Shape
from rules.core.board.sight import middle
from rules.core.board.walking import board_of, on_board, place_of
from rules.core.boards import Cell, cell_of, name_of
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Ref, Word, fact, visible
from rules.core.types import Id
from rules.systems.d20 import going, ways
from rules.systems.d20.aiming import (
    around_square,
    corners_of,
    feet_sprayed,
    feet_to,
    in_burst,
    in_bursts,
    in_spray,
    sprayed_area,
)
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_bonus import MAX_INCREMENTS, base_attacks
from rules.systems.d20.bearing import base_attack, skill_bonus
from rules.systems.d20.blows import Attempt, arms_of, reckon, stroke_of
from rules.systems.d20.budget import STEP_FT
from rules.systems.d20.cover import Cover
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.movement import SQUARE_FT, MoveMode
from rules.systems.d20.moving import farthest, most_feet, ways_of
from rules.systems.d20.odds import attack_odds
from rules.systems.d20.opportunity import PathMode, arms_against
from rules.systems.d20.rushing import most_charged, run_feet
from rules.systems.d20.situation import concealment_of, cover_of, feet_between, is_flanked, is_higher
from rules.systems.d20.squares import ground_of
from rules.systems.d20.standing import cover_lines, shape_of
from rules.systems.d20.state import D20Fight
from rules.systems.d20.ways import Walk, square_of

Looking: TypeAlias = Mapping[str, str]
"""The action that is prepared, under `action`, and the values of its form so far."""


def overlay(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    """What the board shows while this combatant prepares an action."""
    shows = SHOWS.get(looking.get("action", ""))
    if shows is None or not on_board(fight, who):
        return NO_OVERLAY
    try:
        return shows(fight, who, viewer, looking)
    except RuleError:
        return NO_OVERLAY


# Ways


def _moves(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    mode = cast(MoveMode, looking.get("way") or ways_of(fight.body(who))[0])
    usual, most = most_feet(fight, who, mode), farthest(fight, who, mode)
    return _to_go(fight, who, viewer, looking, usual, most, "move")


def _steps(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    return _to_go(fight, who, viewer, looking, STEP_FT, STEP_FT, "five_foot_step")


def _withdraws(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    most = most_feet(fight, who, "withdraw")
    return _to_go(fight, who, viewer, looking, most, most, "withdraw")


def _to_go(
    fight: D20Fight, who: Id, viewer: Viewer, looking: Looking, usual: int, most: int, mode: PathMode
) -> Overlay:
    """The squares in reach, and the way to the one that was tapped with all three answers to who would strike."""
    seen = ways.known_to(fight, who)
    via = tuple(cell for name in looking.get("via", "").split() if (cell := cell_of(name)) is not None)
    reach = ways.reach_of(seen, who, most, via)
    choosable = tuple(
        Choosable(cell, cost * SQUARE_FT, far=cost * SQUARE_FT > usual) for cell, cost in reach.costs.items() if cost
    )
    shown = Overlay(
        "to",
        via="" if mode == "five_foot_step" else "via",
        choosable=choosable,
        chosen=via,
        areas=_threatened(fight, who),
    )
    return _with_way(fight, who, viewer, looking, shown, usual, most, mode)


def _with_way(
    fight: D20Fight, who: Id, viewer: Viewer, looking: Looking, shown: Overlay, usual: int, most: int, mode: PathMode
) -> Overlay:
    if not looking.get("to"):
        return shown
    manner = looking.get("manner") or going.DIRECT
    answers = {name: _planned(fight, who, looking, most, name) for name in going.manners_of(fight.body(who))}
    if manner != going.AROUND and _same_struck(fight, who, answers, mode):
        del answers[going.AROUND]
    walk, met = answers.get(manner), _met(fight, who, manner, answers.get(manner), mode)
    # where nobody strikes there is nothing to choose between
    if mode == "move" and (manner != going.DIRECT or walk is None or met):
        shown = replace(shown, answers=tuple(_answers(fight, who, looking, answers, manner)))
    if walk is None:
        return shown if shown.answers else replace(shown, facts=(fact("way.no_way"),))
    facts: list[Fact] = [] if shown.answers else [_price(fight, who, manner, walk, mode)]
    for foe, _at in met:
        told = _strike(fight, foe, who, viewer)
        # the answers name who may strike; beside them only a chance is news
        if not shown.answers or told.code == "way.strikes":
            facts.append(told)
    if walk.whole > usual:
        facts.append(fact("way.whole_turn", rules=("D20C-SPD-02", "D20C-ACT-02")))
    provoked = tuple(
        Provoked(walk.squares[at], walk.squares[at + 1], foe, fact("way.provokes", who=foe, rules=("D20C-AOO-04",)))
        for foe, at in met
    )
    return replace(shown, chosen=(walk.end,), way=walk.squares, provoked=provoked, facts=tuple(facts))


def _same_struck(fight: D20Fight, who: Id, answers: Mapping[str, Walk | None], mode: PathMode) -> bool:
    """Whether going around spares nobody, as where all who would strike are at its start."""
    direct, around = (_met(fight, who, name, answers[name], mode) for name in (going.DIRECT, going.AROUND))
    return answers[going.AROUND] is not None and {foe for foe, _at in direct} == {foe for foe, _at in around}


def _planned(fight: D20Fight, who: Id, looking: Looking, most: int, manner: str) -> Walk | None:
    try:
        return going.walk_of(fight, who, {**looking, "manner": manner}, most)
    except RuleError:
        return None


Met: TypeAlias = Sequence[tuple[Id, int]]
"""Who would strike on a way, each with the square it is left from."""


def _met(fight: D20Fight, who: Id, manner: str, walk: Walk | None, mode: PathMode) -> Met:
    if walk is None or manner == going.TUMBLING:
        return ()
    return ways.provoked_along(fight, who, mode, walk.squares)


def _answers(
    fight: D20Fight, who: Id, looking: Looking, answers: Mapping[str, Walk | None], chosen: str
) -> Iterable[Answer]:
    """This way, around, or tumbling: each with its price."""
    kept = {name: looking.get(name, "") for name in ("to", "via")}
    for name, walk in answers.items():
        fills = {**kept, "manner": name} if walk is not None else {}
        yield Answer(Fact(f"manner.{name}"), _price(fight, who, name, walk, "move"), fills, name == chosen)


def _price(fight: D20Fight, who: Id, manner: str, walk: Walk | None, mode: PathMode) -> Fact:
    """What one of the answers costs, and who would strike on it."""
    if walk is None:
        return fact("way.no_way")
    if manner == going.TUMBLING:
        bonus = skill_bonus(fight, who, "tumble")
        dc = going.tumble_dc(fight, who, walk)
        return fact("way.price_tumbling", walk.whole, dc=dc, bonus=bonus) if dc else fact("way.price", walk.whole)
    met = ways.provoked_along(fight, who, mode, walk.squares)
    if not met:
        return fact("way.price", walk.whole)
    return fact("way.price_struck", walk.whole, foes=tuple(Ref(foe) for foe, _at in met))


def _strike(fight: D20Fight, foe: Id, who: Id, viewer: Viewer) -> Fact:
    """That a foe may strike, with its chance for those who may know it (D20C-AOO-09)."""
    weapon = arms_against(fight, foe, who)[0]
    blow = Attempt(foe, who, weapon, Manner("melee"), base_attacks(base_attack(fight.body(foe)))[0])
    attack = on_attack(fight, foe, who, weapon, blow.manner)
    reckoned = reckon(fight, blow, attack, on_defense(fight, who, foe, "melee"), ())
    odds = attack_odds(fight, foe, who, stroke_of(fight, blow, reckoned), reckoned.defense, spares=weapon.nonlethal)
    known = next((one for one in visible((odds,), viewer) if one.code == "odds.known"), None)
    if known is None:
        return fact("way.provokes", who=foe, rules=("D20C-AOO-04",))
    hits = cast(Fraction, known.terms[0].params["chance"])
    return fact("way.strikes", round(100 * hits), who=foe, rules=("D20C-AOO-04", "D20C-AOO-09"))


def _threatened(fight: D20Fight, who: Id) -> tuple[Area, ...]:
    cells = frozenset(ways.threats(fight, who))
    return (Area("threatened", cells),) if cells else ()


# In a straight line


def _runs(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    seen = ways.known_to(fight, who)
    return _lanes(fight, who, viewer, looking, ways.lanes(seen, who, run_feet(fight, who)))


def _charges(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    target = looking.get("target", "")
    if target not in fight.places:
        return NO_OVERLAY
    most, weapon = most_charged(fight, who), _weapon(fight, who, looking)
    found = going.charge_walks(fight, who, target, weapon, most)
    if not found:
        return Overlay("to", facts=(fact("error.d20.charge.no_lane"),))
    usual = going.charge_walk(fight, who, target, weapon, most, "")
    return _lanes(fight, who, viewer, {"to": name_of(usual.end), **_filled_in(looking)}, found)


def _filled_in(looking: Looking) -> Looking:
    return {name: value for name, value in looking.items() if value}


def _weapon(fight: D20Fight, who: Id, looking: Looking) -> Weapon:
    arms = [one for one in arms_of(fight.body(who)) if one.melee]
    return next((one for one in arms if one.key == looking.get("weapon")), arms[0])


def _lanes(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking, found: Mapping[Cell, Walk]) -> Overlay:
    """Straight ways: where they may end, and the one to the square that was tapped."""
    shown = Overlay(
        "to",
        choosable=tuple(Choosable(cell, walk.whole) for cell, walk in found.items()),
        areas=_threatened(fight, who),
    )
    end = cell_of(looking.get("to", ""))
    walk = found.get(end) if end is not None else None
    return shown if walk is None else _along(fight, who, viewer, walk, shown)


def _along(fight: D20Fight, who: Id, viewer: Viewer, walk: Walk, shown: Overlay = NO_OVERLAY) -> Overlay:
    """A straight way, and who would strike on it."""
    met = ways.provoked_along(fight, who, "move", walk.squares)
    provoked = tuple(
        Provoked(walk.squares[at], walk.squares[at + 1], foe, fact("way.provokes", who=foe, rules=("D20C-AOO-04",)))
        for foe, at in met
    )
    facts = [fact("way.feet", walk.whole), *(_strike(fight, foe, who, viewer) for foe, _at in met)]
    lane = Area("lane", frozenset(walk.squares[1:]))
    return replace(
        shown,
        chosen=(walk.end,),
        way=walk.squares,
        provoked=provoked,
        areas=(*_threatened(fight, who), lane),
        facts=tuple(facts),
    )


def _rushes(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    target = looking.get("target", "")
    if target not in fight.places:
        return NO_OVERLAY
    return _along(fight, who, viewer, going.into_walk(fight, who, target))


# Places


def _throws(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    """The squares in range; of the one that was tapped, what bursts from all of its corners and from some."""
    weapon = _carried(fight, who, looking, lambda one: one.explosive or one.splash)
    if weapon is None:
        return NO_OVERLAY
    aimed = cell_of(looking.get("at", ""))
    shown = Overlay("at", choosable=tuple(_in_range(fight, who, weapon)))
    if aimed is None or fight.board is None or not fight.board.holds(aimed):
        return shown
    field, radius = ground_of(fight), (weapon.radius or SQUARE_FT) // SQUARE_FT
    bursts = [frozenset(burst(field, corner, radius)) for corner in around_square(aimed)]
    some = frozenset[Cell]().union(*bursts)
    every = some.intersection(*bursts)
    facts = (fact("note.away", feet_to(fight, who, aimed)), *_or_nobody(_perhaps_caught(fight, aimed, weapon)))
    line = Line("range", middle(shape_of(fight, who)), middle(Shape(aimed, 1)))
    areas = (Area("burst", every), Area("edge_of_burst", some - every))
    return replace(shown, chosen=(aimed,), areas=areas, lines=(line,), facts=facts)


def _perhaps_caught(fight: D20Fight, aimed: Cell, weapon: Weapon) -> Iterable[Fact]:
    """Who is caught from the corners of a square: the dice have not said yet on which of them it comes down."""
    bursts = [_burst(fight, corner, weapon) for corner in around_square(aimed)]
    for who in fight.order:
        covers = [burst[who] for burst in bursts if who in burst]
        if len(covers) == len(bursts):
            # its shelter is told where it is the same from everywhere
            yield from _caught(fight, {who: covers[0] if len(set(covers)) == 1 else "none"})
        elif covers:
            yield fact("area.may_catch", who=who)


def _plants(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    """The squares beside the actor; of the one that was tapped, or its own, what an explosive there would reach."""
    weapon = _carried(fight, who, looking, lambda one: one.explosive)
    if weapon is None:
        return NO_OVERLAY
    board, lies = board_of(fight), cell_of(looking.get("at", "")) or place_of(fight, who)
    near = (cell for cell in board.all_cells() if feet_to(fight, who, cell) <= SQUARE_FT)
    field, radius = ground_of(fight), (weapon.radius or SQUARE_FT) // SQUARE_FT
    reached = frozenset[Cell]().union(*(burst(field, corner, radius) for corner in around_square(lies)))
    caught = in_bursts(fight, around_square(lies), weapon.radius or SQUARE_FT)
    return Overlay(
        "at",
        choosable=tuple(Choosable(cell) for cell in near),
        chosen=(lies,) if board.holds(lies) else (),
        areas=(Area("burst", reached),),
        facts=_or_nobody(_caught(fight, caught)),
    )


def _burst(fight: D20Fight, corner: Corner, weapon: Weapon) -> Mapping[Id, Cover]:
    return in_burst(fight, corner, weapon.radius or SQUARE_FT)


def _sprays(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    """Corners in range; around the one that was tapped the four squares that are sprayed."""
    weapon = _carried(fight, who, looking, lambda one: one.automatic)
    if weapon is None:
        return NO_OVERLAY
    shown = Overlay("at", corners=True, choosable=tuple(_corners_in_range(fight, who, weapon)))
    aimed = cell_of(looking.get("at", ""))
    if aimed is None or fight.board is None or not fight.board.holds(aimed):
        return shown
    line = Line("range", middle(shape_of(fight, who)), (100 * (aimed.column - 1), 100 * (aimed.row - 1)))
    area = Area("burst", frozenset(sprayed_area(fight, aimed)))
    caught = _caught(fight, in_spray(fight, who, aimed))
    facts = (fact("note.away", feet_sprayed(fight, who, aimed)), *_or_nobody(caught))
    return replace(shown, chosen=(aimed,), areas=(area,), lines=(line,), facts=facts)


def _carried(fight: D20Fight, who: Id, looking: Looking, serves: Callable[[Weapon], bool]) -> Weapon | None:
    arms = [one for one in fight.body(who).carried() if serves(one)]
    return next((one for one in arms if one.key == looking.get("weapon")), next(iter(arms), None))


def _in_range(fight: D20Fight, who: Id, weapon: Weapon) -> Iterable[Choosable]:
    """The squares at which something is thrown; far are those that take a roll, beyond an increment (D20S-EXP-02)."""
    increment = max(1, weapon.increment)
    for cell in board_of(fight).all_cells():
        feet = feet_to(fight, who, cell)
        if feet <= MAX_INCREMENTS["thrown"] * increment:
            yield Choosable(cell, far=feet > increment, labels=(fact("note.away", feet),))


def _corners_in_range(fight: D20Fight, who: Id, weapon: Weapon) -> Iterable[Choosable]:
    """The corners around which one sprays; far are those at which distance costs something (D20C-RNG-01)."""
    increment = max(1, weapon.increment)
    for cell in board_of(fight).all_cells():
        feet = feet_sprayed(fight, who, cell)
        if feet <= MAX_INCREMENTS["projectile"] * increment:
            yield Choosable(cell, far=feet >= increment, labels=(fact("note.away", feet),))


def _caught(fight: D20Fight, found: Mapping[Id, Cover]) -> Iterable[Fact]:
    """Who is in an area, each with what shelters it."""
    for who in (one for one in fight.order if one in found):
        if found[who] == "none":
            yield fact("area.catches", who=who)
        else:
            yield fact("area.catches_covered", who=who, what=Word(f"cover.{found[who]}"))


def _or_nobody(caught: Iterable[Fact]) -> Explanation:
    """Who an area would reach, or that it reaches nobody, since what stops it may be hard to see."""
    return tuple(caught) or (fact("area.catches_nobody"),)


def underway(fight: D20Fight, told: Explanation, asked: frozenset[Id]) -> Overlay:
    """An area while its dice and saves wait: where it is, who is in it, and whose saves are missing."""
    for one in reversed(told):
        at = str(one.params.get("at", ""))
        if one.code == "burst.goes_off" and at:
            corners, feet = corners_of(at), int(str(one.params["feet"]))
            cells = frozenset[Cell]().union(*(burst(ground_of(fight), each, feet // SQUARE_FT) for each in corners))
            return _reaches(fight, cells, in_bursts(fight, corners, feet), asked, corners if len(corners) == 1 else ())
        if one.code == "autofire.sprays_at":
            cell, (shooter,) = square_of(fight, at, "at"), one.refs()
            return _reaches(fight, sprayed_area(fight, cell), in_spray(fight, shooter, cell), asked, (Corner(*cell),))
    return NO_OVERLAY


def _reaches(
    fight: D20Fight,
    cells: Iterable[Cell],
    caught: Mapping[Id, Cover],
    asked: frozenset[Id],
    points: tuple[Corner, ...],
) -> Overlay:
    whole, awaited = frozenset(cells), asked & caught.keys()
    rest = {who: cover for who, cover in caught.items() if who not in awaited}
    waits = (fact("area.awaits", who=who) for who in fight.order if who in awaited)
    return Overlay(
        areas=(Area("burst", whole), Area("edge_of_burst", whole)),
        points=points,
        facts=(*waits, *_caught(fight, rest)),
        awaited=awaited,
    )


# From one to another


def sight(fight: D20Fight, who: Id, other: Id) -> Overlay:
    """What one combatant has of another: distance, the four lines of cover, what hides it, who flanks it."""
    if not on_board(fight, who) or not on_board(fight, other) or who == other:
        return NO_OVERLAY
    feet = feet_between(fight, who, other)
    facts = [fact("standing.away", feet, rules=("D20C-GRD-01",))]
    cover, hidden = cover_of(fight, other, who), concealment_of(fight, other, who)
    facts.append(fact(f"cover.{cover}", rules=("D20C-COV-04",)))
    facts.extend(fact(f"concealment.{one}", rules=("D20C-CON-03",)) for one in hidden)
    if is_flanked(fight, other, who):
        facts.append(fact("flanked.flanked", rules=("D20C-FLK-01",)))
    if is_higher(fight, who, other):
        facts.append(fact("ground.higher", rules=("D20C-CIR-08",)))
    lines = tuple(one.line for one in cover_lines(fight, who, other).sights)
    return Overlay(lines=lines, facts=tuple(facts), between=(who, other))


def _strikes(fight: D20Fight, who: Id, viewer: Viewer, looking: Looking) -> Overlay:
    target = looking.get("target", "")
    return sight(fight, who, target) if target in fight.places else NO_OVERLAY


SHOWS: Mapping[str, Callable[[D20Fight, Id, Viewer, Looking], Overlay]] = {
    "move": _moves,
    "step": _steps,
    "withdraw": _withdraws,
    "run": _runs,
    "charge": _charges,
    "bull_rush": _rushes,
    "overrun": _rushes,
    "throw_explosive": _throws,
    "plant": _plants,
    "splash": _throws,
    "autofire": _sprays,
    "attack": _strikes,
    "volley": _strikes,
    "trip": _strikes,
    "disarm": _strikes,
    "grapple": _strikes,
}
"""What each action shows."""
