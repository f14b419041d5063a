/**
 * The beginning of a new execution: the defaults of its workflow, or the steps that it takes over from another
 * execution, which it does again or undoes.
 *
 * <p>What may enter: plans made before the first event. They read states and emit nothing.
 */
@NullMarked
package dev.reeve.internal.core.start;

import org.jspecify.annotations.NullMarked;
