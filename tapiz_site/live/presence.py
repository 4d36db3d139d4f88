"""The connected people, as far as this process knows: with several processes each sees its own streams."""

from __future__ import annotations

from collections.abc import Iterable

from .hub import hub


def connected(topic: str) -> set[int]:
    """The ids of the people with at least one open stream on this topic."""
    return set(hub.streams(topic))


def at(topics: Iterable[str]) -> set[int]:
    """The ids of the people with an open stream on any of these topics."""
    return set[int]().union(*(connected(topic) for topic in topics))
