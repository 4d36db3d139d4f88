"""The storage of collected static files."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names static files by their content; those that have not been collected by their plain names.

    Commands draw pages too, such as those that an import would have, on folders that no server has prepared.
    """

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name
