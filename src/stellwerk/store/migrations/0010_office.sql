-- Running a server: who administers it, whom or what they have stopped, and what they have done.

ALTER TABLE account ADD COLUMN admin INTEGER NOT NULL DEFAULT 0;  -- 1: an administrator
ALTER TABLE game ADD COLUMN locked TEXT NOT NULL DEFAULT '';      -- why nothing is played at the table; empty: it is not locked
ALTER TABLE chat ADD COLUMN person TEXT NOT NULL DEFAULT '';      -- who said it, by the name under which seats are held; empty: not known

CREATE TABLE sanction (
  person TEXT NOT NULL,                   -- the name under which seats are held
  kind   TEXT NOT NULL CHECK (kind IN ('ban', 'mute')),
  reason TEXT NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (person, kind)
) WITHOUT ROWID;

-- Only ever added to, until it is old enough to be forgotten. Persons are named as seats are held, so that nothing of
-- somebody who was erased is left here.
CREATE TABLE audit (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  at     INTEGER NOT NULL,
  actor  TEXT NOT NULL,                   -- a person, or `command` for whoever has the machine
  act    TEXT NOT NULL,
  whom   TEXT NOT NULL,                   -- a person, a game, or empty
  detail TEXT NOT NULL
);

CREATE INDEX audit_by_whom ON audit (whom);
CREATE INDEX chat_by_person ON chat (person) WHERE person <> '';
