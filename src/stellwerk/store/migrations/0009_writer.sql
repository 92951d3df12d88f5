-- The last transaction of each process that writes, as part of that transaction: whoever has lost the answer to a commit
-- looks here whether it has happened.

CREATE TABLE writer (
  name TEXT PRIMARY KEY,                  -- of the process
  last INTEGER NOT NULL,                  -- counts its transactions
  at   INTEGER NOT NULL
) WITHOUT ROWID;
