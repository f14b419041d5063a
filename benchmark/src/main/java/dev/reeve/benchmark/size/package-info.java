/**
 * The costs of a large store, and of an idle engine.
 *
 * <p>Entered by the package above only.
 */
@NullMarked
package dev.reeve.benchmark.size;

import org.jspecify.annotations.NullMarked;
