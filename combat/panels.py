"""The panel in the middle of the fight: what this person is asked, or may do, as a bound form.

The page keeps a panel as it is until what the panel asks has changed: its token stands for that. So nothing that a
person has typed is lost when others act.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _

from rules.core import engine, orders, relations
from rules.core.errors import NotAllowed, RuleError
from rules.core.fight import Command
from rules.core.inputs import Input
from rules.core.types import Id
from tapiz_site import inputs as forms
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.pictures.models import Of
from tapiz_site.rulebook.help import action_address

from . import boarding, charter, grouping, hand, situation
from .acting import Acting
from .asking import QuestionPanel
from .block import block
from .board import Row, likeness_of
from .desk import Desk
from .parts import Button, Panel, lacking, token

RUNNING_PANELS = ("one", "order", "house", "group", boarding.NAME)
"""The panels for the game master alone."""

STATUS_VERBS: Mapping[str, tuple[str, ...]] = {
    "running": ("pause",),
    "paused": ("resume",),
    "archived": ("resume",),
}
"""The verbs for an encounter as a whole, by its status; its end has a page of its own."""


def panel(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError] | None = None, problem: str = "") -> Panel:
    """The panel that the query names, or else the one of the next step.

    A question does not end what a person was filling in: that form goes along with the question, in the parameter
    `kept`, and comes back when nothing more is asked.
    """
    found = _wanted(desk, params, errors or {}, problem)
    kept: QueryDict = QueryDict(params.get("kept", ""))
    if found.kind != "ask":
        back = _wanted(desk, kept, {}, "") if kept else found
        return back if back.name == kept.get("filled") else found
    kept = kept or _half_filled(desk, params)
    form = _form(desk, kept, kept)
    # a refused answer comes back in the question itself
    if form is None or form.kind == "ask":
        return found
    act = next((tab.label for tab in (*form.tabs, *form.more_tabs) if tab.chosen), form.title)
    return replace(found, hidden={**found.hidden, "kept": kept.urlencode()}, kept=act)


def _half_filled(desk: Desk, params: QueryDict) -> QueryDict:
    """The form in these parameters, where something in it has been chosen or typed; otherwise nothing."""
    sent = params.copy()
    for name in ("ask", "token"):
        sent.pop(name, None)
    form, blank = _form(desk, sent, sent), _form(desk, sent, QueryDict())
    return sent if form is not None and blank is not None and form.bound != blank.bound else QueryDict()


def _form(desk: Desk, named: QueryDict, values: QueryDict) -> Panel | None:
    """The panel of the form that these parameters name, with these values in it; None where it is not there now."""
    name = named.get("filled", "")
    kind, _separator, rest = name.partition(":")
    wanted = values.copy()
    if kind == "act":
        actor, _separator, action = rest.partition(":")
        wanted.update({"panel": "act", "actor": actor, "action": action})
    elif kind == "verb":
        wanted.update({"panel": "verb", "action": rest, "actor": named.get("actor", "")})
    found = _wanted(desk, wanted, {}, "")
    return found if name and found.name == name else None


def _wanted(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    wanted = params.get("panel", "")
    asked = params.get("ask") or (wanted == "ask" and params.get("request"))
    if asked and any(one.key == asked for one in desk.mine()):
        return QuestionPanel(desk).panel(params, errors, problem)
    if (following := boarding.next_placed(desk, params.get(boarding.AFTER, ""))) is not None:
        return _verb(desk, following, errors, problem)
    if wanted in BUILDERS and desk.seat.plays and (wanted not in RUNNING_PANELS or desk.seat.runs):
        return BUILDERS[wanted](desk, params, errors, problem)
    return _next(desk, params, errors, problem)


def _next(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    if not desk.seat.plays:
        return Panel("wait", "wait", problem=problem)
    if desk.waiting is not None and (desk.mine() or (desk.waiting.problem and desk.may_close())):
        return QuestionPanel(desk).panel(params, errors, problem)
    together = grouping.proposed(desk, params, errors, problem) if not {"actor", "action"} & params.keys() else None
    if together is not None:
        return together
    actor = _actor(desk, params)
    if actor is not None and not params.get("actor") and not errors and _done(desk, actor):
        title = _("%(who)s ya ha actuado") % {"who": actor.name}
        return Panel("wait", token("done", actor.id), problem=problem, title=title)
    if actor is not None and actor.out and not actor.now and not desk.seat.runs and desk.fight.ordered:
        return _out(desk, actor, problem)
    if actor is not None:
        return _act(desk, params, errors, problem)
    if not desk.fight.ordered and (free := _free_verb(desk)):
        return _verb(desk, free, errors, problem)
    if desk.fight.status == "archived":
        return Panel("wait", "wait:", problem=problem)
    meanwhile = _meanwhile(desk)
    title = _("Listo para seguir") if desk.stage.kind == "step" else _("Nada que hacer todavía")
    place = token("wait", repr(meanwhile))
    return Panel("wait", place, problem=problem, title=title, others=meanwhile)


def _meanwhile(desk: Desk) -> tuple[Button, ...]:
    """What may be done while nobody acts: by players for their combatants, such as declaring a stance before the
    conflict, and by the game master before the first step of the table.
    """
    found: list[Button] = []
    for name in desk.system.opening if desk.seat.runs and desk.stage.kind == "step" else ():
        if desk.may(name):
            label = desk.speaker.first_word(f"action.{name}", default=name)
            found.append(Button(label, engine.action(desk.system, name).icon, show=desk.verb_url(name)))
    for row in () if desk.seat.runs else desk.board.own:
        for offer in desk.offers(row.id):
            verb = engine.action(desk.system, offer.action)
            if offer.reason is None and not verb.of_the_turn:
                label = desk.speaker.first_word(f"action.{offer.action}", default=offer.action)
                several = len(desk.board.own) > 1
                shown = desk.verb_url(offer.action, actor=row.id)
                found.append(Button(f"{row.name}: {label}" if several else label, verb.icon, show=shown))
    return tuple(found)


def _out(desk: Desk, actor: Row, problem: str) -> Panel:
    """The panel of a player whose character cannot go on: what would bring it back, and what it may do all the same."""
    meanwhile = _meanwhile(desk)
    kind = desk.fight.combatants[actor.id].kind
    title = _("%(who)s no puede seguir") % {"who": actor.name}
    dead = "status.dead" in actor.known
    back = _("Ha muerto.") if dead else desk.speaker.first_word(f"back.{kind}", default="")
    place = token("out", actor.id, back, repr(meanwhile))
    return Panel("wait", place, problem=problem, title=title, label=back, others=meanwhile)


def _done(desk: Desk, actor: Row) -> bool:
    """Whether the acting combatant can only pass the turn."""
    following = desk.system.next_step(desk.fight)
    return actor.now and following is not None and desk.table_step(following) is not None


def _free_verb(desk: Desk) -> QueryDict | None:
    """The first verb that the system offers outside a fight for no combatant in particular."""
    offers = desk.offers(None)
    first = next((offer.action for offer in offers if offer.reason is None), None)
    return QueryDict(f"action={first}") if first else None


def _actor(desk: Desk, params: QueryDict) -> Row | None:
    if desk.fight.status == "archived":
        return None
    wanted = params.get("actor", "")
    rows = desk.board.rows if desk.seat.runs else desk.board.own
    chosen = next((row for row in rows if row.id == wanted), None)
    if chosen is not None:
        return chosen
    now = next((row for row in rows if row.now), None)
    if now is not None or desk.seat.runs:
        return now
    coming = {who: place for place, who in enumerate(desk.system.whose_turn(desk.fight))}
    able = sorted((row for row in rows if not row.out), key=lambda row: coming.get(row.id, len(coming)))
    return next(iter(able), next(iter(rows), None)) if desk.fight.status == "running" else None


def _act(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    actor = _actor(desk, params)
    if actor is None:
        return Panel("wait", "wait", problem=problem)
    return Acting(desk, actor).panel(params, errors, problem)


def _verb(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    name = params.get("action", "")
    known = engine.actions(desk.system)
    if name not in known or known[name].internal or (known[name].for_game_master and not desk.seat.runs):
        return _next(desk, params, errors, problem)
    verb = known[name]
    actor = desk.acting(params)
    declared = desk.inputs(name, actor)
    begins = desk.suggested(name, actor)
    bound = hand.marked(desk, declared, desk.bound(declared, params, errors, begins, f"verb:{name}"))
    missing = next((one.label for one in bound if one.lacks), "")
    label = desk.speaker.first_word(f"action.{name}", default=name)
    act: dict[str, str] = {"do": "command", "action": name, "moment": desk.moment, "rolls": "1"}
    if actor:
        act["actor"] = actor
    return Panel(
        "verb",
        token("verb", name, repr(declared)),
        title=label,
        bound=bound,
        name=f"verb:{name}",
        hidden={"panel": "verb", "action": name, **({"actor": actor} if actor else {})},
        problem=problem,
        template=f"systems/{desk.system.slug}/acts/{name}.html",
        rules=action_address(desk.system.slug, name),
        next=Button(
            label,
            verb.icon or "check",
            act=desk.act_url(**act),
            note=_says(desk, name, actor, declared, params),
            lacks=lacking(missing) or _refusal(desk, name, actor, declared, params),
        ),
        others=(desk.back(),),
    )


def _says(desk: Desk, name: str, actor: Id | None, declared: Sequence[Input], params: QueryDict) -> str:
    """What a verb does with the choices made so far, in words; empty where its name says enough or one is missing."""
    verb = engine.action(desk.system, name)
    if actor is None and verb.needs_actor:
        return ""
    values, faults = forms.check_all(declared, _given(desk, name, actor, declared, params))
    said = None if faults else verb.says(desk.fight, Command("panel", name, actor, values, desk.moment))
    return desk.speaker.text(said) if said is not None else ""


def _given(
    desk: Desk, name: str, actor: Id | None, declared: Sequence[Input], params: QueryDict
) -> Mapping[str, object]:
    """What is filled in in the form of a verb, which begins as it is suggested."""
    typed = params.get("filled") == f"verb:{name}"
    return desk.read(declared, params) if typed else desk.starting(name, actor)


def _refusal(desk: Desk, name: str, actor: Id | None, declared: Sequence[Input], params: QueryDict) -> str:
    """Why a combatant's verb would be refused with the choices made so far, in words.

    Empty where it would not, and where the form says at a field what it lacks.
    """
    if actor is None:
        return ""
    values, faults = forms.check_all(declared, _given(desk, name, actor, declared, params))
    try:
        if not faults:
            engine.preview(desk.system, desk.fight, Command("preview", name, actor, values, desk.moment))
    except NotAllowed as refused:
        return "" if refused.field else desk.speaker.error(refused)
    except RuleError:
        pass
    return ""


def _relate(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    return situation.panel(desk, params, problem) or _next(desk, params, errors, problem)


def _house(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    return charter.panel(desk, problem)


def _board(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    return boarding.panel(desk, problem) if boarding.is_offered(desk) else _next(desk, params, errors, problem)


def _more(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    offers = desk.offers(None)
    # What the end of a scene always settles belongs to the closing page; a scene without an end has it here.
    settled = {name for name, always in desk.system.wraps_up.items() if always and desk.fight.ordered}
    names = [offer.action for offer in offers if offer.reason is None and offer.action not in settled]
    verbs = tuple(
        Button(
            desk.speaker.first_word(f"action.{name}", default=name),
            engine.action(desk.system, name).icon,
            show=desk.verb_url(name),
        )
        for name in dict.fromkeys(names)
    )
    if desk.seat.runs and desk.system.settings:
        verbs = (*verbs, Button(_("La carta de aquí"), "scroll-text", show=desk.panel_url(panel="house")))
    verbs = (*verbs, boarding.button(desk)) if boarding.is_offered(desk) else verbs
    may_end = desk.seat.runs and desk.fight.ordered
    status = STATUS_VERBS.get(desk.fight.status, ()) if may_end else ()
    over = desk.fight.status == "archived"
    icons = {"pause": "pause", "resume": "undo-2" if over else "play"}
    labels = {"resume": _("Reabrir la escena")} if over else {}
    turns = tuple(
        Button(
            labels.get(name) or desk.speaker.first_word(f"action.{name}", default=name),
            icons[name],
            act=desk.act_url(do="command", action=name),
        )
        for name in status
    )
    if may_end and not over:
        closing = reverse("combat:close", args=[desk.seat.read.encounter.pk])
        turns = (*turns, Button(_("Terminar la escena"), "check", link=closing))
    people = _people(desk) if desk.seat.runs else ()
    return Panel(
        "more",
        token("more", repr(verbs), repr(turns)),
        hidden={"panel": "more"},
        title=_("Más"),
        tabs=verbs,
        asks=turns,
        links=people,
        problem=problem,
        others=(desk.back(),),
    )


def _people(desk: Desk) -> tuple[Button, ...]:
    """Links to the page of this fight as each player sees it, for the game master."""
    encounter = desk.seat.read.encounter
    members = Membership.objects.filter(table=encounter.table_id).exclude(role=Role.GAME_MASTER)
    fight = reverse("combat:fight", args=[encounter.pk]).removeprefix(get_script_prefix())
    return tuple(
        Button(member.user.shown_name, "eye", link=reverse("combat:as_player", args=[member.user_id, fight]))
        for member in members.select_related("user").order_by("joined")
    )


def _order(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    ruled = Button(_("Como dicen las reglas"), "arrow-down-up", act=desk.act_url(do="command", action="sort"))
    typed = Button(_("Escribir una iniciativa"), "pencil", show=desk.panel_url(panel="verb", action="set_initiative"))
    known = [button for name, button in (("sort", ruled), ("set_initiative", typed)) if desk.has(name)]
    return Panel(
        "order",
        token("order", repr(desk.fight.order)),
        hidden={"panel": "order"},
        title=_("Ordenar"),
        problem=problem,
        others=(*known, desk.back()),
    )


def _one(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    row = desk.board.row(params.get("who"))
    if row is None:
        return _next(desk, params, errors, problem)
    rename = engine.action(desk.system, "rename").inputs(desk.fight, None, desk.viewer)[1:]
    one = desk.fight.combatants[row.id]
    name = f"one:{row.id}"
    bound = desk.bound(rename, params, errors, {"name": one.name, "public_name": one.public_name}, name)
    return Panel(
        "one",
        token("one", row.id, repr(row), one.public_name),
        title=row.name,
        actor=row,
        bound=bound,
        hidden={"panel": "one", "who": row.id},
        name=name,
        problem=problem,
        tabs=_keypad(desk, row.id),
        others=(*_situation(desk, row.id), *_orders(desk, row.id), desk.back()),
        block=block(desk, row.id),
        look=_look(desk, row),
    )


def _look(desk: Desk, row: Row) -> str:
    """Where the portrait that players see is chosen: of its character, or of all creatures of its name."""
    encounter, one = desk.seat.read.encounter, desk.fight.combatants[row.id]
    if encounter.table.practice:
        return ""
    seen = likeness_of(one, by_game_master=False)
    if seen.of == Of.CHARACTER:
        return reverse("characters:look", args=[seen.key])
    query = {"name": one.public_name or one.name, "kind": one.kind, "back": encounter.get_absolute_url()}
    return f"{reverse('pictures:creature_look', args=[encounter.table_id])}?{urlencode(query)}"


def _keypad(desk: Desk, who: Id) -> tuple[Button, ...]:
    """The ways to harm or heal this combatant by hand, with only the amount left to type."""
    if not desk.may("damage"):
        return ()
    declared = desk.inputs("damage", None)
    begins = {item.name: item.default for item in declared if isinstance(item.default, str)}
    chosen = {**begins, "filled": "verb:damage", f"targets__{who}": "full"}
    ways = (("harm", _("Daño"), "heart-crack"), ("heal", _("Cura"), "hand-helping"))
    return tuple(
        Button(label, icon, show=desk.verb_url("damage", **{**chosen, "verb": verb})) for verb, label, icon in ways
    )


def _situation(desk: Desk, who: Id) -> tuple[Button, ...]:
    if not desk.has(relations.NAME):
        return ()
    label = desk.speaker.first_word(f"action.{relations.NAME}", default=relations.NAME)
    return (Button(label, "eye", show=desk.panel_url(panel=relations.NAME, who=who)),)


def _orders(desk: Desk, who: Id) -> tuple[Button, ...]:
    if not desk.system.orders(desk.fight, who):
        return ()
    label = desk.speaker.first_word(f"action.{orders.NAME}")
    return (Button(label, "bell", show=desk.verb_url(orders.NAME, actor=who)),)


def depends(desk: Desk, entry: Id, lines: tuple[str, ...]) -> Panel:
    """The question before an old step is undone: it lists the later steps that go with it."""
    undo = desk.act_url(do="undo", entry=entry, **{"with": "depending"})
    return Panel(
        "depends",
        token("depends", entry, len(lines)),
        title=_("Deshacer también lo que depende de esto"),
        lines=lines,
        next=Button(_("Deshacer todo esto"), "undo-2", act=undo, note=_("se puede rehacer")),
        others=(desk.back(),),
    )


def _group(desk: Desk, params: QueryDict, errors: Mapping[str, RuleError], problem: str) -> Panel:
    if not grouping.offered(desk):
        return _next(desk, QueryDict(), errors, problem)
    return grouping.panel(desk, params, errors, problem)


BUILDERS = {
    "group": _group,
    "one": _one,
    "order": _order,
    "more": _more,
    "verb": _verb,
    "act": _act,
    "relate": _relate,
    "house": _house,
    boarding.NAME: _board,
}
"""The function that builds each panel, by the name in the query."""
