"""Order, asaltos and rounds: who acts, who is next, what a new round brings (TAP-TIME-01, TAP-TIME-04, TAP-HP-05)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rules.core.audience import GAME_MASTER
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.fight import Place
from rules.core.types import Id
from rules.systems.tapiz.cards import numbers_for, words_for
from rules.systems.tapiz.hit_points import POOLS, tick_round
from rules.systems.tapiz.initiative import Participant, has_turn, initiative_order
from rules.systems.tapiz.state import Body, Round, TapizCombatant, TapizFight
from rules.systems.tapiz.time import SECONDS


def places(fight: TapizFight) -> tuple[Place, ...]:
    """The order by the rules, with the fact that decided each tie (TAP-STANCE-03, TAP-HOUSE-09).

    Who has no initiative yet comes last, in the order of entry.
    """
    entry = sorted(fight.order, key=lambda who: fight.combatants[who].entered)
    scored = [who for who in entry if fight.combatants[who].body.initiative is not None]
    participants = [
        Participant(
            who,
            fight.combatants[who].body.initiative or 0,
            # a stance in no book that acts last is ordered like those of the rules that do
            stance="all_out_attack" if fight.combatants[who].body.waits else "normal",
            dexterity=fight.combatants[who].body.scores["dexterity"],
        )
        for who in scored
    ]
    ordered: list[Place] = []
    for place in initiative_order(participants):
        body = fight.combatants[place.id].body
        tie = Fact("tie.stance", rules=("TAP-STANCE-03",)) if body.waits else None
        if ordered and place.decided_by in ("dexterity", "entry"):
            before = fight.combatants[ordered[-1].combatant].body
            with_whom: dict[str, Param] = {"who": Ref(ordered[-1].combatant)}
            scores: dict[str, Param] = {"first": before.scores["dexterity"], "second": body.scores["dexterity"]}
            tie = Fact(
                f"tie.{place.decided_by}",
                params={**with_whom, **scores},
                rules=("TAP-HOUSE-09",),
                audience=GAME_MASTER,
                otherwise=Fact(f"tie.{place.decided_by}_plain", params=with_whom, rules=("TAP-HOUSE-09",)),
            )
        ordered.append(Place(place.id, body.initiative, tie))
    rest = (Place(who) for who in entry if who not in scored)
    return (*ordered, *rest)


def by_the_rules(fight: TapizFight) -> TapizFight:
    """Put everybody where the rules put them, members of a group side by side."""
    return replace(fight, order=tuple(place.combatant for place in places(fight)))


def placed(fight: TapizFight, newcomers: Collection[Id]) -> TapizFight:
    """Put newcomers where the rules put them among the others, who stay where they are, moved by hand or not."""
    ruled = [place.combatant for place in places(fight)]
    rank = {who: place for place, who in enumerate(ruled)}
    order = [who for who in fight.order if who not in newcomers]
    for who in (one for one in ruled if one in newcomers):
        after = (place for place, other in enumerate(order) if rank[other] > rank[who])
        order.insert(next(after, len(order)), who)
    return replace(fight, order=tuple(order))


def waiting(fight: TapizFight) -> tuple[Id, ...]:
    """Those who still have an asalto in this round after the one who acts, in order."""
    return tuple(
        who
        for who in fight.order
        if who != fight.round.turn
        and who not in fight.round.acted
        and fight.combatants[who].body.has_asalto
        and not caught(fight, who)
    )


def caught(fight: TapizFight, who: Id) -> bool:
    """Whether somebody is surprised now: in the first ronda of a conflict (TAP-HOUSE-10)."""
    number = fight.round.number
    return number > 0 and not has_turn(number, surprised=fight.combatants[who].body.surprised)


def upcoming(fight: TapizFight) -> tuple[Id, ...]:
    """Who acts and who come next, into the round after this one."""
    if fight.round.turn is None:
        return ()
    able = tuple(who for who in fight.order if fight.combatants[who].body.has_asalto)
    now = (fight.round.turn, *waiting(fight))
    return (*now, *(who for who in able if who not in now))


def acted(fight: TapizFight, who: Id) -> TapizFight:
    """Write down that whoever acts has used this asalto (TAP-TIME-01)."""
    if fight.round.turn != who or fight.round.used:
        return fight
    return replace(fight, round=replace(fight.round, used=True))


def next_asalto(fight: TapizFight, notes: Notes) -> TapizFight:
    """End the asalto of whoever acts; when nobody is left, begin a new round."""
    state = fight.round
    acted = state.acted | ({state.turn} if state.turn else set())
    fight = replace(fight, round=replace(state, acted=acted, turn=None, used=False))
    left = waiting(fight)
    if not left:
        fight = new_round(fight, notes)
        left = waiting(fight)
    turn = left[0] if left else None
    if turn is not None:
        notes.add(Fact("turn.begins", params={"who": Ref(turn)}, rules=("TAP-TIME-01",)))
    return replace(fight, round=replace(fight.round, turn=turn))


def new_round(fight: TapizFight, notes: Notes) -> TapizFight:
    """Begin the next cycle of asaltos: ten seconds pass and negative pools tick (TAP-TIME-04, TAP-HOUSE-25)."""
    number = fight.round.number + 1
    notes.add(Fact("round.begins", value=number, rules=("TAP-TIME-04",)))
    fight = replace(fight, round=Round(number))
    if number == 1:
        return fight
    for who, one in fight.combatants.items():
        if one.body.surprised:
            fight = fight.with_body(who, replace(one.body, surprised=False))
    fight = replace(fight, clock=fight.clock + SECONDS["asalto"])
    return round_passes(fight, notes)


def round_passes(fight: TapizFight, notes: Notes) -> TapizFight:
    """Let the negative pools of everybody tick for one round; the clock stays (TAP-HP-05, TAP-HP-06)."""
    for who in fight.order:
        body, told = _ticked(fight.combatants[who])
        for fact in told:
            notes.add(fact)
        if told:
            fight = fight.with_body(who, body)
    return fight


def _ticked(one: TapizCombatant) -> tuple[Body, Explanation]:
    """Pass a round for both pools of one combatant (TAP-HP-05, TAP-HP-06)."""
    told: list[Fact] = []
    who, body = one.id, one.body
    for name in POOLS:
        pool = body.pool(name)
        after = tick_round(pool.current, stabilised=pool.stabilised)
        if after == pool.current:
            continue
        body = body.with_pool(name, replace(pool, current=after))
        params: dict[str, Param] = {"who": Ref(who), "before": pool.current, "after": after}
        told.append(
            Fact(
                f"tick.{name}",
                params=params,
                rules=("TAP-HP-05" if name == "physical" else "TAP-HP-06", "TAP-HOUSE-25"),
                audience=numbers_for(one),
                otherwise=Fact(f"tick.{name}_plain", params={"who": Ref(who)}, audience=words_for(one)),
            )
        )
        if (status := body.status(name)) in ("dead", "lost"):
            named: dict[str, Param] = {"who": Ref(who), "status": Word(f"status.{status}")}
            told.append(Fact("status.now", params=named, rules=("TAP-HP-09",), audience=words_for(one)))
    return body, tuple(told)


def settled(fight: TapizFight) -> TapizFight:
    """Hand the asalto on when whoever had it has left the fight, and clamp pools to their maximum; idempotent.

    Whoever joins a group that has rolled shares its initiative.
    """
    scores = {one.group: one.body.initiative for one in fight.combatants.values() if one.body.initiative is not None}
    for who, one in fight.combatants.items():
        body = one.body
        if body.initiative is None and one.group is not None and one.group in scores:
            body = replace(body, initiative=scores[one.group])
        for name in POOLS:
            pool = body.pool(name)
            if pool.current > pool.maximum:
                body = body.with_pool(name, replace(pool, current=pool.maximum))
        if body is not one.body:
            fight = fight.with_body(who, body)
    state = fight.round
    acted = frozenset(who for who in state.acted if who in fight.combatants)
    if acted != state.acted:
        fight = replace(fight, round=replace(fight.round, acted=acted))
    if state.turn is not None and state.turn not in fight.combatants:
        fight = replace(fight, round=replace(fight.round, turn=None, used=False))
        left = waiting(fight)
        fight = replace(fight, round=replace(fight.round, turn=left[0])) if left else fight
    return fight
