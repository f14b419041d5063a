/**
 * How long a start and a takeover take, and what is left after a crash.
 *
 * <p>Entered by the package above and by {@code server}.
 */
@NullMarked
package dev.reeve.benchmark.restart;

import org.jspecify.annotations.NullMarked;
