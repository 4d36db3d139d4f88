"""The context of all templates."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The site's display name, whether the connection is https, and whether sign-up is open."""
    return {
        "site_name": settings.SITE_NAME,
        "site_https": request.is_secure(),
        "signup_open": settings.SIGNUP == "open",
    }
