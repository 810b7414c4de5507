-- history.sqlite as the first version wrote it. Never edited: it stands for files in the field.
PRAGMA application_id = 1282367853;
BEGIN TRANSACTION;
CREATE TABLE day (
  start INTEGER NOT NULL, series INTEGER NOT NULL, count INTEGER NOT NULL, lowest REAL NOT NULL,
  highest REAL NOT NULL, total REAL NOT NULL, PRIMARY KEY (start, series)) STRICT, WITHOUT ROWID;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('history-1-readings');
CREATE TABLE hour (
  start INTEGER NOT NULL, series INTEGER NOT NULL, count INTEGER NOT NULL, lowest REAL NOT NULL,
  highest REAL NOT NULL, total REAL NOT NULL, PRIMARY KEY (start, series)) STRICT, WITHOUT ROWID;
CREATE TABLE last (
  series INTEGER PRIMARY KEY, value REAL NOT NULL, raw REAL, measured_at INTEGER) STRICT;
CREATE TABLE mark (only INTEGER PRIMARY KEY CHECK (only = 1), reading INTEGER NOT NULL) STRICT;
INSERT INTO "mark" VALUES(1,0);
CREATE TABLE reading (
  id INTEGER PRIMARY KEY, series INTEGER NOT NULL, value REAL NOT NULL, raw REAL, lag INTEGER) STRICT;
INSERT INTO "reading" VALUES(1832960001149952,1,30.5,NULL,0);
INSERT INTO "reading" VALUES(1832960002173952,2,21.0,NULL,0);
CREATE TABLE series (
  id INTEGER PRIMARY KEY, sensor TEXT NOT NULL, quantity INTEGER NOT NULL, UNIQUE (sensor, quantity)) STRICT;
INSERT INTO "series" VALUES(1,'probe',0);
INSERT INTO "series" VALUES(2,'probe',1);
COMMIT;
