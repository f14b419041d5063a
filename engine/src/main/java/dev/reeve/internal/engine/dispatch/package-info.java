/** Hands ready steps to agents with free slots, and receives their reports. */
@NullMarked
package dev.reeve.internal.engine.dispatch;

import org.jspecify.annotations.NullMarked;
