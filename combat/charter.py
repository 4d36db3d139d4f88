"""La carta in a fight: the settings that it carries, and the table's, which can be applied to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from rules.core.errors import NotAllowed
from rules.core.types import Json
from tapiz_site import inputs
from tapiz_site.campaigns.house import house_of

from .deeds import Deed
from .desk import Desk
from .parts import Button, Panel, token
from .store import Read

APPLY = "apply_house"


@dataclass(frozen=True)
class Setting:
    """One setting of this fight beside the table's."""

    label: str
    here: str
    """Its value in this fight, in words."""
    there: str = ""
    """The table's value in words, where it differs."""


def carried(read: Read) -> dict[str, Json]:
    """The settings in force in an encounter, with defaults where it names none."""
    house = read.head.fight.house
    return {item.name: house.get(item.name, item.default) for item in read.system.settings}


def applied(read: Read) -> Deed:
    """The deed, of the game master, that applies the table's settings to this encounter."""
    if read.head.fight.status == "archived":
        raise NotAllowed("core.while_archived")
    return Deed("command", APPLY, inputs={"house": house_of(read.encounter.table)}, internal=True)


def panel(desk: Desk, problem: str) -> Panel:
    """The settings of this fight, where the table's differ, and the button that applies those."""
    here, table = carried(desk.seat.read), house_of(desk.seat.read.encounter.table)
    settings = desk.system.settings
    table_page = reverse("campaigns:house", args=[desk.seat.read.encounter.table_id])
    shown = inputs.shown(settings, here, desk.speaker, blanks=True)
    there = {one.name: one for one in inputs.shown(settings, table, desk.speaker, blanks=True)}
    rows = tuple(
        Setting(one.label, one.text, "" if here[one.name] == table[one.name] else there[one.name].text) for one in shown
    )
    # what would change is not looked for among all the others
    rows = tuple(sorted(rows, key=lambda row: not row.there))
    differs = here != table
    button = Button(_("Aplicar la carta aquí"), "check", act=desk.act_url(do="house"), note=_("se puede deshacer"))
    change = Button(_("Cambiar la carta de la mesa"), "scroll-text", link=table_page)
    return Panel(
        "house",
        token("house", repr(rows)),
        title=_("La carta de aquí"),
        hidden={"panel": "house"},
        groups=rows,
        label="" if differs else _("Es la de la mesa."),
        problem=problem,
        next=button if differs else None,
        others=(change, desk.back()),
    )
