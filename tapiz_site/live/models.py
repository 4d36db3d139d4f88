from __future__ import annotations

from django.db import models


class Topic(models.Model):
    """A topic to listen to, with the version of what it names."""

    name = models.CharField(max_length=120, unique=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"
