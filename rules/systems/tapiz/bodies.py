"""How a sheet becomes the body of a combatant, and what of a body stays when its sheet is another (TAP-HP-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.gear import Gear
from rules.core.once import once
from rules.core.overrides import Override, chosen, overrides_of
from rules.core.types import Id, Json
from rules.systems.tapiz.gear.outfit import outfit
from rules.systems.tapiz.hit_points import Pool, PoolName
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import MAXIMUM, languages_of, load, maximum_of, own_stances_of, scores_of, traits_of
from rules.systems.tapiz.stances import all_out_maximum
from rules.systems.tapiz.state import Body, TapizFight


def body(sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
    """The body of a combatant at full hit points, from a loaded sheet that may be outfitted (TAP-HP-01)."""
    overrides, settings = overrides_of(sheet), settings_of(house)
    return Body(
        level=sheet["level"],
        scores=dict(sorted(scores_of(sheet).items())),
        physical=_full("physical", sheet, overrides, house),
        mental=_full("mental", sheet, overrides, house),
        traits=traits_of(sheet),
        physical_die=int(sheet["physical_die"]),
        mental_die=int(sheet["mental_die"]),
        armour=sheet["armour"],
        armour_name=sheet.get("armour_name", ""),
        shield=sheet["shield"],
        shield_name=sheet.get("shield_name", ""),
        defence_traits=sheet["defence_traits"],
        mental_defence_traits=sheet["mental_defence_traits"],
        mov=chosen("value.movement", sheet["mov"], overrides),
        overrides=overrides,
        size=sheet["size"],
        stances=tuple(sheet["stances"]),
        own_stances=own_stances_of(sheet),
        languages=languages_of(sheet),
        weight=sheet["weight"],
        load_bonus=sheet["load_bonus"],
        load_counts=not settings.tzr0002,
        doubled=(sheet["primary"] or "") if settings.primary_doubled else "",
    )


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with the old pools, effects and initiative; maxima are the new sheet's."""
    return replace(
        fresh,
        physical=grown(old.physical, fresh.physical, levels=fresh.level - old.level),
        mental=grown(old.mental, fresh.mental, levels=fresh.level - old.level),
        effects=old.effects,
        initiative=old.initiative,
        stance=old.stance if old.stance in fresh.stances else "normal",
        stance_bonus=_still_allowed(old.stance_bonus, fresh.level) if old.stance in fresh.stances else None,
        aimed=old.aimed if old.stance in fresh.stances else None,
        own_stance=old.own_stance if old.own_stances == fresh.own_stances else None,
        marched=old.marched,
        surprised=old.surprised,
        thrown=old.thrown,
    )


def _still_allowed(bonus: int | None, level: int) -> int | None:
    """The bonus chosen of an all-out attack, as far as this level allows it (TAP-STANCE-06)."""
    return None if bonus is None else min(bonus, all_out_maximum(level))


def with_gear(fight: TapizFight, who: Id, gear: Gear) -> TapizFight:
    """The fight in which a combatant has this gear; armour and weight follow (TAP-ROLL-09, TAP-LOAD-01)."""
    one = fight.combatants[who]
    fresh = body(outfit(one.kind, _whole(one.sheet), gear, fight.house), fight.house)
    return fight.with_combatant(replace(one, gear=gear, body=resheeted(one.body, fresh)))


@once
def _whole(sheet: Mapping[str, Json]) -> Mapping[str, Json]:
    """A frozen sheet as it is read by now: one of long ago may lack what sheets have."""
    return load(sheet)


def _full(
    name: PoolName, sheet: Mapping[str, Json], overrides: Mapping[str, Override], house: Mapping[str, Json]
) -> Pool:
    top = chosen(MAXIMUM[name], maximum_of(sheet, name, house), overrides)
    return Pool(top, top)


def grown(old: Pool, fresh: Pool, *, levels: int) -> Pool:
    """A pool under the maximum of the new sheet; a new level brings as many points as the maximum (TAP-HOUSE-14).

    Going back a level takes them again, but leaves at least 1 point where there was any.
    """
    if not levels:
        return replace(old, maximum=fresh.maximum)
    gain = fresh.maximum - old.maximum
    current = old.current + gain
    if gain < 0:
        current = max(current, min(old.current, 1))
    return replace(old, current=current, maximum=fresh.maximum)
