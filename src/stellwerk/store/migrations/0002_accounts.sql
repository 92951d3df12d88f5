-- Accounts are optional: on a shared host they let "my games" follow a person.

CREATE TABLE account (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  name     TEXT NOT NULL,
  key      TEXT NOT NULL UNIQUE,          -- the name with case and look-alike forms taken out
  password TEXT NOT NULL,                 -- already hashed by whoever asks for it
  created  INTEGER NOT NULL
);
