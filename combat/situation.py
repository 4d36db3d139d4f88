"""The panel of declared relations: one tap sets a value, for the game master and the acting player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from rules.core import engine
from rules.core.board.known import as_known
from rules.core.board.rules import rules_of
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Option
from rules.core.relations import NAME, Derived, RelationKind, derived, related
from rules.core.types import Id, Json

from .desk import Desk
from .parts import Button, Panel, token

MANY = 10
"""The most values of a kind that are always in sight."""


@dataclass(frozen=True)
class RelationButtons:
    """One kind of relation as buttons, one of them pressed."""

    label: str
    buttons: tuple[Button, ...]
    hint: str = ""
    """What has to be chosen first, or why it cannot be declared."""
    by_board: str = ""
    """What the board says of it."""

    @property
    def is_long(self) -> bool:
        """Whether its values take more room than all others together: they are folded in."""
        return len(self.buttons) > MANY


def panel(desk: Desk, params: QueryDict, problem: str) -> Panel | None:
    """The relations of one combatant towards another, or all others; None where nothing can be declared."""
    actor = desk.acting(params)
    rows = {row.id: row for row in desk.board.rows}
    who = params.get("who", "")
    if who not in rows:
        now = desk.board.now or actor
        who = now if now in rows else next(iter(rows), "")
    if not who or not desk.has(NAME):
        return None
    to = params.get("to", "")
    to = to if to in rows and to != who else ""
    if not to and not desk.viewer.game_master and actor in rows and actor != who:
        # Players declare how others stand to their own combatant.
        to = actor
    kept = {"panel": NAME, **({"actor": actor} if actor else {})}
    reason = _reason(desk, actor, {})
    people = tuple(
        Button(row.name, show=desk.panel_url(**kept, who=row.id), chosen=row.id == who) for row in rows.values()
    )
    towards = (
        Button(_("Todos"), show=desk.panel_url(**kept, who=who), chosen=not to),
        *(
            Button(row.name, show=desk.panel_url(**kept, who=who, to=row.id), chosen=row.id == to)
            for row in rows.values()
            if row.id != who
        ),
    )
    groups = tuple(_group(desk, kind, options, actor, who, to, reason) for kind, options in kinds(desk, actor).items())
    return Panel(
        NAME,
        token(NAME, who, to, repr(groups)),
        title=desk.speaker.first_word(f"action.{NAME}", default=NAME),
        tabs=people,
        asks=towards,
        groups=groups,
        hidden={**kept, "who": who, **({"to": to} if to else {})},
        # what is open the strip of the page says already: it is no fault of the player who has just proposed something
        problem=problem or ("" if desk.busy else reason),
        others=(desk.back(),),
    )


def kinds(desk: Desk, actor: Id | None) -> Mapping[RelationKind, tuple[Option, ...]]:
    """The kinds that the system declares, with the options of each."""
    declared = engine.action(desk.system, NAME).inputs(desk.fight, actor, desk.viewer)
    what = next(item for item in declared if item.name == "what")
    found: dict[tuple[str, str], list[Option]] = {}
    for option in what.options if isinstance(what, Choice) else ():
        found.setdefault((option.extra["kind"], option.extra["scope"]), []).append(option)
    by_board = {kind.name: kind.derived for kind in rules_of(desk.system).derives}
    return {
        RelationKind(
            name,
            tuple(one.value.partition(":")[2] for one in options),
            scope,  # type: ignore[arg-type]
            derived=by_board.get(name),
        ): tuple(options)
        for (name, scope), options in found.items()
    }


def _group(
    desk: Desk, kind: RelationKind, options: tuple[Option, ...], actor: Id | None, who: Id, to: Id, always: str
) -> RelationButtons:
    label = desk.speaker.first_word(f"relation.{kind.name}", default=kind.name)
    if kind.scope == "between" and not to:
        return RelationButtons(label, (), _("Elegir frente a quién."))
    fight = as_known(desk.fight, desk.viewer, rules_of(desk.system))
    holds = related(fight, kind, who, to or None)
    by_board = derived(fight, kind, who, to or None)
    given = {"actor": actor} if actor else {}
    buttons = tuple(
        Button(
            desk.speaker.text(option.label),
            act=desk.act_url(do="command", action=NAME, of=who, to=to, what=option.value, **given),
            chosen=option.value == f"{kind.name}:{holds}",
            reason=_reason(desk, actor, {"of": who, "to": to or None, "what": option.value}),
        )
        for option in options
    )
    # A reason that holds for all buttons is said once, above.
    hint = next((one.reason for one in buttons if one.reason not in ("", always)), "")
    return RelationButtons(label, buttons, hint, _why(desk, kind, by_board) if by_board is not None else "")


def _why(desk: Desk, kind: RelationKind, by_board: Derived) -> str:
    """What the board says, and from what it follows: for the game master who is about to overrule it."""
    said = desk.speaker.text(fact(kind.code(by_board.value)))
    told = ", ".join(desk.speaker.text(one) for one in by_board.why)
    return _("Según el tablero: %(what)s") % {"what": f"{said} ({told})" if told else said}


def _reason(desk: Desk, actor: Id | None, declared: Mapping[str, Json]) -> str:
    """Why this cannot be declared now, in words; with nothing declared, why nothing can be."""
    verb = engine.action(desk.system, NAME)
    try:
        if verb.players_wait and desk.busy and not desk.viewer.game_master:
            raise NotAllowed("core.something_open")
        verb.check(desk.fight, Command(NAME, NAME, actor, declared), desk.viewer)
    except RuleError as refused:
        return desk.speaker.error(refused)
    return ""
