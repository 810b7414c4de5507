-- The steps by which the store of `loam-push` came to its present form; see `state.sql` for the rules.

-- step 1
CREATE TABLE courier (device TEXT PRIMARY KEY, memory TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bot (id TEXT PRIMARY KEY, next INTEGER NOT NULL, heard INTEGER) WITHOUT ROWID;
CREATE TABLE code (device TEXT PRIMARY KEY, code TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE trial (id TEXT PRIMARY KEY, device TEXT NOT NULL, asked INTEGER NOT NULL,
  taken INTEGER, shown INTEGER, answered INTEGER, button INTEGER) WITHOUT ROWID;
CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

-- step web
CREATE TABLE browser (endpoint TEXT PRIMARY KEY, device TEXT NOT NULL, key TEXT NOT NULL, auth TEXT NOT NULL);
CREATE TABLE offered (device TEXT PRIMARY KEY) WITHOUT ROWID;
