"""Drawings as SVG: tiles, maps, positions, markets, runs, certificates, charts (docs/drawing.md)."""

from stellwerk.draw.board import DrawnRoute
from stellwerk.draw.certificate import private_svg, share_svg
from stellwerk.draw.chart import ChartMark, Series, chart_svg
from stellwerk.draw.history import CHARTS, History, charts_svg, family, history, history_svg
from stellwerk.draw.map import map_svg
from stellwerk.draw.market import CellMark, market_svg
from stellwerk.draw.png import png
from stellwerk.draw.position import best_run_svg, board_svg, game_market_svg, run_svg
from stellwerk.draw.sheet import face_svg, sheet_svg, tile_svg, upgrades
from stellwerk.draw.style import THEMES, stylesheet
from stellwerk.draw.token import token

__all__ = [
    "CHARTS",
    "THEMES",
    "CellMark",
    "ChartMark",
    "DrawnRoute",
    "History",
    "Series",
    "best_run_svg",
    "board_svg",
    "chart_svg",
    "charts_svg",
    "face_svg",
    "family",
    "game_market_svg",
    "history",
    "history_svg",
    "map_svg",
    "market_svg",
    "png",
    "private_svg",
    "run_svg",
    "share_svg",
    "sheet_svg",
    "stylesheet",
    "tile_svg",
    "token",
    "upgrades",
]
