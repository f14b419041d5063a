package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import org.jspecify.annotations.Nullable;

/**
 * A command of an operator on an execution.
 *
 * @param execution its id
 * @param verb the verb, such as RETRY
 * @param step to which step
 * @param actor the actor
 * @param rerunAs the re-run
 * @param status of the execution that continues; absent if it could not be read after the change
 */
public record CommandDocument(
        ExecutionId execution,
        String verb,
        @Nullable String step,
        String actor,
        @Nullable ExecutionId rerunAs,
        @Nullable ExecutionStatus status)
        implements Document {}
