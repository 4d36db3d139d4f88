"""The panel in the middle of the fight: what this person is asked, or may do, as a bound form.

A panel is shown again untouched until what it asks has changed: its token stands for that. So nothing that somebody has
typed is lost when others act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _

from rules.core import engine, relations
from rules.core.errors import RuleError
from rules.core.fight import Command
from rules.core.inputs import Input, Several
from rules.core.requests import Request
from rules.core.types import Id, Json
from rules.core.words import Names
from tapiz_site import inputs as forms
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.inputs import BoundInput
from tapiz_site.rulebook.help import action_address
from tapiz_site.speech import PageSpeaker, speaker

from . import charter, standing
from .acting import Acting
from .asking import Asking
from .board import Board, Row, board
from .parts import Button, Panel, token
from .policy import Seat

RUNNING_PANELS = ("one", "order", "house")
"""The panels that are the game master's."""

STATUS_VERBS: Mapping[str, tuple[str, ...]] = {
    "ready": ("archive",),
    "running": ("pause", "archive"),
    "paused": ("resume", "archive"),
    "archived": ("resume",),
}
"""What may be done with an encounter as a whole, by where it stands."""


def names(seat: Seat) -> Names:
    """The names of combatants as this person reads them."""
    combatants = seat.read.head.fight.combatants

    def name(who: Id) -> str:
        one = combatants.get(who)
        return one.called(by_game_master=seat.viewer.game_master) if one else "…"

    return name


