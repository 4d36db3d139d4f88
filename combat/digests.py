"""Digests by mail of fights by posts: what the whole table has read since a person's last look, and who is awaited.

A mail passes through the hands of others, so it tells what the whole table may know and nothing that is the reader's
own. Each is claimed before it is sent, so that of several processes one sends it. One that cannot be sent is lost; what
it would have told comes with the next.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role
from tapiz_site.campaigns.policy import PLAYING
from tapiz_site.statements import update

from . import awaiting, history
from .cue import cue
from .desk import Desk
from .models import Digest, DigestMark, Encounter, Often, Status
from .policy import Seat
from .store import opened

log = logging.getLogger(__name__)

EVERY = {Often.HOUR: timedelta(hours=1), Often.DAY: timedelta(days=1)}
SALT = "combat.digests"
CONFIRM_SECONDS = 3 * 24 * 3600
MOST_LINES = 30
"""How many lines of a fight a digest tells, the newest."""
SOME = 50
"""How many digests are sent at once."""


def token(digest: Digest, does: str) -> str:
    """What lets its holder confirm or end this digest, and do nothing else."""
    return signing.dumps({"user": digest.user_id, "email": digest.email, "does": does}, salt=SALT)


def of_token(sent: str, does: str) -> Digest | None:
    """The digest of such a link; None where it is too old, or for another address."""
    try:
        said = signing.loads(sent, salt=SALT, max_age=CONFIRM_SECONDS if does == "confirm" else None)
    except signing.BadSignature:
        return None
    if said["does"] != does:
        return None
    return Digest.objects.filter(user=said["user"], email=said["email"]).select_related("user").first()


def ask(user: User, every: str, site: str) -> Digest:
    """Keep how often a person wants it; an address that was confirmed stays so."""
    now = {"every": every, "language": translation.get_language() or settings.LANGUAGE_CODE, "site": site}
    digest, new = Digest.objects.update_or_create(
        user=user, defaults=now, create_defaults={**now, "email": user.email, "sent": timezone.now()}
    )
    if new:
        for encounter in _fights(user):
            _mark(digest, encounter)
    if digest.email != user.email:
        digest.email, digest.confirmed = user.email, False
        digest.save(update_fields=["email", "confirmed"])
    return digest


def ask_to_confirm(digest: Digest) -> bool:
    """Send the mail with which a person confirms the address; whether it could be sent."""
    link = digest.site + reverse("combat:confirm_digest", args=[token(digest, "confirm")])
    subject = _("%(site)s: confirmar el resumen por correo") % {"site": settings.SITE_NAME}
    text = render_to_string("combat/mail/confirm.txt", {"link": link, "site_name": settings.SITE_NAME})
    return _sent(EmailMultiAlternatives(subject, text, None, [digest.email]))


def note_look(user: User, encounter: Encounter) -> None:
    """This person looks at a fight by posts: the next digest begins here."""
    digest = Digest.objects.filter(user=user).first() if encounter.by_posts else None
    if digest is not None:
        _mark(digest, encounter)


def _mark(digest: Digest, encounter: Encounter, *, late: bool = False) -> None:
    now = {"sequence": encounter.sequence, "late": late}
    DigestMark.objects.update_or_create(digest=digest, encounter_id=encounter.pk, defaults=now)


@dataclass(frozen=True)
class Part:
    """What a digest tells of one fight."""

    encounter: Encounter
    url: str
    waits: str
    """Who is awaited, and until when."""
    mine: bool
    late: bool
    lines: Sequence[str]
    more: bool
    """Whether more has happened than is told."""


def send_due() -> int:
    """Send the digests that are due and have something to tell; how many were sent."""
    if not settings.MAIL:
        return 0
    now, sent = timezone.now(), 0
    for every, pause in EVERY.items():
        rows = Digest.objects.filter(every=every, confirmed=True, sent__lte=now - pause, user__is_active=True)
        for digest in rows.select_related("user").order_by("sent")[:SOME]:
            sent += digest.email == digest.user.email and _send(digest)
    return sent


def _send(digest: Digest) -> bool:
    with translation.override(digest.language):
        parts = [part for encounter in _fights(digest.user) if (part := _part(digest, encounter)) is not None]
        if not parts:
            return False
        claimed = update(Digest, {"id": digest.pk, "sent": digest.sent}, {"sent": timezone.now()})
        if not claimed or not _sent(_mail(digest, parts)):
            return False
    for part in parts:
        _mark(digest, part.encounter, late=part.late)
    return True


def _fights(user: User) -> list[Encounter]:
    """The fights by posts in which this person plays or that they run; none of a table where play is stopped."""
    plays = {"table__memberships__user": user, "table__memberships__role__in": PLAYING}
    here = {"table__deleted_at": None, "table__stopped": False}
    rows = Encounter.objects.filter(by_posts=True, status=Status.RUNNING, **here, **plays)
    return list(rows.select_related("table").order_by("created"))


def _part(digest: Digest, encounter: Encounter) -> Part | None:
    """What is new in a fight since this person's last look; None where nothing is."""
    user, read = digest.user, opened(encounter)
    role = Membership.objects.get(table=encounter.table_id, user=user).role
    own, public = Seat(read, user, Role(role)), Seat(read, user, Role.SPECTATOR)
    mark = digest.marks.filter(encounter=encounter).first()
    desk = Desk(own)
    shown = cue(desk)
    late = any(one.mine and one.late for one in awaiting.awaited(desk))
    lines = history.told_since(public, mark.sequence if mark is not None else 0, MOST_LINES + 1)
    if not lines and not (late and not (mark is not None and mark.late)):
        return None
    waits = cue(Desk(public)) if not shown.mine else shown
    # without the note, which says what is asked
    said = " · ".join(part for part in (waits.title, awaiting.deadline(desk)) if part)
    told = [line.speaker.told(line.facts) for line in lines[-MOST_LINES:]]
    url = digest.site + encounter.get_absolute_url()
    return Part(encounter, url, said, shown.mine, late, told, len(lines) > MOST_LINES)


def _mail(digest: Digest, parts: Sequence[Part]) -> EmailMultiAlternatives:
    names = ", ".join(part.encounter.name for part in parts)
    mine = any(part.mine for part in parts)
    subject = (_("Te esperan en %(names)s") if mine else _("Novedades de %(names)s")) % {"names": names}
    stop = digest.site + reverse("combat:stop_digest", args=[token(digest, "stop")])
    context = {"parts": parts, "stop": stop, "site_name": settings.SITE_NAME, "language": digest.language}
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    text = render_to_string("combat/mail/digest.txt", context)
    mail = EmailMultiAlternatives(" ".join(subject.split()), text, None, [digest.email], headers=headers)
    mail.attach_alternative(render_to_string("combat/mail/digest.html", context), "text/html")
    return mail


def _sent(mail: EmailMultiAlternatives) -> bool:
    try:
        mail.send()
    except (OSError, SMTPException):
        log.exception("A mail of a digest could not be sent.")
        return False
    return True
