-- How a person likes the pages: small texts by name, for an account or for a browser without one.

CREATE TABLE preference (
  person  TEXT NOT NULL,                  -- the name under which seats are held
  name    TEXT NOT NULL,
  value   TEXT NOT NULL,
  changed INTEGER NOT NULL,
  PRIMARY KEY (person, name)
) WITHOUT ROWID;
