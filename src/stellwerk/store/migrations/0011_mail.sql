-- Accounts may have an e-mail address, once its owner has confirmed it, and be told by mail when it is their turn.
-- What a device is and when it was last seen lets a person see where he is signed in.

ALTER TABLE account ADD COLUMN email TEXT NOT NULL DEFAULT '';        -- confirmed; empty: none
ALTER TABLE account ADD COLUMN language TEXT NOT NULL DEFAULT '';     -- of what is sent there
ALTER TABLE account ADD COLUMN notices INTEGER NOT NULL DEFAULT 0;    -- 1: tell of turns

CREATE INDEX account_by_email ON account (email);

ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;

-- Links that were sent by mail: each is good once, and for a while.
CREATE TABLE ticket (
  key     TEXT PRIMARY KEY,               -- a hash of the secret in the link; the secret itself is not kept
  kind    TEXT NOT NULL CHECK (kind IN ('confirm', 'reset')),
  account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  email   TEXT NOT NULL,
  ends    INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX ticket_by_email ON ticket (email);

-- Letters that wait to be sent.
CREATE TABLE letter (
  key     TEXT PRIMARY KEY,
  kind    TEXT NOT NULL CHECK (kind IN ('confirm', 'reset', 'turn')),
  account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  email   TEXT NOT NULL,
  language TEXT NOT NULL,
  body    TEXT NOT NULL,                  -- JSON: what it is about
  due     INTEGER NOT NULL,
  ends    INTEGER NOT NULL,               -- after that nobody wants it any more
  tries   INTEGER NOT NULL,
  begun   INTEGER NOT NULL                -- 1: it is being handed over
) WITHOUT ROWID;

CREATE INDEX letter_by_due ON letter (due);
CREATE INDEX letter_by_account ON letter (account);

-- Up to which turn the holder of a seat has been told.
CREATE TABLE told (
  game_id TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
  seat    INTEGER NOT NULL,
  ply     INTEGER NOT NULL,               -- where the turn began
  PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
