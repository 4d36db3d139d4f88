"""What apps above want to be told about tables; they register, so that nothing here imports them."""

from __future__ import annotations

from collections.abc import Callable

from tapiz_site.accounts.models import User

from .models import Table

OnMembershipChanged = Callable[[Table, User], None]

_on_membership_changed: list[OnMembershipChanged] = []


def on_membership_changed(listener: OnMembershipChanged) -> None:
    """Call `listener(table, user)` inside the transaction in which this person's place changes or ends."""
    if listener not in _on_membership_changed:
        _on_membership_changed.append(listener)


def membership_changed(table: Table, user: User) -> None:
    """Tell every listener."""
    for listener in _on_membership_changed:
        listener(table, user)
