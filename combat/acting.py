"""The panel of the combatant who acts: its actions, the form of one of them, and the odds of what the button rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine, relations
from rules.core.driver import Done, Pending
from rules.core.errors import Missing, RuleError
from rules.core.facts import Fact
from rules.core.fight import NOT_YET, Command, Offer
from rules.core.inputs import Choice, Input
from rules.core.requests import Dice
from tapiz_site import inputs as forms
from tapiz_site.inputs import BoundInput
from tapiz_site.rulebook.help import action_address

from . import hand
from .board import Row
from .desk import Desk
from .grouping import way_in
from .parts import Button, Odds, Panel, lacking, odds_of, said_dice, token
from .planned import from_the_end

Coming = Pending | Done[Any] | RuleError
"""What a command would ask next, that it would be done at once, or why it would be refused."""

MOST_TABS = 11
MOST_TABS_OF_PLAYERS = 6
"""The number of actions in sight; where a system has more, those it offers last are behind one tap.

Players hold telephones, on which the form of the chosen action must not begin below the screen.
"""


class Acting:
    """Builds the panel in which one combatant acts, for one desk."""

    def __init__(self, desk: Desk, actor: Row) -> None:
        self.desk = desk
        self.actor = actor

    def panel(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        """The chosen action, or else the combatant's last one, as a form with the button that begins it."""
        desk, actor = self.desk, self.actor
        offers = desk.offers(actor.id)
        of_turn = [offer for offer in offers if engine.action(desk.system, offer.action).of_the_turn]
        memory = desk.remembered(actor.id)
        reasons = {offer.action: offer.reason for offer in of_turn}
        wanted = params.get("action", "")
        # in the turn a form on a page gives way to what is proposed, unless it was picked or filled in and is possible
        kept = "picked" in params or params.get("filled") == f"act:{actor.id}:{wanted}"
        asked_for = "token" not in params
        stays = asked_for or not self._proposes or (kept and reasons.get(wanted) in (None, NOT_YET))
        chosen = self._chosen(wanted if stays else "", reasons)
        if not chosen or (not wanted and self._nothing_left(of_turn)):
            return self._spent(offers, of_turn, problem)
        # A panel that follows the turn does not name its actor; one that was asked for does, and so stays.
        explicit = {"panel": "act", "actor": actor.id} if params.get("panel") == "act" else {}
        tabs = tuple(self._tab(offer, chosen, explicit) for offer in of_turn)
        possible, impossible = _parted(tabs)
        most = MOST_TABS if desk.seat.runs else MOST_TABS_OF_PLAYERS
        # two more would take no more room than the way to them
        seen = most if len(possible) > most + 2 else len(possible)
        # what was chosen behind the way to the others comes into sight, and the others stay away from its form
        folded = tuple(tab for tab in possible[seen:] if not tab.chosen)
        declared = desk.inputs(chosen, actor.id)
        reason = reasons.get(chosen)
        filled = f"act:{actor.id}:{chosen}"
        planned = {name: str(value) for name, value in params.items()} if params.get("filled") == filled else {}
        told = from_the_end(desk, chosen, actor.id, declared, planned)
        bound = hand.marked(desk, declared, desk.bound(told, params, errors, memory.get(chosen), filled))
        prepared = self._prepared(chosen, params, declared)
        command = prepared if isinstance(prepared, Command) else None
        coming = self._coming(prepared) if isinstance(prepared, Command) else prepared
        waited_for = any(actor.id in batch for batch in desk.system.together(desk.fight))
        again = not desk.seat.runs and desk.stage.kind == "acts" and reason is None and not waited_for
        return Panel(
            "act",
            # Not the reasons: they change with the turn, while the player still prepares.
            token("act", actor.id, chosen, repr(declared)),
            title=actor.name,
            actor=actor,
            tabs=tuple(tab for tab in possible if tab not in folded),
            more_tabs=folded,
            not_now=impossible,
            bound=bound,
            hidden={
                **explicit,
                "action": chosen,
                **({"picked": "1"} if chosen == wanted and (asked_for or kept) else {}),
            },
            name=filled,
            problem=problem,
            template=f"systems/{desk.system.slug}/acts/{chosen}.html",
            rules=action_address(desk.system.slug, chosen),
            next=self._roll_button(chosen, reason, command, coming, bound),
            rolls=not isinstance(coming, Done),
            again=again,
            odds=self._odds(command) if command is not None and reason is None else None,
            at_once=way_in(desk),
            others=(
                *self._instead(declared, chosen, reasons),
                *self._asides(offers, bound),
            ),
        )

    def _asides(self, offers: Sequence[Offer], bound: Sequence[BoundInput] = ()) -> Iterator[Button]:
        """What is possible and costs no turn, such as saying where one stands: first how the actor finds the target."""
        desk = self.desk
        aimed = next((one for one in bound if one.name == "target" and not one.several), None)
        target = next((one.value for one in aimed.options if one.chosen), "") if aimed is not None else ""
        for offer in offers:
            verb = engine.action(desk.system, offer.action)
            if offer.reason is None and not verb.of_the_turn:
                name = desk.speaker.first_word(f"action.{offer.action}", default=offer.action)
                about = {"who": target, "to": self.actor.id} if target and offer.action == relations.NAME else {}
                yield Button(name, verb.icon, show=desk.verb_url(offer.action, actor=self.actor.id, **about))

    def _chosen(self, wanted: str, reasons: Mapping[str, Fact | None]) -> str:
        """The action asked for, else the proposed one, else the last; empty when only the end of the turn is left.

        An act in passing, such as drawing, leads back to the action that it was for while the turn has room for any.
        """
        names = list(reasons)
        if wanted in names:
            return wanted
        desk, form = self.desk, self.desk.stage.form
        aside = str(desk.remembered(self.actor.id).get("aside"))
        if aside in names and (reasons[aside] in (None, NOT_YET) or form in names or not self._proposes):
            return aside
        if self._proposes:
            return form if form in names else ""
        last = desk.preferred(self.actor.id)
        return last if last in names else names[0]

    @property
    def _proposes(self) -> bool:
        """Whether the fight waits for an act of this combatant, of which one is proposed."""
        stage = self.desk.stage
        proposes = bool(stage.form) or stage.ending is not None
        return stage.kind in ("act", "acts") and stage.who == (self.actor.id,) and proposes

    def _nothing_left(self, of_turn: Sequence[Offer]) -> bool:
        """Whether a player has nothing to prepare: all that there was is over, as for who has acted in a round."""
        over = len(of_turn) == 1 and of_turn[0].reason not in (None, NOT_YET)
        return over and not self.desk.seat.runs and not self._proposes

    def _spent(self, offers: Sequence[Offer], of_turn: Sequence[Offer], problem: str) -> Panel:
        """The panel of a turn whose end is proposed: no form, and what is still possible one tap away."""
        desk, actor = self.desk, self.actor
        tabs = tuple(self._tab(offer, "", {}) for offer in of_turn)
        return Panel(
            "act",
            token("spent", actor.id, desk.moment),
            title=actor.name,
            actor=actor,
            tabs=tuple(tab for tab in tabs if not tab.note),
            not_now=tuple(tab for tab in tabs if tab.note),
            problem=problem,
            next=desk.table_step("end_turn"),
            others=tuple(self._asides(offers)),
        )

    def _tab(self, offer: Offer, chosen: str, explicit: Mapping[str, str]) -> Button:
        name, desk = offer.action, self.desk
        return Button(
            desk.speaker.first_word(f"action.{name}", default=name),
            engine.action(desk.system, name).icon,
            show=desk.panel_url(**explicit, action=name),
            note=desk.speaker.text(offer.reason) if offer.reason not in (None, NOT_YET) else "",
            chosen=name == chosen,
        )

    def _instead(self, declared: Sequence[Input], chosen: str, reasons: Mapping[str, Fact | None]) -> Iterator[Button]:
        """One button for each act that makes an option available, such as drawing a weapon first.

        An option lists these acts in `extra["instead"]`, each with its action, label, the name it is about, and inputs.
        """
        desk, seen = self.desk, set[str]()
        for option in (option for item in declared if isinstance(item, Choice) for option in item.options):
            for act in option.extra.get("instead", ()):
                values = {name: str(value) for name, value in act.items() if name not in ("label", "name", "action")}
                action, url = act["action"], urlencode(values)
                if url in seen:
                    continue
                seen.add(url)
                refused = self._refused(Command("preview", action, self.actor.id, values, desk.moment))
                known = reasons.get(action)
                reason = desk.speaker.text(known) if known is not None else refused
                yield Button(
                    desk.speaker.text(Fact(act["label"], params={"name": act["name"]})),
                    engine.action(desk.system, action).icon,
                    act=desk.act_url(
                        do="command", action=action, actor=self.actor.id, moment=desk.moment, passing=chosen, **values
                    ),
                    note=reason,
                    reason=reason,
                )

    def _refused(self, command: Command) -> str:
        """Why an act would be refused, in words; empty if it would not."""
        try:
            engine.preview(self.desk.system, self.desk.fight, command)
        except RuleError as refused:
            return self.desk.speaker.error(refused)
        return ""

    def _coming(self, command: Command) -> Coming:
        """What follows when a command begins as it stands; a proposal counts as granted."""
        try:
            return engine.preview(self.desk.system, self.desk.fight, replace(command, proposed=()))
        except RuleError as refused:
            return refused

    def _roll_button(
        self, action: str, reason: Fact | None, command: Command | None, coming: Coming, bound: Sequence[BoundInput]
    ) -> Button:
        name = self.desk.speaker.first_word(f"action.{action}", default=action)
        note = self.desk.speaker.text(reason) if reason else ""
        label, label_note, lacks = (name, "", "")
        if command is not None:
            label, label_note, lacks = self._expected(command, coming)
        elif isinstance(coming, RuleError):
            lacks = self.desk.speaker.error(coming)
        if isinstance(coming, Missing) and coming.reason == "core.input.missing":
            # the rule has no words of its own for what is missing
            lacks = lacking(next((one.label for one in bound if one.name == coming.field), "")) or lacks
        return Button(
            label,
            "dices" if label_note else engine.action(self.desk.system, action).icon,
            act=self.desk.act_url(do="command", action=action, actor=self.actor.id, moment=self.desk.moment, rolls="1"),
            note=note or label_note,
            reason=note,
            lacks=lacks,
        )

    def _prepared(self, action: str, params: QueryDict, declared: Sequence[Input]) -> Command | RuleError:
        """The command that the next button gives with the choices made so far; the fault of one that is invalid."""
        typed = params.get("filled") == f"act:{self.actor.id}:{action}"
        values, faults = forms.check_all(declared, self.desk.read(declared, params)) if typed else ({}, {})
        if faults or not typed:
            # what was typed may be offered no longer, and is then not what the form shows
            raw = self.desk.typed(declared, params) if typed else self.desk.starting(action, self.actor.id)
            values, faults = forms.check_all(declared, raw)
        for fault in faults.values():
            return fault
        return hand.proposing(self.desk, declared, Command("preview", action, self.actor.id, values, self.desk.moment))

    def _expected(self, command: Command, coming: Coming) -> tuple[str, str, str]:
        """The label of the next button, which says what it rolls, what for, and what its form still lacks."""
        said = engine.action(self.desk.system, command.action).says(self.desk.fight, command)
        name = self.desk.speaker.first_word(f"action.{command.action}", default=command.action)
        name = self.desk.speaker.text(said) if said is not None else self._aimed(name, command)
        if isinstance(coming, RuleError):
            return name, "", self.desk.speaker.error(coming)
        request = coming.request if isinstance(coming, Pending) else None
        if command.proposed:
            return hand.sends(self.desk), name, ""
        if not isinstance(request, Dice) or request.to != command.actor:
            return name, "", ""
        # dice that come with no odds may decide something else, such as which of two grapplers is struck
        apart = request.label and (said is not None or request.odds is None)
        rolled = self.desk.speaker.first_word(request.label, default="") if apart else ""
        return _("Tirar %(dice)s") % {"dice": said_dice(request)}, " · ".join(filter(None, (name, rolled))), ""

    def _aimed(self, name: str, command: Command) -> str:
        """The action with its one target, which may stand below the screen of a telephone."""
        target = command.inputs.get("target")
        seen = self.desk.board.row(target) if isinstance(target, str) else None
        return f"{name} · {seen.name}" if seen is not None else name

    def _odds(self, command: Command) -> Odds | None:
        """How likely the command is to succeed, as far as the viewer may know."""
        try:
            granted = replace(command, proposed=())
            return odds_of(engine.odds(self.desk.system, self.desk.fight, granted, self.desk.viewer))
        except RuleError:
            return None


def _parted(tabs: Sequence[Button]) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The actions that are possible now or chosen, and the others; all together where none is possible."""
    if all(tab.note for tab in tabs):
        return tuple(replace(tab, note="") for tab in tabs), ()
    possible = tuple(replace(tab, note="") for tab in tabs if not tab.note or tab.chosen)
    return possible, tuple(tab for tab in tabs if tab.note and not tab.chosen)
