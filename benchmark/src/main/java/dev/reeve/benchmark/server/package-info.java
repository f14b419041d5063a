/** A server in a process of its own: what waits there, and what is left after it is killed. */
@NullMarked
package dev.reeve.benchmark.server;

import org.jspecify.annotations.NullMarked;
