"""Fragments that a whole audience shares: rendered once a version and language, for all who fetch or hear them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any
from uuid import UUID

from django.template.loader import get_template, render_to_string
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules.core.audience import Viewer
from rules.core.board.ground import Ground, Veil
from rules.core.board.known import as_known, public_board
from rules.core.board.rules import boarded
from rules.core.boards import laid
from rules.core.types import Id
from tapiz_site.speech import speaker, system_name

from .. import history, picture, pieces, plans, store, topics
from ..board import Board, Cards, Row, board, cards
from ..desk import Desk
from ..grouped import grouped, unmarked
from ..history import LogLine
from ..models import Encounter
from ..parts import Panel
from ..pieces import Drawn
from ..policy import Glance, Seat
from ..reach import OwnView, sight
from ..recent import Recent
from ..tail import make_room

SHARED = frozenset({"bar", "order", "log", "side", "land", "veil"})
"""The fragments that are the same for all people of an audience."""


@dataclass(slots=True)
class _Part:
    """A fragment, which one request draws while the others wait for it: after a change all of them come at once."""

    drawn: str | None = None
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True, slots=True)
class ShownPanel:
    """The panel that a person was given last: the fields by which a page that shows it is known."""

    fields: Mapping[str, str]
    chosen: frozenset[str]
    """What is chosen in it, such as a target."""
    pictured: bool


MOST_ORDERS = 400
MOST_PANELS = 1000
MOST_PICTURES = 400
_rendered: Recent[_Part] = Recent()
_boards: Recent[Board] = Recent()
_cards: Recent[Cards] = Recent()
_sights: Recent[OwnView] = Recent()
_panels: dict[str, tuple[object, str]] = {}
"""The panel that a person saw last, with the values it was drawn from."""
_shown: dict[str, ShownPanel] = {}
_pictures: dict[str, Drawn] = {}
"""The picture that a person was given last."""
_brought: dict[str, tuple[int, str]] = {}
"""The version with which a fragment was last made for the pages that listen, and how it read."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A row as it was drawn last, and the values it was drawn from."""

    row: Row
    ranked: bool
    names: Mapping[Id, str]
    drawn: SafeString


_rows: dict[str, dict[Id, _Drawn]] = {}
OF_ROWS = {"order": "combat/_order_row.html", "bar": "combat/_turn.html", "side": "combat/_party_row.html"}
"""The templates of the rows that fragments are made of."""


def kept(glance: Glance, pk: UUID, name: str) -> str | None:
    """A fragment as it was rendered for an earlier request; None where this is the first."""
    part = _rendered.get(pk, glance.sequence, (glance.runs, name, _manner(glance.title, glance.looks)))
    return part.drawn if part is not None else None


def rendered(seat: Seat, name: str) -> str:
    """A fragment for this person's audience."""
    encounter = seat.read.encounter
    part = _rendered.put(encounter.pk, encounter.sequence, _Part(), _key(seat, name))
    with part.lock:
        if part.drawn is None:
            part.drawn = render_to_string(f"combat/_{name}.html", _context(seat, name))
    return part.drawn


def brought(seat: Seat, name: str, version: int) -> str | None:
    """A fragment as this version of its audience's topic brings it; None where the version before brought the same.

    Not by the sequence: an act that the audience knows nothing of must leave what the next one brings as it is.
    """
    drawn = rendered(seat, name)
    key = f"{audience_of(seat)}:{name}"
    earlier, known = _brought.pop(key, (0, ""))
    _brought[key] = (version, drawn) if version > earlier else (earlier, known)
    make_room(_brought, MOST_ORDERS)
    return None if (earlier, known) == (version - 1, drawn) else drawn


def cards_of(seat: Seat, sequence: int) -> Cards:
    """The cards of all combatants after this entry, which has been committed, made once for all who look.

    While a hidden combatant has the turn there are two of each, the game master's and that of the turn others see; and
    on a board one for each of those who know of other places.
    """
    pk, system, fight = seat.read.encounter.pk, seat.read.system, seat.read.head.fight
    known = (fight is not seat.whole.head.fight, *fight.places)
    return _cards.get(pk, sequence, known) or _cards.put(pk, sequence, cards(system, fight), known)


def sight_of(seat: Seat, sequence: int, known: Desk | None = None) -> OwnView:
    """What this person's page was made of after this entry, kept until the next act asks what it changed.

    known: this person's desk at that time, where it has been made already.
    """
    pk, person = seat.read.encounter.pk, (seat.user.pk, seat.role)
    found = _sights.get(pk, sequence, person)
    return found or _sights.put(pk, sequence, sight(known or desk_at(seat, sequence)), person)


