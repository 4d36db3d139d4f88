"""What of a body outlives a fight, and what a new sheet leaves of it (D20C-HPS-01, D20H-CON-01, D20H-CON-02)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.codec import codec
from rules.core.types import Json
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.maximum import constitution_shift, sheet_maximum, with_maximum
from rules.systems.d20.state import Body
from rules.systems.d20.turns import ROUND_SECONDS

LASTING = (
    *("hp", "temp", "vital", "tended", "recovering", "locked", "losses", "effects", "timers", "running"),
    *("arms", "gained", "main", "off", "both", "held", "lifted"),
)
"""What of a body outlives the fight."""


IN_THE_FIGHT = ("fresh", "started", "initiative", "rolled", "ties")
"""What lasts as long as the fight alone."""


OF_THE_TURN = ("stance", "posture", "bonus")
"""Kinds of effects that nobody carries out of a fight."""


_BODY = codec(Body)


def lasting(body: Body) -> Mapping[str, Json]:
    """What of a body outlives the fight, as JSON; what is counted in rounds is then counted by the clock."""
    kept = {}
    for name, effect in sorted(body.effects.items()):
        if effect.kind in OF_THE_TURN or (effect.what == "pinned" and effect.by is not None):
            # whoever held somebody down does so no longer: the grapple is of the fight
            continue
        seconds = effect.seconds if effect.rounds is None else max(0, effect.rounds) * ROUND_SECONDS
        kept[name] = replace(
            effect, rounds=None, seconds=seconds, anchor=None, count=None, own_turn=False, by=None, towards=None
        )
    whole = _BODY.dump(replace(body, effects=kept))
    return {name: whole[name] for name in LASTING}


def with_lasting(body: Body, condition: Mapping[str, Json]) -> Body:
    """A fresh body in the condition that an earlier fight left; maxima are the sheet's, less what losses take."""
    found = _BODY.load({**_BODY.dump(body), **{name: condition[name] for name in LASTING if name in condition}})
    return armed(_with_hands_of(with_maximum(found), body))


def resheeted(old: Body, fresh: Body) -> Body:
    """The new sheet's numbers with all that has happened to the old body (D20C-HPS-01, D20H-CON-01, D20H-CON-02)."""
    kept = {name: getattr(old, name) for name in (*LASTING, *IN_THE_FIGHT)}
    thing = replace(fresh.thing, holder=old.thing.holder, beyond_repair=old.thing.beyond_repair)
    found = with_maximum(replace(fresh, **kept, thing=thing))
    # hit points go with a maximum that a level changes; one that is written anew by hand only limits them
    if fresh.level != old.level:
        gained = sheet_maximum(found) + constitution_shift(found) - sheet_maximum(old) - constitution_shift(old)
        found = replace(found, hp=old.hp + gained)
    return armed(_with_hands_of(found, fresh))


def _with_hands_of(kept: Body, fresh: Body) -> Body:
    """The hands as the fight left them, unless something else was taken in hand since."""
    if kept.held == fresh.held:
        return kept
    return replace(kept, main=fresh.main, off=fresh.off, both=fresh.both, held=fresh.held)


def armed(body: Body) -> Body:
    """The body with nothing in hand that it carries no longer."""
    main = body.main if body.main == UNARMED or body.has(body.main) else UNARMED
    off = body.off if body.off == UNARMED or body.has(body.off) else ""
    return replace(body, main=main, off=off, both=body.both and main != UNARMED and not off)
