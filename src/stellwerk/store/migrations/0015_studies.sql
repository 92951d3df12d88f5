-- What is written into the tree of moves of an analysis table: names of lines, comments, glyphs, their order. The moves
-- themselves are the table's records, those that were taken back included.

CREATE TABLE study (
  game_id  TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL,              -- counts changes, so that two devices do not overwrite each other
  body     TEXT NOT NULL,                 -- JSON
  changed  INTEGER NOT NULL
) WITHOUT ROWID;
