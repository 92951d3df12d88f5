-- What several servers do together: turns that are to be told of, written with the move that made them, and how often
-- somebody has lately tried what only so many times a minute may be tried.

CREATE TABLE alert (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  seat    INTEGER NOT NULL,               -- whose turn it has become
  version INTEGER NOT NULL,               -- by which move
  tries   INTEGER NOT NULL,
  due     INTEGER NOT NULL,               -- when it may be sent; whoever sends it puts that off, so that nobody else does
  PRIMARY KEY (game_id, seat, version)
) WITHOUT ROWID;

CREATE INDEX alert_by_due ON alert (due);

CREATE TABLE allowance (
  who  TEXT PRIMARY KEY,                  -- a hash of the client, and what for
  rest INTEGER NOT NULL,                  -- thousandths of a try
  at   INTEGER NOT NULL
) WITHOUT ROWID;
