"""What apps above add to the pages of the rules, such as lessons."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.utils.safestring import SafeString

Render = Callable[[HttpRequest, str, str], SafeString]

_panels: list[Render] = []


def register(render: Render) -> None:
    """Show the result of `render(request, system, rule)` beside the rules; rule: "" on the page of the system."""
    if render not in _panels:
        _panels.append(render)


def rendered(request: HttpRequest, system: str, rule: str = "") -> list[SafeString]:
    """What is shown beside the rules of a system, or beside one of them."""
    return [render(request, system, rule) for render in _panels]
