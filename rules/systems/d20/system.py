"""d20 as a rule system: the contract, assembled from the other modules of this package."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rules.core import landing
from rules.core.audience import Viewer
from rules.core.board.walking import on_board
from rules.core.codec import Codec, codec
from rules.core.equipment import Equipment
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.fight import Card, Head, Offer, OrderPlace
from rules.core.hand import COMMON
from rules.core.inputs import Input
from rules.core.offers import offer
from rules.core.once import once
from rules.core.paper import Paper
from rules.core.parts import TurnPart
from rules.core.people import unplayed_first
from rules.core.system import Action, SheetKind
from rules.core.taps import Tap
from rules.core.types import Id, Json
from rules.core.wounds import LastingWound
from rules.systems.d20 import bodies, cards, counts, going, grappling, recovery, taps
from rules.systems.d20.acid import ACID_BATH
from rules.systems.d20.aid import AID
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack import ATTACK, TOTAL_DEFENSE
from rules.systems.d20.autofire import SPRAY_AREA, VOLLEY, is_automatic, is_loaded
from rules.systems.d20.bearing import can_act
from rules.systems.d20.board import BOARD
from rules.systems.d20.breaking import BREAK, REPAIR, THING
from rules.systems.d20.breath import AIR
from rules.systems.d20.bull_rush import BULL_RUSH
from rules.systems.d20.chips import CHIPS
from rules.systems.d20.dice import ROLL
from rules.systems.d20.disarm import DISARM
from rules.systems.d20.disease import DISEASE_MET
from rules.systems.d20.doing import blows_left, may_go_on, remaining, step_left, turn_of
from rules.systems.d20.electricity import SHOCK
from rules.systems.d20.explosives import THROW, is_explosive
from rules.systems.d20.exposure import NEED_MET, RELIEF, WEATHER_MET
from rules.systems.d20.falls import FALL, FALLING_OBJECT, GET_FREE
from rules.systems.d20.fire import FIRE, QUENCH
from rules.systems.d20.gear import EQUIPMENT
from rules.systems.d20.gear.carrying import agreed
from rules.systems.d20.gear.using import CONSUME, GEAR, out_of_shots
from rules.systems.d20.grappling import GRAPPLE
from rules.systems.d20.harm import paying
from rules.systems.d20.healing import REST, STABILISE, friend_is_dying
from rules.systems.d20.helpless import FINISH
from rules.systems.d20.keypad import ABILITY, CONDITION, END_TEMPORARY, KEYPAD
from rules.systems.d20.kinds import SHEET_KINDS
from rules.systems.d20.moving import MOVING, may_stand_up
from rules.systems.d20.order import ORDER, kept_waiting, passed_over
from rules.systems.d20.overrun import OVERRUN
from rules.systems.d20.paper import PAPER
from rules.systems.d20.planting import DETONATE, PLANT
from rules.systems.d20.poisoning import COAT, POISONING
from rules.systems.d20.rushing import RUSHING
from rules.systems.d20.settings import SETTINGS
from rules.systems.d20.situation import LOW_COVER, RELATE, neighbours
from rules.systems.d20.splash import SPLASHING, is_splash
from rules.systems.d20.state import Body, D20Fight, Round, grapple_of, in_rounds
from rules.systems.d20.sunder import SUNDER, damaged_arms, holds_a_weapon
from rules.systems.d20.testing import OTHER
from rules.systems.d20.time import LIGHTS, PASS_TIME
from rules.systems.d20.told_codes import TOLD
from rules.systems.d20.trip import TRIP
from rules.systems.d20.two_turns import TWO_TURNS
from rules.systems.d20.values import sheet_values
from rules.systems.d20.waiting import WAITING
from rules.systems.d20.wounds import wounds_of
from rules.systems.d20.wrestling import LET_GO, WRESTLE

SPECIAL: tuple[Action[Body, Round], ...] = (
    *(TRIP, DISARM, SUNDER, BULL_RUSH, OVERRUN, AID),
    *(GRAPPLE, WRESTLE, LET_GO),
    *(THROW, PLANT, SPRAY_AREA, VOLLEY, SPLASHING),
    *(BREAK, REPAIR),
    *(DETONATE, THING),
)

SPECIAL_OF_THE_TURN: tuple[str, ...] = tuple(action.name for action in SPECIAL if action.of_the_turn)

SPECIAL_TABLE: tuple[str, ...] = ("detonate", "thing")
"""All actions: the tabs of an actor, acts that take no action, and actions of the table as a whole."""

WITH: Mapping[str, Callable[[Weapon], bool]] = {
    "throw_explosive": is_explosive,
    "plant": is_explosive,
    "autofire": is_automatic,
    "volley": is_loaded,
    "splash": is_splash,
}
"""The equipment that each tab requires."""


def tabs(fight: D20Fight, actor: Id) -> tuple[str, ...]:
    """Return the actions that fit a combatant's situation: what it carries, grapples, objects in the fight.

    The actions left out are impossible with any input.
    """
    arms, wrestles = fight.body(actor).carried(), grapple_of(fight, actor) is not None
    things = any(one.body.being == "object" for one in fight.combatants.values())

    def belongs(name: str) -> bool:
        if name in WITH:
            return any(WITH[name](weapon) for weapon in arms)
        if name in ("wrestle", "let_go"):
            return wrestles
        if name == "grapple":
            return not wrestles
        if name == "attack_weapon":
            # the hidden do not count: the tab would tell of them
            others = (one for one in fight.combatants.values() if one.id != actor and not one.hidden)
            return any(holds_a_weapon(one.body) for one in others)
        if name == "repair":
            return not fight.ordered and (things or bool(damaged_arms(fight.body(actor))))
        return things if name == "break_object" else True

    return tuple(name for name in SPECIAL_OF_THE_TURN if belongs(name))


def calls_for(fight: D20Fight, actor: Id) -> tuple[str, ...]:
    """Return the actions that a combatant's situation calls for, the most pressing first."""
    held = fight.body(actor)
    throws = ("throw_explosive",) if is_explosive(held.weapon(held.main)) else ()
    return (*(name for name in PRESSING if name != "stabilise" or friend_is_dying(fight, actor)), *throws)


