"""Who may listen to which topic: each app registers the rule for its own topics, all others are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

# This app knows no user model; the rule of an app names its own.
Asked: TypeAlias = tuple[Any, str]
"""A person and a topic that the person asks for."""
Granted: TypeAlias = set[tuple[Any, str]]
"""The key of a person and a topic that the person may hear."""
MayWatch: TypeAlias = Callable[[Any, str], bool]
WhichMayWatch: TypeAlias = Callable[[Sequence[Asked]], Granted]


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule that decides about many people and topics at once."""

    decide: Callable[..., Any]
    many: bool

    def granted(self, asked: Sequence[Asked]) -> Granted:
        if self.many:
            return set(self.decide(asked))
        return {(user.pk, topic) for user, topic in asked if self.decide(user, topic)}


_rules: dict[str, _Rule] = {}


def register(prefix: str, may_watch: MayWatch) -> None:
    """Let `may_watch(user, topic)` decide over every topic that begins with `prefix`; the longest prefix wins."""
    _register(prefix, _Rule(may_watch, many=False))


def register_for_many(prefix: str, which: WhichMayWatch) -> None:
    """Like `register`, with a rule that decides about many people at once, such as all of a fight."""
    _register(prefix, _Rule(which, many=True))


def _register(prefix: str, rule: _Rule) -> None:
    if not prefix:
        raise ValueError("An empty prefix would answer for the topics of every app.")
    if _rules.get(prefix, rule) != rule:
        raise ValueError(f"The prefix {prefix!r} already has a rule.")
    _rules[prefix] = rule


def unregister(prefix: str) -> None:
    """Remove the rule of a prefix; its topics are refused from then on."""
    _rules.pop(prefix, None)


def allowed(user: Any, topic: str) -> bool:
    """Whether this person may listen to this topic; False without a person or a rule."""
    return bool(which_allowed([(user, topic)]))


def which_allowed(asked: Iterable[Asked]) -> Granted:
    """The requested pairs of person and topic that are allowed."""
    by_rule: dict[_Rule, list[Asked]] = {}
    for user, topic in asked:
        if user is None or not user.is_active:
            continue
        prefix = max((known for known in _rules if topic.startswith(known)), key=len, default=None)
        if prefix is not None:
            by_rule.setdefault(_rules[prefix], []).append((user, topic))
    granted: Granted = set()
    for rule, some in by_rule.items():
        granted |= rule.granted(some)
    return granted
