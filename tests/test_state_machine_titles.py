"""Hypothesis at the tables of the other titles: anything legal keeps all invariants, anything else is refused."""

from __future__ import annotations

from tests.any_table import AnyTable, limits


class Table18TE(AnyTable):
    files = ("games/18te-2p", "games/18te-3p")


class Table1862(AnyTable):
    files = ("games/1862-4p-pages", "games/1862-6p")


class Table1854(AnyTable):
    files = ("games/1854-3p", "games/1854-4p-steady")


class TableUnionPacific(AnyTable):
    files = ("games/union-pacific-2p", "games/union-pacific-3p-second-edition", "games/union-pacific-6p")


TestTable18TE = Table18TE.TestCase
TestTable1862 = Table1862.TestCase
TestTable1854 = Table1854.TestCase
TestTableUnionPacific = TableUnionPacific.TestCase
for case in (TestTable18TE, TestTable1862, TestTable1854, TestTableUnionPacific):
    case.settings = limits(20, 25)
del case  # or it would be collected once more
