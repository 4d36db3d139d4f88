"""One consequence of a given tier, imposed whatever the points would have bought (TAP-STANCE-08, TAP-HERO-12)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes
from rules.core.inputs import Choice, Option, Text
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.tapiz.actions.losing import lost_input, on_things
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.spending import HELPS_ONESELF, give_effect, listed, own_words
from rules.systems.tapiz.effects import LISTED_EFFECTS, MODIFIERS, BestTier, Tier
from rules.systems.tapiz.state import TapizFight

POINTS = "points"
OWN = "own"


def raised_consequence(
    fight: TapizFight, points: Points, tier: BestTier, command_id: Id, notes: Notes
) -> Steps[TapizFight | None]:
    """Ask the target of a failed attack in focus on damage whether it imposes the one raised consequence.

    None where it rather spends the points. (TAP-STANCE-08)
    """
    if tier == "none" or points.opponent is None:
        return None
    rather = Option(POINTS, Fact("raised.points", params={"points": points.amount}))
    told = Fact("raised.imposed", rules=("TAP-STANCE-08",))
    return (
        yield from imposed(fight, points.opponent, points.spender, tier, command_id, notes, told=told, rather=rather)
    )


def imposed(
    fight: TapizFight,
    bearer: Id,
    by: Id | None,
    tier: Tier,
    command_id: Id,
    notes: Notes,
    *,
    told: Fact,
    rather: Option | None = None,
) -> Steps[TapizFight | None]:
    """Ask whoever imposes it (None: the game master) what one consequence of this tier is, and let it be carried.

    `rather`: an option that declines, with which None comes back. Nobody has to wait for it: proposed is a consequence
    of that tier without a name of its own.
    """
    known = [one for one in LISTED_EFFECTS.values() if one.tier == tier and one.id not in HELPS_ONESELF]
    options = (
        Option(OWN, Fact("raised.own"), notes=(Fact("modifier", value=-MODIFIERS[tier]),)),
        *(
            Option(
                one.id,
                Fact(f"effect.{one.id}"),
                notes=(Fact("modifier", value=-MODIFIERS[tier]) if one.numeric else Fact("note.no_number"),),
            )
            for one in known
        ),
        *((rather,) if rather is not None else ()),
    )
    answer = yield from choose(
        "raised",
        by,
        Choice("consequence", f"raised.{tier}", default=OWN, required=False, layout="grid", options=options),
        Text("name", "input.effect_name", required=False, length=80),
        *(lost_input(fight, bearer) if tier != "minor" else ()),
        so_far=notes.so_far,
        default={"consequence": OWN, "name": ""},
        label="ask.raised",
    )
    chosen = str(answer.get("consequence") or OWN)
    if rather is not None and chosen == rather.value:
        return None
    effect_id = f"{command_id}-raised"
    if chosen == OWN:
        row = {"name": answer.get("name") or "", "tier": tier, "whom": "opponent", "numeric": True, "lasting": False}
        effect = own_words(effect_id, row, fight.round.number)
        if not effect.name:
            effect = replace(effect, listed="raised_consequence")
    else:
        effect = listed(effect_id, chosen, fight.round.number)
    notes.add(told)
    fight, carried = on_things(fight, [(bearer, effect)], by, answer, notes)
    for whom, one in carried:
        fight = give_effect(fight, whom, one, notes, by=by)
    return fight
