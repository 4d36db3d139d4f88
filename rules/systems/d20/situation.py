"""Where combatants stand, as declared or on a board: who is adjacent, how far, behind what cover, how well seen.

Rules: D20C-CIR-04, D20C-MEL-01, D20C-RNG-01, D20C-RNG-03, D20C-FLK-01, D20C-CIR-08, D20C-COV-03, D20C-CON-02,
D20C-GRD-06.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.places import both_placed
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, options_of
from rules.core.once import once
from rules.core.people import may_name, people_input, words_for
from rules.core.relations import RelationKind, is_declared, relate, relate_action, related, told_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20 import standing
from rules.systems.d20.arms import BARE_HANDS, Weapon
from rules.systems.d20.cover import CONCEALMENTS, COVERS, Concealment, Cover
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.squares import reach_with, squares_between
from rules.systems.d20.state import Body, D20Fight, Round, effects_named, in_rounds, with_effect

FEET = (
    *("unsaid", "5", "10", "15", "20", "30", "40", "50", "60", "80", "100", "120", "150"),
    *("200", "250", "300", "400", "500", "600", "800", "1000"),
)
"""Distances that can be declared, in feet."""

NEAR = "5"
"""The distance of adjacent combatants (D20C-MEL-01)."""

ADJACENT = RelationKind(
    "adjacent", ("apart", "adjacent"), "between", ("D20C-MEL-01", "D20C-AOO-03"), derived=standing.beside_there
)
"""Whether two combatants are within five feet of each other."""

DISTANCE = RelationKind("distance", FEET, "between", ("D20C-RNG-01", "D20C-RNG-02"), derived=standing.distance_there)
"""The distance between two combatants, for range."""

COVER = RelationKind("cover", COVERS, "towards", ("D20C-COV-03", "D20C-COV-04"), True, standing.cover_there)
"""How much of a target's vital parts is covered against an attacker (D20C-COV-03, D20C-COV-04)."""

CONCEALMENT = RelationKind(
    "concealment", ("none", *CONCEALMENTS), "towards", ("D20C-CON-02", "D20C-CON-03"), True, standing.concealment_there
)
"""How well a target is hidden from an attacker (D20C-CON-02, D20C-CON-03)."""

FLANKED = RelationKind(
    "flanked",
    ("no", "flanked"),
    "towards",
    ("D20C-FLK-01", "D20C-FLK-02", "D20C-CIR-09"),
    derived=standing.flanked_there,
)
"""Whether an attacker has an ally directly opposite who threatens the target too."""

GROUND = RelationKind("ground", ("level", "higher"), "towards", ("D20C-CIR-08",), True, standing.ground_there)
"""Whether one combatant stands above another."""

SEEN = RelationKind("seen", ("seen", "invisible"), "towards", ("D20C-CIR-11",), True)
"""Whether a target can see its attacker."""

SIGHT = RelationKind("sight", ("clear", "blocked"), "between", ("D20C-RNG-03",), True, standing.sight_there)
"""Whether a solid obstacle is between two combatants."""

LIGHT_RELATION = RelationKind("light", ("light", "darkness"), "one", ("D20C-GRD-06",), True, standing.light_there)
"""Whether a combatant can see where it goes."""

PLACED = RelationKind("placed", ("unknown", "known"), "one")
"""Whether the neighbours of a combatant are known: it moved, it was declared, or its player was asked. Nobody
declares it by itself, so no card shows it."""

RELATION_KINDS = (ADJACENT, DISTANCE, COVER, CONCEALMENT, FLANKED, GROUND, SEEN, SIGHT, LIGHT_RELATION)

DERIVED = tuple(kind for kind in RELATION_KINDS if kind.derived is not None)
"""What a board says; what was declared of it holds until one of the two moves."""


