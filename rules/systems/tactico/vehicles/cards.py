"""What there is to know of a machine, each fact with its audience."""

from __future__ import annotations

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.fight import Card
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import PLAIN
from rules.systems.tactico.vehicles.heat_scale import fire_modifier, movement_points_lost
from rules.systems.tactico.vehicles.machines import LOCATIONS_OF_KIND, is_destroyed
from rules.systems.tactico.vehicles.situation import VEHICLE_RELATIONS, machine, turn_of, vehicle_round
from rules.systems.tactico.vehicles.state import Machine, MachineTurn
from rules.systems.tactico.vehicles.turns import to_act


def headline(fight: TacticoFight) -> Explanation:
    """The turn and its stage."""
    state = vehicle_round(fight)
    if not state.number:
        return (Fact("vehicle_turn.none"),)
    return (
        Fact("vehicle_turn.number", value=state.number, rules=("TAC-TURN-02",)),
        Fact(f"vehicle_stage.{state.stage}", rules=("TAC-VEH-02",)),
    )


def wear_word(one: Machine) -> str:
    """How a machine looks from outside: whole, scratched, battered (half of its armour gone), out of action."""
    if one.out:
        return "down"
    left, most = sum(one.armour_left.values()), sum(one.armour_max.values())
    if left >= most:
        return "unhurt"
    return "hurt" if 2 * left > most else "badly_hurt"


def armour_facts(one: Machine, numbers: Audience, words: Audience, *, told: bool) -> Explanation:
    """The armour as numbers for those who may read it, else as a word; what is destroyed can be seen (TAC-HOUSE-31)."""
    key = wear_word(one)
    whole = Fact(
        "armour.number",
        value=sum(one.armour_left.values()),
        params={"maximum": sum(one.armour_max.values()), "key": key},
        rules=("TAC-HOUSE-31",),
        audience=numbers,
        otherwise=Fact("armour.word", params={"word": Word(f"wear.{key}"), "key": key}) if told else None,
    )
    facts = [whole]
    left = one.armour_left
    for place in LOCATIONS_OF_KIND[one.kind]:
        points = left[place]
        gone = is_destroyed(points)
        params: dict[str, Param] = {
            "location": Word(f"vehicle_location.{place}"),
            "maximum": one.armour_max[place],
            "key": place,
            "gone": int(gone),
        }
        plain = Fact(f"lost_part.{place}", params={"key": place}, rules=("TAC-HOUSE-31",), audience=words)
        facts.append(Fact("armour.now", points, params, ("TAC-HOUSE-31",), numbers, otherwise=plain if gone else None))
    return tuple(facts)


def state_facts(fight: TacticoFight, who: Id, seen: Audience) -> Explanation:
    """What everybody can see of its state."""
    one = machine(fight, who)
    found = (
        ("fallen", one.fallen, ("TAC-HOUSE-28", "TAC-HOUSE-31")),
        ("offline", one.offline, ("TAC-HOUSE-27",)),
        ("wild", one.wild, ("TAC-HOUSE-27",)),
        ("immobile", one.immobile, ("TAC-SHOT-04",)),
        ("flying", one.flying, ("TAC-SHOT-09",)),
    )
    states = tuple(Fact(f"machine_state.{name}", rules=rules, audience=seen) for name, holds, rules in found if holds)
    return (*states, *relation_facts(fight, VEHICLE_RELATIONS, who))


def turn_facts(fight: TacticoFight, who: Id) -> Explanation:
    """What it declared and did in the turn at hand, heard and seen by everybody (TAC-VEH-04, TAC-SHOT-04)."""
    turn, one = turn_of(fight, who), machine(fight, who)
    facts: list[Fact] = []
    if turn.moved:
        params: dict[str, Param] = {"mode": Word(f"mode.{turn.movement}"), "key": turn.movement}
        facts.append(Fact("turn.moved", value=turn.hexes, params=params, rules=("TAC-SHOT-02", "TAC-SHOT-04")))
    facts.extend(_aims(fight, one, turn))
    if turn.declared:
        facts.append(Fact("turn.declared", rules=("TAC-VEH-04",)))
    return tuple(facts)


