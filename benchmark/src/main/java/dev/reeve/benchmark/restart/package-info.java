/** How long a start and a takeover take, and what is left after a crash. */
@NullMarked
package dev.reeve.benchmark.restart;

import org.jspecify.annotations.NullMarked;