def newest(desk: Desk, viewer: Viewer) -> dict[str, Any]:
    """The newest resolution as this viewer may know it, with the steps taken so far.

    Players have no log beside it. While turns pass they keep the last one with several steps or with an effect on a
    combatant; `earlier`: something has followed it.
    """
    seat = desk.seat
    lines = history.newest_resolution(seat, viewer)
    earlier = False
    if not _tells(lines, seat) and not desk.busy:
        # Once no decision is pending, an entry that needs no explanation stands in the log alone.
        lines = [] if seat.runs else history.newest_resolution(seat, viewer, lambda found: _tells(found, seat))
        earlier = bool(lines)
    faces = next((found for line in lines if (found := history.dice_of(line.facts))), [])
    if not seat.runs:
        return {"lines": unmarked(lines), "faces": faces, "earlier": earlier}
    return {"lines": lines, "faces": faces, "grouped": grouped(lines)}


CHANGES = ("core.unseen_blow.", "core.revealed", "heal.", "status.", "effect.")
"""Prefixes of the codes of facts that change a combatant, besides harm."""


def _tells(lines: Sequence[LogLine], seat: Seat) -> bool:
    """Whether a resolution needs a card: it has dice or terms; for players also steps or a changed combatant."""
    explained = any(history.dice_of(line.facts) or any(fact.terms for fact in line.facts) for line in lines)
    if explained or seat.runs:
        return explained
    changes = (*seat.read.system.told_codes.harm, *CHANGES)
    return len(lines) > 1 or any(fact.code.startswith(changes) for line in lines for fact in line.facts)


def desk_of(seat: Seat) -> Desk:
    """The desk of a person who looks at an encounter as it was read."""
    return desk_at(seat, seat.read.encounter.sequence)


def desk_at(seat: Seat, sequence: int) -> Desk:
    """The desk of a person after this entry, to whose head this seat belongs."""
    read = seat.read
    return Desk(seat, board(read.system, read.head, seat.viewer, cards_of(seat, sequence)))


def forget() -> None:
    """Forget all rendered fragments; needed where a new database reuses ids."""
    for kept in (_rendered, _boards, _cards, _sights):
        kept.clear()
    _rows.clear()
    _panels.clear()
    _shown.clear()
    _pictures.clear()
    _brought.clear()
    plans.forget()
    pieces.forget()
    store.forget()
    history.forget()


def _key(seat: Seat, name: str) -> tuple[bool, str, str]:
    """What is drawn, and its audience; the sequence stands for the version, since it is read with the head."""
    return seat.runs, name, _manner_of(seat.read.encounter)


def _manner_of(encounter: Encounter) -> str:
    return _manner(encounter.table.dj_title, encounter.table.looks)


def _manner(title: str, looks: UUID | None) -> str:
    """What makes the same values look different: language, addresses, the title of the game master, the portraits."""
    return f"{get_language()}:{get_script_prefix()}:{looks}:{title}"


def _board(seat: Seat) -> Board:
    """The board of an audience, made once for all its fragments."""
    read, encounter = seat.read, seat.read.encounter
    found = _boards.get(encounter.pk, encounter.sequence, seat.runs)
    if found is None:
        seen = board(read.system, read.head, seat.shared, cards_of(seat, encounter.sequence))
        found = _boards.put(encounter.pk, encounter.sequence, seen, seat.runs)
    return found


def _ground(seat: Seat) -> Ground | None:
    """What the picture of a board lies on, for this audience."""
    return picture.ground(seat.read.system, seat.read.head.fight, seat.shared)


def lies(seat: Seat, name: str) -> object:
    """What the land, or the veil over it, is drawn of for this audience."""
    fight, rules = boarded(seat.read.system, seat.read.head.fight, seat.shared)
    board, known = as_known(fight, seat.shared, rules).board, public_board(fight, rules)
    if board is None or known is None:
        return None
    if name == "veil":
        return board.regions, known.regions
    return laid(board), board.backdrop, known.regions if board.backdrop else None


def land_key(seat: Seat) -> str:
    """Which land the newest picture of this audience lies on."""
    return picture.land_key(_ground(seat), _plan(seat))


def _plan(seat: Seat) -> plans.Plan | None:
    """The picture under the board, as this audience sees it."""
    return plans.under(seat.read.encounter, seat.read.system, seat.read.head.fight, seat.shared)


def _veil(seat: Seat) -> Veil | None:
    """What lies over the land, for this audience."""
    return picture.veil(seat.read.system, seat.read.head.fight, seat.shared)


