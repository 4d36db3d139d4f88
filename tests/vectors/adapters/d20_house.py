"""Operations of the d20 cases of our own, answered by the functions of plain numbers."""

from rules.systems.d20 import (
    attack_bonus,
    conditions,
    explosives,
    grapple,
    harm,
    hit_points,
    recovery,
    strangling,
)
from rules.systems.d20 import attack_bonus as full_attack
from rules.systems.d20 import grapple as grapple_bonds
from rules.systems.d20.counts import Count, leaves_count, moved_to
from tests.rules.d20 import rounds
from tests.rules.d20.special import pieces
from tests.vectors.adapters.d20 import adapter, named, thrown
from tests.vectors.registry import Dice, Inputs, Result


@adapter("base_attacks")
def base_attacks(inputs: Inputs, faces: Dice) -> Result:
    return {"bonuses": list(full_attack.base_attacks(inputs["base_attack_bonus"]))}


@adapter("struck_grappler")
def struck_grappler(inputs: Inputs, faces: Dice) -> Result:
    return {"struck": thrown(attack_bonus.struck_grappler(inputs["grapplers"]), faces)}


@adapter("act_after_losing")
def act_after_losing(inputs: Inputs, faces: Dice) -> Result:
    order = [Count(one["id"], one["initiative"]) for one in inputs.parts("order")]
    return {
        "new_initiative": inputs["new_initiative"],
        "order": list(moved_to(order, inputs["actor"], inputs["new_initiative"])),
    }


@adapter("opportunity_back")
def opportunity_back(inputs: Inputs, faces: Dice) -> Result:
    order, used = inputs["order"], inputs["opportunities_used"]
    begun, _ = rounds.next_turn(rounds.in_round(order, inputs["current"], opportunities=used))
    return {"turn": begun.round.acting, "opportunities_used": [who for who in used if who in begun.round.opportunities]}


@adapter("leave_count")
def leave_count(inputs: Inputs, faces: Dice) -> Result:
    parts = inputs.parts("effects")
    effects = [
        rounds.lasting(one["name"], one["anchor"], one["rounds_left"], own_turn=one.get("own_turn", False))
        for one in parts
    ]
    order = list(dict.fromkeys([inputs["mover"], *(one["anchor"] for one in parts)]))
    counts = {who: inputs["count"] - place for place, who in enumerate(order)}
    after = rounds.effects_of(
        leaves_count(rounds.in_round(order, None, counts=counts, effects=effects), inputs["mover"])
    )
    return {
        "with_the_turn": [one.name for one in after if one.anchor],
        "on_the_count": [
            {"name": one.name, "count": one.count, "rounds_left": one.rounds} for one in after if not one.anchor
        ],
    }


@adapter("combined_aid")
def combined_aid(inputs: Inputs, faces: Dice) -> Result:
    return {"bonus": pieces.combined_aid(inputs["helpers"])}


@adapter("let_go")
def let_go(inputs: Inputs, faces: Dice) -> Result:
    bonds = tuple(grapple_bonds.Bond(one["one"], one["other"], one.get("pinner")) for one in inputs.parts("bonds"))
    left = grapple_bonds.let_go(bonds, inputs["actor"], inputs["other"])
    return {"status": {who: grapple_bonds.status(left, who) for who in inputs["of"]}}


@adapter("lethal_grapple")
def lethal_grapple(inputs: Inputs, faces: Dice) -> Result:
    return {"modifier": grapple.lethal_modifier(**inputs.some("lethal", "unarmed_counts_as_armed"))}


@adapter("connect_detonator")
def connect_detonator(inputs: Inputs, faces: Dice) -> Result:
    return {"success": thrown(explosives.connect_detonator(inputs["demolitions_bonus"]), faces)}


@adapter("first_dying_save")
def first_dying_save(inputs: Inputs, faces: Dice) -> Result:
    roll = recovery.recovery_roll(
        "dying_round", inputs["hp"], "dying", inputs["bonus"], began_this_turn=inputs["began_this_turn"]
    )
    after = thrown(roll, faces)
    return {"roll_due": after.roll_due, "hp": after.hp, "state": after.state}


@adapter("air_again")
def air_again(inputs: Inputs, faces: Dice) -> Result:
    return {"state": hit_points.state_by_hit_points(inputs["hp"])}


@adapter("rest_from")
def rest_from(inputs: Inputs, faces: Dice) -> Result:
    left = conditions.rest_from(inputs["condition"], inputs["rest_hours"], exposed=inputs.get("exposed", False))
    return {"condition": left}


@adapter("tire")
def tire(inputs: Inputs, faces: Dice) -> Result:
    (left,) = conditions.present_conditions({inputs["condition"], "fatigued"} - {"none"})
    return {"condition": left}


@adapter("nonlethal_hit")
def nonlethal_hit(inputs: Inputs, faces: Dice) -> Result:
    threshold = inputs.get("constitution")
    hit = harm.nonlethal_hit(inputs["hp"], inputs["damage"], threshold, fortitude_bonus=0)
    return {"save_due": thrown(hit, faces).save_due}


@adapter("strangle_tie")
def strangle_tie(inputs: Inputs, faces: Dice) -> Result:
    sizes = ("medium", "medium")
    totals = (inputs["total"], inputs["total"])
    modifiers = named(inputs.some("attacker_grapple_modifier", "target_grapple_modifier"))
    begun = strangling.begin_strangling(*sizes, *totals, "choke", inputs["target_constitution"], **modifiers)
    return {"success": begun.success, "effect": begun.effect}
