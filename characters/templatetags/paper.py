"""Paper in templates: empty rows for a pencil."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def times(count: int) -> range:
    """A range of this length, for loops."""
    return range(count)
