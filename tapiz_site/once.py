"""Makes a form act once, however often it is sent under its key."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec, TypeAlias

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tapiz_site.accounts.models import User

from .models import Posted

P = ParamSpec("P")
View: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponse]
KEY_LENGTHS = range(8, 65)
LEADS_ON = ("Location", "HX-Redirect")
"""The headers of an answer to a completed act; None for one that shows its form again."""
_REFUSED = "_form_refused"


def refuse(request: HttpRequest) -> None:
    """Mark the act of this request as not taken: its key is free for another try."""
    setattr(request, _REFUSED, True)


def once(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Take the posts of a view in one transaction with their key (`key`, 8 to 64 characters).

    The same key of the same user gets the same answer without another act. Other content under it, or a post without a
    key, is refused (PermissionDenied).
    """
    return _guarded(view, needs_key=True)


def once_if_keyed(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Like `once`, but take a post without a key too, so that a long form from before the keys is not lost."""
    return _guarded(view, needs_key=False)


def _guarded(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse], *, needs_key: bool
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    @wraps(view)
    def wrapped(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        key = request.POST.get("key", "")
        if len(key) not in KEY_LENGTHS:
            if needs_key:
                raise PermissionDenied
            return view(request, *args, **kwargs)
        assert isinstance(request.user, User)  # noqa: S101 - login_required let nobody else in
        digest = sent(request)
        with transaction.atomic():
            # Of two at the same time the second waits here for the first.
            posted, new = Posted.objects.get_or_create(user=request.user, key=key, defaults={"digest": digest})
            if not new:
                return _again(request, posted, digest)
            answer = view(request, *args, **kwargs)
            posted.answer = {name: answer.headers[name] for name in LEADS_ON if name in answer.headers}
            if posted.answer and not getattr(request, _REFUSED, False):
                posted.save(update_fields=["answer"])
            else:
                transaction.set_rollback(True)
        return answer

    return wrapped


def _again(request: HttpRequest, posted: Posted, digest: str) -> HttpResponse:
    if posted.digest == digest:
        messages.success(request, _("Hecho."))
    else:
        messages.error(request, _("Este envío ya se usó para otra cosa. Actualizar la página y volver a intentarlo."))
    return HttpResponse(status=302 if "Location" in posted.answer else 200, headers=posted.answer)


def sent(request: HttpRequest) -> str:
    """A fingerprint of a form, without the parts that differ when it is sent again."""
    body = {name: values for name, values in request.POST.lists() if name not in ("key", "csrfmiddlewaretoken")}
    files = sorted((name, [_fingerprint(one) for one in found]) for name, found in request.FILES.lists())
    content = [request.path, sorted(request.GET.lists()), sorted(body.items()), *files]
    return sha256(json.dumps(content).encode()).hexdigest()


def _fingerprint(file: UploadedFile[bytes]) -> str:
    """A fingerprint of a file's content; rewinds the file."""
    found = sha256()
    for chunk in file.chunks():
        found.update(chunk)
    file.seek(0)
    return found.hexdigest()
