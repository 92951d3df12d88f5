"""The one thing pyproject.toml cannot say: a small C library that speeds up the router and may be left out."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension("stellwerk.routing._kernel", sources=["src/stellwerk/routing/_kernel.c"], optional=True),
    ]
)