class Desk:
    """Builds the panel and the dock of one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.system = seat.read.system
        self.fight = seat.read.head.fight
        self.viewer = seat.viewer
        self.board: Board = board(self.system, seat.read.head, seat.viewer)
        self.name_of = names(seat)
        self.speaker: PageSpeaker = speaker(self.system.slug, self.name_of)
        self.waiting = engine.waits_for(self.system, seat.read.head)

    # Which panel

    def panel(self, params: QueryDict, errors: Mapping[str, RuleError] | None = None, problem: str = "") -> Panel:
        """The panel asked for, or the one that is next."""
        errors = errors or {}
        wanted = params.get("panel", "")
        builders = {
            "one": self._one,
            "order": self._order,
            "more": self._more,
            "verb": self._verb,
            "act": self._act,
            "relate": self._relate,
            "house": self._house,
        }
        if wanted == "ask" and any(one.key == params.get("request") for one in self.mine()):
            return Asking(self).panel(params, errors, problem)
        if wanted in builders and self.seat.plays and (wanted not in RUNNING_PANELS or self.seat.runs):
            return builders[wanted](params, errors, problem)
        return self._next(params, errors, problem)

    def _next(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        if not self.seat.plays:
            return Panel("wait", "wait", problem=problem)
        if self.waiting is not None and (self.mine() or (self.waiting.problem and self.may_close())):
            return Asking(self).panel(params, errors, problem)
        actor = self._actor(params)
        if actor is not None and not params.get("actor") and not errors and self._done(actor):
            title = _("%(who)s ya ha actuado") % {"who": actor.name}
            return Panel("wait", token("done", actor.id), problem=problem, title=title)
        if actor is not None:
            return self._act(params, errors, problem)
        if not self.fight.ordered and (free := self._free_verb()):
            return self._verb(free, errors, problem)
        if self.fight.status == "archived":
            return Panel("wait", "wait:", problem=problem)
        meanwhile = self._meanwhile()
        title = _("Nada que hacer todavía")
        place = token("wait", repr(meanwhile))
        return Panel("wait", place, problem=problem, title=title, others=meanwhile)

    def _meanwhile(self) -> tuple[Button, ...]:
        """What people may do for their own while nobody acts, such as declaring a stance before the conflict."""
        found: list[Button] = []
        for row in () if self.seat.runs else self.board.own:
            for offer in self.system.offers(self.fight, row.id, self.viewer):
                verb = engine.action(self.system, offer.action)
                if offer.reason is None and not verb.of_the_turn:
                    label = self.speaker.first_word(f"action.{offer.action}", default=offer.action)
                    several = len(self.board.own) > 1
                    shown = self.verb_url(offer.action, actor=row.id)
                    found.append(Button(f"{row.name}: {label}" if several else label, verb.icon, show=shown))
        return tuple(found)

    def _done(self, actor: Row) -> bool:
        """Whether nothing is left for whoever acts but to pass the turn."""
        following = self.system.next_step(self.fight)
        return actor.now and following is not None and self.table_step(following) is not None

    def _free_verb(self) -> QueryDict | None:
        """What one does outside a fight without anybody in particular: the first thing the system offers."""
        offers = self.system.offers(self.fight, None, self.viewer)
        first = next((offer.action for offer in offers if offer.reason is None), None)
        return QueryDict(f"action={first}") if first else None

    def _actor(self, params: QueryDict) -> Row | None:
        if self.fight.status == "archived":
            return None
        wanted = params.get("actor", "")
        rows = self.board.rows if self.seat.runs else self.board.own
        chosen = next((row for row in rows if row.id == wanted), None)
        if chosen is not None:
            return chosen
        now = next((row for row in rows if row.now), None)
        if now is not None or self.seat.runs:
            return now
        return rows[0] if rows and self.fight.status == "running" else None

    # Being asked

    def mine(self) -> list[Request]:
        """The open requests that this person may answer, those that nobody else is asked first."""
        requests = self.waiting.requests if self.waiting else ()
        found = [request for request in requests if engine.may_answer(request, self.viewer)]
        return sorted(found, key=self.is_others)

    def is_others(self, request: Request) -> bool:
        """Whether a request is for a player, and the game master would answer in their place."""
        one = self.fight.combatants.get(request.to) if request.to else None
        return self.viewer.game_master and one is not None and bool(one.controllers)

    def may_close(self) -> bool:
        """Whether this person may cancel what is open."""
        if self.seat.runs or self.waiting is None:
            return self.seat.runs
        top = self.waiting.open
        return not top.answers and top.command.actor in self.viewer.controls

    # Acting

    def _act(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        actor = self._actor(params)
        if actor is None:
            return Panel("wait", "wait", problem=problem)
        return Acting(self, actor).panel(params, errors, problem)

    def initial(self, item: Input, given: Mapping[str, Json]) -> Json:
        """What an input starts with: the last choice where it is still there; effects in force always anew."""
        if item.fresh or (isinstance(item, Several) and item.default is not None):
            return item.default
        value = given.get(item.name, item.default)
        options = getattr(item, "options", None)
        if options is None or value is None:
            return value
        there = {option.value for option in options if option.reason is None}
        if isinstance(value, list):
            return [one for one in value if (one[0] if isinstance(one, list) else one) in there]
        return value if isinstance(value, dict) or value in there else item.default

    # Verbs of the table

    def _verb(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        name = params.get("action", "")
        known = engine.actions(self.system)
        if name not in known or known[name].internal or (known[name].for_game_master and not self.seat.runs):
            return self._next(params, errors, problem)
        verb = known[name]
        actor = self.acting(params)
        declared = verb.inputs(self.fight, actor, self.viewer)
        label = self.speaker.first_word(f"action.{name}", default=name)
        act: dict[str, str] = {"do": "command", "action": name, "moment": self.moment, "rolls": "1"}
        if actor:
            act["actor"] = actor
        return Panel(
            "verb",
            token("verb", name, repr(declared)),
            title=label,
            bound=self.bound(declared, params, errors, None, f"verb:{name}"),
            name=f"verb:{name}",
            hidden={"panel": "verb", "action": name, **({"actor": actor} if actor else {})},
            problem=problem,
            template=f"systems/{self.system.slug}/acts/{name}.html",
            rules=action_address(self.system.slug, name),
            next=Button(label, verb.icon or "check", act=self.act_url(**act)),
            others=(self.back(),),
        )

    def acting(self, params: QueryDict) -> Id | None:
        """For whom a verb is used; players: one of theirs, since its form shows what only they may know."""
        wanted = params.get("actor")
        if self.seat.runs:
            return wanted or None
        own = [row.id for row in self.board.own]
        return wanted if wanted in own else next(iter(own), None)

    def _relate(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        return standing.panel(self, params, problem) or self._next(params, errors, problem)

    def _house(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        return charter.panel(self, problem)

    def _more(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        offers = self.system.offers(self.fight, None, self.viewer)
        names = [offer.action for offer in offers if offer.reason is None]
        verbs = tuple(
            Button(
                self.speaker.first_word(f"action.{name}", default=name),
                engine.action(self.system, name).icon,
                show=self.verb_url(name),
            )
            for name in dict.fromkeys(names)
        )
        if self.seat.runs and self.system.settings:
            verbs = (*verbs, Button(_("La carta de aquí"), "scroll-text", show=self.panel_url(panel="house")))
        may_end = self.seat.runs and self.fight.ordered
        status = STATUS_VERBS[self.fight.status] if may_end else ()
        icons = {"pause": "pause", "resume": "play", "archive": "archive"}
        turns = tuple(
            Button(
                self.speaker.first_word(f"action.{name}", default=name),
                icons[name],
                act=self.act_url(do="command", action=name),
                danger=name == "archive",
            )
            for name in status
        )
        people = self._people() if self.seat.runs else ()
        return Panel(
            "more",
            token("more", repr(verbs), repr(turns)),
            hidden={"panel": "more"},
            title=_("Más"),
            tabs=verbs,
            asks=turns,
            links=people,
            problem=problem,
            others=(self.back(),),
        )

    def _people(self) -> tuple[Button, ...]:
        """Whose page of this fight the game master may look at."""
        encounter = self.seat.read.encounter
        members = Membership.objects.filter(table=encounter.table_id).exclude(role=Role.GAME_MASTER)
        fight = reverse("combat:fight", args=[encounter.pk]).removeprefix(get_script_prefix())
        return tuple(
            Button(member.user.shown_name, "eye", link=reverse("combat:as_player", args=[member.user_id, fight]))
            for member in members.select_related("user").order_by("joined")
        )

    def _order(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        ruled = Button(_("Como dicen las reglas"), "arrow-down-up", act=self.act_url(do="command", action="sort"))
        typed = Button(
            _("Escribir una iniciativa"), "pencil", show=self.panel_url(panel="verb", action="set_initiative")
        )
        known = [button for name, button in (("sort", ruled), ("set_initiative", typed)) if self.has(name)]
        return Panel(
            "order",
            token("order", repr(self.fight.order)),
            hidden={"panel": "order"},
            title=_("Ordenar"),
            problem=problem,
            others=(*known, self.back()),
        )

    def _one(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        row = self.board.row(params.get("who"))
        if row is None:
            return self._next(params, errors, problem)
        rename = engine.action(self.system, "rename").inputs(self.fight, None, self.viewer)[1:]
        one = self.fight.combatants[row.id]
        name = f"one:{row.id}"
        bound = self.bound(rename, params, errors, {"name": one.name, "public_name": one.public_name}, name)
        return Panel(
            "one",
            token("one", row.id, repr(row), one.public_name),
            title=row.name,
            actor=row,
            bound=bound,
            hidden={"panel": "one", "who": row.id},
            name=name,
            problem=problem,
            others=(*self._situation(row.id), self.back()),
        )

    def _situation(self, who: Id) -> tuple[Button, ...]:
        if not self.has(relations.NAME):
            return ()
        label = self.speaker.first_word(f"action.{relations.NAME}", default=relations.NAME)
        return (Button(label, "eye", show=self.panel_url(panel=relations.NAME, who=who)),)

    def depends(self, entry: Id, lines: tuple[str, ...]) -> Panel:
        """What else goes when an old step is taken back: asked before it is done."""
        undo = self.act_url(do="undo", entry=entry, **{"with": "depending"})
        return Panel(
            "depends",
            token("depends", entry, len(lines)),
            title=_("Deshacer también lo que depende de esto"),
            lines=lines,
            next=Button(_("Deshacer todo esto"), "undo-2", act=undo, note=_("se puede rehacer")),
            others=(self.back(),),
        )

    # Small parts

    @property
    def busy(self) -> bool:
        """Whether something is open, as far as this person may know."""
        return bool(self.seat.read.head.open) if self.seat.runs else self.board.waiting

    def has(self, name: str) -> bool:
        """Whether this system has a verb of this name."""
        return name in engine.actions(self.system)

    def may(self, name: str) -> bool:
        """Whether this system has a verb of this name, and something for it to be done to."""
        if not self.has(name):
            return False
        try:
            engine.action(self.system, name).check(self.fight, Command("", name), self.viewer)
        except RuleError:
            return False
        return True

    def table_step(self, name: str) -> Button | None:
        """A verb of the table as a button, where this person may use it now."""
        if not self.seat.plays or self.busy or self.fight.status in ("paused", "archived"):
            return None
        if not self.has(name):
            return None
        verb = engine.action(self.system, name)
        actor = None if self.seat.runs else self.board.now
        if not self.seat.runs and (verb.for_game_master or actor not in self.viewer.controls):
            return None
        try:
            verb.check(self.fight, Command("step", name, actor, {}, self.moment), self.viewer)
        except RuleError:
            return None
        label = self.speaker.first_word(f"action.{name}", default=name)
        act = {"do": "command", "action": name, "moment": self.moment, **({"actor": actor} if actor else {})}
        return Button(label, verb.icon, act=self.act_url(**act))

    @property
    def moment(self) -> str:
        """The moment the fight is at, as this person may name it: nothing while somebody hidden acts."""
        acting = self.system.whose_turn(self.fight)[:1]
        if not self.viewer.game_master and acting and self.board.row(acting[0]) is None:
            return ""
        return self.system.moment(self.fight)

    def act_url(self, **params: str) -> str:
        """Where a button of the one form sends its act."""
        return f"{reverse('combat:act', args=[self.seat.read.encounter.pk])}?{urlencode(params)}"

    def panel_url(self, **params: str) -> str:
        """The query that shows a panel."""
        return urlencode(params)

    def verb_url(self, name: str, **params: str) -> str:
        """The query that shows the panel of a verb; declaring relations has one of its own."""
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
        """The inputs of a form bound to what was typed into it, or to what it starts with."""
        if params.get("filled") == name:
            values = forms.read(declared, params)
            if not errors:
                # what begins anew each time keeps what was typed into this very form
                values = {item.name: self.initial(replace(item, fresh=False), values) for item in declared}
        else:
            values = {item.name: self.initial(item, start or {}) for item in declared}
        return tuple(forms.fields(declared, values, errors, self.speaker))
