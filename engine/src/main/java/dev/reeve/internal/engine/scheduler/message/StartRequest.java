package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Rerun;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.schema.JsonSchema;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Succession;
import dev.reeve.workflow.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A start that was checked and only has to be stored.
 *
 * @param plan of the version that the execution is pinned to
 * @param digest of workflow and input, or of the re-run execution; tells a repeated start from a conflicting one
 * @param taken what it takes over from the execution that it re-runs or undoes; empty if it does neither
 * @param delayedUntil when it begins; null for at once
 * @param keyPolicy how to answer if the execution exists already
 * @param failing why its first step fails at once; null if it does not
 * @param signal the signal that the new execution has received when it begins; null for none
 */
public record StartRequest(
        ExecutionId id,
        Plan plan,
        Event.ExecutionStarted started,
        long digest,
        List<? extends Event.OfStep> taken,
        @Nullable Instant delayedUntil,
        KeyPolicy keyPolicy,
        @Nullable Failure failing,
        Event.@Nullable SignalReceived signal) {

    /** The label that tells a repeated start from another one. */
    public static final String REQUEST = "start_request";

    public StartRequest(
            ExecutionId id,
            Plan plan,
            Event.ExecutionStarted started,
            long digest,
            List<? extends Event.OfStep> taken,
            @Nullable Instant delayedUntil,
            KeyPolicy keyPolicy,
            @Nullable Failure failing) {
        this(id, plan, started, digest, taken, delayedUntil, keyPolicy, failing, null);
    }

    public StartRequest(
            ExecutionId id,
            Plan plan,
            Event.ExecutionStarted started,
            long digest,
            List<? extends Event.OfStep> taken,
            @Nullable Instant delayedUntil) {
        this(id, plan, started, digest, taken, delayedUntil, KeyPolicy.RETURN, null);
    }

    public StartRequest(ExecutionId id, Plan plan, Event.ExecutionStarted started, long digest) {
        this(id, plan, started, digest, List.of(), null);
    }

    /** The same start with a signal. */
    public StartRequest with(Event.SignalReceived received) {
        return new StartRequest(id, plan, started, digest, taken, delayedUntil, keyPolicy, failing, received);
    }

    /** @param now the store's time */
    public Decision.Accepted decide(Instant now) {
        if (failing != null) {
            return Decider.startFailed(id, plan, started, failing, now);
        }
        if (signal != null) {
            return Decider.startWith(signal, id, plan, started, delayedUntil, now);
        }
        return delayedUntil == null
                ? Decider.start(id, plan, started, taken, now)
                : Decider.startLater(id, plan, started, delayedUntil, now);
    }

    /** @throws ReeveException {@link ErrorCode#INVALID_INPUT} if the workflow does not allow this input */
    public static void checkInput(Definition workflow, Json payload) {
        JsonSchema schema = workflow.input();
        List<Problem> problems = schema == null ? List.of() : schema.check("input", payload);
        if (!problems.isEmpty()) {
            StringBuilder message =
                    new StringBuilder("the input does not satisfy the schema of workflow " + workflow.name());
            problems.forEach(problem -> message.append("\n  ").append(problem));
            throw ReeveException.of(ErrorCode.INVALID_INPUT, message.toString());
        }
    }

    /** Whether this execution, the newest of the key, is the answer, so that none is started. */
    public boolean isAnsweredBy(ExecutionRow newest) {
        // The caller has seen the end of the execution that its id follows. If that one is open, a failover has lost
        // the end. If another one follows it already, two starts were concurrent, and only one starts an execution.
        return !startsAnew(keyPolicy) || !newest.status().isTerminal() || !Succession.isAfter(id, newest.id());
    }

    /** Whether a key can begin another execution once its newest one has ended. */
    public static boolean startsAnew(KeyPolicy policy) {
        return switch (policy) {
            case RETURN, REFUSE -> false;
            case RETURN_OPEN, REFUSE_OPEN -> true;
        };
    }

    /** Whether an execution was started by a start with this {@link dev.reeve.Start#request}. */
    public static boolean isRequest(@Nullable String request, Map<String, String> labels) {
        return request != null && request.equals(labels.get(REQUEST));
    }

    /**
     * The error for the caller if its key is taken; null if the known execution is the answer. A start with a signal
     * has no conflict: the execution of the key can take the signal with any input.
     *
     * @param known the newest execution of the key
     */
    public @Nullable ReeveException conflict(Known known) {
        if (signal != null) {
            return null;
        }
        if (known.digest() != digest) {
            return anotherStart(known.id());
        }
        if (isRequest(started.labels().get(REQUEST), known.labels())) {
            return null;
        }
        return switch (keyPolicy) {
            case RETURN, RETURN_OPEN -> null;
            case REFUSE ->
                ReeveException.of(
                        ErrorCode.CONFLICT,
                        "key '%s' belongs to execution %s, which was started before, and this start refuses keys that are taken; use another key, or KeyPolicy.RETURN to get that execution"
                                .formatted(started.key(), known.id()));
            case REFUSE_OPEN ->
                ReeveException.of(
                        ErrorCode.CONFLICT,
                        "key '%s' belongs to execution %s, which is open or was started at the same moment, and this start refuses open ones; wait for its end, or use KeyPolicy.RETURN_OPEN to get that execution"
                                .formatted(started.key(), known.id()));
        };
    }

    private ReeveException anotherStart(ExecutionId known) {
        Rerun rerun = started.rerun();
        if (rerun != null) {
            return ReeveException.of(
                    ErrorCode.CONFLICT,
                    "execution %s is done again already, by execution %s from another step on or with another input; that one can be done again once it has ended"
                            .formatted(rerun.of(), known));
        }
        return ReeveException.of(
                ErrorCode.CONFLICT,
                "key '%s' belongs to execution %s, which was started with another workflow or input; use another key for another start"
                        .formatted(started.key(), known));
    }

    /** The error for the caller if the definition was removed before the execution began. */
    public ReeveException withdrawn() {
        return ReeveException.of(ErrorCode.WORKFLOW_UNKNOWN, withdrawn(plan));
    }

    /** Says that a definition was removed. */
    public static String withdrawn(Plan plan) {
        return withdrawn(plan.workflow().name(), plan.workflow().version());
    }

    /** Says that this version was removed. */
    public static String withdrawn(String workflow, int version) {
        return "workflow '%s' has no version %d any more: it was undeployed".formatted(workflow, version);
    }

    /** Whether its id may belong to an existing execution. */
    public boolean mayBeRepeated() {
        return started.key() != null || started.rerun() != null;
    }
}
