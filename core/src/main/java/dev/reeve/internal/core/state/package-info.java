/**
 * The plan of a workflow, the state of an execution on it, and the work of its steps.
 *
 * <p>{@link dev.reeve.internal.core.state.Evolution} folds events into states and is the only code that makes a state.
 * {@link dev.reeve.internal.core.state.ExecutionState}, {@link dev.reeve.internal.core.state.StepState} and
 * {@link dev.reeve.internal.core.state.Plan} are read by all packages; the builders of a next state stay in here.
 *
 * <p>What may enter: data and what keeps it consistent. A class that decides what happens belongs in {@code rules}.
 * Uses only {@code recovery}, since a step carries its policy and its series of attempts.
 */
@NullMarked
package dev.reeve.internal.core.state;

import org.jspecify.annotations.NullMarked;
