"""The panel of the combatant who acts: its actions, the form of one of them, and the odds of what the button rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Input
from rules.core.requests import Dice
from rules.core.types import Json
from tapiz_site import inputs as forms
from tapiz_site.rulebook.help import action_address

from .board import Row
from .desk import Desk
from .parts import Button, Odds, Panel, odds_of, said_dice, token
from .services import memory_key

MOST_TABS = 11
"""The number of actions in sight; where a system has more, those it offers last are behind one tap."""


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
        memory = self._remembered()
        names = [offer.action for offer in of_turn]
        wanted = params.get("action") or memory.get("action") or ""
        chosen = wanted if wanted in names else names[0]
        reasons = {offer.action: offer.reason for offer in of_turn}
        # A panel that follows the turn does not name its actor; one that was asked for does, and so stays.
        explicit = {"panel": "act", "actor": actor.id} if params.get("panel") == "act" else {}
        tabs = tuple(
            Button(
                desk.speaker.first_word(f"action.{name}", default=name),
                engine.action(desk.system, name).icon,
                show=desk.panel_url(**explicit, action=name),
                chosen=name == chosen,
            )
            for name in names
        )
        verb = engine.action(desk.system, chosen)
        declared = verb.inputs(desk.fight, actor.id, desk.viewer)
        reason = reasons.get(chosen)
        filled = f"act:{actor.id}:{chosen}"
        bound = desk.bound(declared, params, errors, memory.get(chosen), filled)
        command = self._prepared(chosen, params, declared)
        return Panel(
            "act",
            # Not the reason: it changes with the turn, while the player still prepares.
            token("act", actor.id, chosen, repr(declared)),
            title=actor.name,
            actor=actor,
            tabs=tabs if len(tabs) <= MOST_TABS + 2 else tabs[:MOST_TABS],
            more_tabs=() if len(tabs) <= MOST_TABS + 2 else tabs[MOST_TABS:],
            bound=bound,
            hidden={**explicit, "action": chosen},
            name=filled,
            problem=problem,
            template=f"systems/{desk.system.slug}/acts/{chosen}.html",
            rules=action_address(desk.system.slug, chosen),
            next=self._roll_button(chosen, reason, command),
            odds=self._odds(command) if command is not None and reason is None else None,
            others=(
                *self._instead(declared, chosen, reasons),
                *(
                    Button(
                        desk.speaker.first_word(f"action.{offer.action}", default=offer.action),
                        engine.action(desk.system, offer.action).icon,
                        show=desk.verb_url(offer.action, actor=actor.id),
                    )
                    for offer in offers
                    if offer.reason is None and offer not in of_turn
                ),
            ),
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

    def _roll_button(self, action: str, reason: Fact | None, command: Command | None) -> Button:
        name = self.desk.speaker.first_word(f"action.{action}", default=action)
        note = self.desk.speaker.text(reason) if reason else ""
        label, label_note = (self._expected(command) if command is not None else None) or (name, "")
        return Button(
            label,
            "dices",
            act=self.desk.act_url(do="command", action=action, actor=self.actor.id, moment=self.desk.moment, rolls="1"),
            note=note or label_note,
            reason=note,
        )

    def _prepared(self, action: str, params: QueryDict, declared: Sequence[Input]) -> Command | None:
        """The command that the next button gives with the choices made so far; None while one of them is invalid."""
        typed = params.get("filled") == f"act:{self.actor.id}:{action}"
        raw = forms.read(declared, params) if typed else None
        values, faults = forms.check_all(declared, raw if raw is not None else self._starting(declared, action))
        return None if faults else Command("preview", action, self.actor.id, values, self.desk.moment)

    def _expected(self, command: Command) -> tuple[str, str] | None:
        """The label of the next button, which says what it rolls, and what for."""
        name = self.desk.speaker.first_word(f"action.{command.action}", default=command.action)
        try:
            found = engine.preview(self.desk.system, self.desk.fight, command)
        except RuleError as refused:
            return name, self.desk.speaker.error(refused)
        request = getattr(found, "request", None)
        if not isinstance(request, Dice) or request.to != command.actor:
            return None
        return _("Tirar %(dice)s") % {"dice": said_dice(request)}, name

    def _odds(self, command: Command) -> Odds | None:
        """How likely the command is to succeed, as far as the viewer may know."""
        try:
            return odds_of(engine.odds(self.desk.system, self.desk.fight, command, self.desk.viewer))
        except RuleError:
            return None

    def _remembered(self) -> Mapping[str, Json]:
        """The last choices for this combatant; the game master's are shown to the game master alone."""
        memory, actor = self.desk.seat.read.encounter.memory, self.actor.id
        theirs: Mapping[str, Json] = memory.get(actor, {})
        if not self.desk.viewer.game_master:
            return theirs
        return {**theirs, **memory.get(memory_key(actor, game_master=True), {})}

    def _starting(self, declared: Sequence[Input], action: str) -> dict[str, Json]:
        memory = self._remembered().get(action) or {}
        return {item.name: self.desk.initial(item, memory) for item in declared}
