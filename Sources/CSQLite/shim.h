#pragma once
#include <sqlite3.h>

/// sqlite3_db_config takes what Swift cannot pass on.
static inline int loam_sqlite3_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