def adjacent(fight: D20Fight, one: Id, other: Id) -> bool:
    """Whether two combatants are within five feet, as declared or by grappling.

    Diagonals count (D20C-MEL-01, D20S-GRAP-14, D20C-HOUSE-21).
    """
    if one == other:
        return False
    wrestling = any(one in held.members and other in held.members for held in fight.round.grapples.values())
    return wrestling or related(fight, ADJACENT, one, other) == "adjacent" or _said_near(fight, one, other)


def _said_near(fight: D20Fight, one: Id, other: Id) -> bool:
    return related(fight, DISTANCE, one, other) == NEAR


def within_reach(fight: D20Fight, actor: Id, target: Id, reach: int) -> bool:
    """Whether a combatant with this reach, in squares, can strike another hand to hand (D20C-MEL-01, D20C-AOO-03)."""
    if adjacent(fight, actor, target):
        return True
    feet = feet_between(fight, actor, target) if reach > 1 else None
    return feet is not None and feet <= reach * SQUARE_FT


def check_near(fight: D20Fight, actor: Id, target: Id, weapon: Weapon = BARE_HANDS) -> None:
    """Refuse a melee attack on a target that stands farther away, as declared or on the board (D20C-MEL-01).

    While nothing was declared two combatants may be adjacent.
    """
    reach = reach_with(fight.body(actor), weapon)
    if not in_rounds(fight) or within_reach(fight, actor, target, reach):
        return
    if related(fight, DISTANCE, actor, target) == "unsaid":
        return
    if reach > 1:
        raise NotAllowed("d20.attack.out_of_reach", field="target")
    raise NotAllowed("d20.attack.not_adjacent", field="target")


def comes_near(fight: D20Fight, actor: Id, target: Id, notes: Notes) -> D20Fight:
    """Put side by side two combatants that a blow or a grasp brings together, and tell it (D20C-MEL-01, D20C-AOO-03).

    A thing in a hand brings together with its holder.
    """
    holder = fight.body(target).thing.holder
    other = holder if holder is not None and holder in fight.combatants else target
    if not in_rounds(fight) or other == actor or adjacent(fight, actor, other) or both_placed(fight, actor, other):
        return fight
    notes.tell("near.beside", who=actor, target=other, rules=("D20C-MEL-01", "D20C-AOO-03"))
    return beside(fight, actor, other)


def placed(fight: D20Fight, *who: Id) -> D20Fight:
    """The fight in which the neighbours of these combatants are known."""
    for one in (one for one in who if not on_board(fight, one)):
        fight = relate(fight, PLACED, one, None, "known")
    return fight


def nearness_known(fight: D20Fight, one: Id, other: Id) -> bool:
    """Whether something that was done or declared tells whether two combatants are adjacent."""
    if both_placed(fight, one, other):
        return True
    said = adjacent(fight, one, other) or related(fight, DISTANCE, one, other) != "unsaid"
    return said or any(related(fight, PLACED, who) == "known" for who in (one, other))


