"""Initiative, asaltos and the end of a scene (TAP-HOUSE-09, TAP-TIME-01, TAP-HP-04, TAP-HOUSE-24)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Combatants, Input, Number, Option, Several
from rules.core.requests import Steps, choose, roll, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.keypad import without
from rules.systems.tapiz.cards import words_for
from rules.systems.tapiz.dice import ACTION_DICE
from rules.systems.tapiz.hit_points import POOLS, end_scene
from rules.systems.tapiz.initiative import initiative
from rules.systems.tapiz.state import Body, Round, TapizFight, effect_fact
from rules.systems.tapiz.turns import by_the_rules, new_round, next_asalto, placed, waiting
from rules.systems.tapiz.values import dice_term, initiative_terms


def without_initiative(fight: TapizFight) -> list[Id]:
    """Those who have not rolled yet, one for each group: one that is seen, where there is one, to be named by."""
    seen: set[Id] = set()
    found: list[Id] = []
    for who in sorted(fight.order, key=lambda one: fight.combatants[one].hidden):
        one = fight.combatants[who]
        if one.body.initiative is not None or (one.group in seen and one.group is not None):
            continue
        if one.group is not None:
            seen.add(one.group)
        found.append(who)
    return found


def group_of(fight: TapizFight, who: Id) -> list[Id]:
    """Everybody who shares this combatant's initiative, in order."""
    group = fight.combatants[who].group
    return [one for one in fight.order if one == who or (group and fight.combatants[one].group == group)]


def _members(fight: TapizFight, who: Id) -> list[Id]:
    group = fight.combatants[who].group
    if group is None:
        return [who]
    mates = [other.id for other in fight.combatants.values() if other.group == group]
    return [other for other in fight.order if other in mates and fight.combatants[other].body.initiative is None]


def _roll_one(fight: TapizFight, who: Id) -> Steps[tuple[int, ...]]:
    body = fight.combatants[who].body
    seen = TABLE if fight.combatants[who].controllers else controllers_of(who)
    faces = yield from roll(
        f"initiative:{who}", who, *ACTION_DICE, label="dice.initiative", bonus=body.initiative_modifier, audience=seen
    )
    return faces


def roll_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Somebody must still be without initiative, and there must be an order to roll for."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not without_initiative(fight) and (fight.round.number or not fight.combatants):
        raise NotAllowed("tapiz.initiative.all_rolled" if fight.combatants else "tapiz.initiative.nobody")


def roll_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Everybody without initiative rolls it, a group once; the order follows, and the first round begins.

    Where all initiatives have been typed, nothing is rolled and the round begins.
    """
    rolling = without_initiative(fight)
    faces = yield from together({who: _roll_one(fight, who) for who in rolling}, key="initiative")
    notes = Notes()
    for who in rolling:
        body = fight.combatants[who].body
        own = controllers_of(who)
        added = initiative_terms(body)
        by_hand = [term.value or 0 for term in added[2:]]
        result = initiative(body.modifier("dexterity"), body.modifier("wisdom"), faces[who], by_hand)
        # with the dice of a foe its modifiers would be known
        seen = TABLE if fight.combatants[who].controllers else own
        terms = (dice_term(faces[who]).told_to(seen), *(term.told_to(own) for term in added))
        params: dict[str, Param] = {"who": Ref(who)}
        notes.add(Fact("initiative.rolled", value=result, params=params, rules=("TAP-HOUSE-09",), terms=terms))
        for member in _members(fight, who):
            fight = fight.with_body(member, replace(fight.combatants[member].body, initiative=result))
    members = [member for who in rolling for member in group_of(fight, who)]
    fight = placed(fight, members) if fight.round.number else by_the_rules(fight)
    fight = replace(fight, status="running")
    return Outcome(_begun(fight, notes), notes.so_far)


def _begun(fight: TapizFight, notes: Notes) -> TapizFight:
    """The fight with somebody's asalto under way."""
    if fight.round.number and fight.round.turn is not None:
        return fight
    if not fight.round.number:
        fight = new_round(fight, notes)
    left = waiting(fight)
    if not left:
        return fight
    notes.add(Fact("turn.begins", params={"who": Ref(left[0])}, rules=("TAP-TIME-01",)))
    return replace(fight, round=replace(fight.round, turn=left[0]))


