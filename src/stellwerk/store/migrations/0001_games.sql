-- Games, what happened in them, who sits at them and what was said.
-- Times are milliseconds since 1970; they are for people and have no part in the game itself.

CREATE TABLE game (
  id            TEXT PRIMARY KEY,
  title         TEXT NOT NULL,
  title_version TEXT NOT NULL,
  players       TEXT NOT NULL,            -- JSON: names in seat order
  options       TEXT NOT NULL,            -- JSON: every option of the title
  seed          INTEGER NOT NULL,
  settings      TEXT NOT NULL,            -- JSON: how the table is run (undo, spectators, ...)
  status        TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished', 'abandoned')),
  asked         INTEGER,                  -- the seat that is to decide, for lists
  version       INTEGER NOT NULL,         -- the last seq in `record`
  ply           INTEGER NOT NULL,         -- how many actions count
  chat          INTEGER NOT NULL,         -- the last number in `chat`
  desk          INTEGER NOT NULL,         -- counts changes of seats, settings and status
  created       INTEGER NOT NULL,
  changed       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX game_by_change ON game (changed DESC, id DESC);

-- Only ever added to. The primary key is the optimistic lock: each version of a game is written once.
CREATE TABLE record (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('action', 'rewind')),
  seat    INTEGER NOT NULL,
  body    TEXT NOT NULL,                  -- JSON: the action, or {"to": ply} of a rewind
  at      INTEGER NOT NULL,
  PRIMARY KEY (game_id, seq)
) WITHOUT ROWID;

-- Requests that have been carried out, so that a repeated one gets the same answer.
CREATE TABLE request (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  key     TEXT NOT NULL,
  print   BLOB NOT NULL,                  -- fingerprint of the request's content
  version INTEGER NOT NULL,
  PRIMARY KEY (game_id, key)
) WITHOUT ROWID;

CREATE TABLE seat (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  number  INTEGER NOT NULL,
  name    TEXT NOT NULL,
  kind    TEXT NOT NULL CHECK (kind IN ('me', 'open', 'hotseat', 'bot')),
  holder  TEXT NOT NULL,
  bot     TEXT NOT NULL,
  token   BLOB,                           -- SHA-256 of the secret in the seat's link
  PRIMARY KEY (game_id, number)
) WITHOUT ROWID;

CREATE INDEX seat_by_holder ON seat (holder, game_id) WHERE holder <> '';

CREATE TABLE chat (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  number  INTEGER NOT NULL,
  seat    INTEGER,                        -- NULL for a spectator
  name    TEXT NOT NULL,
  text    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  PRIMARY KEY (game_id, number)
) WITHOUT ROWID;
