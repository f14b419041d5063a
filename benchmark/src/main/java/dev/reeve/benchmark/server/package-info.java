/**
 * A server in a process of its own: what waits there, and what is left after it is killed.
 *
 * <p>Entered by the package above only.
 */
@NullMarked
package dev.reeve.benchmark.server;

import org.jspecify.annotations.NullMarked;
