/** An hour of mixed load, after which nothing may have grown. */
@NullMarked
package dev.reeve.benchmark.soak;

import org.jspecify.annotations.NullMarked;
