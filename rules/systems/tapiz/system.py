"""Tapiz as a rule system: what the contract asks for, put together from the files beside this one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.codec import Codec, codec
from rules.core.equipment import Equipment
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.fight import Card, Head, Offer, OrderPlace
from rules.core.gear import Thing
from rules.core.hand import COMMON
from rules.core.inputs import Input
from rules.core.landing import ORDER
from rules.core.offers import offer
from rules.core.overrides import FIELD, by_hand, overrides_of
from rules.core.paper import Paper
from rules.core.parts import TurnPart
from rules.core.people import unplayed_first
from rules.core.relations import related
from rules.core.system import Action, SheetKind
from rules.core.taps import Tap
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound
from rules.systems.tapiz import bodies, cards, order, taps, turns
from rules.systems.tapiz.attack import ATTACK
from rules.systems.tapiz.board import BOARD
from rules.systems.tapiz.chips import CHIPS
from rules.systems.tapiz.consequences import REDESCRIBE
from rules.systems.tapiz.dice import ROLL
from rules.systems.tapiz.effects import OUTLAST, Effect
from rules.systems.tapiz.gear import EQUIPMENT
from rules.systems.tapiz.gear.throwing import GATHER, sound
from rules.systems.tapiz.gear.using import USE, WIELD, to_wield
from rules.systems.tapiz.healing import HEAL, STABILISE
from rules.systems.tapiz.hero_points import AWARD, BEGIN_ADVENTURE, DECIDE_TREASURE, END_SESSION, RECOVER
from rules.systems.tapiz.hit_points import Pool
from rules.systems.tapiz.initiative import INITIATIVE, SET_INITIATIVE, SORT
from rules.systems.tapiz.keypad import DAMAGE
from rules.systems.tapiz.kinds import SHEET_KINDS
from rules.systems.tapiz.levelling import experience_facts
from rules.systems.tapiz.moving import MOVE
from rules.systems.tapiz.paper import PAPER
from rules.systems.tapiz.settings import SETTINGS, settings_of
from rules.systems.tapiz.situation import BAND, RELATE
from rules.systems.tapiz.stances import AIM, STANCE
from rules.systems.tapiz.state import EARLIER, Body, Round, TapizFight, purses_of_bodies
from rules.systems.tapiz.story import END_EFFECTS, GIVE_EFFECT
from rules.systems.tapiz.surprise import SURPRISE
from rules.systems.tapiz.testing import OTHER, REMOVE_EFFECT
from rules.systems.tapiz.time import ADVANCE
from rules.systems.tapiz.told_codes import TOLD
from rules.systems.tapiz.turns import END_SCENE, END_TURN, convert_time
from rules.systems.tapiz.values import sheet_values, usual_rolls
from rules.systems.tapiz.wounds import wounds_of

ASALTO = ("attack", "stabilise", "heal", "remove_effect", "move", "other")
"""The uses of an asalto, in the order in which they are offered."""

FREE = ("other", "heal", "stabilise", "remove_effect", "move", "attack")
"""The same in the free scene, where what is rolled most comes first."""

_EFFECTS = codec(Mapping[str, Effect])
_THINGS = codec(Mapping[str, Thing])
_POOL = codec(Pool)


def _where(fight: TapizFight) -> Fact:
    if not fight.ordered:
        return fact("clock.passed", minutes=fight.clock // 60)
    if not fight.round.number:
        return fact("round.none")
    seconds = int(convert_time(fight.round.number - 1, "ronda", "second", in_conflict=True))
    return fact("round.number", fight.round.number, seconds=seconds, rules=("TAP-TIME-04",))


class Tapiz:
    """The system of 3d6 against a resistance, effect points and two pools of hit points."""

    slug = "tapiz"
    rules_version = 9
    state_version = 2
    settings: tuple[Input, ...] = (*COMMON, *SETTINGS)
    sheet_kinds: Mapping[str, SheetKind] = SHEET_KINDS
    brief = ("value.physical_max", "value.armour_class")
    foremost = ("value.armour_class", "value.mental_defence", "value.movement")
    sheet_part = "sheet.part"
    chips = CHIPS
    paper: Paper = PAPER
    told_codes = TOLD
    board_rules = BOARD
    wraps_up = {"end_scene": True}
    opening: tuple[str, ...] = ()
    interjections: tuple[str, ...] = ()
    passive: tuple[tuple[str, Mapping[str, Json]], ...] = ()
    codec: Codec[Head[Body, Round]] = codec(Head[Body, Round])
    equipment: Equipment = EQUIPMENT
    actions: Mapping[str, Action[Body, Round]] = {
        action.name: action
        for action in (
            ATTACK,
            STABILISE,
            HEAL,
            REMOVE_EFFECT,
            OTHER,
            RECOVER,
            REDESCRIBE,
            DECIDE_TREASURE,
            AWARD,
            BEGIN_ADVENTURE,
            END_SESSION,
            DAMAGE,
            GIVE_EFFECT,
            END_EFFECTS,
            INITIATIVE,
            SET_INITIATIVE,
            SORT,
            END_TURN,
            END_SCENE,
            ADVANCE,
            ROLL,
            MOVE,
            STANCE,
            AIM,
            RELATE,
            SURPRISE,
            WIELD,
            USE,
            GATHER,
        )
    }

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
        """A combatant's own state at the start, from a loaded sheet (TAP-HP-01)."""
        return bodies.body(sheet, house)

    def begin(self, house: Mapping[str, Json]) -> Round:
        """Before the first cycle of asaltos."""
        return Round()

    def moment(self, fight: TapizFight) -> str:
        """The round and whose asalto it is."""
        return f"{fight.round.number}:{fight.round.turn or ''}"

    def offers(self, fight: TapizFight, actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """What the actor may do with this asalto, or why not; without an actor, what the whole table may do."""
        if actor is None:
            names: tuple[str, ...] = (
                "initiative",
                "roll",
                "end_scene",
                "give_effect",
                "end_effects",
                "advance",
                "award",
                "relate",
                "surprise",
            )
        else:
            names = (*self._asalto(fight, actor), "recover", "redescribe", "relate")
            if not fight.ordered:
                names = (*names, "decide_treasure")
        return tuple(offer(fight, self.actions[name], actor, viewer) for name in names)

    def settle(self, fight: TapizFight) -> TapizFight:
        """Keep pools within their maximum, and give the asalto to a combatant who is there."""
        return turns.settled(fight)

    def order(self, fight: TapizFight) -> Sequence[OrderPlace]:
        """Highest initiative first, ties by Dexterity, then by entry (TAP-HOUSE-09)."""
        return order.places(fight)

    def whose_turn(self, fight: TapizFight) -> tuple[Id, ...]:
        """Who acts and who comes next."""
        return turns.upcoming(fight)

    def passed_over(self, fight: TapizFight, notes: Notes) -> TapizFight:
        """The asaltos of the hidden are over, whatever is left of them (TAP-TIME-01)."""
        return turns.passed_over(fight, notes)

    def kept_waiting(self, before: TapizFight, after: TapizFight, busy: Collection[Id]) -> TapizFight:
        """The hidden have their asalto after the others in this ronda (TAP-TIME-01)."""
        return turns.kept_waiting(before, after, busy)

    def together(self, fight: TapizFight) -> Sequence[Sequence[Id]]:
        """The game master's own whose asaltos follow each other in this round (TAP-TIME-01)."""
        state = fight.round
        return () if state.turn is None or state.used else unplayed_first(fight, (state.turn, *turns.waiting(fight)))

    def next_step(self, fight: TapizFight) -> str | None:
        """Initiative before the first round; the next asalto when this one is used or cannot be."""
        if not fight.ordered:
            return None
        if not fight.round.number:
            return "initiative" if fight.combatants else None
        turn = fight.round.turn
        if turn is None or fight.round.used or not fight.body(turn).has_asalto:
            return "end_turn"
        return None

    def acted(self, fight: TapizFight) -> frozenset[Id]:
        """Who has had an asalto in this cycle."""
        return fight.round.acted

    def turn_parts(self, fight: TapizFight, who: Id) -> Sequence[TurnPart]:
        """The one action of an asalto (TAP-TIME-01)."""
        if fight.round.turn != who:
            return ()
        return (TurnPart("turn_part.action", spent=fight.round.used or not fight.body(who).has_asalto),)

    def proposes(self, fight: TapizFight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        """Whatever is possible, in the order in which it is offered; nothing once the asalto is used."""
        return () if fight.round.turn == who and fight.round.used else offered

    def pressing(self, fight: TapizFight, who: Id) -> Sequence[str]:
        """Nothing goes before what a player is used to."""
        return ()

    def near(self, fight: TapizFight, who: Id) -> Sequence[Id]:
        """Those who are known to stand within a blow."""
        return tuple(other for other in fight.order if other != who and related(fight, BAND, who, other) == "inmediato")

    def orders(self, fight: TapizFight, who: Id) -> Sequence[str]:
        """What a hero point softens or resists, and what the defence reserve cancels, where there is one.

        (TAP-HERO-10, TAP-HERO-08, TAP-OPT-02)
        """
        return (ORDER, "order.static", *(("order.reserve",) if settings_of(fight.house).defence_reserve else ()))

    def card(self, fight: TapizFight, who: Id) -> Card:
        """All facts of a combatant."""
        return cards.card(fight, who)

    def headline(self, fight: TapizFight) -> Explanation:
        """The round, or the clock of the free scene; for the game master the reserve of hero points too."""
        return (_where(fight), *cards.reserve_facts(fight))

    def lasting(self, fight: TapizFight, who: Id) -> Mapping[str, Json]:
        """Pools, the effects that outlast their scene, and what was thrown and not gathered."""
        body = fight.body(who)
        effects = {name: effect for name, effect in body.effects.items() if effect.duration in OUTLAST}
        return {
            "level": body.level,
            "physical": _POOL.dump(body.physical),
            "mental": _POOL.dump(body.mental),
            "effects": _EFFECTS.dump(_long_since(effects)),
            **({"thrown": _THINGS.dump(body.thrown)} if body.thrown else {}),
        }

    def wounds(self, fight: TapizFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
        """What of that condition can be healed when the scene ends."""
        return wounds_of(fight, who)

    def with_lasting(self, body: Body, condition: Mapping[str, Json]) -> Body:
        """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
        levels = body.level - condition.get("level", body.level)
        return replace(
            body,
            physical=bodies.grown(_POOL.load(condition["physical"]), body.physical, levels=levels),
            mental=bodies.grown(_POOL.load(condition["mental"]), body.mental, levels=levels),
            effects=_long_since(_EFFECTS.load(condition["effects"])),
            thrown=sound(_THINGS.load(condition.get("thrown", {}))),
        )

    def resheeted(self, old: Body, fresh: Body) -> Body:
        """The new sheet's numbers with the old pools, effects and initiative; maxima are the new sheet's."""
        return bodies.resheeted(old, fresh)

    def taps(self, fight: TapizFight, who: Id) -> Sequence[Tap]:
        """What a sheet rolls at one tap."""
        return taps.taps(fight, who)

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """The numbers of a sheet with their terms."""
        plain = self.body(kind, {**sheet, FIELD: []}, house)
        overrides = overrides_of(sheet)
        facts = sheet_values(plain, sheet, house, heroic=kind == "person")
        whole = self.body(kind, sheet, house)
        experience = experience_facts(sheet, house) if kind == "person" else ()
        return (*(by_hand(one, overrides) for one in facts), *experience, *usual_rolls(whole, sheet["primary"]))

    def migrate(self, head: Json, state_version: int) -> Json:
        """State version 2 keeps hero points in purses instead of bodies."""
        return purses_of_bodies(head) if state_version < 2 else head

    def _asalto(self, fight: TapizFight, actor: Id) -> tuple[str, ...]:
        """What an asalto may be used for; things and stances where there are any."""
        gear = fight.combatants[actor].gear
        body = fight.body(actor)
        wield = ("wield",) if to_wield(gear) else ()
        gather = ("gather",) if body.thrown else ()
        things = (*wield, *(("use",) if gear.of("consumable") else ()), *gather)
        if not fight.ordered:
            return (*FREE, *things)
        aiming = ("aim",) if body.stance == "aim" else ()
        stances = ("stance",) if body.stances or body.own_stances else ()
        return (ASALTO[0], *aiming, *ASALTO[1:], *things, *stances)


def _long_since(effects: Mapping[Id, Effect]) -> dict[Id, Effect]:
    """Effects of an earlier fight: no round of this one has brought them, so none of them is fresh (TAP-HERO-03)."""
    return {name: replace(one, since=EARLIER) for name, one in effects.items()}


SYSTEM = Tapiz()
