from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tapiz_site.statements import Rows, fields


class People(UserManager["User"]):
    """Finds people; every request reads the one of its session by the key, with a statement put together once."""

    use_in_migrations = False

    def get(self, *conditions: Any, **wanted: Any) -> User:
        """The one person; raises DoesNotExist."""
        # those of a relation, such as the players of a character, are managers of this kind too
        if type(self) is not People or conditions or wanted.keys() != {"pk"}:
            return super().get(*conditions, **wanted)
        found = _BY_KEY.get(wanted["pk"])
        if found is None:
            raise User.DoesNotExist
        return found


class User(AbstractUser):
    """A person who plays: a log-in name, an optional e-mail and the name that others read."""

    display_name = models.CharField(_("nombre visible"), max_length=60, blank=True)
    is_demo = models.BooleanField(default=False, editable=False)
    """Whether this is a person of the demo table, who does not count as an account of the installation."""
    is_guest = models.BooleanField(default=False, editable=False)
    """Whether this person came in at the door of a table: without password, known only by the phone's session."""

    left = models.DateTimeField(null=True, editable=False)
    """When this person deleted the account: the row stays, without a name, for what others did with it."""

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("persona")
        verbose_name_plural = _("personas")

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name that other people read: the display name, or else the log-in name."""
        if self.left:
            return gettext("Alguien que se fue")
        return self.display_name or self.username

    def itself(self) -> User:
        """This person without the wrapper in which a request hands it out: kept, that would keep the whole request."""
        return self


_BY_KEY: Rows[User] = Rows(lambda pk: User.objects.filter(pk=pk), *fields(User, "id"))


class Kind(models.TextChoices):
    """The purpose of a one-time link."""

    SEAT = "seat", _("sitio")
    PASSWORD = "password", _("contraseña")


class OneTimeLink(models.Model):
    """A link that lets one person in once; only the digest of its token is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="one_time_links")
    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            # A new link replaces the previous one.
            models.UniqueConstraint(fields=["user", "kind"], name="one_link_a_kind"),
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="link_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_kind_display()}"

    @property
    def good(self) -> bool:
        """Whether it has not expired yet."""
        return self.expires > timezone.now()