def _aims(fight: TacticoFight, one: Machine, turn: MachineTurn) -> Explanation:
    if turn.resolved:
        return ()
    facts: list[Fact] = []
    for shot in turn.shots:
        if shot.target in fight.combatants and shot.weapon in one.weapons:
            weapon = Word(f"vehicle_weapon.{one.weapons[shot.weapon].weapon}")
            facts.append(
                Fact("turn.aims", params={"weapon": weapon, "target": Ref(shot.target)}, rules=("TAC-VEH-06",))
            )
    for strike in turn.strikes:
        if strike.target in fight.combatants:
            limb = Word(f"limb.{strike.limb}")
            facts.append(
                Fact("turn.aims", params={"weapon": limb, "target": Ref(strike.target)}, rules=("TAC-PHYS-01",))
            )
    if turn.ram and turn.rammed in fight.combatants and turn.rammed is not None:
        ram = Word(f"physical.{turn.ram}")
        facts.append(Fact("turn.aims", params={"weapon": ram, "target": Ref(turn.rammed)}, rules=("TAC-PHYS-01",)))
    return tuple(facts)


def own_facts(one: Machine, own: Audience) -> Explanation:
    """What only its crew reads: heat and what it costs, weapons with what is left of them (TAC-VEH-07, TAC-HEAT-04)."""
    facts: list[Fact] = []
    if one.keeps_heat:
        params: dict[str, Param] = {"sinks": one.heat_sinks}
        terms = (
            Fact("heat.slows_now", value=movement_points_lost(one.kind, one.heat), rules=("TAC-HEAT-04",)),
            Fact("heat.blurs_now", value=fire_modifier(one.heat), rules=("TAC-HEAT-04",)),
        )
        shown = tuple(term for term in terms if term.value)
        facts.append(Fact("heat.now", one.heat, params, ("TAC-HEAT-01", "TAC-HEAT-04"), own))
        facts.extend(Fact(term.code, term.value, rules=term.rules, audience=own) for term in shown)
    for key, fitted in one.weapons.items():
        named: dict[str, Param] = {
            "weapon": Word(f"vehicle_weapon.{fitted.weapon}"),
            "mount": Word(f"mount.{fitted.mount}"),
            "key": key,
            "works": int(one.works(key)),
        }
        code = "weapon_now.energy" if fitted.left is None else "weapon_now.loaded"
        facts.append(Fact(code, fitted.left, named, ("TAC-HOUSE-32",), own))
    return tuple(facts)


def place_fact(fight: TacticoFight, one: Machine) -> Explanation:
    """Where it stands, looking where, on what ground (TAC-HOUSE-33)."""
    if not one.at:
        return ()
    cell = vehicle_round(fight).board.cells.get(one.at, PLAIN)
    params: dict[str, Param] = {
        "hex": one.at,
        "facing": Word(f"facing.{one.facing}"),
        "ground": Word(f"ground.{cell.ground}"),
        "key": one.facing,
    }
    return (Fact("machine.at", params=params, rules=("TAC-HOUSE-33",)),)


def card(fight: TacticoFight, who: Id) -> Card:
    """All facts of a machine."""
    combatant, one = fight.combatants[who], machine(fight, who)
    own = controllers_of(who)
    numbers = TABLE if combatant.shows == "number" else own
    words = own if combatant.shows == "nothing" else TABLE
    facts: list[Fact] = []
    score = vehicle_round(fight).scores.get(who)
    if score is not None:
        facts.append(Fact("initiative", value=score, rules=("TAC-VEH-02",)))
    kind: dict[str, Param] = {"kind": Word(f"vehicle.{one.kind}"), "key": one.kind}
    facts.append(Fact("machine.kind", value=one.tonnage, params=kind, rules=("TAC-VEH-01",)))
    facts.extend(armour_facts(one, numbers, words, told=combatant.shows == "word"))
    if one.out:
        facts.append(Fact("out", rules=("TAC-HOUSE-31",), audience=words))
    facts.extend(state_facts(fight, who, words))
    if fight.ordered:
        facts.extend(place_fact(fight, one))
        facts.extend(turn_facts(fight, who))
        if to_act(fight)[:1] == (who,):
            facts.append(Fact("awaited.declaration", rules=("TAC-VEH-02",), audience=words))
    facts.extend(own_facts(one, own))
    return Card(who, tuple(facts))
