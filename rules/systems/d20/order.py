"""The course of a fight: awareness, initiative, the surprise round, turns.

Rules: D20C-INI-01 to -05, D20C-HOUSE-02, D20C-SEQ-01 to -06, D20C-SUR-01 to -04, D20C-HOUSE-19.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.driver import Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.people import asking, people_input, rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import thrown
from rules.core.throws import Asking, asked
from rules.core.types import Id
from rules.systems.d20.counts import by_the_rules, takes_turns
from rules.systems.d20.initiative import (
    Contender,
    Starter,
    acts_this_round,
    initiative_order,
    roll_initiative,
    roll_ties,
    start_combat,
    surprised,
)
from rules.systems.d20.settings import setting
from rules.systems.d20.state import Body, D20Fight, Round, in_rounds
from rules.systems.d20.terms import die_term
from rules.systems.d20.time import BEGIN_TURN, TIME_PASSES
from rules.systems.d20.turns import end_turn, go_on
from rules.systems.d20.values import initiative_fact


def fighters(fight: D20Fight) -> tuple[Id, ...]:
    """Return the combatants that can take turns: no objects, no dead."""
    return tuple(who for who in fight.order if fight.body(who).being != "object" and fight.body(who).vital != "dead")


def without_initiative(fight: D20Fight, among: Sequence[Id]) -> tuple[Id, ...]:
    """Return the combatants that have not rolled yet, one for each group, a visible one if possible."""
    seen: set[Id] = set()
    found: list[Id] = []
    for who in sorted(among, key=lambda one: fight.combatants[one].hidden):
        one = fight.combatants[who]
        if one.body.initiative is not None or (one.group is not None and one.group in seen):
            continue
        if one.group is not None:
            seen.add(one.group)
        found.append(who)
    return tuple(found)


def mates(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """Return the combatants that share one initiative, in order."""
    group = fight.combatants[who].group
    return tuple(one for one in fight.order if one == who or (group and fight.combatants[one].group == group))


def roll_for(fight: D20Fight, rolling: Sequence[Id], notes: Notes) -> Steps[D20Fight]:
    """Roll initiative, once for a group, break ties by dice, and sort the order (D20C-INI-01 to -05)."""
    if not rolling:
        return fight
    modifiers = {who: initiative_fact(fight, who).value or 0 for who in rolling}
    rolled = yield from asked(
        roll_initiative(tuple(modifiers.items())), Asking(audience=lambda die, to: rolls_seen(fight, to))
    )
    for one in rolled:
        tell_rolled(fight, one, notes)
    there: list[Contender] = []
    for who in fight.order:
        body = fight.body(who)
        leads = mates(fight, who)[0] == who
        if body.initiative is not None and leads and who not in modifiers:
            there.append(Contender(who, body.initiative, body.rolled, established=True, tie_dice=body.ties))
    contending = [replace(one, hidden=one.id in fight.hidden) for one in (*there, *rolled)]
    parted = yield from asked(
        roll_ties(contending),
        asking(fight, {}, notes),
    )
    for one in parted:
        if one.tie_dice and one.tie_dice != fight.body(one.id).ties:
            rules = ("D20C-INI-03", "D20C-HOUSE-02")
            seen, faces = rolls_seen(fight, one.id), one.tie_dice[len(fight.body(one.id).ties) :]
            dice = thrown(faces, *rules, value=one.tie_dice[-1], audience=seen)
            notes.tell("initiative.tie", one.tie_dice[-1], who=one.id, rules=rules, terms=(dice,))
        for member in mates(fight, one.id):
            body = replace(fight.body(member), initiative=one.total, rolled=one.modifier, ties=one.tie_dice)
            fight = fight.with_body(member, body)
    ranked = initiative_order(parted)
    order = tuple(dict.fromkeys(member for who in ranked for member in mates(fight, who)))
    rest = tuple(who for who in fight.order if who not in order)
    return replace(fight, order=(*order, *rest))


def tell_rolled(fight: D20Fight, one: Contender, notes: Notes) -> None:
    own = controllers_of(one.id)
    fact = initiative_fact(fight, one.id)
    seen = rolls_seen(fight, one.id)
    die = die_term(one.total - one.modifier, ("D20C-INI-01",), seen)
    terms = (die, *(term.told_to(own) for term in fact.terms))
    notes.tell("initiative.rolled", one.total, who=one.id, rules=("D20C-INI-01",), terms=terms)


def awareness_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatants that are aware of their opponents."""
    return (people_input(fighters(fight), name="aware", label="input.aware", several=True, required=False),)


