"""The people of an imported table, as text: an import makes no accounts."""

from __future__ import annotations

from django.db import models

from characters.models import Character
from tapiz_site.campaigns.models import Role, Table


class FormerPerson(models.Model):
    """A person of an imported table: name, role, and the names of this person's characters."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="former_people")
    name = models.CharField(max_length=150)
    role = models.CharField(max_length=20, choices=Role)
    played = models.ManyToManyField(Character, related_name="+", blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="former_person_role_known")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def role_word(self) -> str:
        """The group's word for this person's role."""
        return self.table.role_word(self.role)
