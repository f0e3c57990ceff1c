#ifndef RIFFLE_CSQLITE_H
#define RIFFLE_CSQLITE_H

struct sqlite3;

/// Whether statements of a connection run triggers: `sqlite3_db_config` takes its arguments in a way that Swift cannot call.
/// Returns a result code of SQLite.
int csqlite_set_runs_triggers(struct sqlite3 *connection, int runs);

#endif
