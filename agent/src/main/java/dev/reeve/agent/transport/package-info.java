/**
 * What agents and a node say to each other, whatever carries it: in process today, HTTP next.
 *
 * <p>Anything here may be lost, repeated, late or reordered; the attempt token decides what counts.
 */
@NullMarked
package dev.reeve.agent.transport;

import org.jspecify.annotations.NullMarked;
