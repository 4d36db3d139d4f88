from __future__ import annotations

from django.db import models


class Topic(models.Model):
    """A topic to listen to, with the version of what it names."""

    name = models.CharField(max_length=120, unique=True)
    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


class Process(models.Model):
    """A server process, one of several, and when it last told that it is there."""

    id = models.UUIDField(primary_key=True)
    seen = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.pk)


class Present(models.Model):
    """The streams of a person on a topic that a process serves."""

    process = models.ForeignKey(Process, models.CASCADE, related_name="present")
    topic = models.CharField(max_length=120, db_index=True)
    user = models.BigIntegerField()
    streams = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["process", "topic", "user"], name="one_row_of_streams")]

    def __str__(self) -> str:
        return f"{self.topic}: {self.user}"