def awareness_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Awareness is ruled only before the first turn (D20C-SEQ-03)."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if in_rounds(fight):
        raise NotAllowed("d20.awareness.too_late")
    if not fighters(fight):
        raise NotAllowed("d20.round.nobody")


def awareness_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down the aware combatants; one that is unaware of aware foes is surprised (D20C-SEQ-03, D20C-SUR-01)."""
    yield from ()
    people = fighters(fight)
    aware = tuple(who for who in people if who in command.inputs["aware"])
    notes = Notes()
    start = start_combat([Starter(who, who in aware) for who in people])
    code = "awareness.surprise" if start.surprise_round else "awareness.no_surprise"
    notes.tell(code, rules=("D20C-SEQ-03", "D20C-SUR-02"))
    for who in people:
        side = fight.combatants[who].side
        known = any(fight.combatants[other].side != side for other in aware)
        if start.surprise_round and surprised(aware=who in aware, known_to_enemies=known):
            notes.tell("awareness.surprised", who=who, rules=("D20C-SUR-01", "D20C-SUR-04"))
    return Outcome(replace(fight, round=replace(fight.round, aware=aware)), notes.so_far)


def initiative_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A combatant must lack initiative, or the first round must not have begun."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    people = fighters(fight)
    if not people:
        raise NotAllowed("d20.round.nobody")
    if in_rounds(fight) and fight.round.acting is not None and not without_initiative(fight, rolling_now(fight)):
        raise NotAllowed("d20.initiative.all_rolled")


def rolling_now(fight: D20Fight) -> tuple[Id, ...]:
    """Return the combatants that roll now: the aware in a surprise round, else all (D20C-SUR-03, D20C-SEQ-04)."""
    people = fighters(fight)
    if fight.round.stage == "surprise":
        return tuple(who for who in people if who in (fight.round.aware or ()))
    return people


def initiative_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll initiative and begin the surprise round or the first round; newcomers join the order.

    (D20C-SEQ-01 to -04, D20C-SUR-02, D20C-SUR-03, D20C-INI-01, D20C-INI-05, D20C-HOUSE-19)
    """
    notes = Notes()
    if in_rounds(fight) and fight.round.acting is not None:
        fight = yield from _join(fight, notes)
        return Outcome(fight, notes.so_far)
    people = fighters(fight)
    aware = people if fight.round.aware is None else fight.round.aware
    start = start_combat([Starter(who, who in aware) for who in people])
    fight = replace(fight, status="running")
    if not in_rounds(fight) and start.surprise_round:
        fight = replace(fight, round=replace(fight.round, stage="surprise"))
        notes.tell("round.surprise", rules=("D20C-SUR-02", "D20C-SUR-03"))
    fight = yield from roll_for(fight, without_initiative(fight, rolling_now(fight)), notes)
    fight = yield from advance(fight, notes)
    return Outcome(fight, notes.so_far)


