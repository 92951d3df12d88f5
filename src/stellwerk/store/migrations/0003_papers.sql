-- What the holder of a seat keeps for himself at a table: programmed actions, notes. It goes when the seat goes.

CREATE TABLE paper (
  game_id  TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  seat     INTEGER NOT NULL,
  kind     TEXT NOT NULL,
  revision INTEGER NOT NULL,              -- counts changes, so that two devices do not overwrite each other
  body     TEXT NOT NULL,                 -- JSON
  changed  INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat, kind)
) WITHOUT ROWID;

-- Who made an action in a player's place; empty if he did it himself.
ALTER TABLE record ADD COLUMN by TEXT NOT NULL DEFAULT '';
