"""Paper in templates: empty rows for a pencil, boxes to cross out."""

from __future__ import annotations

from collections.abc import Sized

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from ..values import Value

register = template.Library()

MOST_BOXES = 60
"""More than these would be a wall of boxes: a pencil box stands in their place."""

FIVE = 5

LEAST_ROWS = 8
"""How many rows the longer list in the middle of a page has at least."""


@register.filter
def times(count: int) -> range:
    """A range of this length, for loops."""
    return range(count)


@register.filter
def upto(rows: Sized | None, wanted: int) -> range:
    """A range of what a list lacks to be this long, at least one, for empty rows below it."""
    return range(max(1, wanted - len(rows or ())))


@register.filter
def leaves(rows: Sized | None, page: int) -> int:
    """How many of the rows of a page a list leaves to the next one, after its own and a spare one."""
    return page - max(LEAST_ROWS, len(rows or ()) + 1)


@register.filter
def beyond(taken: int, wanted: int) -> range:
    """A range of the lines that are left of those wanted, at least two."""
    return range(max(2, wanted - taken))


@register.filter
def lost_of(now: Value | str | None, maximum: Value | str) -> int:
    """How many points of a maximum are gone; 0 where the reader does not know the numbers."""
    if not isinstance(now, Value) or not isinstance(maximum, Value) or now.amount is None or maximum.amount is None:
        return 0
    return max(0, maximum.amount - now.amount)


@register.filter
def countable(count: int | None, most: int = MOST_BOXES) -> bool:
    """Whether this many points fit on paper as boxes."""
    return count is not None and 0 < count <= most


@register.simple_tag
def pencil_boxes(count: int, lost: int = 0, size: float = 3.2, row: int = MOST_BOXES) -> SafeString:
    """Draw boxes to cross out, in fives, the last `lost` of them crossed; `size` in millimetres, `row`: boxes a row."""
    step, gap = size * 1.2, size * 0.35
    places = [(place % row, place // row) for place in range(count)]
    corners = [(column * step + column // FIVE * gap, line * step) for column, line in places]
    wide = max((x for x, _y in corners), default=0) + size
    high = max((y for _x, y in corners), default=0) + size
    boxes = format_html_join(
        "", '<rect x="{}" y="{}" width="{}" height="{}" rx=".3"/>',
        ((f"{x:.2f}", f"{y:.2f}", size, size) for x, y in corners),
    )  # fmt: skip
    crosses = format_html_join(
        "", "<path d=\"M{} {}l{} {}m0 -{}l-{} {}\"/>",
        ((f"{x:.2f}", f"{y:.2f}", size, size, size, size, size) for x, y in corners[count - min(lost, count) :]),
    )  # fmt: skip
    return format_html(
        '<svg class="pencil-boxes" width="{0}mm" height="{1}mm" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">'
        '<g fill="none" stroke="#6d5b40" stroke-width=".3">{3}</g>'
        '<g stroke="#8f241d" stroke-width=".45">{4}</g></svg>',
        f"{wide:.2f}",
        f"{high:.2f}",
        ngettext("%(count)s casilla", "%(count)s casillas", count) % {"count": count},
        boxes,
        crosses,
    )
