"""The turn of people: who declares, who acts in which segment, what is left of somebody's turn.

(TAC-TURN-02 to -04, TAC-ACT-01, TAC-ACT-06, TAC-INT-02, TAC-HOUSE-08)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact
from rules.core.fight import Place
from rules.core.types import Id, put
from rules.systems.tactico.budget import Budget
from rules.systems.tactico.declaration import Declarer, actions_allowed
from rules.systems.tactico.fatigue import ACTIONS_PER_TURN
from rules.systems.tactico.initiative import Scored, declaration_order, resolution_order
from rules.systems.tactico.melee import MeleeStage
from rules.systems.tactico.parts import is_machine, people
from rules.systems.tactico.situation import nearest
from rules.systems.tactico.state import Planned, TacticoFight, Turn
from rules.systems.tactico.time import SEGMENTS


def ranked(fight: TacticoFight) -> tuple[Id, ...]:
    """All people from the highest initiative, equal ones as the list has them (TAC-TURN-04, TAC-HOUSE-08)."""
    return resolution_order([Scored(who, fight.combatants[who].body.initiative) for who in people(fight)])


def places(fight: TacticoFight) -> tuple[Place, ...]:
    """The order of resolution of people, with what decided a tie (TAC-TURN-04, TAC-HOUSE-08)."""
    scores = [fight.combatants[who].body.initiative for who in people(fight)]
    return tuple(
        Place(who, score, Fact("tie.list", rules=("TAC-HOUSE-08",)) if scores.count(score) > 1 else None)
        for who, score in ((who, fight.combatants[who].body.initiative) for who in ranked(fight))
    )


def lined_up(fight: TacticoFight) -> TacticoFight:
    """The fight in which all people stand by their initiative; machines keep their places (TAC-TURN-04)."""
    by_rank = iter(ranked(fight))
    order = tuple(who if is_machine(fight, who) else next(by_rank) for who in fight.order)
    return replace(fight, order=order, round=replace(fight.round, ranked=_initiatives(fight)))


def _initiatives(fight: TacticoFight) -> dict[Id, int]:
    return {who: fight.combatants[who].body.initiative for who in sorted(people(fight))}


def _newcomers_placed(fight: TacticoFight) -> TacticoFight:
    """Whoever joined, or has another Iniciativa now, behind all who are as quick (TAC-TURN-03, -04, TAC-HOUSE-08).

    All others stay where they stand, also where the game master put them.
    """
    known, now = fight.round.ranked, _initiatives(fight)
    if known == now or (not known and fight.round.stage == "none"):
        # before their first turn nobody stands anywhere yet
        return fight
    order = list(fight.order)
    for who in people(fight) if known else ():
        if known.get(who) != now[who]:
            order.remove(who)
            slower = (place for place, one in enumerate(order) if one in now and now[one] < now[who])
            order.insert(next(slower, len(order)), who)
    return replace(fight, order=tuple(order), round=replace(fight.round, ranked=now))


def stage_of(fight: TacticoFight, who: Id) -> MeleeStage:
    """Whether somebody leaves a melee in this turn, or did in the last (TAC-MEL-03, TAC-MEL-04)."""
    turn = fight.round.turns.get(who)
    if turn is not None and turn.leaving:
        return "leaving"
    return "left_last_turn" if who in fight.round.left else "none"


def declarer(fight: TacticoFight, who: Id, *, leaving: bool = False) -> Declarer:
    """Somebody as the check of a declaration sees them."""
    body = fight.combatants[who].body
    stage: MeleeStage = "leaving" if leaving else "left_last_turn" if who in fight.round.left else "none"
    return Declarer(
        max(0, body.fatigue), body.fatigue_attribute, body.movement, nearest(fight, who), stage, body.disabled
    )


def allowance(fight: TacticoFight, who: Id) -> int:
    """The actions that somebody's next declaration may hold (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03, TAC-DMG-10)."""
    if not fight.combatants[who].body.able:
        return ACTIONS_PER_TURN["exhausted"]
    return actions_allowed(declarer(fight, who))


def undeclared(fight: TacticoFight) -> tuple[Id, ...]:
    """Those who still have to declare, from the lowest initiative (TAC-TURN-03)."""
    last_first = declaration_order([Scored(who, -place) for place, who in enumerate(fight.order)])
    return tuple(
        who
        for who in last_first
        if who not in fight.round.turns and fight.combatants[who].body.able and not is_machine(fight, who)
    )


def planned(fight: TacticoFight, who: Id, segment: int) -> Planned:
    """What somebody has declared for a segment, 1 to 3; nothing where nothing was declared."""
    turn = fight.round.turns.get(who)
    return turn.segments[segment - 1] if turn is not None and 1 <= segment <= SEGMENTS else Planned()


def acts_in(fight: TacticoFight, who: Id, segment: int) -> bool:
    """Whether somebody still has an action to do in a segment (TAC-TURN-04)."""
    turn = fight.round.turns.get(who)
    if turn is None or not fight.combatants[who].body.able or turn.resolved >= segment:
        return False
    return turn.segments[segment - 1].what not in ("give_up", "treat")


