/**
 * The scheduler's decisions: the state of an execution, the commands sent to it, the events that it decides on, and
 * the two pure functions between them.
 *
 * <p>{@link dev.reeve.internal.core.Decider#decide} turns a state and a command into events.
 * {@link dev.reeve.internal.core.Evolution#apply} turns a state and an event into the next state. No clock, no I/O, no thread,
 * no randomness, no hash order.
 */
@NullMarked
package dev.reeve.internal.core;

import org.jspecify.annotations.NullMarked;
