"""What pyproject.toml cannot say: small C libraries that speed up the router, the nets it works on and the search for
what a company reaches and may be left out, and that a wheel with them fits every Python 3 of a platform (they are
loaded by ctypes and know nothing of Python). A wheel without them fits every platform.

The pictures of README.md are beside it in the repository. A package index shows them if their addresses are whole:
set STELLWERK_PICTURES to where the repository's files are served when a release is built.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

LIBRARIES = "_kernel", "_contract", "_flood"
SUFFIXES = {"nt": ".pyd"}  # elsewhere .so; `core.compiled` looks for these


class PlainLibrary(build_ext):
    """A library under one name for all versions of Python."""

    def get_ext_filename(self, fullname: str) -> str:
        """No version of Python in the name."""
        return os.path.join(*fullname.split(".")) + SUFFIXES.get(os.name, ".so")

    def get_export_symbols(self, ext: Any) -> list[str]:
        """There is no function that Python calls at import."""
        return list(ext.export_symbols)


class AnyPython(bdist_wheel):
    """`py3-none-PLATFORM` with the library, `py3-none-any` without it."""

    def get_tag(self) -> tuple[str, str, str]:
        """Looks at what was built."""
        folder = Path(self.bdist_dir or ".")
        built = any(any(folder.rglob(f"{name}{suffix}")) for name in LIBRARIES for suffix in (".so", ".pyd"))
        platform = super().get_tag()[2]
        return "py3", "none", platform if built else "any"


def long_description() -> str:
    """README.md, its links whole if it is said where the files are."""
    text = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
    base = os.environ.get("STELLWERK_PICTURES", "").rstrip("/")
    return re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({base}/\1)", text) if base else text


setup(
    ext_modules=[
        Extension("stellwerk.routing._kernel", sources=["src/stellwerk/routing/_kernel.c"], optional=True),
        Extension("stellwerk.routing._contract", sources=["src/stellwerk/routing/_contract.c"], optional=True),
        Extension("stellwerk.eighteen._flood", sources=["src/stellwerk/eighteen/_flood.c"], optional=True),
    ],
    cmdclass={"build_ext": PlainLibrary, "bdist_wheel": AnyPython},
    long_description=long_description(),
    long_description_content_type="text/markdown",
)
