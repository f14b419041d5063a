/**
 * The measured databases: their servers and files, the rows that a test finds in them, and the same batches written
 * without an engine.
 *
 * <p>Entered by all rooms but {@code process}.
 */
@NullMarked
package dev.reeve.benchmark.database;

import org.jspecify.annotations.NullMarked;