HAZARDS: tuple[Action[Body, Round], ...] = (
    *(STABILISE, GET_FREE, QUENCH, COAT),
    *(PASS_TIME, REST, CONDITION, ABILITY, END_TEMPORARY),
    *(FALL, FALLING_OBJECT, FIRE, ACID_BATH, SHOCK, POISONING, DISEASE_MET, AIR, WEATHER_MET, NEED_MET, RELIEF, LIGHTS),
)

HAZARDS_OF_THE_TURN: tuple[str, ...] = ("stabilise", "get_free", "quench", "coat_weapon")

HAZARDS_TABLE: tuple[str, ...] = tuple(action.name for action in HAZARDS if action.for_game_master)
"""All actions: the tabs of an actor, acts that take no action, and actions of the table as a whole."""

OF_THE_TURN = (
    *("attack", "move", "charge", "step", "total_defense", "gear", "consume", "test"),
    *("withdraw", "run", "posture", "ready", "delay", "finish", "act", "two_turns", "lift"),
)
"""Actions of the own turn, the most frequent first."""

FREE = ("test", "attack", "gear", "consume", "finish", "posture", "act", "lift")
"""Actions outside fights."""

ASIDE = ("relate",)
"""Acts that take no action."""

INTERRUPTING = ("act_now", "trigger")
"""Actions between or during the turns of other combatants."""

PRESSING = ("wrestle", "let_go", "stabilise", "get_free", "quench")
"""Actions that are rarely possible and shown first when they are."""

TABLE = ("roll", "initiative", "awareness", "relate", "low_cover")
"""Actions of the table as a whole."""


MOST_OFFERS = 64
"""How many answers are kept of what may be done: for each, seventy actions are looked at."""


