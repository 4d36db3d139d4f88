"""The forms that were posted, so that the same form sent twice counts once."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Posted(models.Model):
    """A form that was taken: its idempotency key, a fingerprint of its content, and the headers of the answer."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    answer = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_form_a_key")]

    def __str__(self) -> str:
        return self.key


class Budget(models.Model):
    """What a person has spent of the acts that one person may take, where several processes count together."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    spent = models.FloatField()
    at = models.FloatField()
    """In seconds, as `time.time` counts them."""

    def __str__(self) -> str:
        return f"{self.user_id}: {self.spent}"
