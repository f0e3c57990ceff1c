#include "CSQLite.h"

#include <sqlite3.h>

int csqlite_set_runs_triggers(struct sqlite3 *connection, int runs) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, runs, (int *)0);
}
