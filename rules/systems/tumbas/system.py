"""Tumbas as a rule system: what the contract asks for, put together from the files beside this one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.core.audience import Viewer
from rules.core.codec import Codec, codec
from rules.core.equipment import Equipment
from rules.core.facts import Explanation, Fact, Notes
from rules.core.fight import Card, Head, Offer, OrderPlace
from rules.core.hand import COMMON
from rules.core.inputs import Input
from rules.core.offers import offer
from rules.core.overrides import FIELD
from rules.core.paper import Paper
from rules.core.parts import TurnPart
from rules.core.system import Action, SheetKind
from rules.core.taps import Tap
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound
from rules.systems.tumbas import bodies, cards, taps, turns
from rules.systems.tumbas.adventures import BEGIN_ADVENTURE, END_ADVENTURE
from rules.systems.tumbas.attack import ATTACK, DEFEND
from rules.systems.tumbas.board import BOARD
from rules.systems.tumbas.chips import CHIPS
from rules.systems.tumbas.declaring import DECLARE, possible
from rules.systems.tumbas.dice import ROLL
from rules.systems.tumbas.gear.carrying import drawn, may_carry
from rules.systems.tumbas.gear.entries import KINDS
from rules.systems.tumbas.gear.measures import COINS, burden
from rules.systems.tumbas.gear.outfit import outfit
from rules.systems.tumbas.gear.trading import BUY, TAKE
from rules.systems.tumbas.gear.unpacking import unpack
from rules.systems.tumbas.gear.using import CONSUME, SETTLE, USE
from rules.systems.tumbas.giving import GIVE_DICE
from rules.systems.tumbas.harm import DYING_ROUND
from rules.systems.tumbas.healing import STABILISE
from rules.systems.tumbas.keypad import DAMAGE
from rules.systems.tumbas.kinds import SHEET_KINDS
from rules.systems.tumbas.levelling import END_SESSION, LEVEL_UP
from rules.systems.tumbas.magic import CAST
from rules.systems.tumbas.moving import CHARGE, DISENGAGE, MOVE
from rules.systems.tumbas.opposed import CONTEST
from rules.systems.tumbas.paper import PAPER
from rules.systems.tumbas.settings import SETTINGS, setting
from rules.systems.tumbas.shooting import RELOAD, SHOOT
from rules.systems.tumbas.situation import RELATE, neighbours
from rules.systems.tumbas.state import PARTS, Body, Round, TumbasFight
from rules.systems.tumbas.surprise import SURPRISE
from rules.systems.tumbas.testing import HELP, TEST
from rules.systems.tumbas.time import DAY, DAYS
from rules.systems.tumbas.told_codes import TOLD
from rules.systems.tumbas.turns import END_TURN, NEXT
from rules.systems.tumbas.values import by_hand_values, sheet_values, usual_rolls
from rules.systems.tumbas.wounds import wounds_of

FREE = ("test", "attack", "shoot", "cast", "stabilise", "use", "reload")
"""The actions outside fights, those that are rolled most first."""

ASIDE = ("relate", "settle_object", "take", "buy", "level_up")
"""The verbs that cost no action."""

TABLE = (
    "roll",
    "next_step",
    "surprise",
    "relate",
    "contest",
    "give_dice",
    "dying_round",
    "days",
    "end_session",
    "end_adventure",
)


class Tumbas:
    """The system of two dice and an attribute against ten, and of rounds that are declared first."""

    slug = "tumbas"
    rules_version = 4
    state_version = 1
    settings: tuple[Input, ...] = (*COMMON, *SETTINGS)
    sheet_kinds: Mapping[str, SheetKind] = SHEET_KINDS
    brief = ("value.hp_max", "value.armour")
    foremost = ("value.armour", "value.load", "value.capacity")
    sheet_part = "sheet.part"
    chips = CHIPS
    paper: Paper = PAPER
    told_codes = TOLD
    board_rules = BOARD
    wraps_up = {"end_session": False}
    opening = ("surprise",)
    interjections: tuple[str, ...] = ()
    passive: tuple[tuple[str, Mapping[str, Json]], ...] = (("declare", {"what": "defend"}), ("defend", {}))
    codec: Codec[Head[Body, Round]] = codec(Head[Body, Round])
    equipment: Equipment = Equipment(
        kinds=KINDS, coins=COINS, outfit=outfit, unpack=unpack, burden=burden, may_carry=may_carry, drawn=drawn
    )
    actions: Mapping[str, Action[Body, Round]] = {
        action.name: action
        for action in (
            DECLARE,
            ATTACK,
            DEFEND,
            DISENGAGE,
            MOVE,
            SHOOT,
            CHARGE,
            CAST,
            USE,
            HELP,
            RELOAD,
            STABILISE,
            TEST,
            RELATE,
            NEXT,
            END_TURN,
            SURPRISE,
            CONTEST,
            DAMAGE,
            DYING_ROUND,
            GIVE_DICE,
            DAYS,
            SETTLE,
            CONSUME,
            TAKE,
            BUY,
            LEVEL_UP,
            END_SESSION,
            END_ADVENTURE,
            BEGIN_ADVENTURE,
            ROLL,
        )
    }

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
        """A combatant's own state at the start, from a loaded sheet (TUM-HOUSE-05, TUM-HOUSE-27)."""
        return bodies.creature_body(sheet) if kind == "creature" else bodies.person_body(sheet, house)

    def begin(self, house: Mapping[str, Json]) -> Round:
        """Before the first round."""
        return Round()

    def moment(self, fight: TumbasFight) -> str:
        """The round, its phase and the group at hand."""
        return turns.moment(fight)

    def offers(self, fight: TumbasFight, actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """What may be done now, or why not: in a round what was declared; without an actor, what the table may do."""
        if actor is None:
            names: tuple[str, ...] = TABLE
        elif not fight.ordered:
            means = possible(fight, actor, viewer)
            names = (*(name for name in FREE if name in means), *self._uses(fight, actor, "use"), *ASIDE)
        else:
            what = self._of_the_turn(fight, actor)
            names = (what, *self._uses(fight, actor, what), *ASIDE)
        return tuple(offer(fight, self.actions[name], actor, viewer) for name in names)

    def settle(self, fight: TumbasFight) -> TumbasFight:
        """The round without those who have left the fight, hit points within their maximum."""
        return turns.settled(fight)

    def order(self, fight: TumbasFight) -> Sequence[OrderPlace]:
        """Everybody in the order of entry: by the rules those of one group act at the same time (TUMS-CMB-07)."""
        return turns.places(fight)

    def whose_turn(self, fight: TumbasFight) -> tuple[Id, ...]:
        """Who is to declare or to act, in any order, and who come next."""
        return turns.upcoming(fight)

    def passed_over(self, fight: TumbasFight, notes: Notes) -> TumbasFight:
        """Nobody waits for the hidden, who come last (TUMS-CMB-07)."""
        return turns.passed_over(fight, notes)

    def kept_waiting(self, before: TumbasFight, after: TumbasFight, busy: Collection[Id]) -> TumbasFight:
        """The hidden act last of the next group (TUMS-CMB-07)."""
        return turns.kept_waiting(before, after, busy)

    def together(self, fight: TumbasFight) -> Sequence[Sequence[Id]]:
        """The combatants to declare or to act now, in any order (TUMS-CMB-03, TUMS-CMB-07)."""
        now = turns.to_act(fight)
        return (now,) if now else ()

    def next_step(self, fight: TumbasFight) -> str | None:
        """The next step of the round once nobody is waited for."""
        if not fight.ordered or not fight.combatants:
            return None
        return None if turns.to_act(fight) else "next_step"

    def acted(self, fight: TumbasFight) -> frozenset[Id]:
        """Who has declared in this phase, or has acted in this round."""
        return turns.done(fight)

    def turn_parts(self, fight: TumbasFight, who: Id) -> Sequence[TurnPart]:
        """The phases of the round, which are the same for all (TUMS-CMB-02)."""
        if not fight.round.number:
            return ()
        stages, at = list(PARTS), fight.round.stage
        before = stages.index(at) if at in PARTS else len(stages)
        return tuple(
            TurnPart(PARTS[stage], spent=place < before, now=stage == at) for place, stage in enumerate(stages)
        )

    def proposes(self, fight: TumbasFight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        """Whatever is possible, in the order in which it is offered."""
        return offered

    def pressing(self, fight: TumbasFight, who: Id) -> Sequence[str]:
        """Nothing goes before what a player is used to."""
        return ()

    def near(self, fight: TumbasFight, who: Id) -> Sequence[Id]:
        """Those who are known to stand within a blow."""
        return neighbours(fight, who)

    def orders(self, fight: TumbasFight, who: Id) -> Sequence[str]:
        """Attacks of opportunity, a warrior's aptitude in defences, and dice of sixes where they may be left out.

        (TUMS-CMB-06, TUM-HOUSE-03, TUM-EXPL-01)
        """
        warrior = fight.body(who).character_class == "warrior"
        return (
            "order.opportunity",
            *(("order.defence_aptitude",) if warrior else ()),
            *(("order.explode",) if setting(fight.house, "may_stop_exploding") else ()),
        )

    def card(self, fight: TumbasFight, who: Id) -> Card:
        """All facts of a combatant."""
        return cards.card(fight, who)

    def headline(self, fight: TumbasFight) -> Explanation:
        """The round and its phase."""
        if not fight.ordered:
            return (Fact("clock.day", value=1 + fight.clock // DAY),)
        if not fight.round.number:
            return (Fact("round.none"),)
        return (
            Fact("round.number", value=fight.round.number, rules=("TUMS-CMB-01",)),
            Fact(f"phase.{fight.round.stage}", rules=("TUMS-CMB-02",)),
        )

    def lasting(self, fight: TumbasFight, who: Id) -> Mapping[str, Json]:
        """Hit points, what was used up and what goes on for days."""
        return bodies.lasting(fight.body(who))

    def wounds(self, fight: TumbasFight, who: Id) -> Sequence[LastingWound[Body, Round]]:
        """What of that condition can be healed when the scene ends."""
        return wounds_of(fight, who)

    def with_lasting(self, body: Body, condition: Mapping[str, Json]) -> Body:
        """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
        return bodies.with_lasting(body, condition)

    def resheeted(self, old: Body, fresh: Body) -> Body:
        """The new sheet's numbers with all that has happened to the old body."""
        return bodies.resheeted(old, fresh)

    def taps(self, fight: TumbasFight, who: Id) -> Sequence[Tap]:
        """What a sheet rolls at one tap."""
        return taps.taps(fight, who)

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """The numbers of a sheet with their terms."""
        plain = self.body(kind, {**sheet, FIELD: []}, house)
        whole = self.body(kind, sheet, house)
        facts = sheet_values(plain, sheet, round_up=setting(house, "round_load_up"))
        return (*by_hand_values(facts, whole), *usual_rolls(whole))

    def migrate(self, head: Json, state_version: int) -> Json:
        """State version 1 is the first."""
        return head

    def _uses(self, fight: TumbasFight, actor: Id, what: str) -> tuple[str, ...]:
        """Who uses an object may take one that is used up instead of an equipment point (TUM-HOUSE-12)."""
        return ("consume",) if what == "use" and fight.combatants[actor].gear.of("consumable") else ()

    def _of_the_turn(self, fight: TumbasFight, actor: Id) -> str:
        """The one verb that the round has for a combatant now."""
        if fight.round.stage not in ("action", "melee"):
            return "declare"
        what = turns.what_now(fight, actor)
        return what if what in self.actions else "test"


SYSTEM = Tumbas()
