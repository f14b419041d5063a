/**
 * The shell around the core. The roles of the pattern are its packages: {@code scheduler} runs the lanes, {@code
 * supervisor} notices what is overdue, {@code dispatch} hands work to agents, {@code store} is the port to the database,
 * {@code cluster} puts a node together, {@code client} is what users touch.
 */
@NullMarked
package dev.reeve.engine;

import org.jspecify.annotations.NullMarked;
