"""Reads the files of a pack from a zip file or a folder, trusts none of their claims, and writes and runs nothing."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from .faults import Fault, Refused, refused

Files: TypeAlias = Mapping[str, bytes]
"""The files of a pack by their path in it, with `/` between folders."""

MOST_FILES = 400
MOST_BYTES = 8_000_000
MOST_BYTES_A_FILE = 1_000_000
DEEPEST = 3
LONGEST_PATH = 200
ENDINGS = (".toml", ".json", ".csv", ".md", ".txt")

_LEFT_BY_SYSTEMS = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
"""Files that file managers leave in folders and zip files; they are skipped."""

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The accepted compression methods; damaged members of other methods fail in ways of their own."""


def unpacked(data: bytes) -> Files:
    """The files of a zip file; raises Refused with all faults of its directory, or of unpacking it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [one for one in archive.infolist() if not one.is_dir()]
            if len(members) > MOST_FILES:
                raise refused("pack.many_files", most=MOST_FILES)
            if faults := [*_zip_faults(members)]:
                raise Refused(faults)
            # The directory's sizes are not trusted: unpacking stops at the limit.
            found: list[tuple[str, bytes]] = []
            left = MOST_BYTES
            for member in members:
                if _left_behind(member.filename):
                    continue
                content = _content(archive, member, left)
                left -= len(content)
                found.append((member.filename, content))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError):
        raise refused("pack.zip.damaged") from None
    return gathered(found)


def _zip_faults(members: Iterable[zipfile.ZipInfo]) -> Iterator[Fault]:
    size = 0
    for member in members:
        size += member.file_size
        if stat.S_ISLNK(member.external_attr >> 16):
            yield Fault(_shown(member.filename), (), "pack.file.link")
        if member.flag_bits & 0x1:
            yield Fault(_shown(member.filename), (), "pack.zip.locked")
        elif member.compress_type not in _METHODS:
            yield Fault(_shown(member.filename), (), "pack.zip.method")
        if member.file_size > MOST_BYTES_A_FILE:
            yield Fault(_shown(member.filename), (), "pack.file.size", {"most": MOST_BYTES_A_FILE // 1000})
    if size > MOST_BYTES:
        yield Fault("", (), "pack.size", {"most": MOST_BYTES // 1000})


def _content(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    with archive.open(member) as source:
        content = source.read(min(left, MOST_BYTES_A_FILE) + 1)
    if len(content) > MOST_BYTES_A_FILE:
        raise refused("pack.file.size", _shown(member.filename), most=MOST_BYTES_A_FILE // 1000)
    if len(content) > left:
        raise refused("pack.size", most=MOST_BYTES // 1000)
    return content


def gathered(files: Iterable[tuple[str, bytes]]) -> Files:
    """Files by path, without a single folder around them all; raises Refused with all faults of their paths."""
    given = [(path, data) for path, data in files if not _left_behind(path)]
    if not given:
        raise refused("pack.nothing")
    if len(given) > MOST_FILES:
        raise refused("pack.many_files", most=MOST_FILES)
    if sum(len(data) for _path, data in given) > MOST_BYTES:
        raise refused("pack.size", most=MOST_BYTES // 1000)
    top = _one_folder([path for path, _data in given])
    found: dict[str, bytes] = {}
    faults: list[Fault] = []
    for path, data in given:
        inside = path[len(top) :]
        faults += _path_faults(inside, data)
        if inside.casefold() in {one.casefold() for one in found}:
            faults.append(Fault(_shown(inside), (), "pack.file.twice"))
        found[inside] = data
    if faults:
        raise Refused(faults)
    return dict(sorted(found.items()))


def folder(root: Path) -> Files:
    """The files of a folder of this machine; raises Refused."""
    found: list[tuple[str, bytes]] = []
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root).as_posix()
        if path.is_symlink():
            raise refused("pack.file.link", inside)
        if path.is_file() and not path.name.startswith("."):
            if path.stat().st_size > MOST_BYTES_A_FILE:
                raise refused("pack.file.size", inside, most=MOST_BYTES_A_FILE // 1000)
            found.append((inside, path.read_bytes()))
    return gathered(found)


def _left_behind(path: str) -> bool:
    parts = path.split("/")
    return any(part in _LEFT_BY_SYSTEMS or part.startswith("._") for part in parts)


def _one_folder(paths: list[str]) -> str:
    """The single folder around all files, as in the zip file of a folder, with its slash; "" where there is none."""
    if "pack.toml" in paths:
        return ""
    first = paths[0].partition("/")[0]
    if first in ("", ".", "..") or not all(path.startswith(f"{first}/") for path in paths):
        return ""
    return f"{first}/"


def _path_faults(path: str, data: bytes) -> Iterator[Fault]:
    parts = path.split("/")
    plain = path.isprintable() and "\\" not in path and ":" not in path and len(path) <= LONGEST_PATH
    if not plain or any(part in ("", ".", "..") or part.startswith(".") for part in parts):
        yield Fault(_shown(path), (), "pack.file.path")
        return
    if len(parts) > DEEPEST:
        yield Fault(_shown(path), (), "pack.file.deep", {"most": DEEPEST - 1})
    if PurePosixPath(path).suffix.lower() not in ENDINGS:
        yield Fault(_shown(path), (), "pack.file.ending", {"words": ", ".join(ENDINGS)})
    elif len(data) > MOST_BYTES_A_FILE:
        yield Fault(_shown(path), (), "pack.file.size", {"most": MOST_BYTES_A_FILE // 1000})


def _shown(path: str) -> str:
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in path[:LONGEST_PATH])
