package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Parent;
import dev.reeve.Purpose;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.recovery.EngineFailures;
import dev.reeve.internal.core.rules.ChildExecutions;
import dev.reeve.internal.core.start.Reversal;
import dev.reeve.internal.core.start.StartDefaults;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.Rounds;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.runtime.Ids;
import dev.reeve.internal.engine.scheduler.batch.LaneBatch;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.engine.scheduler.definition.Journal;
import dev.reeve.internal.engine.scheduler.memory.LiveExecution;
import dev.reeve.internal.engine.scheduler.memory.Memory;
import dev.reeve.internal.engine.scheduler.message.Finished;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.internal.engine.scheduler.message.StorableText;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.internal.values.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs steps as child executions. A child belongs to the shard of its parent, and so to the same lane. One transaction
 * stores the start of a child in the child and in its parent. Another stores its end in both. So neither can be lost or
 * happen twice.
 */
public final class ChildSteps {

    /** The agent of a step that cannot be done by another execution. */
    private static final String NOBODY = "scheduler";

    /** The label that identifies the children of an execution. */
    public static final String PARENT = "reeve.parent";

    private static final int PRIORITY_MAX = 1_000;

    private final Memory memory;
    private final Definitions definitions;
    private final DecisionApplier deciding;

    public ChildSteps(Memory memory, Definitions definitions, DecisionApplier deciding) {
        this.memory = memory;
        this.definitions = definitions;
        this.deciding = deciding;
    }

    /** The execution to be undone for this step, which must be loaded; null if none is. */
    static @Nullable ExecutionId toUndo(ExecutionState parent, StepPath path) {
        StepState step = parent.step(path);
        return step != null && step.open() instanceof Open.Ready && step.purpose() == Purpose.COMPENSATION
                ? step.child()
                : null;
    }

    /** Starts the execution that does or undoes the step, if that is still wanted. */
    void start(LiveExecution parent, StepPath path, LaneBatch batch) {
        ExecutionState state = parent.state();
        StepState step = state.step(path);
        Task.Child child = state.child(path);
        if (child == null || step == null || !(step.open() instanceof Open.Ready) || state.paused() != null) {
            return;
        }
        switch (step.purpose()) {
            case FORWARD -> doStep(parent, path, child, batch);
            case COMPENSATION -> {
                if (step.isRoundUndone()) {
                    findRound(parent, path, step.child(), batch);
                } else {
                    undoStep(parent, path, step.child(), batch);
                }
            }
            case PROBE -> throw new IllegalStateException("an execution is never probed");
        }
    }

    private void doStep(LiveExecution parent, StepPath path, Task.Child child, LaneBatch batch) {
        String namespace = parent.state().started().namespace();
        Integer version = child.version();
        // a group is of the version that its parent is pinned to, so it cannot be removed meanwhile
        Optional<Plan> plan = child.group() != null
                ? Optional.ofNullable(parent.state().plan().part(child.workflow()))
                : definitions.admitted(namespace, child.workflow(), version);
        if (plan.isEmpty()) {
            String wanted = version == null ? child.workflow() : child.workflow() + " version " + version;
            refuse(parent, path, "WORKFLOW_UNKNOWN", "no workflow %s is deployed; deploy it".formatted(wanted), batch);
            return;
        }
        Json input = Work.of(parent.state(), path).input();
        ExecutionId id = childId(parent.state(), path);
        StartDefaults defaults;
        try {
            defaults = deciding.tenure().decide(parent.state().id(), () -> {
                StartRequest.checkInput(plan.get().workflow(), input);
                return StartDefaults.of(plan.get().workflow(), id, null, input);
            });
            defaults.labels()
                    .forEach((name, value) -> StorableText.check("label " + name, value, StorableText.NAME_LENGTH_MAX));
        } catch (ReeveException | IllegalArgumentException e) {
            refuse(parent, path, "INPUT_INVALID", e.getMessage(), batch);
            return;
        }
        begin(
                parent,
                path,
                new Wanted(plan.get(), input, defaults, parent.state().childCompleteBy(path), null, List.of()),
                batch);
    }

    /** Goes from the round that is undone to the one before it, which the child of this round knows. */
    private void findRound(LiveExecution parent, StepPath path, @Nullable ExecutionId undone, LaneBatch batch) {
        Finished finished = undone == null ? null : batch.finished(undone);
        if (finished == null) {
            refuseGone(
                    parent,
                    path,
                    "execution %s, which knows the round before it, cannot be read; undo the rounds before it by hand, and resolve the step"
                            .formatted(undone),
                    batch);
            return;
        }
        Parent above = finished.state().started().parent();
        deciding.command(parent, new Command.FindRound(path, above == null ? null : above.previous()), batch);
    }

    private void undoStep(LiveExecution parent, StepPath path, @Nullable ExecutionId undone, LaneBatch batch) {
        Finished finished = undone == null ? null : batch.finished(undone);
        if (undone == null || finished == null) {
            String problem = undone == null
                    ? "no execution had done the step; undo it by hand, and resolve it"
                    : "execution %s, which had done the step, cannot be read; undo it by hand, and resolve the step"
                            .formatted(undone);
            refuseGone(parent, path, problem, batch);
            return;
        }
        switch (Reversal.of(finished.state(), Journal.events(finished.journal()))) {
            case Reversal.Impossible no -> refuse(parent, path, "CHILD_NOT_UNDOABLE", no.reason(), batch);
            case Reversal.Possible possible ->
                begin(parent, path, Wanted.undoing(finished.state(), possible.taken()), batch);
        }
    }

