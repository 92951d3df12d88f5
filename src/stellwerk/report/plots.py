"""The plots of a report as SVG."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.core import Message
from stellwerk.draw.chart import ChartMark, Series, chart_svg
from stellwerk.draw.waterfall import waterfall_svg
from stellwerk.report.pieces import Fall, Plot, PlotLine
from stellwerk.report.speech import Speaker

SIZE = (680.0, 460.0)
Dressed = Callable[[PlotLine, str], Series]  # a line with its name, in the colours of whoever shows it


def plain_line(line: PlotLine, name: str) -> Series:
    """A line in the usual colours."""
    return Series(name, line.values)


def plot_svg(
    plot: Plot,
    speaker: Speaker,
    theme: str | None = "light",
    dressed: Dressed = plain_line,
    size: tuple[float, float] = SIZE,
    goals: bool = False,
) -> str:
    """A line plot; its heading stands beside it. With `goals` a page can ask which action somebody points at."""
    return chart_svg(
        speaker.tell(plot.heading),
        "",
        [speaker.tell(place) for place in plot.places],
        [dressed(line, speaker.tell(line.name)) for line in plot.lines],
        bands=plot.bands,
        marks=[ChartMark(at, word) for at, word in plot.marks],
        money=speaker.money if plot.money else str,
        size=size,
        theme=theme,
        goals=plot.plies if goals else (),
        headed=False,
    )


def fall_svg(fall: Fall, speaker: Speaker, theme: str | None = "light") -> str:
    """A waterfall."""
    steps = [(speaker.sentence(step.name), step.amount) for step in fall.steps]
    return waterfall_svg(fall.name, steps, speaker.tell(Message("Worth")), money=speaker.money, theme=theme)
