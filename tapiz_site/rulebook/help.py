"""The help of a system in the language of the page, and the addresses of its rules."""

from __future__ import annotations

from functools import cache

from django.urls import reverse
from django.utils.translation import get_language

from rules.core.citations import cited_by
from rules.core.help import FIRST_LANGUAGE, Help, help_of, index_of
from rules.core.registry import SYSTEMS, get_system


def help_for(system: str) -> Help:
    """The rules of a system in the reader's language; None where it has no help or is not installed."""
    return help_of(system if system in SYSTEMS else "", (get_language() or FIRST_LANGUAGE)[:2])


def has_help(system: str) -> bool:
    """Whether the rules of this system can be read here."""
    return system in SYSTEMS and bool(index_of(system))


def rules_of(system: str, action: str) -> tuple[str, ...]:
    """The ids of readable rules that an action of a system cites."""
    if not has_help(system):
        return ()
    known = help_of(system, FIRST_LANGUAGE).rows
    return tuple(one for one in cited_by(system, action) if one in known)


def action_address(system: str, action: str) -> str:
    """The address of an action's rules; empty where it cites none."""
    return reverse("rulebook:action", args=[system, action]) if rules_of(system, action) else ""


def rule_address(system: str, rule: str) -> str:
    """The address of a rule; empty where it has none."""
    return reverse("rulebook:rule", args=[system, rule]) if _exists(system, rule) else ""


@cache
def actions_of(system: str, rule: str) -> tuple[str, ...]:
    """The actions of a system that execute a rule, in the order of the system."""
    return tuple(name for name in get_system(system).actions if rule in cited_by(system, name))


def _exists(system: str, rule: str) -> bool:
    return system in SYSTEMS and any(rule in rows for rows in index_of(system).values())
