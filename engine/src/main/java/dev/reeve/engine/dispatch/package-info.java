/**
 * Hands ready steps to agents with free slots, and takes their reports.
 */
@NullMarked
package dev.reeve.engine.dispatch;

import org.jspecify.annotations.NullMarked;
