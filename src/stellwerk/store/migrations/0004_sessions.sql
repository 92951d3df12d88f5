-- Sessions of browsers: what a seat's holder proves himself with belongs where the seats are.

CREATE TABLE session (
  key     TEXT PRIMARY KEY,               -- a hash of the id in the cookie; the id itself is not kept
  person  TEXT NOT NULL,                  -- the name under which the browser holds seats
  account INTEGER,                        -- the account it is signed in to
  body    TEXT NOT NULL,                  -- JSON: what else the web layer knows of it
  began   INTEGER NOT NULL,
  ends    INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX session_by_person ON session (person);
CREATE INDEX session_by_account ON session (account) WHERE account IS NOT NULL;
CREATE INDEX session_by_end ON session (ends);