class D20:
    """The d20 system: a d20 against a number, turns in order of initiative, attacks of opportunity."""

    slug = "d20"
    rules_version = 7
    state_version = 1
    settings: tuple[Input, ...] = (*COMMON, *SETTINGS)
    sheet_kinds: Mapping[str, SheetKind] = SHEET_KINDS
    brief = ("value.hp_max", "value.defense")
    foremost = ("value.defense", "value.initiative", "value.speed")
    sheet_part = "sheet.part"
    chips = CHIPS
    paper: Paper = PAPER
    equipment: Equipment = EQUIPMENT
    told_codes = TOLD
    board_rules = BOARD
    wraps_up: Mapping[str, bool] = {}
    opening = ("awareness",)
    interjections = INTERRUPTING
    passive: tuple[tuple[str, Mapping[str, Json]], ...] = (("total_defense", {}),)
    codec: Codec[Head[Body, Round]] = codec(Head[Body, Round])
    actions: Mapping[str, Action[Body, Round]] = {
        action.name: paying(action) if action.of_the_turn else action
        for action in (
            ATTACK,
            *MOVING,
            *RUSHING,
            TOTAL_DEFENSE,
            GEAR,
            CONSUME,
            FINISH,
            *OTHER,
            TWO_TURNS,
            *WAITING,
            *ORDER,
            *KEYPAD,
            RELATE,
            LOW_COVER,
            ROLL,
            *SPECIAL,
            *HAZARDS,
        )
    }

    def body(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Body:
        """A combatant's own state at the start, from a loaded sheet."""
        if kind == "object":
            return bodies.object_body(sheet)
        return bodies.creature_body(sheet, house) if kind == "creature" else bodies.person_body(sheet, house)

    def begin(self, house: Mapping[str, Json]) -> Round:
        """Return the state before the first turn."""
        return Round()

    def moment(self, fight: D20Fight) -> str:
        """Return the stage, the round, and the acting combatant."""
        return counts.moment(fight)

    def offers(self, fight: D20Fight, actor: Id | None, viewer: Viewer) -> Sequence[Offer]:
        """Return the actions possible now, or the reasons against them; without an actor those of the table."""
        return _offers(fight, self, actor, viewer)

    def settle(self, fight: D20Fight) -> D20Fight:
        """Drop absent combatants from the round, and make states, holds, hands and gear consistent."""
        fight = grappling.with_bonds_settled(recovery.with_states_settled(fight))
        for who in fight.combatants:
            fight = agreed(fight, who)
        return fight

    def order(self, fight: D20Fight) -> Sequence[OrderPlace]:
        """Return the combatants by initiative, with the fact that decided each tie."""
        return counts.places(fight)

    def whose_turn(self, fight: D20Fight) -> tuple[Id, ...]:
        """Return the acting combatant and those after it."""
        return counts.upcoming(fight) if fight.ordered else ()

    def passed_over(self, fight: D20Fight, notes: Notes) -> D20Fight:
        """Return the fight in which the turns of the hidden are over (D20C-SEQ-05)."""
        return passed_over(fight, notes) if fight.ordered else fight

    def kept_waiting(self, before: D20Fight, after: D20Fight, busy: Collection[Id]) -> D20Fight:
        """Return the fight in which the hidden have their turn after the others of this round (D20C-SEQ-05)."""
        return kept_waiting(before, after, busy)

    def together(self, fight: D20Fight) -> Sequence[Sequence[Id]]:
        """Return the game master's own whose turns follow each other in this round (D20C-SEQ-05)."""
        acting = fight.round.acting
        return () if acting is None else unplayed_first(fight, (acting, *counts.waiting(fight)))

    def next_step(self, fight: D20Fight) -> str | None:
        """Return initiative before the first turn, and the next turn when no combatant acts."""
        if not fight.ordered or not fight.combatants:
            return None
        if not in_rounds(fight):
            return "initiative"
        return "end_turn" if fight.round.acting is None else None

    def acted(self, fight: D20Fight) -> frozenset[Id]:
        """Return the combatants that have had their turn in this round."""
        return fight.round.done

    def turn_parts(self, fight: D20Fight, who: Id) -> Sequence[TurnPart]:
        """Return attack, movement and 5-foot step of a turn (D20C-ACT-02, -07, D20C-FUL-01).

        Where the turn has only one of the two, both are one part (D20C-SUR-03, D20H-DIS-02).
        """
        remains, turn = remaining(fight, who), turn_of(fight, who)
        if remains is None or not can_act(fight, who):
            # of those who cannot do anything nothing is left
            return ()
        blows = blows_left(fight, who) if may_go_on(fight, who) else 0
        step = TurnPart("turn_part.step", spent=not step_left(fight, who))
        if turn is not None and turn.limited:
            return (TurnPart("turn_part.single", spent=not (min(blows, remains.attack) or remains.move)), step)
        moved = turn is not None and any(one.part == "move" for one in turn.spent)
        if turn is not None and not turn.blows and not remains.full_round:
            # a full attack takes the whole round
            blows = min(blows, 1)
        return (
            TurnPart("turn_part.attack", spent=not blows, count=blows if blows > 1 else None),
            # a second movement would take the place of the attack
            TurnPart("turn_part.move", spent=not remains.move or bool(moved and blows)),
            step,
        )

    def proposes(self, fight: D20Fight, who: Id, offered: Sequence[str]) -> Sequence[str]:
        """Return what the situation calls for, then an attack; a movement only in a turn of which nothing is spent.

        Who lies there first stands up, while a movement is left. On a board nobody goes where a foe is at hand.
        """
        turn = turn_of(fight, who)
        stays = bool(turn is not None and turn.spent) or (on_board(fight, who) and going.has_foe_at_hand(fight, who))
        usual = ("attack",) if stays else ("attack", "move")
        usual = ("posture", *usual) if may_stand_up(fight, who) else usual
        usual = ("gear", *usual) if out_of_shots(fight.body(who)) else usual
        explosive = (name for name in calls_for(fight, who) if name == "throw_explosive")
        return tuple(name for name in (*self.pressing(fight, who), *explosive, *usual) if name in offered)

    def pressing(self, fight: D20Fight, who: Id) -> Sequence[str]:
        """Return what is rarely possible (D20H-REC-06, D20S-GRAP-19).

        Who holds a foe does not usually let go, and the game master's own do not usually care for their fallen.
        """
        unusual = {"let_go"} if fight.combatants[who].controllers else {"let_go", "stabilise"}
        return tuple(name for name in calls_for(fight, who) if name in PRESSING and name not in unusual)

    def near(self, fight: D20Fight, who: Id) -> Sequence[Id]:
        """Those who are known to stand within a blow."""
        return neighbours(fight, who)

    def orders(self, fight: D20Fight, who: Id) -> Sequence[str]:
        """Attacks of opportunity, what answers a special attack, and what softens a fall.

        (D20C-AOO-08, D20S-TRIP-07, D20S-DIS-06, D20S-OVR-06, D20S-GRAP-27, D20H-FALL-03, D20S-TRIP-11)
        """
        return ("order.opportunity", "order.counter", "order.overrun", "order.resists", landing.ORDER)

    def card(self, fight: D20Fight, who: Id) -> Card:
        """All facts of a combatant."""
        return cards.card(fight, who)

    def headline(self, fight: D20Fight) -> Explanation:
        """The round, or what the clock shows."""
        if not fight.ordered:
            days, seconds = divmod(fight.clock, 86_400)
            hours, minutes = seconds // 3600, seconds % 3600 // 60
            return (fact("clock.time", day=days + 1, hours=f"{hours:02}", minutes=f"{minutes:02}"),)
        if not in_rounds(fight):
            return (Fact("round.none"),)
        if fight.round.stage == "surprise":
            return (Fact("round.is_surprise", rules=("D20C-SUR-02",)),)
        return (Fact("round.number", value=fight.round.number, rules=("D20C-SEQ-05",)),)

    def lasting(self, fight: D20Fight, who: Id) -> Mapping[str, Json]:
        """Hit points, conditions, what falls due, rounds in the magazine."""
        return bodies.lasting(fight.body(who))

    def wounds(self, fight: D20Fight, who: Id) -> Sequence[LastingWound[Body, Round]]:
        """What of that condition can be healed when the scene ends."""
        return wounds_of(fight, who)

    def with_lasting(self, body: Body, condition: Mapping[str, Json]) -> Body:
        """A fresh body in the condition that an earlier fight left; maxima are the sheet's."""
        return bodies.with_lasting(body, condition)

    def resheeted(self, old: Body, fresh: Body) -> Body:
        """The new sheet's numbers with all that has happened to the old body."""
        return bodies.resheeted(old, fresh)

    def taps(self, fight: D20Fight, who: Id) -> Sequence[Tap]:
        """What a sheet rolls at one tap."""
        return taps.taps(fight, who)

    def values(self, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json]) -> Explanation:
        """The numbers of a sheet with their terms."""
        return sheet_values(self.body(kind, sheet, house), sheet)

    def migrate(self, head: Json, state_version: int) -> Json:
        """State version 1 is the first."""
        return head


def _all_offers(fight: D20Fight, system: D20, actor: Id | None, viewer: Viewer) -> tuple[Offer, ...]:
    if actor is None:
        names = (*TABLE, *SPECIAL_TABLE, *HAZARDS_TABLE)
    else:
        usual = OF_THE_TURN if fight.ordered else FREE
        turn = (*usual, *tabs(fight, actor), *HAZARDS_OF_THE_TURN)
        aside = (*INTERRUPTING, *ASIDE) if fight.ordered else ASIDE
        names = (*turn, *aside)
    offers = [offer(fight, system.actions[name], actor, viewer) for name in names]
    if actor is None:
        return tuple(offers)
    # the actions that the situation calls for come first
    possible = {one.action: one for one in offers if one.reason is None}
    pressing = [possible[name] for name in calls_for(fight, actor) if name in possible]
    return (*pressing, *(one for one in offers if one not in pressing))


_offers = once(_all_offers, MOST_OFFERS)


SYSTEM = D20()
"""The one object of this system."""
