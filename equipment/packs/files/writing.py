"""Writes a pack as files: TOML in a fixed order, so that the same pack gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from typing import Any

import tomli_w

from rules.core.types import Json

from . import maps, scenes
from .document import FORMAT, Entry, Pack
from .heads import HEAD
from .reading import CHAPTERS
from .unpacking import Files

_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def files_of(pack: Pack) -> Files:
    """The files of a pack; reading them gives the same pack."""
    found = {HEAD: _toml(_head(pack))}
    for chapter in pack.chapters:
        for language, text in chapter.text.items():
            found[f"{CHAPTERS}/{chapter.slug}.{language}.md"] = f"{text}\n".encode()
    for one in pack.maps:
        found[f"{maps.FOLDER}/{one.slug}.json"] = maps.written(pack.system, one)
    for scene in pack.scenes:
        table = {**scenes.written(scene), "name": _said(scene.name), "text": _said(scene.text)}
        found[f"{scenes.FOLDER}/{scene.slug}.toml"] = _toml(_given(table))
    for kind in dict.fromkeys(entry.kind for entry in pack.entries):
        tables = [_entry(entry) for entry in pack.entries if entry.kind == kind]
        found[f"{kind}.toml"] = _toml({"entry": tables})
    return dict(sorted(found.items()))


def zipped(files: Files, folder: str) -> bytes:
    """The files as a zip file with one folder; the same files give the same bytes."""
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            member = zipfile.ZipInfo(f"{folder}/{path}", _LONG_AGO)
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(member, data)
    return to.getvalue()


def checksum(pack: Pack) -> str:
    """A fingerprint of a pack's whole content."""
    digest = hashlib.sha256()
    for path, data in files_of(pack).items():
        digest.update(f"{path}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def pruned(value: Json) -> Json:
    """A value without empty parts: the files leave out names without a value."""
    if isinstance(value, Mapping):
        return {name: pruned(one) for name, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [pruned(one) for one in value if one is not None]
    return value


def _head(pack: Pack) -> dict[str, Any]:
    table: dict[str, Any] = {
        "format": FORMAT,
        "system": pack.system,
        "code": pack.code,
        "slug": pack.slug,
        "version": pack.version,
        "languages": [*pack.languages],
        "licence": pack.licence,
        "authors": [*pack.authors],
        "source": pack.source,
        "name": _said(pack.name),
        "description": _said(pack.description),
    }
    return _given(table)


def _entry(entry: Entry) -> dict[str, Any]:
    table: dict[str, Any] = {
        "code": entry.code,
        "name": _said(entry.name),
        "of": entry.of,
        "text": _said(entry.text),
        "licence": entry.licence,
        "source": entry.source,
    }
    return {**_given(table), **pruned(dict(entry.values))}


def _given(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if value not in ("", [], {})}


def _said(texts: Mapping[str, str]) -> Any:
    """A text by language, or plain where it is the same in all."""
    different = set(texts.values())
    return next(iter(different)) if len(different) == 1 else dict(texts)


def _toml(table: Mapping[str, Any]) -> bytes:
    return tomli_w.dumps(table, multiline_strings=True).encode()
