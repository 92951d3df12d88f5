"""Templates to HTML. Everything is escaped unless it is a drawing of ours."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket
from litestar import MediaType, Response
from markupsafe import Markup

from stellwerk import __version__
from stellwerk.core import Plural
from stellwerk.i18n.catalogue import LANGUAGES
from stellwerk.titles import TITLES
from stellwerk.web.pages.lean import SORT, LeanEnvironment
from stellwerk.web.pages.reader import THEMES, Reader
from stellwerk.web.pages.static import address
from stellwerk.web.sessions import masked

if TYPE_CHECKING:
    from stellwerk.web.pages.table_page import TablePage

TEMPLATES = Path(__file__).parent / "templates"
LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "pl": "Polski"}


class Folders(BaseLoader):
    """The templates of the pages, and those of each title under the name of its folder: `t1862/groups.html`."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        """Look a template up."""
        folder, _, name = template.partition("/")
        title = next((title for title in TITLES.values() if title.package == folder), None)
        if title is None:
            return FileSystemLoader(TEMPLATES).get_source(environment, template)
        return FileSystemLoader(title.folder / "templates").get_source(environment, name)

    def list_templates(self) -> list[str]:
        """All of them."""
        found = FileSystemLoader(TEMPLATES).list_templates()
        for title in TITLES.values():
            own = FileSystemLoader(title.folder / "templates").list_templates()
            found += [f"{title.package}/{name}" for name in own]
        return found


class Templates(LeanEnvironment):
    """Templates by name; `./name` is one in the folder of the template that asks for it."""

    def join_path(self, template: str, parent: str) -> str:
        """The name of a template as another one calls it."""
        folder, _, _ = parent.rpartition("/")
        return f"{folder}/{template.removeprefix('./')}" if template.startswith("./") else template


@cache
def environment() -> Environment:
    """The templates; undefined names are errors, not empty places."""
    made = Templates(
        loader=Folders(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(static=address, languages=LANGUAGES, language_names=LANGUAGE_NAMES, themes=THEMES)
    made.globals["app_version"] = __version__
    made.globals["plural"] = Plural
    made.filters["drawing"] = drawing
    made.filters["cited"] = cited
    return made


class Translated(FileSystemBytecodeCache):
    """Templates as Python has read them, kept in a folder for the next start; only by this version of everything.

    What was made of another text is not used (the texts are compared by their sums).
    """

    def __init__(self, folder: Path) -> None:
        """The folder is made if it is missing."""
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(str(folder), f"{__version__}-{jinja_version}-{SORT}-%s")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Look one up; if that cannot be, the template is read anew."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep one; a full or protected disk is no reason not to show a page."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def drawing(svg: str) -> Markup:
    """An SVG made by `draw`, which has escaped what is in it."""
    return Markup(svg)


def cited(rule: str) -> str:
    """A paragraph as players call it: `18te 7.3` is 18TE 7.3."""
    name, _, number = rule.partition(" ")
    return f"{TITLES[name].name} {number}" if number and name in TITLES else rule


@cache
def found(name: str) -> Template:
    """A template by its name; it is looked up once."""
    return environment().get_template(name)


def fragment(reader: Reader, template: str, **context: Any) -> str:
    """A piece of a page. Templates have `_` for texts, `reader`, and what is given."""
    table = context.get("page")
    say = reader.say if table is None else table.say  # at a table in the words and the money of its title
    shared = None if table is None else partial(pure, table)
    return found(template).render(_=say, reader=reader, pure=shared, **context)


def pure(page: TablePage, template: str, /, **values: Any) -> Markup:
    """A piece made of nothing but these values in the words of a table: such a template sees no page and no reader, so
    that it is written out once for all who would read the same.
    """
    key = (template, page.language, page.style, _VALUES.encode(values))

    def make() -> Markup:
        return Markup(found(template).render(_=page.say, **values))  # escaped

    made: Markup = page.site.remembered.pieces.take(key, make, lambda html: 2 * len(html) + len(key[3]) + 300)
    return made


def _told_apart(value: Any) -> Any:
    """For keys: what is marked up already is not the same as the text that reads alike."""
    return ["markup", str(value)] if isinstance(value, Markup) else str(value)


_VALUES = msgspec.msgpack.Encoder(enc_hook=_told_apart)


def full_page(reader: Reader, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A whole page. It begins no session: that comes with the first thing a visitor does."""
    csrf = masked(reader.session.csrf)
    return Response(
        fragment(reader, template, csrf=csrf, **context),
        status_code=status,
        media_type=MediaType.HTML,
        cookies=reader.cookies,
        headers={"cache-control": "no-store"},
    )


def piece(reader: Reader, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A fragment as an answer of its own."""
    return Response(
        fragment(reader, template, **context),
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store"},
    )
