-- Positions, so that a long game need not be replayed to be opened, and fingerprints, by which two versions of a title's
-- rules are compared.

ALTER TABLE game ADD COLUMN rules TEXT NOT NULL DEFAULT '';   -- hash of the rules under which the records were found right
ALTER TABLE record ADD COLUMN digest BLOB;                    -- fingerprint of the position after an action

CREATE TABLE position (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  seq     INTEGER NOT NULL,               -- the action that led to it
  ply     INTEGER NOT NULL,
  rules   TEXT NOT NULL,                  -- hash of the rules that made it
  digest  BLOB NOT NULL,
  state   BLOB NOT NULL,                  -- msgpack
  kept    INTEGER NOT NULL,               -- 1: one of every so many; 0: the present one, replaced by the next
  PRIMARY KEY (game_id, seq)
);