def waiting(fight: TacticoFight, segment: int) -> tuple[Id, ...]:
    """Those who still act in a segment, from the highest initiative (TAC-TURN-04)."""
    return tuple(who for who in fight.order if acts_in(fight, who, segment))


def to_act(fight: TacticoFight) -> tuple[Id, ...]:
    """Those for whom the turn waits, whose moment it is first."""
    if not fight.ordered or fight.round.stage == "none":
        return ()
    return undeclared(fight) if fight.round.stage == "declaration" else waiting(fight, fight.round.segment)


def upcoming(fight: TacticoFight) -> tuple[Id, ...]:
    """Who declares or acts now and who come next; nobody at the end of a segment, until the turn goes on."""
    now = to_act(fight)
    if not now or fight.round.stage == "declaration":
        return now
    later = [who for segment in range(fight.round.segment + 1, SEGMENTS + 1) for who in waiting(fight, segment)]
    return tuple(dict.fromkeys((*now, *later)))


def done(fight: TacticoFight) -> frozenset[Id]:
    """Who has declared, or has nothing left to do in this turn."""
    if fight.round.stage == "declaration":
        return frozenset(fight.round.turns)
    if fight.round.stage != "segments":
        return frozenset()
    left = {who for segment in range(1, SEGMENTS + 1) for who in waiting(fight, segment)}
    return frozenset(who for who in fight.round.turns if who not in left)


def moment(fight: TacticoFight) -> str:
    """Turn, stage, segment, and whose it is: what was meant for one is no one else's (TAC-ACT-06)."""
    return ":".join((str(fight.round.number), fight.round.stage, str(fight.round.segment), *to_act(fight)[:1]))


def passed_segments(fight: TacticoFight, who: Id) -> int:
    """The segments behind somebody: those of the turn, given up or not, and the one at hand once it is done."""
    turn = fight.round.turns.get(who)
    return max(turn.resolved if turn is not None else 0, fight.round.segment - 1)


def budget(fight: TacticoFight, who: Id) -> Budget:
    """What of somebody's turn is done, planned, used to defend and lost (TAC-ACT-06, TAC-INT-02)."""
    turn = fight.round.turns.get(who)
    if turn is None:
        return Budget(0)
    past = passed_segments(fight, who)
    plan = sum(one.what != "give_up" for one in turn.segments[past:])
    treated = sum(one.what == "treat" for one in turn.segments[:past])
    return Budget(turn.allowance, past, turn.done + treated, plan, turn.defences, turn.lost)


def defences_left(fight: TacticoFight, who: Id) -> int:
    """Blows that somebody can still answer in this turn (TAC-ACT-06, TAC-MEL-06, TAC-HEAL-03, TAC-DMG-09)."""
    body = fight.combatants[who].body
    turn = fight.round.turns.get(who)
    if turn is None or not body.able or "torso" in body.disabled:
        return 0
    if any(one.what == "treat" for one in turn.segments):
        return 0
    return max(0, budget(fight, who).defences_left)


def with_turn(fight: TacticoFight, who: Id, turn: Turn) -> TacticoFight:
    """The fight in which somebody's turn is this."""
    return replace(fight, round=replace(fight.round, turns=put(fight.round.turns, who, turn)))


def acted(fight: TacticoFight, who: Id, *, moved: bool = False, metres: int = 0) -> TacticoFight:
    """Write down that somebody has done the action of the segment at hand (TAC-ACT-01, TAC-ATK-01)."""
    turn = fight.round.turns.get(who)
    if turn is None or fight.round.stage != "segments" or turn.resolved >= fight.round.segment:
        return fight
    return with_turn(
        fight,
        who,
        replace(
            turn,
            resolved=fight.round.segment,
            done=turn.done + 1,
            moved=turn.moved + moved,
            metres=turn.metres + metres,
        ),
    )


def verbs(fight: TacticoFight, who: Id) -> tuple[str, ...]:
    """The verbs that the turn has for somebody now, what was declared first."""
    if fight.round.stage != "segments":
        return ("declare",)
    what = planned(fight, who, fight.round.segment).what
    if what in ("athletics_move", "crawl"):
        what = "move"
    return ("test",) if what in ("give_up", "treat") else (what,)


def settled(fight: TacticoFight) -> TacticoFight:
    """Forget in the round whoever has left the fight, and place whoever has come; idempotent."""
    if fight.ordered and fight.round.number:
        fight = _newcomers_placed(fight)
    here = fight.combatants
    state = fight.round
    after = replace(
        state,
        turns={who: turn for who, turn in state.turns.items() if who in here},
        left=frozenset(who for who in state.left if who in here),
        fled={pair: True for pair in state.fled if all(one in here for one in pair.split(" "))},
    )
    return fight if after == state else replace(fight, round=after)