def _join(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    """Let newcomers in a running fight roll and act on their count (D20C-INI-05, D20C-HOUSE-19)."""
    rolling = without_initiative(fight, rolling_now(fight))
    newcomers = tuple(dict.fromkeys(member for who in rolling for member in mates(fight, who)))
    fight = yield from roll_for(fight, rolling, notes)
    acting = fight.round.acting
    if acting is not None:
        now = acts_this_round(fight.order, newcomers, acting)
        late = frozenset(who for who in newcomers if not now[who])
        fight = replace(fight, round=replace(fight.round, done=fight.round.done | late))
    if not setting(fight.house, "newcomers_flat_footed"):
        fight = replace(fight, round=replace(fight.round, ready=fight.round.ready | frozenset(newcomers)))
    return fight


def advance(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    """Begin the next turn; after the surprise round the others roll and the first round begins (D20C-SEQ-04)."""
    fight = yield from go_on(fight, notes, BEGIN_TURN, TIME_PASSES)
    return (yield from _after_surprise(fight, notes))


def turn_over(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    """End the current turn and go on (D20C-SEQ-05)."""
    fight = yield from end_turn(fight, notes, BEGIN_TURN, TIME_PASSES)
    return (yield from _after_surprise(fight, notes))


def passed_over(fight: D20Fight, notes: Notes) -> D20Fight:
    """The fight as those see it who know of no hidden combatant: its turn is over, unless dice decide what follows."""
    passing = Notes()
    for _hidden in fight.order:
        acting = fight.round.acting
        if acting is None or not fight.combatants[acting].hidden:
            break
        after = run(turn_over(fight, passing), {})
        if isinstance(after, Pending):
            return fight
        fight = after.result
    for told in passing.so_far:
        notes.add(told)
    return fight


def kept_waiting(before: D20Fight, after: D20Fight, busy: Collection[Id]) -> D20Fight:
    """The round in which the hidden who were passed over still have their turn, but for one who has begun it.

    Who had delayed to the end of the round has had the last chance of it (D20C-DLY-05).
    """
    was, now = before.round, after.round
    if (was.number, was.stage) != (now.number, now.stage):
        return after
    begun = {was.turn.who} if was.turn is not None and was.turn.spent else set()
    waits = {who for who in now.done - was.done if after.combatants[who].hidden} - begun - was.delayed - set(busy)
    return replace(after, round=replace(now, done=now.done - waits))


def _after_surprise(fight: D20Fight, notes: Notes) -> Steps[D20Fight]:
    if fight.round.acting is not None or fight.round.stage != "surprise":
        return fight
    fight = yield from roll_for(fight, without_initiative(fight, fighters(fight)), notes)
    everybody = frozenset(who for who in fight.order if takes_turns(fight, who))
    fight = replace(fight, round=replace(fight.round, stage="normal", done=everybody))
    return (yield from go_on(fight, notes, BEGIN_TURN, TIME_PASSES))


def end_turn_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Rounds must have begun; players end only the turns of combatants they control."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.status != "running" or not in_rounds(fight):
        raise NotAllowed("core.not_begun")
    if not viewer.game_master and (command.actor is None or command.actor != fight.round.acting):
        raise NotAllowed("core.not_your_turn")
    if command.actor is not None and fight.round.acting is not None and command.actor != fight.round.acting:
        raise NotAllowed("core.not_your_turn")


def end_turn_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """End the current turn and begin the next (D20C-SEQ-05)."""
    notes = Notes()
    fight = yield from turn_over(fight, notes)
    return Outcome(fight, notes.so_far)


def set_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatant, and its new initiative."""
    return (
        people_input(fighters(fight), name="who", label="input.whose"),
        Number("initiative", "input.initiative", minimum=-40, maximum=99),
    )


def set_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """There must be an order with at least one combatant."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fighters(fight):
        raise NotAllowed("d20.round.nobody")


def set_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Set the initiative of a combatant or of its whole group, and sort by the rules."""
    yield from ()
    who: Id = command.inputs["who"]
    number: int = command.inputs["initiative"]
    modifier = initiative_fact(fight, who).value or 0
    for member in mates(fight, who):
        body = fight.body(member)
        fight = fight.with_body(member, replace(body, initiative=number, rolled=modifier))
    told = fact("initiative.set", number, who=who, rules=("D20C-INI-02",))
    return Outcome(by_the_rules(fight), (told,))


def sort_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A combatant must have initiative."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not any(one.body.initiative is not None for one in fight.combatants.values()):
        raise NotAllowed("d20.initiative.nobody")


def sort_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Sort the combatants by their counts (D20C-INI-02)."""
    yield from ()
    return Outcome(by_the_rules(fight), (Fact("initiative.sorted", rules=("D20C-INI-02",)),))


AWARENESS: Action[Body, Round] = Action(
    "awareness", awareness_resolve, awareness_inputs, awareness_check, icon="eye", for_game_master=True
)

INITIATIVE: Action[Body, Round] = Action(
    "initiative",
    initiative_resolve,
    check=initiative_check,
    icon="dices",
    for_game_master=True,
    undo="with_all_after",
)

END_TURN: Action[Body, Round] = Action(
    "end_turn",
    end_turn_resolve,
    check=end_turn_check,
    icon="chevrons-right",
    of_the_turn=True,
    undo="with_all_after",
)

SET_INITIATIVE: Action[Body, Round] = Action(
    "set_initiative", set_resolve, set_inputs, set_check, icon="pencil", for_game_master=True, interrupts=True
)

SORT: Action[Body, Round] = Action(
    "sort", sort_resolve, check=sort_check, icon="arrow-down-up", for_game_master=True, interrupts=True
)

ORDER = (AWARENESS, INITIATIVE, END_TURN, SET_INITIATIVE, SORT)
