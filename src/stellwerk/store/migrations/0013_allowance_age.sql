-- Tries that are long past are removed with every new one: found by their age, however many there are.

CREATE INDEX allowance_by_age ON allowance (at);
