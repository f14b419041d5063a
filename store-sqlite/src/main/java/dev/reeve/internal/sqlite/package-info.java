/**
 * The embedded default store: executions in one SQLite file, which one process owns.
 *
 * <p>Found by {@link java.util.ServiceLoader} through {@link dev.reeve.internal.sqlite.SqliteStoreProvider}. Entered
 * by the simulation only, which runs this store in memory.
 */
@NullMarked
package dev.reeve.internal.sqlite;

import org.jspecify.annotations.NullMarked;
