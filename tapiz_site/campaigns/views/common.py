"""What the pages of a table share."""

from __future__ import annotations

from rules.core.registry import get_system
from tapiz_site.accounts.policy import person
from tapiz_site.pages import GET_AND_POST, status, wants_fragment
from tapiz_site.speech import system_name

from ..models import Role, Table

__all__ = ["GET_AND_POST", "about", "person", "status", "wants_fragment"]


def about(table: Table) -> dict[str, object]:
    """The context of all pages of a table."""
    return {
        "table": table,
        "runs": table.role == Role.GAME_MASTER,
        "system": system_name(table.system),
        "has_house": bool(get_system(table.system).settings),
    }
