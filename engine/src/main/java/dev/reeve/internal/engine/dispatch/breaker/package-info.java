/**
 * Whether an action may be called: its breaker, its retry budget, the durations of its attempts. Knows no steps and no
 * agents. Entered by {@code dispatch} only.
 */
@NullMarked
package dev.reeve.internal.engine.dispatch.breaker;

import org.jspecify.annotations.NullMarked;