def _context(seat: Seat, name: str) -> dict[str, Any]:
    encounter = seat.read.encounter
    seen = _board(seat)
    names = {row.id: row.name for row in seen.rows}
    context = {
        "encounter": encounter,
        "table": encounter.table,
        "system_name": system_name(seat.read.system.slug),
        "board": seen,
        "seat": seat,
        "runs": seat.runs,
        "lines": history.recent(seat, seat.shared) if name in ("log", "side") else [],
        "speaker": speaker(seat.read.system.slug, lambda who: names.get(who, "…")),
        "log_url": encounter.get_absolute_url() + "registro/",
    }
    if name == "land":
        plan = _plan(seat)
        context |= {"ground": _ground(seat), "land_key": land_key(seat), "plan": plan}
    if name == "veil":
        context |= {"ground": _ground(seat), "veil": _veil(seat)}
    if name == "result":
        context |= newest(desk_of(seat), seat.shared)
    if name in OF_ROWS and (seat.runs or name == "order"):
        context["rows"] = _drawn_rows(seat, OF_ROWS[name], context, names)
    return context


def _drawn_rows(seat: Seat, template: str, context: Mapping[str, Any], names: Mapping[Id, str]) -> dict[Id, SafeString]:
    """All combatants, each by this template; unchanged rows are not drawn again."""
    seen: Board = context["board"]
    key = f"{audience_of(seat)}:{template}"
    earlier, made = _rows.pop(key, {}), get_template(template)
    found: dict[Id, _Drawn] = {}
    for row in seen.rows:
        old = earlier.get(row.id)
        if old is not None and (old.row, old.ranked, old.names) == (row, seen.ranked, names):
            found[row.id] = old
        else:
            drawn = SafeString(made.render({**context, "row": row}))
            found[row.id] = _Drawn(row, seen.ranked, names, drawn)
    _rows[key] = found
    make_room(_rows, MOST_ORDERS)
    return {who: one.drawn for who, one in found.items()}


def panel_of(desk: Desk, found: Panel, context: Mapping[str, Any]) -> str:
    """The panel in which a combatant acts, or whatever else is asked; one that reads the same is not drawn again."""
    if found.kind != "act":
        return render_to_string("combat/_panel.html", dict(context))
    seen = desk.board
    names = [(row.id, row.name) for row in seen.rows]
    asked = (found, names, seen.next, seen.status, len(seen.own) > 1, context["bonus"], context["summed"])
    key = _of_person(desk.seat)
    earlier = _panels.pop(key, None)
    if earlier is None or earlier[0] != asked:
        earlier = asked, render_to_string("combat/_panel.html", dict(context))
    _panels[key] = earlier
    make_room(_panels, MOST_PANELS)
    return earlier[1]


def note_shown(desk: Desk, found: Panel, *, pictured: bool, stays: Mapping[str, object] | None = None) -> None:
    """Note what this person's page shows now; stays: the parameters of a page whose panel was left as it is."""
    fields = {**found.hidden, "token": found.token} if desk.seat.plays else {}
    if stays is not None:
        fields = {name: str(stays[name]) for name in (*fields, "panel", "kept") if name in stays}
    chosen = {option.value for field in found.bound for option in field.options if option.chosen}
    key = _of_person(desk.seat)
    _shown.pop(key, None)
    _shown[key] = ShownPanel(fields, frozenset(chosen), pictured)
    make_room(_shown, MOST_PANELS)


def shown_to(seat: Seat) -> ShownPanel | None:
    """What the page of this person, in this language, showed last; None where nobody knows."""
    return _shown.get(_of_person(seat))


def note_picture(seat: Seat, drawn: Drawn) -> None:
    """Note which picture this person's page shows now."""
    key = _of_person(seat)
    _pictures.pop(key, None)
    _pictures[key] = drawn
    make_room(_pictures, MOST_PICTURES)


def picture_shown_to(seat: Seat) -> Drawn | None:
    """The picture that the page of this person, in this language, was given last; None where nobody knows."""
    return _pictures.get(_of_person(seat))


def audience_of(seat: Seat) -> str:
    """Who reads the same of a fight, in the same manner."""
    encounter = seat.read.encounter
    return f"{topics.shared(encounter.pk, runs=seat.runs)}:{_manner_of(encounter)}"


def _of_person(seat: Seat) -> str:
    encounter = seat.read.encounter
    return f"{encounter.pk}:{seat.user.pk}:{seat.role}:{_manner_of(encounter)}"
