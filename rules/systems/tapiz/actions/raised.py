"""The consequence that a failed attack in focus on damage lays open: one tier above the one rolled (TAP-STANCE-08)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.facts import Fact, Notes
from rules.core.inputs import Choice, Option, Text
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.tapiz.actions.points import Points
from rules.systems.tapiz.actions.spending import HELPS_ONESELF, give_effect, listed, own_words
from rules.systems.tapiz.effects import LISTED_EFFECTS, MODIFIERS, BestTier
from rules.systems.tapiz.state import TapizFight

POINTS = "points"
OWN = "own"


def raised_consequence(
    fight: TapizFight, points: Points, tier: BestTier, command_id: Id, notes: Notes
) -> Steps[TapizFight | None]:
    """Ask the target whether it imposes the one raised consequence; None where it rather spends the points.

    Nobody has to wait for it: proposed is a consequence of that tier in plain words.
    """
    bearer = points.opponent
    if tier == "none" or bearer is None:
        return None
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
        Option(POINTS, Fact("raised.points", params={"points": points.amount})),
    )
    answer = yield from choose(
        "raised",
        points.spender,
        Choice("consequence", f"raised.{tier}", default=OWN, required=False, layout="grid", options=options),
        Text("name", "input.effect_name", required=False, length=80),
        so_far=notes.so_far,
        default={"consequence": OWN, "name": ""},
        label="ask.raised",
    )
    chosen = str(answer.get("consequence") or OWN)
    if chosen == POINTS:
        return None
    effect_id = f"{command_id}-raised"
    if chosen == OWN:
        row = {"name": answer.get("name") or "", "tier": tier, "whom": "opponent", "numeric": True, "lasting": False}
        effect = own_words(effect_id, row, fight.round.number)
        if not effect.name:
            effect = replace(effect, listed="raised_consequence")
    else:
        effect = listed(effect_id, chosen, fight.round.number)
    notes.add(Fact("raised.imposed", rules=("TAP-STANCE-08",)))
    return give_effect(fight, bearer, effect, notes, by=points.spender)
