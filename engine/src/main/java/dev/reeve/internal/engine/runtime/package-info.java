/**
 * Time, threads and mailboxes. The rest of the engine must not use these directly. Entered by all rooms that need time
 * or threads, and by the test kit, the simulation and the benchmark.
 */
@NullMarked
package dev.reeve.internal.engine.runtime;

import org.jspecify.annotations.NullMarked;
