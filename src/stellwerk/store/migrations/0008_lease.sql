-- What one server process at a time looks after, where several share a database: which games' bots and alerts.
-- A lease that is not renewed ends, whatever has become of its holder.

CREATE TABLE lease (
  name   TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until  INTEGER NOT NULL
) WITHOUT ROWID;
