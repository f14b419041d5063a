/**
 * The rules by which a command becomes events.
 *
 * <p>{@link dev.reeve.internal.core.rules.Decider} is the door. It hands each command to one class: the commands of
 * agents to {@code Attempts} and {@code Reports}, those of operators to {@code OperatorCommands}, those of time to
 * {@code WakeUps}, signals to {@code ReceivedSignals}, and child executions to {@code ChildExecutions}. These emit
 * events into a {@code DecisionDraft}, and {@code Consequences} then decides on everything that follows.
 *
 * <p>The calls go one way: commands, then consequences, then the activation of steps and their results, then recovery,
 * then compensation. A lower class returns as a value the cases that it cannot handle.
 *
 * <p>What may enter: classes that emit events. Outside this package only the decider, the rehearsal of a failure, the
 * check of another version and the messages between parents and children are visible.
 */
@NullMarked
package dev.reeve.internal.core.rules;

import org.jspecify.annotations.NullMarked;
