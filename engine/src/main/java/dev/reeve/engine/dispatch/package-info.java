/** Hands ready steps to agents with free slots, and receives their reports. */
@NullMarked
package dev.reeve.engine.dispatch;

import org.jspecify.annotations.NullMarked;
