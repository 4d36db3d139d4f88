"""What there is to know of a machine and of the turn, each fact with its audience."""

from __future__ import annotations

from rules.core.audience import Audience, controllers_of
from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.fight import Card
from rules.core.health import health_word
from rules.core.people import numbers_for, words_for
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import hex_of
from rules.systems.tactico.vehicles.heat_scale import fire_modifier, movement_points_lost
from rules.systems.tactico.vehicles.machines import LOCATIONS_OF_KIND, is_destroyed
from rules.systems.tactico.vehicles.situation import VEHICLE_RELATIONS, machine, turn_of, vehicle_round
from rules.systems.tactico.vehicles.state import Machine, MachineTurn
from rules.systems.tactico.vehicles.turns import to_act


def headline(fight: TacticoFight) -> Explanation:
    """The turn and its stage."""
    state = vehicle_round(fight)
    if not state.number:
        return (fact("vehicle_turn.none"),)
    return (
        fact("vehicle_turn.number", state.number, rules=("TAC-TURN-02",)),
        fact(f"vehicle_stage.{state.stage}", rules=("TAC-VEH-02",)),
    )


def card(fight: TacticoFight, who: Id) -> Card:
    """All facts of a machine."""
    combatant, one, own = fight.combatants[who], machine(fight, who), controllers_of(who)
    words = words_for(combatant)
    facts: list[Fact] = []
    score = vehicle_round(fight).scores.get(who)
    if score is not None:
        facts.append(fact("initiative", score, rules=("TAC-VEH-02",)))
    kind = Word(f"vehicle.{one.kind}")
    facts.append(fact("machine.kind", one.tonnage, kind=kind, key=one.kind, rules=("TAC-VEH-01",)))
    facts.extend(armour_facts(one, numbers_for(combatant), words, told=combatant.shows == "word"))
    if one.out:
        facts.append(fact("out", rules=("TAC-HOUSE-31",), audience=words))
    facts.extend(state_facts(fight, who, words))
    if fight.ordered:
        facts.extend(place_facts(fight, one))
        facts.extend(turn_facts(fight, who))
        if to_act(fight)[:1] == (who,):
            facts.append(fact("awaited.declaration", rules=("TAC-VEH-02",), audience=words))
    facts.extend(own_facts(one, own))
    return Card(who, tuple(facts))


def armour_facts(one: Machine, numbers: Audience, words: Audience, *, told: bool) -> Explanation:
    """The armour as numbers, else as a word; destroyed locations can be seen (TAC-HOUSE-31).

    numbers, words: who may read each. told: those who may not read the numbers get the word.
    """
    left, rules = one.armour_left, ("TAC-HOUSE-31",)
    whole, most = sum(left.values()), sum(one.armour_max.values())
    key = health_word(whole, most, down=one.out)
    said = Word(f"wear.{key}")
    word = fact("armour.word", word=said, key=key) if told else None
    params: dict[str, Param] = {"maximum": most, "word": said, "key": key}
    facts = [Fact("armour.number", whole, params, rules, numbers, otherwise=word)]
    for place in LOCATIONS_OF_KIND[one.kind]:
        gone = is_destroyed(left[place])
        facts.append(
            fact(
                "armour.now",
                left[place],
                location=Word(f"vehicle_location.{place}"),
                maximum=one.armour_max[place],
                key=place,
                gone=int(gone),
                rules=rules,
                audience=numbers,
                otherwise=fact(f"lost_part.{place}", key=place, rules=rules, audience=words) if gone else None,
            )
        )
    return tuple(facts)


def state_facts(fight: TacticoFight, who: Id, seen: Audience) -> Explanation:
    """The states of a machine, which can be seen from outside."""
    one = machine(fight, who)
    found: list[Fact] = []
    if one.fallen:
        found.append(fact("machine_state.fallen", rules=("TAC-HOUSE-28", "TAC-HOUSE-31"), audience=seen))
    if one.offline:
        found.append(fact("machine_state.offline", rules=("TAC-HOUSE-27",), audience=seen))
    if one.wild:
        found.append(fact("machine_state.wild", rules=("TAC-HOUSE-27",), audience=seen))
    if one.immobile:
        found.append(fact("machine_state.immobile", rules=("TAC-SHOT-04",), audience=seen))
    if one.flying:
        found.append(fact("machine_state.flying", rules=("TAC-SHOT-09",), audience=seen))
    return (*found, *relation_facts(fight, VEHICLE_RELATIONS, who))


