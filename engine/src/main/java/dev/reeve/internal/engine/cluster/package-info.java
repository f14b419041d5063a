/**
 * A node: one running engine, made of store, lanes, supervisor and dispatcher. Entered by the client, which opens it,
 * and by the test kit and the simulation, which run it in virtual time.
 */
@NullMarked
package dev.reeve.internal.engine.cluster;

import org.jspecify.annotations.NullMarked;
