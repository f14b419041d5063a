/**
 * An hour of mixed load, after which nothing may have grown.
 *
 * <p>Entered by the package above only.
 */
@NullMarked
package dev.reeve.benchmark.soak;

import org.jspecify.annotations.NullMarked;
