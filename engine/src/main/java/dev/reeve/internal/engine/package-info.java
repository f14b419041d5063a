/**
 * The shell around the core. Its packages follow the roles of the pattern: {@code scheduler} runs the lanes,
 * {@code supervisor} detects what is overdue, {@code dispatch} hands work to agents, {@code store} is the port to the
 * database, {@code cluster} puts a node together, {@code client} is the public API.
 */
@NullMarked
package dev.reeve.internal.engine;

import org.jspecify.annotations.NullMarked;
