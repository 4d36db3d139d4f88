"""The context of all templates."""

from django.conf import settings
from django.http import HttpRequest

from tapiz_site import offline
from tapiz_site.accounts import first_account


def site(request: HttpRequest) -> dict[str, object]:
    """The site's display name, whether the connection is https, and whether sign-up is open."""
    return {
        "site_name": settings.SITE_NAME,
        "site_https": request.is_secure(),
        # in development files change under the same names, and nothing may be kept
        "offline": lambda: None if settings.DEBUG else {"reader": offline.reader(request)},
        "signup_open": settings.SIGNUP == "open",
        # asked by the page that uses it alone
        "first_account_missing": lambda: not first_account.has_accounts(),
    }
