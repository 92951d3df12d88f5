"""Style sheets, scripts and pictures. Their addresses carry a digest, so that browsers may keep them for good."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from stellwerk import draw
from stellwerk.titles import TITLES
from stellwerk.web.errors import Unknown

FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
}
DRAWINGS = "drawings.css"  # the style of all drawings, made by `draw`


def files() -> dict[str, bytes]:
    """Every file by its path, those of a title under the name of its folder; read once."""
    return _read(tuple(title.folder for title in TITLES.values()))[0]


def digest() -> str:
    """Of all files together: scripts import each other by relative addresses, so they change as one."""
    return _read(tuple(title.folder for title in TITLES.values()))[1]


@cache
def _read(titles: tuple[Path, ...]) -> tuple[dict[str, bytes], str]:
    folders = {"": FOLDER} | {f"{title.name}/": title / "static" for title in titles}
    found = {
        before + path.relative_to(folder).as_posix(): path.read_bytes()
        for before, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.suffix in KINDS
    }
    found[DRAWINGS] = draw.stylesheet().encode()
    whole = hashlib.sha256()
    for name, content in found.items():
        whole.update(name.encode() + b"\0" + content)
    return found, whole.hexdigest()[:12]


def address(name: str) -> str:
    """Where a page finds a file; a name that does not exist is an error in the page."""
    if name not in files():
        raise KeyError(f"no static file {name}")
    return f"/static/{digest()}/{name}"


@get("/static/{version:str}/{name:path}", include_in_schema=False, sync_to_thread=False)
def static_file(version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file. An old address still answers, with what the file is now, and is not kept."""
    key = name.lstrip("/")
    content = files().get(key)
    if content is None:
        raise Unknown("there is nothing at this address")
    kept = "public, max-age=31536000, immutable" if version == digest() else "no-cache"
    return Response(content, media_type=KINDS[Path(key).suffix], headers={"cache-control": kept})
