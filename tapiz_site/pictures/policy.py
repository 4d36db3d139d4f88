"""Who may see a picture: for all others it does not exist, whatever its address.

Game masters see all pictures of their table. Others see what hangs, the portrait of the table, and the portraits of
those that they have met; so a hidden creature's stays hidden, even from a player who has its address.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.campaigns.policy import GAME_MASTERS, Person, get_table_or_404

from . import seen
from .looks import Likeness
from .models import Hanging, Of, Picture


def picture_or_404(user: Person, pk: UUID) -> Picture:
    """The picture, for people who may see it; raises Http404 for all others."""
    picture = Picture.objects.filter(pk=pk).select_related("table", "look").first()
    if picture is None or not isinstance(user, User) or not user.is_active:
        raise Http404
    role = Membership.objects.filter(table=picture.table_id, user=user).values_list("role", flat=True).first()
    if role is None or not (role == Role.GAME_MASTER or _may_see(user, picture)):
        raise Http404
    return picture


def _may_see(user: User, picture: Picture) -> bool:
    if picture.to_show:
        return Hanging.objects.filter(table=picture.table_id, picture=picture).exists()
    look = getattr(picture, "look", None)
    if look is None:
        return False
    return look.of == Of.TABLE or seen.met_by(user, picture.table, Likeness(look.of, look.key))


def run_or_refused(user: Person, pk: UUID) -> Table:
    """The table, for its game master; raises Http404 for strangers and PermissionDenied for others at it."""
    return get_table_or_404(user, pk, GAME_MASTERS)


def to_show_or_404(user: Person, table: UUID, pk: UUID) -> tuple[Table, Picture]:
    """A picture that the game master keeps to be shown, with its table; raises like `run_or_refused`, and Http404."""
    found = run_or_refused(user, table)
    picture = Picture.objects.filter(pk=pk, table=found, to_show=True).first()
    if picture is None:
        raise Http404
    return found, picture
