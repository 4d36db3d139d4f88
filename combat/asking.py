"""The panel of an open request: dice to roll or type, a choice to make, or a player to wait for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine, orders
from rules.core.board.rules import rules_of
from rules.core.engine import Waiting
from rules.core.errors import Missing, RuleError
from rules.core.hand import KEY, declined
from rules.core.inputs import Several
from rules.core.requests import Choose, Dice, Request
from rules.core.types import Json
from rules.core.ways import Way, leads_to, ways
from tapiz_site import inputs as forms
from tapiz_site.campaigns.titles import contracted
from tapiz_site.inputs import BoundInput
from tapiz_site.rulebook.help import action_address

from . import hand
from .desk import Desk
from .parts import Button, DieRow, Panel, odds_of, said_dice, token

FEW_NAMES = 3
"""The most combatants that the button which rolls for them names; of more it says what the roll is for."""


class QuestionPanel:
    """Builds the panel of what is open, for one desk."""

    def __init__(self, desk: Desk) -> None:
        assert desk.waiting is not None  # noqa: S101 - only made while something is open
        self.desk = desk
        self.waiting: Waiting = desk.waiting
        self.mine = desk.mine()
        # An act names the resolution it is meant for: requests of another one may have the same key.
        self.of = self.waiting.open.command.id

    def panel(self, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
        """The chosen request, or the first; for the game master a panel that waits, where only players are asked."""
        if self.waiting.problem is not None:
            return self._impossible()
        asked = params.get("ask") or params.get("request")
        chosen = "ask" in params or params.get("panel") == "ask"
        if not chosen and all(self.desk.is_others(request) for request in self.mine):
            return self._wait(problem)
        wanted = next((request for request in self.mine if request.key == asked), self.mine[0])
        common: dict[str, Any] = {
            "kind": "ask",
            "name": f"ask:{self.waiting.open.command.id}:{wanted.key}",
            "hidden": {"request": wanted.key, **({"panel": "ask"} if chosen else {})},
            "label": self._of_several(wanted),
            "title": self.label(wanted),
            "asks": self._all(wanted) if len(self.mine) > 1 else (),
            "rules": self._rules(),
            "orders": self._orders(wanted),
            "orders_about": self._orders_about(wanted),
        }
        if isinstance(wanted, Dice):
            return self._dice(wanted, params, errors, problem, common)
        assert isinstance(wanted, Choose)  # noqa: S101 - the two kinds of leaf
        return self._choice(wanted, params, errors, problem, common)

    def _orders(self, wanted: Request) -> tuple[Button, ...]:
        """The standing orders for questions of this kind, the one in force chosen; none where there are none."""
        if not isinstance(wanted, Choose) or wanted.standing is None or wanted.to is None:
            return ()
        one = self.desk.fight.combatants[wanted.to]
        name = wanted.standing.name
        alike = {} if one.controllers else {orders.ALIKE: "1"}
        return tuple(
            Button(
                self.desk.speaker.first_word(f"core.orders.says.{says}"),
                act=self.desk.act_url(do="command", action=orders.NAME, actor=one.id, **{name: says}, **alike),
                chosen=orders.order_of(one, name) == says,
            )
            for says in orders.SAYS
        )

    def _orders_about(self, wanted: Request) -> str:
        """What a standing order for questions of this kind does always or never; empty where there is none."""
        standing = wanted.standing if isinstance(wanted, Choose) and wanted.to is not None else None
        return self.desk.speaker.first_word(standing.name, default="") if standing else ""

    def _of_several(self, wanted: Request) -> str:
        place = "" if self.desk.is_others(wanted) else self.desk.place()
        return " · ".join(part for part in (place, self.whose(wanted), self.desk.against(wanted)) if part)

    def _rules(self) -> str:
        """The address of the rules of the open action; empty for viewers who may not know which one it is."""
        command = self.waiting.open.command
        viewer = self.desk.viewer
        if not viewer.game_master and command.actor not in viewer.controls:
            return ""
        return action_address(self.desk.system.slug, command.action)

    def _impossible(self) -> Panel:
        desk, closing = self.desk, self._closing()
        assert self.waiting.problem is not None  # noqa: S101 - asked before
        stand = (
            Button(_("Dejar que siga"), "check", act=desk.act_url(do="stand", of=self.of)) if self._may_go() else None
        )
        return Panel(
            "ask",
            token("problem", self.waiting.open.command.id, self.waiting.problem.reason),
            title=_("Ya no es posible"),
            problem=desk.speaker.error(self.waiting.problem),
            next=stand or next(iter(closing), None),
            others=closing if stand is not None else (),
        )

    def _may_go(self) -> bool:
        """Whether what could no longer begin can go on all the same."""
        try:
            engine.let_stand(self.desk.system, self.desk.seat.read.head, self.desk.viewer)
        except RuleError:
            return False
        return True

    def _wait(self, problem: str) -> Panel:
        """The panel of the game master who waits for players, and may answer in their place."""
        names = self._named(self.mine)
        dice = all(isinstance(request, Dice) for request in self.mine)
        if len(self.mine) > 1 and dice:
            answer = Button(
                _("Tirar por quienes faltan"), "dices", act=self.desk.act_url(of=self.of, do="roll_all"), note=names
            )
        else:
            show = urlencode({"ask": self.mine[0].key})
            whose = self._named(self.mine[:1])
            answer = Button(
                _("Responde %(who)s") % {"who": whose}, "hourglass", show=show, note=_("responder en su lugar")
            )
        return Panel(
            "wait",
            token("wait", *(request.key for request in self.mine)),
            title=contracted(_("Se espera a %(who)s") % {"who": names}),
            label=self.label(self.mine[0]),
            asks=self._all(None) if len(self.mine) > 1 else (),
            problem=problem,
            next=answer,
            others=self._closing(),
        )

    def _all(self, wanted: Request | None) -> tuple[Button, ...]:
        return tuple(
            Button(
                self.whose(request),
                show=urlencode({"ask": request.key}),
                act=self.desk.act_url(of=self.of, do="roll", request=request.key) if isinstance(request, Dice) else "",
                note=" · ".join(filter(None, (self.label(request), self.desk.against(request)))),
                chosen=wanted is not None and request.key == wanted.key,
                out=self._out(request),
            )
            for request in self.mine
        )

    def _out(self, request: Request) -> str:
        """The act by which the game master takes the one who is asked out of what is asked about; empty for none."""
        verb = rules_of(self.desk.system).taken_out(self.desk.fight, request) if self.desk.seat.runs else ""
        return self.desk.act_url(do="command", action=verb, who=request.to) if verb and request.to else ""

    def _choice(
        self,
        wanted: Choose,
        params: QueryDict,
        errors: Mapping[str, RuleError],
        problem: str,
        common: Mapping[str, Any],
    ) -> Panel:
        desk = self.desk
        if hand.is_proposal(desk, wanted):
            return self._proposal(wanted, params, errors, problem, common)
        if found := ways(wanted):
            return self._plain(wanted, found, params, errors, problem, common)
        filled = desk.bound(wanted.inputs, params, errors, wanted.default, common["name"])
        bound = hand.marked(desk, wanted.inputs, filled)
        return Panel(
            **common,
            token=token("ask", common["name"], repr(wanted.inputs), repr(common["orders"])),
            bound=bound,
            about=desk.board.row(wanted.about),
            points=next((fact.value for fact in reversed(wanted.so_far) if "points" in fact.params), None),
            problem=problem,
            template=f"systems/{desk.system.slug}/asks/{wanted.key.rpartition(':')[2]}.html",
            next=Button(
                _("Aplicar"),
                "check",
                act=desk.act_url(of=self.of, do="answer"),
                note=_decided(filled),
                lacks=_lacks(filled) or self._missing(wanted, params, common["name"]),
            ),
            others=(*self._dice_beside(), *self._closing()),
        )

    def _missing(self, wanted: Choose, params: QueryDict, name: str) -> str:
        """What the rule still wants said before it takes what was chosen in this form; empty where it would take it."""
        desk = self.desk
        if params.get("filled") != name:
            return ""
        values, faults = forms.check_all(wanted.inputs, desk.read(wanted.inputs, params))
        if faults:
            return ""
        try:
            engine.answer(desk.system, desk.seat.read.head, wanted.key, values, desk.viewer)
        except RuleError as refused:
            return desk.speaker.error(refused) if isinstance(refused, Missing) else ""
        return ""

    def _proposal(
        self,
        wanted: Choose,
        params: QueryDict,
        errors: Mapping[str, RuleError],
        problem: str,
        common: Mapping[str, Any],
    ) -> Panel:
        """What a player proposes: one tap says yes, to the values as they stand in the form."""
        desk = self.desk
        proposed = wanted.default or {}
        # what is proposed stands in the form, whatever the field would begin with
        shown = [replace(item, default=None) if isinstance(item, Several) else item for item in wanted.inputs]
        no = Button(_("No, lo de siempre"), "x", act=desk.act_url(of=self.of, do="answer", declined="1"))
        return Panel(
            **common,
            token=token("ask", common["name"], repr(wanted.inputs)),
            bound=desk.bound(shown, params, errors, proposed, common["name"]),
            lines=hand.lines(desk, wanted),
            problem=problem,
            next=Button(
                _("Sí"), "check", act=desk.act_url(of=self.of, do="answer"), note=_("con los valores de arriba")
            ),
            declines=no if declined(wanted.inputs, proposed) is not None else None,
            others=self._closing(),
        )

    def _plain(
        self,
        wanted: Choose,
        found: Sequence[Way],
        params: QueryDict,
        errors: Mapping[str, RuleError],
        problem: str,
        common: Mapping[str, Any],
    ) -> Panel:
        """A decision with a button for each way to answer it; the stitched one acts."""
        desk = self.desk
        decides = set(found[0].values)
        beside = [item for item in wanted.inputs if item.name not in decides]
        acts = [way for way in found if way.acts]
        others = [self._way(wanted, way) for way in acts[1:]]
        return Panel(
            **common,
            token=token("ask", common["name"], repr(wanted.inputs), repr(common["orders"])),
            bound=desk.bound(beside, params, errors, wanted.default, common["name"]),
            problem=problem,
            # real dice have a button of their own beside the main one, so that it may roll at once; not for a player
            next=self._way(wanted, acts[0], **({} if desk.is_others(wanted) else {"rolls": "1"})),
            ways=tuple(others),
            declines=next((self._way(wanted, way) for way in found if not way.acts), None),
            others=(*self._dice_beside(), *self._closing()),
        )

    def _way(self, wanted: Choose, way: Way, **rolls: str) -> Button:
        desk = self.desk
        notes = [desk.speaker.text(note) for note in way.notes]
        dice = leads_to(desk.system, desk.seat.read.head, wanted, way)
        if dice is not None:
            notes = [said_dice(dice)]
            chances = odds_of(engine.known_odds(dice.odds, desk.viewer))
            if chances is not None and chances.known:
                outcome, chance = chances.columns[0][1][0]
                notes.append(f"{desk.speaker.text(outcome)} {desk.speaker.percent(chance)}")
        values = {name: _said(value) for name, value in way.values.items()}
        act = desk.act_url(of=self.of, do="answer", **values, **(rolls if dice is not None else {}))
        icon = ("dices" if dice is not None else "check") if way.acts else "x"
        return Button(desk.speaker.text(way.label), icon, act=act, note=" · ".join(notes))

    def _dice(
        self,
        wanted: Dice,
        params: QueryDict,
        errors: Mapping[str, RuleError],
        problem: str,
        common: Mapping[str, Any],
    ) -> Panel:
        desk = self.desk
        typed = params if params.get("filled") == common["name"] else QueryDict()
        fault = errors.get("faces")
        here = Button(
            _("Tirar %(dice)s") % {"dice": said_dice(wanted)},
            "dices",
            act=desk.act_url(of=self.of, do="roll", request=wanted.key),
            note=self.label(wanted),
        )
        send = Button(_("Enviar estas caras"), "keyboard", act=desk.act_url(of=self.of, do="answer"))
        everything = self._all_dice()
        return Panel(
            **common,
            token=token("ask", common["name"], len(self.mine)),
            dice=tuple(
                DieRow(place, sides, tuple(range(1, sides + 1)), _face(typed, place))
                for place, sides in enumerate(wanted.sides)
            ),
            problem=desk.speaker.error(fault) if fault else problem,
            # One tap rolls several requests: there is no single button that the odds of one could stand on.
            odds=None if everything else odds_of(engine.known_odds(wanted.odds, desk.viewer)),
            next=everything or here,
            others=(send, *((here,) if everything else ()), *self._closing()),
        )

    def _all_dice(self) -> Button | None:
        """The button that rolls whatever this person is asked for, where it is more than one request."""
        own = [one for one in self.mine if isinstance(one, Dice) and not self.desk.is_others(one)]
        if len(own) < 2:
            return None
        asked = {request.to for request in own}
        note = self._named(own) if len(asked) <= FEW_NAMES else self.label(own[0])
        act = self.desk.act_url(of=self.of, do="roll_all", who="own")
        return Button(_("Tirar todo (%(count)s)") % {"count": len(own)}, "dices", act=act, note=note)

    def _dice_beside(self) -> tuple[Button, ...]:
        """What a decision has beside it: the dice that need not wait for it."""
        everything = self._all_dice()
        return (everything,) if everything else ()

    def _named(self, requests: Sequence[Request]) -> str:
        """The people and combatants asked, as a sentence names them."""
        dj = self.desk.seat.read.encounter.table.the_dj
        asked = (self.desk.name_of(request.to) if request.to else dj for request in requests)
        return self.desk.speaker.listed(list(dict.fromkeys(asked)))

    def _closing(self) -> tuple[Button, ...]:
        if not self.desk.may_close():
            return ()
        return (Button(_("Cancelar la acción"), "x", act=self.desk.act_url(of=self.of, do="cancel"), danger=True),)

    def whose(self, request: Request) -> str:
        """The name of the person or combatant asked; of a proposal, of the one who makes it."""
        if isinstance(request, Choose) and request.about and hand.is_proposal(self.desk, request):
            return self.desk.name_of(request.about)
        return self.desk.name_of(request.to) if request.to else self.desk.seat.read.encounter.table.dj

    def label(self, request: Request) -> str:
        """What the request is for, in words."""
        action = self.waiting.open.command.action
        if request.key == KEY and hand.is_proposal(self.desk, request):
            return self.desk.speaker.first_word(f"action.{action}", default=action)
        code = getattr(request, "label", "")
        return self.desk.speaker.first_word(code, default="") if code else ""


MOST_NAMED = 3
"""How many a button names; of more it says how many."""


def _decided(bound: Sequence[BoundInput]) -> str:
    """What the first choice or number of a form stands at, in words; empty where it begins with another kind."""
    first = bound[0] if bound else None
    if first is not None and first.kind == "number" and first.value:
        return f"{first.label}: {first.value}"
    if first is None or not (first.kind in ("choice", "allocation") or (first.kind == "combatants" and first.several)):
        return ""
    chosen = [option.label for option in first.options if option.chosen]
    if first.kind == "choice":
        return chosen[0] if chosen else ""
    more = len(chosen) - MOST_NAMED
    names = ", ".join(chosen[:MOST_NAMED]) or _("nadie")
    return _("%(names)s y %(count)d más") % {"names": names, "count": more} if more > 0 else names


def _lacks(bound: Sequence[BoundInput]) -> str:
    """What has to be chosen first, as of a question that proposes nothing; empty where something is chosen."""
    first = bound[0] if bound and bound[0].kind == "choice" else None
    if first is None or not first.required or first.any_chosen:
        return ""
    return _("elegir antes: %(what)s") % {"what": first.label}


def _said(value: Json) -> str:
    """The value of an input as the address of a button carries it."""
    return {True: "1", False: "0"}[value] if isinstance(value, bool) else str(value)


FACE_DIGITS = 5
"""More digits than the face of any die has; int() refuses numbers with thousands of them."""


def _face(params: QueryDict, place: int) -> int | None:
    value = params.get(f"face{place}", "")
    return int(value) if value.isdecimal() and len(value) < FACE_DIGITS else None