def set_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose initiative, and the number."""
    options = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in fight.order)
    return (
        Combatants("who", "input.whose", layout="five", options=options),
        Number("initiative", "input.initiative", minimum=-30, maximum=60),
    )


def set_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write down an initiative, for the whole group where there is one, and put everybody where the rules do."""
    yield from ()
    who: Id = command.inputs["who"]
    number: int = command.inputs["initiative"]
    members = group_of(fight, who)
    for member in members:
        fight = fight.with_body(member, replace(fight.combatants[member].body, initiative=number))
    notes = Notes()
    notes.add(Fact("initiative.set", value=number, params={"who": Ref(who)}, rules=("TAP-HOUSE-09",)))
    fight = placed(fight, members)
    return Outcome(fight, notes.so_far)


def sort_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put everybody back where the rules put them."""
    yield from ()
    return Outcome(by_the_rules(fight), (Fact("order.by_the_rules", rules=("TAP-HOUSE-09",)),))


def end_turn_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """The conflict must be under way, and players end their own asalto only."""
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("tapiz.not_begun")
    if not viewer.game_master and (command.actor is None or fight.round.turn != command.actor):
        raise NotAllowed("tapiz.not_your_turn")


def end_turn_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pass to the next asalto, into a new round when everybody has acted."""
    yield from ()
    notes = Notes()
    fight = next_asalto(fight, notes)
    return Outcome(fight, notes.so_far)


def scene_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pools at exactly zero go to 1, and the game master says which effects end (TAP-HP-04, TAP-HOUSE-24)."""
    notes = Notes()
    notes.add(Fact("scene.ends", rules=("TAP-HP-04",)))
    carried = [(who, effect) for who in fight.order for effect in fight.combatants[who].body.effects.values()]
    if carried:
        options = tuple(
            Option(effect.id, effect_fact(effect), notes=(Fact("core.combatant", params={"who": Ref(who)}),))
            for who, effect in carried
        )
        proposed = [effect.id for _, effect in carried if effect.duration == "next_roll"]
        answer = yield from choose(
            "ending",
            None,
            Several("effects", "input.ending", required=False, options=options, default=proposed),
            so_far=notes.so_far,
            audience=controllers_of(),
            default={"effects": proposed},
            label="ask.ending",
        )
        fight = without(fight, answer["effects"], notes)
    for who in fight.order:
        body, seen = fight.combatants[who].body, words_for(fight.combatants[who])
        for name in POOLS:
            pool = body.pool(name)
            if (after := end_scene(pool.current)) != pool.current:
                body = body.with_pool(name, replace(pool, current=after))
                told: dict[str, Param] = {"who": Ref(who)}
                notes.add(Fact(f"scene.recovers_{name}", params=told, rules=("TAP-HP-04",), audience=seen))
        fight = fight.with_body(who, body)
    return Outcome(fight, notes.so_far)


INITIATIVE: Action[Body, Round] = Action(
    "initiative", roll_resolve, check=roll_check, icon="dices", for_game_master=True, undo="with_all_after"
)
SET_INITIATIVE: Action[Body, Round] = Action(
    "set_initiative", set_resolve, set_inputs, icon="pencil", for_game_master=True, interrupts=True
)
SORT: Action[Body, Round] = Action("sort", sort_resolve, icon="arrow-down-up", for_game_master=True, interrupts=True)
END_TURN: Action[Body, Round] = Action(
    "end_turn", end_turn_resolve, check=end_turn_check, icon="chevrons-right", of_the_turn=True, undo="with_all_after"
)
END_SCENE: Action[Body, Round] = Action(
    "end_scene", scene_resolve, icon="flame", for_game_master=True, undo="with_all_after"
)
