/** The costs of a large store, and of an idle engine. */
@NullMarked
package dev.reeve.benchmark.size;

import org.jspecify.annotations.NullMarked;
