package dev.reeve.internal.engine.bulk;

import dev.reeve.BulkProgress;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.Verb;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.BulkDeeds;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.engine.scheduler.Lanes;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreReader;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the executions, one at each call. The driver may die at any time and resume from an earlier progress:
 * the history of each execution shows, under the operation's id, what was done, and it is not done again. Reads block.
 * Not thread-safe.
 */
public final class BulkWork {

    /** The workflow of which each bulk operation is an execution. */
    public static final String WORKFLOW = "reeve_bulk";

    private static final Logger LOG = LoggerFactory.getLogger(BulkWork.class);

    /** Errors that are recorded for one execution and do not stop the operation. */
    private static final Set<ErrorCode> REFUSALS = Set.of(
            ErrorCode.REFUSED,
            ErrorCode.NOT_FOUND,
            ErrorCode.WORKFLOW_UNKNOWN,
            ErrorCode.CONFLICT,
            ErrorCode.INVALID_INPUT);

    private final StoreReader store;
    private final Definitions definitions;
    private final Lanes lanes;
    private final RerunStarts rerunning;
    private final String namespace;
    private final ExecutionId bulk;
    private final BulkSelection selection;
    private final BulkRequest.Order order;
    private final Deque<ExecutionRow> page = new ArrayDeque<>();

    /** The change of one execution, as a whole if the step is null. */
    private record Deed(@Nullable StepPath step, Supplier<CompletionStage<?>> carriedOut) {}

    /**
     * @param bulk the operation's own id
     * @param startedBefore executions that started later are left alone
     */
    public BulkWork(
            StoreReader store,
            Definitions definitions,
            Lanes lanes,
            String namespace,
            ExecutionId bulk,
            Instant startedBefore,
            BulkRequest.Order order) {
        this.store = store;
        this.definitions = definitions;
        this.lanes = lanes;
        this.rerunning = new RerunStarts(store, definitions, namespace);
        this.namespace = namespace;
        this.bulk = bulk;
        this.selection = new BulkSelection(namespace, startedBefore, order.request());
        this.order = order;
    }

