/**
 * The messages between agents and a node, independent of the transport that carries them.
 *
 * <p>A message may be lost, repeated, late or reordered. The attempt token decides which reports count.
 */
@NullMarked
package dev.reeve.spi.transport;

import org.jspecify.annotations.NullMarked;