def neighbours(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """The combatants adjacent to one, in order."""
    return tuple(other for other in fight.order if adjacent(fight, who, other))


def foes(fight: D20Fight, one: Id, other: Id) -> bool:
    """Whether two combatants are on different sides."""
    return fight.combatants[one].side != fight.combatants[other].side


@once
def beside(fight: D20Fight, one: Id, other: Id) -> D20Fight:
    """Put two combatants next to each other; an earlier declared distance is dropped.

    For two on a board it is their places that tell.
    """
    if one == other or both_placed(fight, one, other):
        return fight
    return relate(relate(fight, ADJACENT, one, other, "adjacent"), DISTANCE, one, other, "unsaid")


def apart(fight: D20Fight, one: Id, other: Id) -> D20Fight:
    """Put two combatants apart, which ends flanking; for two on a board it is their places that tell."""
    if one == other or both_placed(fight, one, other):
        return fight
    fight = relate(fight, ADJACENT, one, other, "apart")
    if _said_near(fight, one, other):
        fight = relate(fight, DISTANCE, one, other, "unsaid")
    fight = relate(fight, FLANKED, one, other, "no")
    return relate(fight, FLANKED, other, one, "no")


def feet_between(fight: D20Fight, one: Id, other: Id) -> int | None:
    """The distance of two combatants; adjacent is five feet, None while nothing tells it (D20C-GRD-01, D20C-RNG-01)."""
    said = related(fight, DISTANCE, one, other)
    if adjacent(fight, one, other):
        return 5
    squares = squares_between(fight, one, other)
    if squares is not None and not is_declared(fight, DISTANCE, one, other):
        return squares * SQUARE_FT
    return None if said == "unsaid" else int(said)


def cover_of(fight: D20Fight, target: Id, attacker: Id | None) -> Cover:
    """The cover of a target against an attacker (D20C-COV-04)."""
    return cast(Cover, related(fight, COVER, target, attacker))


def concealment_of(fight: D20Fight, target: Id, attacker: Id | None) -> tuple[Concealment, ...]:
    """All concealment of a target from an attacker: as declared, and smoke (D20C-CON-03, D20H-SMOKE-03)."""
    found = related(fight, CONCEALMENT, target, attacker)
    said = () if found == "none" else (cast(Concealment, found),)
    return (*said, "half") if in_smoke(fight, target) else said


def in_smoke(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant is in thick smoke, which conceals half of it (D20H-SMOKE-03)."""
    return SMOKE in fight.body(who).timers


def is_flanked(fight: D20Fight, target: Id, attacker: Id) -> bool:
    """Whether an attacker flanks a target (D20C-FLK-01, D20C-FLK-02)."""
    return related(fight, FLANKED, target, attacker) == "flanked"


def is_higher(fight: D20Fight, attacker: Id, target: Id) -> bool:
    """Whether an attacker stands above a target (D20C-CIR-08)."""
    return related(fight, GROUND, attacker, target) == "higher"


def is_invisible(fight: D20Fight, attacker: Id, target: Id) -> bool:
    """Whether a target cannot see its attacker (D20C-CIR-08, D20C-CIR-11)."""
    return related(fight, SEEN, attacker, target) == "invisible"


def in_the_dark(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant moves without seeing (D20C-GRD-06)."""
    return related(fight, LIGHT_RELATION, who) == "darkness"


def in_sight(fight: D20Fight, attacker: Id, target: Id) -> bool:
    """Whether no solid obstacle is between two combatants (D20C-RNG-03)."""
    return related(fight, SIGHT, attacker, target) == "clear"


def target_notes(fight: D20Fight, target: Id, actor: Id) -> tuple[Fact, ...]:
    """What an attacker should know of where a target stands."""
    smoke = (Fact("in_smoke", rules=("D20H-SMOKE-03",)),) if in_smoke(fight, target) else ()
    kinds = (ADJACENT, DISTANCE, COVER, CONCEALMENT, FLANKED)
    if both_placed(fight, actor, target) and not is_declared(fight, DISTANCE, actor, target):
        # a board tells the feet exactly
        feet = feet_between(fight, actor, target)
        away = () if adjacent(fight, actor, target) else (fact("note.away", feet),)
        return (*told_of(fight, (ADJACENT,), target, actor), *away, *told_of(fight, kinds[2:], target, actor), *smoke)
    return (*told_of(fight, kinds, target, actor), *smoke)


def _may_declare(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Refuse players' declarations outside a fight."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")


_DECLARE: Action[Body, Round] = relate_action(RELATION_KINDS, _may_declare)


def _declared(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let the last declaration on a distance hold (D20C-MEL-01, D20C-RNG-01)."""
    told: Outcome[Body, Round] = yield from _DECLARE.resolve(fight, command)
    of, to = str(command.inputs["of"]), command.inputs["to"]
    name, _, value = str(command.inputs["what"]).partition(":")
    after = told.fight
    if to is None or to == of:
        return told
    if both_placed(after, of, to):
        return Outcome(_as_said(after, name, of, to, value), told.explanation)
    if name == ADJACENT.name:
        after = placed(beside(after, of, to) if value == "adjacent" else apart(after, of, to), of)
    elif name == DISTANCE.name and value not in ("unsaid", NEAR):
        after = relate(after, ADJACENT, of, to, "apart")
    return Outcome(after, told.explanation)


def _as_said(fight: D20Fight, name: str, of: Id, to: Id, value: str) -> D20Fight:
    """Overrule beside and distance of two on a board together (D20C-MEL-01)."""
    if name == ADJACENT.name and value == "apart" and _said_near(fight, of, to):
        return relate(fight, DISTANCE, of, to, "10")
    if name == DISTANCE.name:
        return relate(fight, ADJACENT, of, to, "adjacent" if value == NEAR else "apart")
    return fight


RELATE: Action[Body, Round] = replace(_DECLARE, resolve=_declared)

LOWERED = ("prone", "sitting_or_kneeling")
"""The postures whose row has the footnote (D20C-CIR-04)."""

IMPROVES = "improves_cover"
"""The variant of a posture that adds its `value` to cover instead of a bonus of its own."""


def adds_to_cover(body: Body, cover: Cover = "half", *, always: bool = False) -> int:
    """What a posture adds to cover; 0 without cover and without a ruling of the game master (D20C-CIR-04).

    always: the table has ruled so for every low posture.
    """
    borne = [effect for name in LOWERED for effect in effects_named(body, name)]
    usual = USUAL_LOW_COVER if always and borne else 0
    more = max((effect.value for effect in borne if effect.variant == IMPROVES), default=usual)
    return 0 if cover in ("none", "total") else more


SMOKE = "smoke"
"""The timer of a combatant in smoke."""

LOW_COVER_WAYS = ("improves", "own")

LOW_COVER_RULES = ("D20C-CIR-04",)

USUAL_LOW_COVER, MOST_LOW_COVER = 4, 10


def lowered(fight: D20Fight, viewer: Viewer) -> list[Id]:
    """The combatants who sit, kneel or lie."""
    bodies = ((who, fight.body(who)) for who in may_name(fight, viewer))
    return [who for who, body in bodies if any(effects_named(body, name) for name in LOWERED)]


def low_cover_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatant, whether its posture improves its cover, and by how much."""
    return (
        people_input(lowered(fight, viewer), name="targets", label="input.on_whom", several=True),
        Choice(
            "how",
            "input.low_cover",
            default=LOW_COVER_WAYS[0],
            layout="segments",
            options=options_of("low_cover", LOW_COVER_WAYS),
        ),
        Number("value", "input.cover_more", required=False, default=USUAL_LOW_COVER, minimum=1, maximum=MOST_LOW_COVER),
    )


def low_cover_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A combatant must sit, kneel or lie."""
    if not lowered(fight, viewer):
        raise NotAllowed("d20.low_cover.nobody")


def low_cover_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let the posture improve the cover instead of Defense, until the posture changes (D20C-CIR-04)."""
    yield from ()
    notes, values = Notes(), command.inputs
    improves, more = values["how"] == "improves", values["value"] or USUAL_LOW_COVER
    for who in (one for one in fight.order if one in values["targets"]):
        borne = [effect for name in LOWERED for effect in effects_named(fight.body(who), name)]
        for effect in borne:
            after = replace(effect, variant=IMPROVES if improves else "", value=more if improves else 0)
            fight = with_effect(fight, who, after)
        if borne:
            code, seen = "low_cover.better" if improves else "low_cover.plain", words_for(fight.combatants[who])
            notes.tell(code, more if improves else None, who=who, rules=LOW_COVER_RULES, audience=seen)
    if not notes.so_far:
        raise NotAllowed("d20.low_cover.nobody", field="targets")
    return Outcome(fight, notes.so_far)


LOW_COVER: Action[Body, Round] = Action(
    "low_cover",
    low_cover_resolve,
    low_cover_inputs,
    low_cover_check,
    icon="shield",
    for_game_master=True,
    interrupts=True,
)
