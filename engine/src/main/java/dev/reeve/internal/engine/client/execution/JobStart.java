package dev.reeve.internal.engine.client.execution;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.deployment.Jobs;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call that runs a job. The definition is stored once everything that the caller gave is checked, and once more if
 * it is removed at the same moment.
 */
public final class JobStart {

    private final EngineAccess engine;
    private final Jobs jobs;
    private final String action;
    private final Json input;
    private final Start how;
    private final JobOptions options;
    private final boolean isStored;
    private final StartRequest checked;

    /**
     * Writes nothing.
     *
     * @throws ReeveException if an argument is invalid
     */
    public JobStart(EngineAccess engine, Jobs jobs, String action, Object input, Start how, JobOptions options) {
        Jobs.Candidate job = jobs.candidate(action, how, options);
        this.engine = engine;
        this.jobs = jobs;
        this.action = action;
        this.input = Conversion.write("input", input);
        this.how = how;
        this.options = options;
        this.isStored = job.isStored();
        this.checked = engine.request(job.plan(), this.input, how);
    }

    /** @param starting called with a start of the job, and again with another one if the workflow was unknown */
    public ExecutionId start(Function<StartRequest, ExecutionId> starting) {
        ExecutionId existing = existing();
        if (existing != null) {
            return existing;
        }
        try {
            return starting.apply(isStored ? checked : stored());
        } catch (ReeveException e) {
            if (!isRemoved(e)) {
                throw e;
            }
        }
        try {
            return starting.apply(stored());
        } catch (ReeveException e) {
            throw isRemoved(e) ? Jobs.beingRemoved(action) : e;
        }
    }

    /** @param handle makes the value of the future from the id */
    public <R> CompletionStage<R> startAsync(Function<ExecutionId, R> handle) {
        ExecutionId existing = existing();
        if (existing != null) {
            return CompletableFuture.completedFuture(handle.apply(existing));
        }
        CompletableFuture<R> callers = new CompletableFuture<>();
        engine.startAsync(isStored ? checked : stored(), handle).whenComplete((value, error) -> {
            if (isRemoved(error)) {
                startAgain(handle, callers);
            } else {
                complete(callers, value, error);
            }
        });
        return callers;
    }

    /** Outside the lanes, so it may wait for the store. */
    private <R> void startAgain(Function<ExecutionId, R> handle, CompletableFuture<R> callers) {
        try {
            engine.startAsync(stored(), handle)
                    .whenComplete((value, error) ->
                            complete(callers, value, isRemoved(error) ? Jobs.beingRemoved(action) : error));
        } catch (RuntimeException | Error e) {
            callers.completeExceptionally(e);
        }
    }

    private static <R> void complete(CompletableFuture<R> callers, @Nullable R value, @Nullable Throwable error) {
        if (error == null) {
            callers.complete(value);
        } else {
            callers.completeExceptionally(error);
        }
    }

    private static boolean isRemoved(@Nullable Throwable error) {
        return error instanceof ReeveException e && e.code() == ErrorCode.WORKFLOW_UNKNOWN;
    }

    /** A repeated start is no reason to store another set of options. */
    private @Nullable ExecutionId existing() {
        return isStored || how.key() == null ? null : engine.existing(checked);
    }

    private StartRequest stored() {
        return engine.request(jobs.stored(action, options), input, how);
    }
}
