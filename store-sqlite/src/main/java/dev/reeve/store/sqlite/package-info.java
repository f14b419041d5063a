/**
 * The embedded default: executions in one SQLite file, which one process has for itself.
 *
 * <p>Found by {@link java.util.ServiceLoader} through {@link dev.reeve.store.sqlite.SqliteStoreProvider}.
 */
@NullMarked
package dev.reeve.store.sqlite;

import org.jspecify.annotations.NullMarked;