def place_facts(fight: TacticoFight, one: Machine) -> Explanation:
    """The hex where it stands, with its ground, and the facing (TAC-HOUSE-33)."""
    if not one.at:
        return ()
    ground = Word(f"ground.{vehicle_round(fight).board.land(hex_of(one.at)).ground}")
    facing = Word(f"facing.{one.facing}")
    return (fact("machine.at", hex=one.at, facing=facing, ground=ground, key=one.facing, rules=("TAC-HOUSE-33",)),)


def turn_facts(fight: TacticoFight, who: Id) -> Explanation:
    """What it declared and did in the turn at hand, which everybody hears and sees (TAC-VEH-04, TAC-SHOT-04)."""
    turn, one = turn_of(fight, who), machine(fight, who)
    facts: list[Fact] = []
    if turn.moved and turn.movement == "none":
        facts.append(fact("turn.stays", rules=("TAC-VEH-05",)))
    elif turn.moved:
        mode, rules = Word(f"mode.{turn.movement}"), ("TAC-SHOT-02", "TAC-SHOT-04")
        facts.append(fact("turn.moved", turn.hexes, mode=mode, key=turn.movement, rules=rules))
    facts.extend(_aims(fight, one, turn))
    if turn.declared:
        facts.append(fact("turn.declared", rules=("TAC-VEH-04",)))
    return tuple(facts)


def _aims(fight: TacticoFight, one: Machine, turn: MachineTurn) -> Explanation:
    """The declared attacks, until they have been worked out; several weapons on one target are counted (TAC-VEH-06)."""
    if turn.resolved:
        return ()
    facts: list[Fact] = []
    fired: dict[Id, list[str]] = {}
    for shot in turn.shots:
        if shot.target in fight.combatants and shot.weapon in one.weapons:
            fired.setdefault(shot.target, []).append(one.weapons[shot.weapon].weapon)
    for target, weapons in fired.items():
        if len(weapons) > 1:
            facts.append(fact("turn.aims_several", len(weapons), target=target, rules=("TAC-VEH-06",)))
        else:
            weapon = Word(f"vehicle_weapon.{weapons[0]}")
            facts.append(fact("turn.aims", weapon=weapon, target=target, rules=("TAC-VEH-06",)))
    for blow in turn.strikes:
        if blow.target in fight.combatants:
            limb = Word(f"limb.{blow.limb}")
            facts.append(fact("turn.aims", weapon=limb, target=blow.target, rules=("TAC-PHYS-01",)))
    if turn.ram and turn.rammed is not None and turn.rammed in fight.combatants:
        ram = Word(f"physical.{turn.ram}")
        facts.append(fact("turn.aims", weapon=ram, target=turn.rammed, rules=("TAC-PHYS-01",)))
    return tuple(facts)


def own_facts(one: Machine, own: Audience) -> Explanation:
    """What only its crew reads: heat and its effects, weapons and the shots left (TAC-VEH-07, TAC-HEAT-04)."""
    facts: list[Fact] = []
    if one.keeps_heat:
        rules = ("TAC-HEAT-01", "TAC-HEAT-04")
        facts.append(fact("heat.now", one.heat, sinks=one.heat_sinks, rules=rules, audience=own))
        if slower := movement_points_lost(one.kind, one.heat):
            facts.append(fact("heat.slows_now", slower, rules=("TAC-HEAT-04",), audience=own))
        if harder := fire_modifier(one.heat):
            facts.append(fact("heat.blurs_now", harder, rules=("TAC-HEAT-04",), audience=own))
    for key, fitted in one.weapons.items():
        facts.append(
            fact(
                "weapon_now.energy" if fitted.left is None else "weapon_now.loaded",
                fitted.left,
                weapon=Word(f"vehicle_weapon.{fitted.weapon}"),
                mount=Word(f"mount.{fitted.mount}"),
                key=key,
                works=int(one.works(key)),
                rules=("TAC-HOUSE-32",),
                audience=own,
            )
        )
    return tuple(facts)
