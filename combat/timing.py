"""How long acts take and how often they begin: counted, and told in the log where it was too long."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from uuid import UUID

from django.conf import settings

from rules.core.errors import RuleError
from tapiz_site.telemetry import metrics

from .deeds import Deed
from .errors import Busy, CombatError

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Clock:
    """The tries and the time of an act so far."""

    tries: int = 1
    begun: float = field(default_factory=perf_counter)

    def seconds(self) -> float:
        """The seconds since it began."""
        return perf_counter() - self.begun


@contextmanager
def timed(encounter: UUID | str, deed: Deed) -> Iterator[Clock]:
    """Count the act of this block, which says its tries, and log it when it was slow."""
    clock, outcome = Clock(), "failed"
    try:
        yield clock
        outcome = "taken"
    except Busy:
        outcome = "busy"
        raise
    except (RuleError, CombatError):
        outcome = "refused"
        raise
    finally:
        seconds = clock.seconds()
        metrics.count_act(outcome, clock.tries, seconds)
        if seconds >= settings.SLOW_ACT_SECONDS or outcome == "busy":
            act, milliseconds = deed.action or deed.does, round(seconds * 1000)
            log.warning(
                "Slow act in the encounter %s: %s, %s after %d tries and %d ms",
                *(encounter, act, outcome, clock.tries, milliseconds),
                extra={"encounter": encounter, "act": act, "tries": clock.tries, "milliseconds": milliseconds},
            )
