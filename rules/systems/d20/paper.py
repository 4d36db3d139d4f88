"""What d20 puts on paper: the card of a creature or thing, its row on a sheet of the fight, the screen."""

from __future__ import annotations

from rules.core.facts import Explanation, Fact, Param, Word, fact
from rules.core.fight import Combatant
from rules.core.paper import Cell, Line, Paper, Profile, Track, Values, after_dice, plain, signed
from rules.systems.d20.abilities import SAVES
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import body_effects
from rules.systems.d20.recovery import RECOVERY_RULES
from rules.systems.d20.screen import SCREEN
from rules.systems.d20.settings import setting
from rules.systems.d20.state import Body
from rules.systems.d20.values import ability_facts, arm_facts, defense_facts, initiative_of, save_fact, speed_fact


def profile(one: Combatant[Body], house: Values) -> Profile:
    """A combatant as it is now: Defense, saves, hit points, each weapon with its whole roll (D20C-CRT-05)."""
    body = one.body
    hit_points = Track(fact("paper.hp"), body.hp_max, body.hp_max - body.hp)
    defences = {told.code: told.value or 0 for told in defense_facts(body)}
    defence = Cell("value.defense", plain(defences["value.defense"]))
    if body.being == "object":
        numbers = (
            Cell("value.hardness", plain(body.thing.hardness)),
            Cell("paper.break_dc", plain(body.thing.break_dc)),
        )
        return Profile(asked=(defence, *numbers), row=(defence,), tracks=(hit_points,))
    effects = body_effects(body)
    saves: dict[str, Param] = {kind: save_fact(body, kind, effects).value or 0 for kind in SAVES}
    saved = Cell("paper.saves", Fact("paper.saves_of", params=saves))
    initiative = Cell("paper.initiative", signed(initiative_of(body, effects).value or 0))
    speed = Cell("value.speed", fact("paper.feet", speed_fact(body).value or 0))
    touch = fact(
        "paper.other_defences",
        touch=defences["value.defense_touch"],
        flat=defences["value.defense_flat_footed"],
    )
    feats = tuple(Line(Word(f"feat.{name}"), fact(f"feat_line.{name}")) for name in body.feats)
    return Profile(
        level=body.level,
        asked=(defence, saved, initiative, speed),
        row=(defence, saved),
        tracks=(hit_points,),
        attacks=_attacks(body),
        abilities=tuple(
            Cell(f"paper.{told.params['key']}", signed(int(str(told.params["modifier"]))))
            for told in ability_facts(body)
        ),
        more=(Line(Word("value.defense"), touch), *feats),
        shots=tuple(_rounds(body, weapon) for weapon in body.carried() if body.loaded(weapon.key) is not None),
    )


def _attacks(body: Body) -> tuple[Line, ...]:
    found = []
    for told in arm_facts(body, body_effects(body)):
        weapon = told.params["weapon"]
        code = "paper.attack_far" if told.params["increment"] else "paper.attack"
        formula = Fact(code, params={**told.params, "attack": after_dice(told.value or 0)})
        found.append(Line(weapon if isinstance(weapon, Word | str) else str(weapon), formula))
    return tuple(found)


def _rounds(body: Body, weapon: Weapon) -> Track:
    left = body.loaded(weapon.key) or 0
    return Track(fact("paper.rounds", weapon=weapon.name), weapon.capacity, weapon.capacity - left)


def at_zero(kind: str, house: Values) -> Explanation:
    """What is left at zero and below: disabled, dying, dead (D20H-DIS-03, D20H-DY-02, D20H-REC-01, D20H-HOUSE-06)."""
    if kind == "object":
        return ()
    effort = Word("reminder.any_act" if setting(house, "every_act_costs_at_zero") else "reminder.strenuous")
    healed = Word("reminder.healing_steadies" if setting(house, "healing_stabilises") else "reminder.healing_alone")
    return (fact("reminder.low", RECOVERY_RULES["dying_round"].dc, effort=effort, healed=healed),)


def reminders(kind: str, house: Values) -> Explanation:
    """The turn, who is flat-footed, and the faces that decide; a thing needs none of them."""
    return () if kind == "object" else (fact("reminder.turn"), fact("reminder.unready"), fact("reminder.faces"))


PAPER = Paper(
    profile=profile,
    lasts=("effect.rounds", "effect.minutes", "timer."),
    reminders=reminders,
    at_zero=at_zero,
    screen=SCREEN,
)
