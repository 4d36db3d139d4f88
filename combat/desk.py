"""The desk of one person at an encounter: what this person sees, may do and is asked; all panels build on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from rules.core import engine, relations
from rules.core.errors import RuleError
from rules.core.facts import fact
from rules.core.fight import Command, Offer
from rules.core.inputs import Combatants, Input, Several
from rules.core.requests import Request
from rules.core.stage import Stage, own_act_waits, stage
from rules.core.types import Id, Json
from rules.core.words import Names
from tapiz_site import inputs as forms
from tapiz_site.campaigns import sessions
from tapiz_site.inputs import BoundInput
from tapiz_site.pictures.templatetags.portraits import portrait
from tapiz_site.speech import PageSpeaker, speaker

from .board import Board, board
from .deeds import memory_key
from .parts import Button
from .policy import Seat
from .services import END_SESSION, SESSION_OVER, SUGGESTED


def names(seat: Seat) -> Names:
    """The names of combatants as this seat may read them."""
    combatants = seat.read.head.fight.combatants

    def name(who: Id) -> str:
        one = combatants.get(who)
        return one.called(by_game_master=seat.viewer.game_master) if one else "…"

    return name


class Desk:
    """What one seat sees of an encounter, may do and is asked."""

    def __init__(self, seat: Seat, known: Board | None = None) -> None:
        """known: what this seat sees, where that has been made already."""
        self.seat = seat
        self.system = seat.read.system
        self.fight = seat.read.head.fight
        self.viewer = seat.viewer
        self.board: Board = known or board(self.system, seat.read.head, seat.viewer)
        self.name_of = names(seat)
        self.speaker: PageSpeaker = speaker(self.system.slug, self.name_of)
        self.waiting = engine.waits_for(self.system, seat.read.head)
        self._offers: dict[Id | None, Sequence[Offer]] = {}
        self._inputs: dict[tuple[str, Id | None], Sequence[Input]] = {}

    @cached_property
    def stage(self) -> Stage:
        """What the fight waits for, for this person."""
        return stage(self.system, self.seat.read.head, self.viewer, self)

    # Habits

    def preferred(self, actor: Id) -> str:
        """The last action of a combatant."""
        return str(self.remembered(actor).get("action") or "")

    def starting(self, action: str, actor: Id | None) -> Mapping[str, Json]:
        """The inputs with which a form begins: the last choices that are still offered, else their defaults."""
        memory = (self.remembered(actor).get(action) if actor is not None else None) or {}
        return {item.name: self.initial(item, memory) for item in self.inputs(action, actor)}

    def remembered(self, actor: Id) -> Mapping[str, Json]:
        """The last choices for a combatant; the game master's are shown to the game master alone."""
        memory = self.seat.read.encounter.memory
        theirs: Mapping[str, Json] = memory.get(actor, {})
        if not self.viewer.game_master:
            return theirs
        return {**theirs, **memory.get(memory_key(actor, game_master=True), {})}

    def suggested(self, action: str, actor: Id | None) -> Mapping[str, Json] | None:
        """The choices that a guide suggests for a form that otherwise remembers nothing."""
        found: Mapping[str, Json] = (self.remembered(actor).get(action) if actor else None) or {}
        return found if found.get(SUGGESTED) else None

    # Being asked

    def mine(self) -> list[Request]:
        """The open requests that this person may answer, those addressed to this person first."""
        requests = self.waiting.requests if self.waiting else ()
        found = [request for request in requests if engine.may_answer(request, self.viewer)]
        return sorted(found, key=self.is_others)

    def is_others(self, request: Request) -> bool:
        """Whether the request is addressed to a player, so that the game master would answer in that player's place."""
        one = self.fight.combatants.get(request.to) if request.to else None
        return self.viewer.game_master and one is not None and bool(one.controllers)

    def against(self, request: Request) -> str:
        """Whose act a request answers, as this person may know it; empty where that is nobody's."""
        one = self.fight.combatants.get(request.against) if request.against else None
        if one is None or (one.hidden and not self.viewer.game_master):
            return ""
        return _("ante %(who)s") % {"who": self.name_of(one.id)}

    def place(self) -> str:
        """Which of several questions of one kind comes next to this person, as "1 de 2"; empty for a single one."""
        left = [request for request in self.mine() if not self.is_others(request)]
        if self.waiting is None or not left:
            return ""
        kind = left[0].key.partition(":")[0]
        answered = (key.partition(":") for key in self.waiting.open.answers)
        done = [who for about, _colon, who in answered if about == kind and self._plays(who)]
        count = len(done) + len(left)
        return _("%(place)s de %(count)s") % {"place": len(done) + 1, "count": count} if count > 1 else ""

    def _plays(self, who: Id) -> bool:
        one = self.fight.combatants.get(who)
        return one is not None and (not one.controllers if self.viewer.game_master else who in self.viewer.controls)

    def may_close(self) -> bool:
        """Whether this person may cancel what is open."""
        if self.seat.runs or self.waiting is None:
            return self.seat.runs
        top = self.waiting.open
        return not top.answers and top.command.actor in self.viewer.controls

    def acting(self, params: QueryDict) -> Id | None:
        """The combatant that uses a verb; for players one of their own, since its form shows their secrets."""
        wanted = params.get("actor")
        if self.seat.runs:
            return wanted or None
        own = [row.id for row in self.board.own]
        return wanted if wanted in own else next(iter(own), None)

    # What may be done now

    @property
    def busy(self) -> bool:
        """Whether a resolution is open, as far as this person may know."""
        head = self.seat.read.head
        return engine.busy(head) and (self.seat.runs or self.board.waiting or own_act_waits(head, self.viewer))

    def offers(self, actor: Id | None) -> Sequence[Offer]:
        """What this combatant, or without one the whole table, may do now, and why not; asked of the system once."""
        if actor not in self._offers:
            self._offers[actor] = [self._once(one) for one in self.system.offers(self.fight, actor, self.viewer)]
        return self._offers[actor]

    def _once(self, offer: Offer) -> Offer:
        """An offer; the end of a session that the table's page has ended is not offered again."""
        if offer.action == END_SESSION and offer.reason is None and self._session_over:
            return replace(offer, reason=fact(f"error.{SESSION_OVER}"))
        return offer

    @cached_property
    def _session_over(self) -> bool:
        return sessions.is_over(self.seat.read.encounter.table)

    def inputs(self, action: str, actor: Id | None) -> Sequence[Input]:
        """What the form of an action asks; asked of the system once."""
        if (action, actor) not in self._inputs:
            declared = engine.action(self.system, action).inputs(self.fight, actor, self.viewer)
            self._inputs[action, actor] = declared
        return self._inputs[action, actor]

    def has(self, name: str) -> bool:
        """Whether this system has a verb of this name."""
        return name in engine.actions(self.system)

    def may(self, name: str, actor: Id | None = None) -> bool:
        """Whether this system has a verb of this name, and it passes its check now."""
        if not self.has(name) or (name == END_SESSION and self._session_over):
            return False
        try:
            engine.action(self.system, name).check(self.fight, Command("", name, actor), self.viewer)
        except RuleError:
            return False
        return True

    def table_step(self, name: str) -> Button | None:
        """The button of a verb of the whole table; None where this person may not use it now."""
        if not self.seat.plays or self.busy or self.fight.status in ("paused", "archived"):
            return None
        if not self.has(name):
            return None
        verb = engine.action(self.system, name)
        actor = None if self.seat.runs else self.board.now
        if not self.seat.runs and (verb.for_game_master or actor not in self.viewer.controls):
            return None
        command = Command("step", name, actor, {}, self.moment)
        try:
            verb.check(self.fight, command, self.viewer)
        except RuleError:
            return None
        said = verb.says(self.fight, command)
        label = self.speaker.text(said) if said is not None else self.speaker.first_word(f"action.{name}", default=name)
        act = {"do": "command", "action": name, "moment": self.moment, **({"actor": actor} if actor else {})}
        return Button(label, verb.icon, act=self.act_url(**act))

    @property
    def moment(self) -> str:
        """The moment of the fight as this person may know it: empty while it names a hidden combatant who acts.

        Where several may act it names none: a declaration can be changed while others have yet to declare.
        """
        found = self.system.moment(self.fight)
        named = not self.viewer.game_master and any(who in found for who in self.fight.hidden)
        return "" if named and self.stage.kind != "act" else found

    # Addresses and forms

    def act_url(self, **params: str) -> str:
        """The address to which a button of the page's one form sends its act."""
        return f"{reverse('combat:act', args=[self.seat.read.encounter.pk])}?{urlencode(params)}"

    def panel_url(self, **params: str) -> str:
        """The query that shows a panel."""
        return urlencode(params)

    def verb_url(self, name: str, **params: str) -> str:
        """The query that shows the panel of a verb; declaring relations has a panel of its own."""
        if name == relations.NAME:
            return self.panel_url(panel=name, **params)
        return self.panel_url(panel="verb", action=name, **params)

    def back(self) -> Button:
        """The link back to the next thing."""
        return Button(_("Volver"), "undo-2", show="panel=next")

    def bound(
        self,
        declared: Sequence[Input],
        params: QueryDict,
        errors: Mapping[str, RuleError],
        start: Mapping[str, Json] | None,
        name: str,
    ) -> tuple[BoundInput, ...]:
        """The inputs of a form, bound to what was typed into this form, or else to their starting values."""
        sent = params if params.get("filled") == name else QueryDict()
        if sent:
            values = forms.read(declared, params) if errors else self.typed(declared, params)
        else:
            values = {item.name: self.initial(item, start or {}) for item in declared}
        told = [self.with_health(item) for item in declared]
        follow = {one.name for one in declared if _left_out(one, sent) and values[one.name] == self.initial(one, {})}
        fields = forms.fields(told, values, errors, self.speaker, marks=self.faces(declared))
        return tuple(replace(one, follows=one.name in follow) for one in fields)

    def read(self, declared: Sequence[Input], params: QueryDict) -> dict[str, Json]:
        """What was typed into a form; a target that the page leaves out was only proposed, and is the one of now."""
        values = forms.read(declared, params)
        return {
            item.name: self.initial(item, {}) if _left_out(item, params) else values[item.name] for item in declared
        }

    def typed(self, declared: Sequence[Input], params: QueryDict) -> dict[str, Json]:
        """What was typed into a form, as far as it is still offered; also in inputs that start anew each time."""
        values = self.read(declared, params)
        return {item.name: self.initial(_as_typed(item), values) for item in declared}

    def with_health(self, item: Input) -> Input:
        """A choice of one combatant with the word for how each of them fares, as far as this person may know it."""
        if not isinstance(item, Combatants) or item.several:
            return item
        rows = {row.id: row for row in self.board.rows}
        told = {who: (word,) for who, row in rows.items() if (word := row.looks) is not None}
        options = tuple(replace(one, notes=(*told.get(one.value, ()), *one.notes)) for one in item.options)
        return replace(item, options=options)

    def faces(self, declared: Sequence[Input]) -> Mapping[Id, str]:
        """The portrait or emblem of each combatant, where a form has a choice of them."""
        if not any(isinstance(item, Combatants) for item in declared):
            return {}
        table = self.seat.read.encounter.table
        return {row.id: portrait(row, "sm", table) for row in self.board.rows}

    def initial(self, item: Input, given: Mapping[str, Json]) -> Json:
        """The starting value of an input: the last choice if it is still offered; `fresh` inputs always start anew."""
        if given.get(SUGGESTED) and item.name in given:
            item = _as_typed(item)
            if isinstance(item, Several):
                return given[item.name]
        if item.fresh or (isinstance(item, Several) and item.default is not None):
            return item.default
        if item.game_master_decides and not self.viewer.game_master:
            # what was granted once is not proposed again by itself
            return item.default
        value = given.get(item.name, item.default)
        if isinstance(item, Combatants) and item.likely is not None and value not in (item.engaged or item.likely):
            return item.default
        options = getattr(item, "options", None)
        if options is None or value is None:
            return value
        there = {option.value for option in options if option.reason is None}
        if isinstance(value, list):
            return [one for one in value if (one[0] if isinstance(one, list) else one) in there]
        return value if isinstance(value, dict) or value in there else item.default


def _left_out(item: Input, params: QueryDict) -> bool:
    return isinstance(item, Combatants) and not item.several and item.name not in params


def _as_typed(item: Input) -> Input:
    """An input that keeps what was typed into its form, however it would begin."""
    kept = replace(item, fresh=False, game_master_decides=False)
    return replace(kept, likely=None, engaged=()) if isinstance(kept, Combatants) else kept
