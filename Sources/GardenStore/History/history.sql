-- The steps by which `history.sqlite` came to its present form; see `state.sql` for the rules.
--
-- `reading.id` is the time of acceptance in milliseconds × 1024, plus a counter: rows are appended in order, a time range is a range of ids, and no
-- index is written beside it. `lag`: acceptance − measurement in ms; NULL where the age is unknown. `last` holds each series' last value up to the
-- reading `mark.reading`. `kind` and `end` of a watering are the raw values of `WateringRecord`.

-- step history-1-readings
CREATE TABLE series (
  id INTEGER PRIMARY KEY, sensor TEXT NOT NULL, quantity INTEGER NOT NULL, UNIQUE (sensor, quantity)) STRICT;
CREATE TABLE reading (
  id INTEGER PRIMARY KEY, series INTEGER NOT NULL, value REAL NOT NULL, raw REAL, lag INTEGER) STRICT;
CREATE TABLE last (
  series INTEGER PRIMARY KEY, value REAL NOT NULL, raw REAL, measured_at INTEGER) STRICT;
CREATE TABLE mark (only INTEGER PRIMARY KEY CHECK (only = 1), reading INTEGER NOT NULL) STRICT;
INSERT INTO mark VALUES (1, 0);
CREATE TABLE hour (
  start INTEGER NOT NULL, series INTEGER NOT NULL, count INTEGER NOT NULL, lowest REAL NOT NULL,
  highest REAL NOT NULL, total REAL NOT NULL, PRIMARY KEY (start, series)) STRICT, WITHOUT ROWID;
CREATE TABLE day (
  start INTEGER NOT NULL, series INTEGER NOT NULL, count INTEGER NOT NULL, lowest REAL NOT NULL,
  highest REAL NOT NULL, total REAL NOT NULL, PRIMARY KEY (start, series)) STRICT, WITHOUT ROWID;

-- step history-2-waterings
CREATE TABLE watering (
  id TEXT PRIMARY KEY NOT NULL, plant TEXT NOT NULL, start INTEGER NOT NULL, until INTEGER NOT NULL,
  kind INTEGER NOT NULL, "by" TEXT, "end" INTEGER, litres REAL) STRICT, WITHOUT ROWID;
CREATE INDEX watering_plant ON watering (plant, start);
CREATE INDEX watering_start ON watering (start);

-- step history-3-meant
ALTER TABLE watering ADD COLUMN meant INTEGER;
