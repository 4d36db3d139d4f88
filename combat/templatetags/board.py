"""Boards in templates: what a tap leads to, and the emblems of those who stand there."""

from __future__ import annotations

from functools import cache
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from combat.board import Row
from combat.picture import Links
from combat.pieces import drawn
from rules.core.board.choosing import Fills
from rules.core.board.doors import DOOR
from rules.core.board.picture import Between, Door, Token
from rules.core.board.rules import Look
from tapiz_site.pictures import emblems, looks

register = template.Library()

LONGEST_NAME = 8
"""The letters of a name that stand under a token of one cell."""

EMBLEM = 30
"""Units across the emblem of a token."""

SHAPED = frozenset({"party", "foes"})


@register.simple_tag(takes_context=True)
def drawn_picture(context: template.Context, **extra: object) -> SafeString:
    """The picture of a fight, by the template of its kind."""
    flat: dict[str, object] = {str(name): value for name, value in context.flatten().items()}
    return drawn(context["picture"], {**flat, **extra}).whole


@register.simple_tag(takes_context=True)
def fills_link(context: template.Context, fills: Fills) -> str:
    """The address of the panel with these inputs filled in."""
    links: Links = context["links"]
    return links.fills(fills)


@register.simple_tag(takes_context=True)
def overruling_link(context: template.Context, between: Between) -> str:
    """The address at which one says otherwise than the board how two stand; empty for who may not."""
    links: Links = context["links"]
    return links.overruling(between)


@register.simple_tag(takes_context=True)
def look_link(context: template.Context, look: Look) -> str:
    """The address at which something is shown on the board, or left out again."""
    links: Links = context["links"]
    return links.look(look)


@register.simple_tag
def door_link(door: Door) -> str:
    """The address of the panel that opens or shuts a door."""
    by = {"actor": door.by} if door.by is not None else {}
    sent = {"panel": "verb", "action": DOOR, **by, "filled": f"verb:{DOOR}", "door": door.name}
    return "?" + urlencode(sent)


@register.filter
def aims(token: Token, links: Links | None) -> bool:
    """Whether the panel asks for a combatant and this one may be it."""
    return links is not None and links.aims(token)


@register.filter
def is_aimed(token: Token, links: Links | None) -> bool:
    """Whether this one is chosen in the panel."""
    return links is not None and links.is_aimed(token)


@register.filter
def token_shape(side: str) -> str:
    """The shape by which a side is told: round for the party, cut corners for foes."""
    return side if side in SHAPED else "other"


@register.filter
def token_name(name: str) -> str:
    """A name that leaves room for those beside it: its first word, and the number by which its like are told apart."""
    if len(name) <= LONGEST_NAME:
        return name
    first, last = name.partition(" ")[0], name.rpartition(" ")[2]
    number = f" {last}" if last.isdigit() else ""
    room = LONGEST_NAME - len(number)
    return (first if len(first) <= room else f"{first[: room - 1]}…") + number


@register.simple_tag(takes_context=True)
def figure_template(context: template.Context) -> str:
    """The template by which the system draws a combatant itself."""
    return f"systems/{context['speaker'].slug}/_figure.html"


@register.simple_tag(takes_context=True)
def token_emblem(context: template.Context, row: Row) -> SafeString:
    """The emblem of a combatant inside its token; the token's side gives the colour."""
    charge = looks.face_of(context["table"], row.likeness).emblem.charge
    return _woven(charge, static("emblems.svg") if settings.DEBUG else _sprite())


@cache
def _sprite() -> str:
    return static("emblems.svg")


@cache
def _woven(charge: str, address: str) -> SafeString:
    return format_html(
        '<svg class="t__emb" x="{}" y="{}" width="{}" height="{}" viewBox="0 0 {} {}"><use href="{}#{}"/></svg>',
        *(-EMBLEM // 2, -EMBLEM // 2, EMBLEM, EMBLEM, emblems.EDGE, emblems.EDGE, address, charge),
    )
