package dev.reeve.internal.engine.scheduler;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.start.StartDefaults;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.values.Times;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a re-run request into a start. An ended execution does not change any more, so this happens before a lane is
 * asked. The new execution's id is derived from the old one's. So a repeated request finds the same execution, and no
 * second execution takes over the same steps.
 */
public final class RerunStarts {

    private static final Logger LOG = LoggerFactory.getLogger(RerunStarts.class);

    private final StoreReader store;
    private final Definitions definitions;
    private final String namespace;

    /** @param namespace the namespace of the caller, who knows no execution of another one */
    public RerunStarts(StoreReader store, Definitions definitions, String namespace) {
        this.store = store;
        this.definitions = definitions;
        this.namespace = namespace;
    }

    /** The id of the only execution that can re-run this one. */
    public static ExecutionId idOf(ExecutionId of) {
        return Ids.ofRerun(of);
    }

    /**
     * Reads the old execution. Blocks.
     *
     * @param now the time of the store
     * @throws ReeveException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#REFUSED} with all reasons, or
     *     {@link ErrorCode#INVALID_INPUT}
     */
    public StartRequest request(ExecutionId of, Reruns.Wish wish, Instant now) {
        ExecutionRow row =
                find(of).orElseThrow(() -> ReeveException.of(ErrorCode.NOT_FOUND, new Refused.NotFound(of).message()));
        List<JournalRow> journal = store.history(of);
        ExecutionState old = fold(row, journal);
        Plan plan = old.plan();
        Json input = wish.input() == null ? old.input() : wish.input();
        StartRequest.checkInput(plan.workflow(), input);
        return switch (Reruns.plan(old, undone(old), Journal.events(journal), wish)) {
            case Reruns.Answer.Impossible no ->
                throw ReeveException.of(
                        ErrorCode.REFUSED,
                        "execution %s cannot be done again from step '%s' on: %s"
                                .formatted(of, wish.from(), String.join("; ", no.reasons())));
            case Reruns.Answer.Possible possible ->
                new StartRequest(
                        idOf(of),
                        plan,
                        started(old, possible, input, completeBy(plan, idOf(of), input), now),
                        Ids.digest(wish.from().toString(), input),
                        possible.taken(),
                        null);
        };
    }

    private Optional<ExecutionRow> find(ExecutionId id) {
        return store.find(id).filter(found -> found.namespace().equals(namespace));
    }

    private ExecutionState fold(ExecutionRow row, List<JournalRow> journal) {
        return Journal.fold(row.id(), version -> plan(row.workflow(), version), journal);
    }

    /** The execution that this one undid; null if there is none, it was removed, or its history cannot be read. */
    private @Nullable ExecutionState undone(ExecutionState old) {
        ExecutionId id = Reruns.undoneBy(old);
        ExecutionRow row = id == null ? null : find(id).orElse(null);
        if (row == null) {
            return null;
        }
        List<JournalRow> journal = store.history(row.id());
        try {
            return fold(row, journal);
        } catch (RuntimeException e) {
            // Most re-runs do not need it. One that does is refused with the reason.
            LOG.warn("the history of execution {}, which execution {} undid, cannot be read", id, old.id(), e);
            return null;
        }
    }

    private Plan plan(String workflow, int version) {
        return definitions
                .find(namespace, workflow, version)
                .orElseThrow(() -> ReeveException.of(
                        ErrorCode.WORKFLOW_UNKNOWN,
                        "workflow %s version %d is not in the store".formatted(workflow, version)));
    }

    private static @Nullable Duration completeBy(Plan plan, ExecutionId id, Json input) {
        if (plan.workflow().execution().completeBy() == null) {
            return plan.workflow().completeBy();
        }
        try {
            return StartDefaults.of(plan.workflow(), id, null, input).completeBy();
        } catch (IllegalArgumentException e) {
            throw ReeveException.of(
                    ErrorCode.INVALID_INPUT,
                    "workflow %s cannot be started with this input: %s"
                            .formatted(plan.workflow().name(), e.getMessage()));
        }
    }

    private static Event.ExecutionStarted started(
            ExecutionState old,
            Reruns.Answer.Possible possible,
            Json input,
            @Nullable Duration completeBy,
            Instant now) {
        Event.ExecutionStarted before = old.started();
        return new Event.ExecutionStarted(
                before.workflow(),
                old.plan().workflow().version(),
                before.namespace(),
                null, // the old execution keeps its key
                input,
                before.priority(),
                before.labels(),
                completeBy == null ? null : Times.plus(now, completeBy),
                Ids.seedAfter(before.seed()),
                before.replyTo(),
                before.correlationId(),
                possible.rerun(),
                null,
                before.traceparent());
    }
}
