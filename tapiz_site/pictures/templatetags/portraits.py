"""Portraits and emblems in templates."""

from __future__ import annotations

from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tapiz_site.campaigns.models import Table

from .. import emblems, looks
from ..emblems import Emblem
from ..looks import Likeness

register = template.Library()

SIZES = {"sm": " emb--sm", "md": "", "lg": " emb--lg"}


@register.simple_tag
def portrait(of: Any, size: str = "md", table: Table | None = None) -> SafeString:
    """Draw the portrait or emblem of a character, a table, or what has a `likeness`; the name beside it says who it is.

    size: `sm` 32, `md` 44, `lg` 80 pixels. table: needed for what does not know its own.
    """
    where, likeness = _whose(of, table)
    face = looks.face_of(where, likeness)
    return _woven(face.emblem, size, static("emblems.svg") if settings.DEBUG else _sprite())


@register.simple_tag
def portrait_of_creature(table: Table, name: str, kind: str = "creature", size: str = "md") -> SafeString:
    """Draw the portrait or emblem of all creatures of a name at a table; kind: that of their sheet."""
    return portrait(looks.of_creature(name, kind), size, table)


@register.simple_tag
def paper_portrait(of: Any, table: Table | None = None) -> SafeString:
    """The same for paper and PDF: little ink, and nothing that has to be fetched."""
    return _on_paper(*_whose(of, table))


@register.simple_tag
def paper_portrait_of_creature(table: Table, name: str, kind: str = "creature") -> SafeString:
    """The same for all creatures of a name at a table."""
    return _on_paper(table, looks.of_creature(name, kind))


@register.simple_tag
def emblem(chosen: Emblem, size: str = "md") -> SafeString:
    """Draw one of the ready-made emblems."""
    return _woven(chosen, size, static("emblems.svg") if settings.DEBUG else _sprite())


def _whose(of: Any, table: Table | None) -> tuple[Table, Likeness]:
    """The table at which something is drawn, and what it is there."""
    if isinstance(of, Table):
        return of, looks.of_table(of)
    likeness = of if isinstance(of, Likeness) else of.likeness
    where = table or of.table
    return where, likeness


def _on_paper(table: Table, likeness: Likeness) -> SafeString:
    face = looks.face_of(table, likeness)
    return emblems.on_paper(face.emblem)


@cache
def _sprite() -> str:
    """The address of the sprite, constant while the process runs."""
    return static("emblems.svg")


@cache
def _woven(chosen: Emblem, size: str, address: str) -> SafeString:
    return format_html(
        '<svg class="emb{} emb--{}" viewBox="0 0 {} {}" aria-hidden="true"><use href="{}#{}"/></svg>',
        SIZES[size],
        chosen.dye,
        emblems.EDGE,
        emblems.EDGE,
        address,
        chosen.charge,
    )
