"""A practice: where a person stands in a lesson."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from combat.models import Encounter
from tapiz_site.campaigns.models import Table


class Practice(models.Model):
    """A lesson that a person plays, on a table of its own; a person has one at a time."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    table = models.OneToOneField(Table, models.CASCADE, related_name="practice_of")
    encounter = models.OneToOneField(Encounter, models.CASCADE, related_name="+")
    system = models.CharField(max_length=30)
    lesson = models.CharField(max_length=60)
    trail = models.JSONField(default=list)
    """The states of the scene that belong to the lesson, the present one last: of each, how many steps were taken
    before, how many acts of the next one, and a fingerprint of its head."""
    kept = models.JSONField(null=True)
    """The head at the end of the trail: as long as the scene stands there, the lesson can go on."""
    sequence = models.PositiveIntegerField(default=0)
    """The sequence of the encounter at the end of the trail."""
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.lesson} · {self.step}"

    @property
    def step(self) -> int:
        """How many steps of the lesson were taken."""
        return int(self.trail[-1][0])

    @property
    def done(self) -> int:
        """How many acts of the next step were taken: the command, then each answer."""
        return int(self.trail[-1][1])
