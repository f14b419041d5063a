/** What a store costs that has much in it, or an engine that has nothing to do. */
@NullMarked
package dev.reeve.benchmark.size;

import org.jspecify.annotations.NullMarked;
