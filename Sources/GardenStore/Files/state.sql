-- The steps by which `state.sqlite` came to its present form. A step that was released is never changed; a new form is a new step at the end.
--
-- Times are milliseconds since 1970 (INTEGER), ids canonical UUID text, enumerations the raw values of GardenCore, small arrays JSON (`Nested`).

-- step state-1-memory
CREATE TABLE plant (
  id TEXT PRIMARY KEY NOT NULL, added_at INTEGER NOT NULL, last_watering INTEGER, revision INTEGER NOT NULL,
  standings TEXT NOT NULL, soak_started_at INTEGER, soak_until INTEGER, soak_moisture_before REAL,
  last_run_ended_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE reminder (
  key TEXT PRIMARY KEY NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL, quantity INTEGER,
  state INTEGER NOT NULL, note TEXT NOT NULL, revision INTEGER NOT NULL, due_since INTEGER NOT NULL,
  sent_at INTEGER, wake_at INTEGER NOT NULL, repeats INTEGER NOT NULL, snoozed_by TEXT,
  devices TEXT NOT NULL, digest TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE answered (
  device TEXT NOT NULL, command TEXT NOT NULL, code INTEGER NOT NULL, message TEXT, "by" TEXT,
  detail TEXT NOT NULL, at INTEGER NOT NULL, closed_note TEXT, plant TEXT,
  PRIMARY KEY (device, command)) STRICT, WITHOUT ROWID;
CREATE INDEX answered_at ON answered (at);
CREATE TABLE control (
  id TEXT PRIMARY KEY NOT NULL, value REAL NOT NULL, revision INTEGER NOT NULL, overrode REAL,
  changed_at INTEGER NOT NULL, "by" TEXT,
  is_reported INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE lease (
  id TEXT PRIMARY KEY NOT NULL, actuator TEXT NOT NULL, plant TEXT NOT NULL, reason INTEGER NOT NULL,
  "by" TEXT, opened_at INTEGER NOT NULL, opened_uptime INTEGER NOT NULL, boot TEXT NOT NULL,
  ends_at INTEGER NOT NULL, ends_uptime INTEGER NOT NULL, phase INTEGER NOT NULL, "end" INTEGER,
  ended_by TEXT, sequence INTEGER NOT NULL, progress REAL NOT NULL, last_update_at INTEGER NOT NULL,
  devices TEXT NOT NULL, hidden_on TEXT NOT NULL, time_left INTEGER NOT NULL, was_open INTEGER NOT NULL,
  trouble INTEGER, activity_ended_at INTEGER, moisture_at_start REAL, until_moisture REAL) STRICT, WITHOUT ROWID;
CREATE TABLE sensor_last (
  sensor TEXT NOT NULL, quantity INTEGER NOT NULL, value REAL NOT NULL, raw REAL, measured_at INTEGER,
  PRIMARY KEY (sensor, quantity)) STRICT, WITHOUT ROWID;
CREATE TABLE person (
  id TEXT PRIMARY KEY NOT NULL, day_number INTEGER NOT NULL, sent INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE device (
  id TEXT PRIMARY KEY NOT NULL, locale TEXT, packet_bytes_max INTEGER) STRICT, WITHOUT ROWID;

-- step state-2-outbox
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, qos INTEGER NOT NULL,
  retained INTEGER NOT NULL, expiry_seconds INTEGER, correlation BLOB, expires_at INTEGER) STRICT;

-- step state-3-traces
CREATE TABLE subscription (filter TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE retained (topic TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

-- step state-4-lease-evidence
ALTER TABLE lease ADD COLUMN until_litres REAL;
ALTER TABLE lease ADD COLUMN litres REAL;
ALTER TABLE lease ADD COLUMN counter REAL;
ALTER TABLE lease ADD COLUMN evidence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reminder ADD COLUMN trouble INTEGER;

-- step state-5-lease-log
CREATE TABLE lease_event (
  number INTEGER PRIMARY KEY AUTOINCREMENT, lease TEXT NOT NULL, actuator TEXT NOT NULL, plant TEXT,
  kind TEXT NOT NULL, "by" TEXT, text TEXT NOT NULL, at INTEGER NOT NULL, uptime INTEGER NOT NULL,
  boot TEXT) STRICT;
CREATE INDEX lease_event_lease ON lease_event (lease);
CREATE TABLE lease_dropped (lease TEXT PRIMARY KEY NOT NULL, lines INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE bridge_session (number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL) STRICT;

-- step state-6-heat
CREATE TABLE heater (
  id TEXT PRIMARY KEY NOT NULL, phase INTEGER NOT NULL, lease TEXT, boot TEXT NOT NULL, on_at INTEGER NOT NULL,
  on_uptime INTEGER NOT NULL, ends_at INTEGER NOT NULL, ends_uptime INTEGER NOT NULL, "end" INTEGER,
  trouble INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE fallback (
  actuator TEXT PRIMARY KEY NOT NULL, value REAL NOT NULL, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- step state-7-countdown
CREATE TABLE countdown (
  id TEXT PRIMARY KEY NOT NULL, plant TEXT, "by" TEXT NOT NULL, boot TEXT NOT NULL, ends_at INTEGER NOT NULL,
  ends_uptime INTEGER NOT NULL, duration INTEGER NOT NULL, time_left INTEGER NOT NULL, "end" INTEGER,
  ended_by TEXT, interruption INTEGER, activity TEXT NOT NULL, activity_started_at INTEGER NOT NULL,
  activity_started_uptime INTEGER NOT NULL, sequence INTEGER NOT NULL, progress REAL NOT NULL,
  last_update_at INTEGER NOT NULL, devices TEXT NOT NULL, hidden_on TEXT NOT NULL,
  activity_ended_at INTEGER) STRICT, WITHOUT ROWID;
ALTER TABLE lease ADD COLUMN renewal TEXT;
ALTER TABLE lease ADD COLUMN renewal_started_at INTEGER;
ALTER TABLE lease ADD COLUMN renewal_started_uptime INTEGER;
ALTER TABLE lease ADD COLUMN interruption INTEGER;

-- step state-8-interlocks
CREATE TABLE hold (
  valve TEXT PRIMARY KEY NOT NULL, kind INTEGER NOT NULL, "by" TEXT, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE interlock (
  id TEXT PRIMARY KEY NOT NULL, blocks INTEGER, since INTEGER NOT NULL, heard_at INTEGER NOT NULL,
  cleared_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE valve_day (
  valve TEXT PRIMARY KEY NOT NULL, day_number INTEGER NOT NULL, open INTEGER NOT NULL, litres REAL NOT NULL,
  lease TEXT, lease_open INTEGER NOT NULL, lease_litres REAL NOT NULL, ended_at INTEGER) STRICT, WITHOUT ROWID;
ALTER TABLE lease ADD COLUMN interlock TEXT;

-- step state-9-commits
CREATE TABLE commits (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL) STRICT;
INSERT INTO commits VALUES (1, 0);

-- step state-10-receipts
ALTER TABLE outbox ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN rank INTEGER NOT NULL DEFAULT 1;
ALTER TABLE outbox ADD COLUMN matter TEXT;
ALTER TABLE outbox ADD COLUMN receipt TEXT;
ALTER TABLE outbox ADD COLUMN handed_at INTEGER;
ALTER TABLE device ADD COLUMN acknowledges INTEGER NOT NULL DEFAULT 0;
CREATE TABLE client_id (id TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;

-- step state-11-names
ALTER TABLE answered DROP COLUMN message;
ALTER TABLE answered ADD COLUMN why TEXT;
UPDATE control SET id = substr(id, 1, length(id) - 13) || '-dry-below' WHERE id LIKE '%-moisture-min';

-- step state-12-devices
ALTER TABLE device ADD COLUMN abilities INTEGER;
ALTER TABLE device ADD COLUMN actions_max INTEGER;
ALTER TABLE device ADD COLUMN time_zone TEXT;
ALTER TABLE device ADD COLUMN kind INTEGER;

-- step state-13-messages
CREATE TABLE message (
  number INTEGER PRIMARY KEY NOT NULL, id TEXT NOT NULL, sender TEXT NOT NULL, at INTEGER NOT NULL,
  expires INTEGER, kind INTEGER NOT NULL, receiver TEXT NOT NULL, re TEXT, identifier TEXT NOT NULL,
  content TEXT NOT NULL) STRICT;
ALTER TABLE device ADD COLUMN glance_day INTEGER;
ALTER TABLE device ADD COLUMN glances_sent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE device ADD COLUMN context_revision INTEGER;
ALTER TABLE device ADD COLUMN context_at INTEGER;
ALTER TABLE device ADD COLUMN context TEXT;

-- step state-14-blobs
ALTER TABLE message ADD COLUMN blob_size INTEGER;
ALTER TABLE message ADD COLUMN blob_sha256 TEXT;
ALTER TABLE message ADD COLUMN blob_type TEXT;
ALTER TABLE message ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
CREATE TABLE blob_part (
  number INTEGER PRIMARY KEY, message TEXT NOT NULL, at INTEGER NOT NULL, bytes BLOB NOT NULL,
  UNIQUE (message, at)) STRICT;

-- step state-15-accounts
CREATE TABLE account (
  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, person TEXT NOT NULL, role INTEGER NOT NULL,
  phase INTEGER NOT NULL, until INTEGER, time_left INTEGER, invited_by TEXT NOT NULL,
  seen_at INTEGER) STRICT, WITHOUT ROWID;

-- step state-16-restored
CREATE TABLE restored (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER) STRICT;

-- step state-17-term
CREATE TABLE term (
  only INTEGER PRIMARY KEY CHECK (only = 1), term INTEGER NOT NULL, machine TEXT NOT NULL,
  file TEXT NOT NULL) STRICT;

-- step state-18-lease-until
ALTER TABLE lease ADD COLUMN until INTEGER;

-- step state-19-warming
CREATE TABLE warming (
  id TEXT PRIMARY KEY NOT NULL, rate REAL, failure INTEGER, failed_at REAL, activity TEXT, boot TEXT,
  "from" REAL, "to" REAL, value REAL, is_proved INTEGER, warm_at INTEGER, "end" INTEGER, ended_by TEXT,
  interruption INTEGER, run_failure INTEGER, activity_started_at INTEGER, activity_started_uptime INTEGER,
  sequence INTEGER, progress REAL, last_update_at INTEGER, devices TEXT, hidden_on TEXT,
  activity_ended_at INTEGER) STRICT, WITHOUT ROWID;

-- step state-20-sensor-learned
CREATE TABLE sensor_learned (sensor TEXT PRIMARY KEY NOT NULL, learned TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- step state-21-budget-told
ALTER TABLE person ADD COLUMN was_told_so INTEGER NOT NULL DEFAULT 0;

-- step state-22-lease-boots
ALTER TABLE lease ADD COLUMN has_crossed_boots INTEGER NOT NULL DEFAULT 0;

-- step state-23-asked
ALTER TABLE control ADD COLUMN asked REAL;
ALTER TABLE control ADD COLUMN asked_by TEXT;
ALTER TABLE control ADD COLUMN asked_at INTEGER;
