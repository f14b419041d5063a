/**
 * Child processes, the ledgers that survive them, cables that can be cut, pauses, and checks that fail. Knows no other
 * room.
 *
 * <p>Entered by all other rooms.
 */
@NullMarked
package dev.reeve.benchmark.process;

import org.jspecify.annotations.NullMarked;
