/**
 * The shell around the core. Its packages follow the roles of the pattern: {@code scheduler} runs the lanes,
 * {@code supervisor} detects what is overdue, {@code dispatch} hands work to agents, {@code cluster} puts a node
 * together, {@code client} is the door for users. The port to the database is {@code dev.reeve.spi.store}, in a module
 * of its own. This package has no class. {@code ArchitectureTest} says which of its rooms may enter which.
 */
@NullMarked
package dev.reeve.internal.engine;

import org.jspecify.annotations.NullMarked;
