/** Reads the SQL files of the stores. Knows no database. Entered by the modules of stores only. */
@NullMarked
package dev.reeve.internal.sql;

import org.jspecify.annotations.NullMarked;
