"""What stands between an attack and its target: cover, concealment, kneeling behind cover.

Rules: D20C-CIR-04, D20C-COV-08 to -11, D20C-CON-03 to -06, D20H-COND-08.

Without a ruling what the posture adds and what the cover adds are simply added up.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.people import asking, may_name, people_input, words_for
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.throws import ACTOR, asked
from rules.core.types import Id
from rules.systems.d20.attack_roll import AttackRoll
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.blows import Blow, Reckoned, miss_percent
from rules.systems.d20.cover import COVER_BONUSES, Coverer, MissChance, hits_concealed, miss_chance, struck_cover
from rules.systems.d20.modifiers import Found, defense_with, on_defense
from rules.systems.d20.situation import IMPROVES, LOWERED, concealment_of, in_smoke
from rules.systems.d20.state import Body, D20Fight, Round, effects_named, with_effect


def behind_cover(
    fight: D20Fight, blow: Blow, reckoned: Reckoned, rolled: AttackRoll, notes: Notes
) -> Steps[tuple[Blow, bool]]:
    """A miss that only the cover brought about strikes the cover, or whoever it is (D20C-COV-08 to -11)."""
    cover = next((found for found in reckoned.found_defense if found.key == "cover"), None)
    if cover is None or cover.value not in {bonus.defense for bonus in COVER_BONUSES.values()}:
        return blow, False
    # what a posture makes of the cover is cover too (D20C-CIR-04)
    cover = replace(cover, value=sum(found.value for found in reckoned.found_defense if found.way == "cover"))
    coverer = None
    if blow.coverer is not None and blow.coverer in fight.combatants and blow.coverer != blow.target:
        coverer = _coverer(fight, blow.coverer, blow)
        without = reckoned.defense - cover.value
        if without <= rolled.total < without + cover.value and coverer.nimbleness:
            coverer = yield from _stands_still(blow, coverer, notes)
    struck = struck_cover(rolled.total, reckoned.defense - cover.value, cover.value, coverer)
    if struck in ("miss", "nobody_hit"):
        return blow, False
    if struck == "coverer_hit" and blow.coverer is not None:
        notes.add(Fact("cover.coverer_hit", params={"who": Ref(blow.coverer)}, rules=("D20C-COV-09",)))
        return replace(blow, target=blow.coverer), True
    if struck == "target_hit_after_dodge":
        notes.add(Fact("cover.dodged", params={"target": Ref(blow.target)}, rules=("D20C-COV-10",)))
        return blow, True
    notes.add(Fact("cover.struck", params={"target": Ref(blow.target)}, rules=("D20C-COV-08",)))
    return blow, False


def _stands_still(blow: Blow, coverer: Coverer, notes: Notes) -> Steps[Coverer]:
    """Whoever is the cover may take the blow instead of dodging it (D20C-COV-11)."""
    answer = yield from choose(
        f"{blow.key}cover:{blow.coverer}",
        blow.coverer,
        Flag("waives_dexterity", "input.waives_dexterity", fresh=True),
        Flag("waives_dodge", "input.waives_dodge", fresh=True),
        so_far=notes.so_far,
        default={"waives_dexterity": False, "waives_dodge": False},
        label="ask.cover",
    )
    return replace(coverer, waives_dexterity=answer["waives_dexterity"], waives_dodge=answer["waives_dodge"])


def _coverer(fight: D20Fight, who: Id, blow: Blow) -> Coverer:
    """Somebody who is the cover of another: Defense without Dexterity and dodging, and these apart (D20C-COV-10)."""
    found = on_defense(fight, who, blow.actor, blow.manner.mode)
    still = (*(one for one in found if one.way != "dodge"), Found("no_dexterity_cover", 0, ("D20C-COV-10",), "denies"))
    bare = defense_with(fight, who, still).defense
    whole = defense_with(fight, who, found).defense
    dodging = sum(one.value for one in found if one.way == "dodge") + sum(fight.combatants[who].body.dodge)
    nimble = max(0, whole - bare)
    return Coverer(bare, max(0, nimble - dodging), min(dodging, nimble), waives_dexterity=False, waives_dodge=False)


def told_concealment(fight: D20Fight, actor: Id, target: Id, notes: Notes) -> MissChance | None:
    """What makes a good attack miss somebody who cannot be seen well, told; None where nothing does.

    Whoever is blind has to guess the place too (D20C-CON-06, D20H-COND-08).
    """
    percent = miss_percent(fight, actor, target)
    if not percent:
        return None
    hidden = miss_chance(concealment_of(fight, target, actor))
    blind = effects_of(fight, actor).own_miss_chance_percent > 0
    params: dict[str, Param] = {"who": Ref(actor), "percent": percent}
    rules = ("D20C-CON-03", "D20C-CON-05", *(("D20H-SMOKE-03",) if in_smoke(fight, target) else ()))
    notes.add(Fact("concealment.chance", params=params, rules=(*rules, *(("D20H-COND-08",) if blind else ()))))
    if hidden.must_guess_location or blind:
        notes.add(Fact("concealment.guess", params={"who": Ref(actor)}, rules=("D20C-CON-06",)))
    return MissChance(percent, hidden.must_guess_location or blind)


def through_concealment(fight: D20Fight, blow: Blow, notes: Notes, *, hit: bool) -> Steps[bool]:
    """A hit may still miss what cannot be seen well (D20C-CON-03 to -06, D20H-COND-08)."""
    found = told_concealment(fight, blow.actor, blow.target, notes) if hit else None
    if found is None:
        return hit
    through = yield from asked(
        hits_concealed(found, attack_hit=True),
        asking(fight, {ACTOR: blow.actor}, notes, key=blow.key.rstrip(":")),
    )
    if not through:
        notes.add(Fact("concealment.missed", params={"who": Ref(blow.actor)}, rules=("D20C-CON-04",)))
    return through


LOW_COVER_WAYS = ("improves", "own")

LOW_COVER_RULES = ("D20C-CIR-04",)

USUAL, MOST = 4, 10


def lowered(fight: D20Fight, viewer: Viewer) -> list[Id]:
    """Those who sit, kneel or lie."""
    bodies = ((who, fight.combatants[who].body) for who in may_name(fight, viewer))
    return [who for who, body in bodies if any(effects_named(body, name) for name in LOWERED)]


def low_cover_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whose posture, whether it makes cover better, and by how much."""
    return (
        people_input(lowered(fight, viewer), name="targets", label="input.on_whom", several=True),
        Choice(
            "how",
            "input.low_cover",
            default=LOW_COVER_WAYS[0],
            layout="segments",
            options=options_of("low_cover", LOW_COVER_WAYS),
        ),
        Number("value", "input.cover_more", required=False, default=USUAL, minimum=1, maximum=MOST),
    )


