package dev.reeve.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A definition: a named, versioned graph of steps. Immutable once deployed.
 *
 * @param name identifies the workflow; {@code [a-z][a-z0-9_]*}
 * @param version from 1; an execution stays on the version it began with
 * @param description for people; empty if none was given
 * @param completeBy how long an execution may take before it is undone; null for no limit
 * @param input the JSON Schema that a start's input must satisfy; null accepts any JSON
 * @param steps the graph, in the order in which the author wrote it; at least one
 * @param finallySteps run once the outcome is known, whatever it is; never compensated
 * @param output computed when all steps are settled; null gives the object of all completed steps' outputs
 */
public record Workflow(
        String name,
        int version,
        String description,
        @Nullable Duration completeBy,
        @Nullable InputSchema input,
        List<Step> steps,
        List<Step> finallySteps,
        @Nullable Template output) {

    public Workflow {
        steps = List.copyOf(steps);
        finallySteps = List.copyOf(finallySteps);
    }
}