    /**
     * Handles the next execution. Refusals become part of the progress. Fails if the store or the engine does not
     * answer; the call can be repeated then.
     */
    public CompletionStage<BulkProgress> next(BulkProgress progress) {
        if (page.isEmpty()) {
            page.addAll(store.list(selection.filter(Progress.position(progress))));
        }
        ExecutionRow row = page.poll();
        if (row == null) {
            return CompletableFuture.completedStage(Progress.through(progress));
        }
        BulkProgress looked = Progress.looked(progress, row);
        if (row.workflow().equals(WORKFLOW)) {
            return CompletableFuture.completedStage(looked);
        }
        CompletionStage<BulkProgress> all = CompletableFuture.completedStage(looked);
        List<Deed> deeds;
        Set<String> done;
        try {
            List<JournalRow> journal = store.history(row.id());
            done = done(journal);
            ExecutionState state = state(row, journal);
            deeds = order.request().verb() == Verb.RERUN ? reruns(state) : deeds(state);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.DATA) {
                throw e;
            }
            return unreadable(row, looked, e);
        } catch (IllegalStateException | IllegalArgumentException | InvalidInputException e) {
            return unreadable(row, looked, e);
        }
        for (String step : done) {
            all = all.thenApply(Progress::did);
            deeds.removeIf(deed -> name(deed.step()).equals(step));
        }
        for (Deed deed : deeds) {
            all = all.thenCompose(before -> act(row.id(), deed, before));
        }
        return all;
    }

    /** One damaged history must not stop the operation (F43). */
    private static CompletionStage<BulkProgress> unreadable(ExecutionRow row, BulkProgress looked, RuntimeException e) {
        LOG.warn("execution={} cannot be read; the operation leaves it out", row.id(), e);
        return CompletableFuture.completedStage(Progress.was(
                looked,
                new BulkProgress.Refusal(
                        row.id().toString(),
                        null,
                        "its history is damaged or cannot be read; the log of the engine has the reason")));
    }

    private ExecutionState state(ExecutionRow row, List<JournalRow> journal) {
        return Journal.fold(row.id(), definitions.versions(namespace, row.workflow()), journal);
    }

    /** The steps to which this operation was already applied; empty text for the execution as a whole. */
    private Set<String> done(List<JournalRow> journal) {
        Set<String> steps = new HashSet<>();
        for (JournalRow row : journal) {
            if (row.events().contains(marker())) {
                for (Event event : EventCodec.read(row.events())) {
                    if (event.toString().contains(marker())) {
                        steps.add(event instanceof Event.OfStep own ? own.step().toString() : "");
                    }
                }
            }
        }
        return steps;
    }

    /** Marks this operation in the histories of executions. */
    private String marker() {
        return BulkDeeds.mark(bulk);
    }

    private List<Deed> deeds(ExecutionState state) {
        List<Deed> deeds = new ArrayList<>();
        for (StepPath step : selection.steps(state)) {
            Command command = ofStep(step);
            if (command != null) {
                deeds.add(new Deed(step, () -> lanes.ask(state.id(), command)));
            }
        }
        Command command = ofExecution();
        if (command != null && selection.matches(state)) {
            deeds.add(new Deed(null, () -> lanes.ask(state.id(), command)));
        }
        return deeds;
    }

    /** Repeating a re-run finds the existing one, so nothing is started twice. */
    private List<Deed> reruns(ExecutionState state) {
        List<Deed> deeds = new ArrayList<>();
        if (selection.matches(state)) {
            StepPath from =
                    StepPath.parse(Objects.requireNonNull(order.request().step(), "from which step on"));
            Reruns.Wish wish = new Reruns.Wish(from, order.actor(), why(), payload());
            deeds.add(new Deed(null, () -> lanes.start(rerunning.request(state.id(), wish, store.now()))));
        }
        return deeds;
    }

    private @Nullable Json payload() {
        String text = order.request().payload();
        return text == null ? null : new Json(text);
    }

    private @Nullable Command ofStep(StepPath step) {
        Json payload = payload();
        String why = why();
        return switch (order.request().verb()) {
            case RETRY -> new Command.RetryStep(step, order.actor(), why, payload);
            case RESOLVE -> new Command.ResolveStep(step, payload == null ? Json.NULL : payload, order.actor(), why);
            case SKIP -> new Command.SkipStep(step, order.actor(), why);
            case PROBE -> new Command.ProbeStep(step, order.actor(), why);
            case CANCEL, COMPENSATE, PAUSE, RESUME, RERUN -> null;
        };
    }

    private @Nullable Command ofExecution() {
        String why = why();
        return switch (order.request().verb()) {
            case CANCEL -> new Command.Cancel(order.actor(), why);
            case COMPENSATE -> new Command.Compensate(order.actor(), why);
            case PAUSE -> new Command.Pause(order.actor(), why);
            case RESUME -> new Command.Resume(order.actor(), why);
            case RETRY, RESOLVE, SKIP, PROBE, RERUN -> null;
        };
    }

    private String why() {
        return order.reason() + " " + marker();
    }

    private CompletionStage<BulkProgress> act(ExecutionId id, Deed deed, BulkProgress progress) {
        return carriedOut(deed).handle((nothing, error) -> {
            if (error == null) {
                return Progress.did(progress);
            }
            Throwable cause = error instanceof CompletionException wrapper && wrapper.getCause() != null
                    ? wrapper.getCause()
                    : error;
            if (cause instanceof ReeveException refused && REFUSALS.contains(refused.code())) {
                return Progress.was(
                        progress,
                        new BulkProgress.Refusal(
                                id.toString(),
                                deed.step() == null ? null : name(deed.step()),
                                String.valueOf(refused.getMessage())));
            }
            throw new CompletionException(cause);
        });
    }

    private static CompletionStage<?> carriedOut(Deed deed) {
        try {
            return deed.carriedOut().get();
        } catch (ReeveException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static String name(@Nullable StepPath step) {
        return step == null ? "" : step.toString();
    }
}
