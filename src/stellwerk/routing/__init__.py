"""Best train runs with a proof: `best_run`, `best_runs`, `value_of` (docs/routing.md)."""

from stellwerk.routing.hooks import Gate, Plain, RevenueHook, Tour
from stellwerk.routing.questions import Worth, answer_routes, value_of, with_tile, with_token
from stellwerk.routing.run import Run, TrainRun, best_run, best_runs, best_total
from stellwerk.routing.solve import BUDGET
from stellwerk.routing.trainspec import TrainSpec, diesel, express, ordinary, parse_trains, plus_train, spec_of

__all__ = [
    "BUDGET",
    "Gate",
    "Plain",
    "RevenueHook",
    "Run",
    "Tour",
    "TrainRun",
    "TrainSpec",
    "Worth",
    "answer_routes",
    "best_run",
    "best_runs",
    "best_total",
    "diesel",
    "express",
    "ordinary",
    "parse_trains",
    "plus_train",
    "spec_of",
    "value_of",
    "with_tile",
    "with_token",
]