    /**
     * A child to start.
     *
     * @param completeBy maximum time that it may take; null for the one of its definition
     * @param undone the execution that it undoes; null if it does the step
     * @param taken the events that it takes over from that execution
     */
    private record Wanted(
            Plan plan,
            Json input,
            StartDefaults defaults,
            @Nullable Duration completeBy,
            @Nullable ExecutionId undone,
            List<Event.OfStep> taken) {

        /**
         * A start without {@code replyTo}: the receiver that learnt that the other execution completed deals with its
         * parent.
         */
        static Wanted undoing(ExecutionState other, List<Event.OfStep> taken) {
            StartDefaults as = new StartDefaults(0, other.started().labels(), null, null);
            return new Wanted(other.plan(), other.input(), as, null, other.id(), taken);
        }

        /** The earlier of the times that the definition and the parent give. */
        @Nullable Instant completeBy(Instant now) {
            Duration own = defaults.completeBy();
            Duration allowed = completeBy == null || (own != null && own.compareTo(completeBy) < 0) ? own : completeBy;
            return allowed == null ? null : Times.plus(now, allowed);
        }
    }

    private static ExecutionId childId(ExecutionState parent, StepPath path) {
        StepState step = Objects.requireNonNull(parent.step(path), "there is such a step");
        return Ids.ofChild(parent.id(), Work.of(parent, path).idempotencyKey() + "/" + step.attempts(step.purpose()));
    }

    private void begin(LiveExecution parent, StepPath path, Wanted wanted, LaneBatch batch) {
        ExecutionState state = parent.state();
        Event.ExecutionStarted above = state.started();
        ExecutionId id = childId(state, path);
        Rounds rounds =
                Objects.requireNonNull(state.step(path), "there is such a step").rounds();
        ExecutionId before = rounds == null || wanted.undone() != null ? null : rounds.child();
        int priority = Work.of(state, path).priority() + wanted.defaults().priority();
        deciding.command(parent, new Command.StartChild(path, id), batch);
        Work work = Work.of(parent.state(), path);
        AttemptToken token = Objects.requireNonNull(work.token(), "a child has just been started");
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                wanted.plan().workflow().name(),
                wanted.plan().workflow().version(),
                above.namespace(),
                null,
                wanted.input(),
                Math.clamp(priority, -PRIORITY_MAX, PRIORITY_MAX),
                labels(state.id(), wanted.defaults().labels(), above.labels()),
                wanted.completeBy(batch.now()),
                Ids.seedOfChild(above.seed(), id),
                wanted.defaults().replyTo(),
                above.correlationId(),
                null,
                new Parent(token, state.depth() + 1, wanted.undone(), before),
                work.traceparent());
        LiveExecution child =
                deciding.start(new StartRequest(id, wanted.plan(), started, 0, wanted.taken(), null), batch);
        memory.put(child);
        ended(child, batch);
    }

    /** Its own labels, the label of its parent, and the other labels of its parent, up to the maximum number. */
    private static Map<String, String> labels(
            ExecutionId parent, Map<String, String> own, Map<String, String> inherited) {
        Map<String, String> labels = new TreeMap<>(own);
        labels.put(PARENT, parent.toString());
        inherited.forEach((name, value) -> {
            if (labels.size() < StorableText.LABELS_MAX) {
                labels.putIfAbsent(name, value);
            }
        });
        return labels;
    }

    /** Fails this attempt of the step without starting anything. */
    private void refuse(LiveExecution parent, StepPath path, String code, @Nullable String problem, LaneBatch batch) {
        String message = problem == null ? code : problem;
        refuse(parent, path, new Failure(Cause.BUSINESS, code, message, null, null, false), batch);
    }

    private void refuseGone(LiveExecution parent, StepPath path, String problem, LaneBatch batch) {
        refuse(parent, path, EngineFailures.childGone(problem), batch);
    }

    private void refuse(LiveExecution parent, StepPath path, Failure failure, LaneBatch batch) {
        deciding.command(parent, new Command.StartStep(path, NOBODY), batch);
        AttemptToken token =
                Objects.requireNonNull(Work.of(parent.state(), path).token(), "it has just been started");
        deciding.command(parent, new Command.FailAttempt(token, failure), batch);
    }

    /** If the execution has ended, reports that to its parent. Continues with the parent if that ends in turn. */
    void ended(LiveExecution child, LaneBatch batch) {
        LiveExecution live = child;
        while (live != null && live.state().status().isTerminal()) {
            Parent above = live.state().started().parent();
            LiveExecution parent = above == null ? null : memory.get(above.execution());
            if (parent != null) {
                deciding.command(parent, ChildExecutions.report(Objects.requireNonNull(above), live.state()), batch);
            }
            live = parent;
        }
    }

    /** Whether all ancestors that this execution's end may end are in memory. */
    boolean isComplete(LiveExecution child, LaneBatch batch) {
        LiveExecution live = child;
        while (live != null) {
            Parent above = live.state().started().parent();
            if (above == null || batch.finished(above.execution()) != null) {
                return true;
            }
            live = memory.get(above.execution());
        }
        return false;
    }
}
