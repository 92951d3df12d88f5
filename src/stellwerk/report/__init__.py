"""Reports: a game understood (docs/report.md)."""

from stellwerk.report.build import report
from stellwerk.report.curve import Progress
from stellwerk.report.model import Report

__all__ = ["Progress", "Report", "report"]
