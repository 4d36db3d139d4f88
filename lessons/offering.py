"""The lessons beside the rules."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from .catalogue import lessons_of
from .models import Practice


def offered(request: HttpRequest, system: str, rule: str) -> SafeString:
    """The lessons of a system, or those that show one of its rules; nothing where there is none."""
    found = [one for one in lessons_of(system).values() if not rule or rule in one.rows]
    if not found:
        return SafeString("")
    mine = Practice.objects.filter(user=request.user.pk, system=system).select_related("encounter__table")
    context = {"lessons": found, "rule": rule, "practice": mine.first()}
    return SafeString(render_to_string("lessons/_offered.html", context, request))
