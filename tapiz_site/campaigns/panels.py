"""The panels that apps above add to a table's page: encounters, characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest
from django.utils.safestring import SafeString

from .models import Table

Column = Literal["main", "side"]
Render = Callable[[HttpRequest, Table], SafeString]


@dataclass(frozen=True, slots=True)
class TablePanel:
    """A part of the page: its renderer, its column, and its place there (the smallest first)."""

    render: Render
    column: Column
    place: int


Whole = Callable[[HttpRequest, Table], SafeString | None]

_panels: list[TablePanel] = []
_wholes: list[Whole] = []


def register(render: Render, *, column: Column = "main", place: int = 50) -> None:
    """Show the result of `render(request, table)` on the page of each table; `table.role` is the reader's role."""
    if all(panel.render is not render for panel in _panels):
        _panels.append(TablePanel(render, column, place))


def unregister(render: Render) -> None:
    """Show it no longer."""
    _panels[:] = [panel for panel in _panels if panel.render is not render]


def register_whole(render: Whole) -> None:
    """Let `render(request, table)` draw the whole page of a table, where it returns something."""
    if render not in _wholes:
        _wholes.append(render)


def whole(request: HttpRequest, table: Table) -> SafeString | None:
    """The whole page in the place of the panels; None where the panels are shown."""
    return next((found for render in _wholes if (found := render(request, table)) is not None), None)


def rendered(request: HttpRequest, table: Table, column: Column) -> list[SafeString]:
    """The panels of one column as this reader may see them."""
    panels = sorted((panel for panel in _panels if panel.column == column), key=lambda panel: panel.place)
    return [panel.render(request, table) for panel in panels]
