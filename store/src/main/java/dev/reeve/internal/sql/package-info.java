/** Reads the SQL files of the stores. Knows no database. */
@NullMarked
package dev.reeve.internal.sql;

import org.jspecify.annotations.NullMarked;
