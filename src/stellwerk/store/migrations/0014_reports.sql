-- The report of a game that is over: made once, then kept with the game.

CREATE TABLE report (
  game_id TEXT PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
  made_of BLOB NOT NULL,                  -- fingerprint of what it was made of: actions, rules, form
  body    BLOB NOT NULL
) WITHOUT ROWID;
