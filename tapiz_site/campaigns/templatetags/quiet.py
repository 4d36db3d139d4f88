"""The quiet stop in templates."""

from __future__ import annotations

from django import template
from django.template import Context

from ..models import Table
from ..policy import role_at
from ..quiet import Quiet, quiet_for

register = template.Library()


@register.simple_tag(takes_context=True)
def quiet_at_table(context: Context) -> Quiet | None:
    """What covers the page while play is stopped at its table; None on pages of no table, and in a practice."""
    table, request = context.get("table"), context.get("request")
    if not isinstance(table, Table) or request is None or table.practice or not request.user.is_authenticated:
        return None
    role = role_at(table, request.user)
    return quiet_for(request, table, role, room=bool(context.get("for_the_room"))) if role is not None else None
