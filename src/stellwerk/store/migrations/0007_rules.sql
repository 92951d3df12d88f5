-- A game whose table goes on from the stored position after the rules were mended: the action that led to that position,
-- and how many actions before it agree with the rules by then. 0: none.

ALTER TABLE game ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0;
