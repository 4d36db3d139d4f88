"""From a sheet to the body of a combatant, and from one fight to the next (TAC-HOUSE-04, -05, -13, -14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from rules.core.codec import codec
from rules.core.overrides import chosen, overrides_of
from rules.core.types import Json
from rules.systems.tactico.attributes import attributes, resistance_of
from rules.systems.tactico.load import carried
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.sheet import (
    characteristics_of,
    protection_of,
    skill_key,
    skills_of,
    weapon_rows,
)
from rules.systems.tactico.state import UNARMED, Arm, Body, Wound
from rules.systems.tactico.weapons import Reload, weapon_of

_WOUNDS = codec(Mapping[str, Wound])


def person_body(sheet: Mapping[str, Json]) -> Body:
    """The body of a person, unhurt and rested, every weapon loaded (TAC-HOUSE-04, TAC-HOUSE-05, TAC-HOUSE-13)."""
    overrides = overrides_of(sheet)
    given = characteristics_of(sheet)
    found = attributes(given)
    life = chosen("value.life_max", found.life_points, overrides)
    parts = resistance_of(life)
    resistance = {str(name): chosen(f"resistance.{name}", parts[name], overrides) for name in sorted(LOCATIONS)}
    endurance = chosen("value.endurance", found.endurance, overrides)
    found_arms = {
        str(row.get("id") or f"w{place:02}"): _arm(row) for place, row in enumerate(weapon_rows(sheet), start=1)
    }
    # with gear, what is in hand is said; a sheet alone has its first weapon there
    first = sheet["in_hand"] or UNARMED if "in_hand" in sheet else next(iter(found_arms), UNARMED)
    arms = dict(sorted(found_arms.items()))
    npc = "containers" not in sheet
    return Body(
        characteristics={str(name): given[name] for name in sorted(given)},
        skills=dict(sorted(skills_of(sheet).items())),
        life=life,
        life_max=life,
        resistance=resistance,
        resistance_max=resistance,
        initiative=chosen("value.initiative", found.initiative, overrides),
        movement=chosen("value.movement", found.movement, overrides),
        fatigue_attribute=chosen("value.fatigue", found.fatigue_attribute, overrides),
        endurance=endurance,
        load=0 if npc else carried(sheet, endurance).total_size,
        arms=arms,
        in_hand=first,
        hand=arms[first].hand if first in arms else "right",
        protection=protection_of(sheet),
        characteristic_of={skill_key(row): row["characteristic"] for row in sheet["other_skills"]},
        equipment=bool(sheet["equipment"]),
        expert=bool(sheet.get("expert")),
        npc=npc,
        overrides=overrides,
    )


def _arm(row: Mapping[str, Json]) -> Arm:
    """A weapon of the sheet; values left empty are those of its category (TAC-HOUSE-13)."""
    usual = weapon_of(row["category"])

    def own(name: str, else_: int | None) -> int | None:
        value: int | None = row.get(name)
        return else_ if value is None else value

    rounds = None if usual.rounds is None else own("rounds", usual.rounds)
    single: Reload = "arrow" if row["category"] == "bows_and_crossbows" else "magazine"
    return Arm(
        name=row.get("name") or "",
        category=row["category"],
        accuracy=own("accuracy", usual.accuracy) or 0,
        dice=own("dice", usual.dice) or 0,
        bonus=own("bonus", usual.bonus) or 0,
        rounds=rounds,
        left=rounds or 0,
        reload=row.get("reload") or single,
        spares=row.get("spares"),
        hand=row.get("hand") or "right",
        thing="id" in row,
        thrown=bool(row.get("thrown")),
    )


def lasting(body: Body) -> Mapping[str, Json]:
    """What of a body outlives the fight, as JSON: points lost, fatigue, wounds, shots, what is in hand."""
    return {
        "life_lost": body.life_max - body.life,
        "resistance_lost": {
            name: body.resistance_max[name] - points
            for name, points in body.resistance.items()
            if points != body.resistance_max[name]
        },
        "fatigue": body.fatigue,
        "wounds": _WOUNDS.dump(body.wounds),
        "in_hand": body.in_hand,
        "hand": body.hand,
        "arms": {
            key: {"category": arm.category, "left": arm.left, "spares_used": arm.spares_used, "dropped": arm.dropped}
            for key, arm in body.arms.items()
        },
    }


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
    lost = condition.get("resistance_lost") or {}
    arms = {key: _as_left(arm, (condition.get("arms") or {}).get(key)) for key, arm in body.arms.items()}
    in_hand = condition.get("in_hand", body.in_hand)
    held = in_hand if in_hand == UNARMED or in_hand in arms else body.in_hand
    if body.in_hand in arms and arms[body.in_hand].thing:
        # it was taken in hand since, so it does not lie on the ground any more
        held = body.in_hand
        arms[held] = replace(arms[held], dropped=False)
    return replace(
        body,
        life=body.life_max - condition.get("life_lost", 0),
        resistance={name: points - lost.get(name, 0) for name, points in body.resistance.items()},
        fatigue=condition.get("fatigue", 0),
        wounds=_WOUNDS.load(condition.get("wounds") or {}),
        in_hand=held,
        hand=condition.get("hand", body.hand) if held == in_hand else body.hand,
        arms=arms,
    )


def _as_left(arm: Arm, found: Mapping[str, Json] | None) -> Arm:
    """A weapon of the sheet with the shots that an earlier fight left in it, if it is still of the same category."""
    if found is None or found["category"] != arm.category:
        return arm
    left = min(cast(int, found["left"]), arm.rounds) if arm.rounds is not None else 0
    return replace(arm, left=left, spares_used=found["spares_used"], dropped=found["dropped"])


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with all that has happened to the old body; reloads written anew are all there again.

    A thing in hand is as the things say, a weapon of the sheet alone as the fight left it.
    """
    body = with_lasting(fresh, lasting(old))
    arms = {
        key: replace(arm, spares_used=0) if key in old.arms and old.arms[key].spares != arm.spares else arm
        for key, arm in body.arms.items()
    }
    held = _held(old, fresh, arms)
    hand = old.hand if held == old.in_hand else arms[held].hand if held in arms else fresh.hand
    return replace(body, arms=arms, in_hand=held, hand=hand, treating=old.treating)


def _held(old: Body, fresh: Body, arms: Mapping[str, Arm]) -> str:
    """The key of what is in hand after a sheet or things have changed."""
    if fresh.in_hand in arms and arms[fresh.in_hand].thing:
        return fresh.in_hand
    if old.in_hand in arms and not arms[old.in_hand].thing:
        return old.in_hand
    return UNARMED if old.in_hand == UNARMED or any(arm.thing for arm in arms.values()) else fresh.in_hand