def low_cover_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Somebody must be down."""
    if not lowered(fight, viewer):
        raise NotAllowed("d20.low_cover.nobody")


def low_cover_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """From now on, until they change posture, what they add is the cover's and not their own (D20C-CIR-04)."""
    yield from ()
    notes, values = Notes(), command.inputs
    improves, more = values["how"] == "improves", values["value"] or USUAL
    for who in (one for one in fight.order if one in values["targets"]):
        borne = [effect for name in LOWERED for effect in effects_named(fight.combatants[who].body, name)]
        for effect in borne:
            after = replace(effect, variant=IMPROVES if improves else "", value=more if improves else 0)
            fight = with_effect(fight, who, after)
        if borne:
            code, seen = "low_cover.better" if improves else "low_cover.plain", words_for(fight.combatants[who])
            notes.add(Fact(code, more if improves else None, {"who": Ref(who)}, LOW_COVER_RULES, seen))
    if not notes.so_far:
        raise NotAllowed("d20.low_cover.nobody", field="targets")
    return Outcome(fight, notes.so_far)


LOW_COVER: Action[Body, Round] = Action(
    "low_cover",
    low_cover_resolve,
    low_cover_inputs,
    low_cover_check,
    icon="shield",
    for_game_master=True,
    interrupts=True,
)
