package dev.reeve.internal.core.state;

import dev.reeve.CallTimes;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.LateReport;
import dev.reeve.Purpose;
import dev.reeve.SkipReason;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.recovery.Doubt;
import dev.reeve.internal.core.recovery.Series;
import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one step, or of one item of a step with {@code forEach}. The states of items are part of the state of
 * their step. Immutable.
 */
public final class StepState {

    /** The maximum number of late reports that are kept, since payloads may be large. */
    public static final int EVIDENCE_MAX = 4;

    private final StepStatus status;
    private final Purpose purpose;
    private final Open open;
    /** How many neighbours must be settled first: predecessors going forward, successors while compensating. */
    public final int blockers;
    /** How many predecessors were settled and not left out. */
    public final int reached;
    /** Whether the side effect may have happened unnoticed (C5). */
    final boolean inDoubt;
    /**
     * Whether the graph left the step out, or it was taken over as one that was not needed, so that its successors were
     * not reached through it. False if an operator skipped it.
     */
    final boolean leftOut;

    private final @Nullable Json output;
    private final @Nullable Failure failure;
    private final @Nullable Failure error;
    private final @Nullable Series forward;
    private final @Nullable Series probe;
    private final @Nullable Series compensation;
    private final List<LateReport> evidence;
    private final @Nullable Rounds rounds;
    private final @Nullable Items items;
    private final @Nullable ExecutionId child;
    private final @Nullable Update update;
    private final @Nullable SignalList collected;
    private final @Nullable Unneeded unneeded;
    /** Whether the round that {@link #child} did is undone, and the one before it is next. */
    private final boolean roundUndone;
    /** Whether a person did the last round, and {@link #child} the one before it. */
    private final boolean byHand;

    StepState(Edit edit) {
        this.status = edit.status;
        this.purpose = edit.purpose;
        this.open = edit.open;
        this.blockers = edit.blockers;
        this.reached = edit.reached;
        this.inDoubt = edit.inDoubt;
        this.leftOut = edit.leftOut;
        this.output = edit.output;
        this.failure = edit.failure;
        this.error = edit.error;
        this.forward = edit.forward;
        this.probe = edit.probe;
        this.compensation = edit.compensation;
        this.evidence = edit.evidence;
        this.rounds = edit.rounds;
        this.items = edit.items;
        this.child = edit.child;
        this.update = edit.update;
        this.collected = edit.collected;
        this.unneeded = edit.unneeded;
        this.roundUndone = edit.roundUndone;
        this.byHand = edit.byHand;
    }

    static StepState pending(int predecessors) {
        Edit edit = new Edit();
        edit.blockers = predecessors;
        return new StepState(edit);
    }

    /** The status of the step. */
    public StepStatus status() {
        return status;
    }

    /** The purpose of the current or last series of attempts. */
    public Purpose purpose() {
        return purpose;
    }

    /** The activity of the step; {@link Open.Idle} if nothing. */
    public Open open() {
        return open;
    }

    /** Whether an agent or a child execution is working on it. */
    public boolean isUnderWay() {
        return open instanceof Open.Running || open instanceof Open.Child;
    }

    /** The number of the open attempt; 0 if none is open. */
    int attempt() {
        return switch (open) {
            case Open.Running running -> running.attempt();
            case Open.Child child -> child.attempt();
            case Open.Idle idle -> 0;
            case Open.Ready ready -> 0;
            case Open.Waiting waiting -> 0;
        };
    }

    /** The number of forward attempts started so far. */
    public int attempts() {
        return attempts(Purpose.FORWARD);
    }

    /** The number of attempts started so far for a purpose. */
    public int attempts(Purpose which) {
        Series series = series(which);
        return series == null ? 0 : series.attempts();
    }

    /** The accepted output; null if the step was not done, {@link Json#NULL} if it was done without one. */
    public @Nullable Json output() {
        return output;
    }

    /** The last failure, going forward or undoing; null if none is current. */
    public @Nullable Failure failure() {
        return failure;
    }

    /** The failure with which the step failed, also while it is undone and afterwards; null if it did not fail. */
    public @Nullable Failure error() {
        return error;
    }

    /** The last checkpoint of the current series of attempts; null if none was recorded. */
    public @Nullable Json checkpoint() {
        Series series = series(purpose);
        return series == null ? null : series.checkpoint();
    }

    /** Late reports, which did not count, oldest first: the last four. */
    public List<LateReport> evidence() {
        return evidence;
    }

    /**
     * The output in the newest late report of a forward attempt, in this round and with this input; null if there is
     * none.
     */
    @Nullable Json lateOutput() {
        int earlier = forward == null ? 0 : forward.earlier();
        for (LateReport report : evidence.reversed()) {
            if (report.purpose() == Purpose.FORWARD && report.attempt() > earlier && report.output() != null) {
                return report.output();
            }
        }
        return null;
    }

    /**
     * Whether the step is in doubt: an attempt ended without a certain result, and neither a later attempt nor a probe
     * has clarified it. When the execution is compensated, such a step is undone too.
     */
    public boolean inDoubt() {
        return inDoubt && output == null;
    }

    /**
     * The doubt after a failed attempt. Only forward attempts leave a doubt: undoing a step twice is harmless, and a
     * probe has no effect.
     */
    public Doubt doubtAfter(Purpose which, Failure how) {
        if (which != Purpose.FORWARD || !inDoubt()) {
            return Doubt.NONE;
        }
        return Doubt.leavesDoubt(how) ? Doubt.THIS_ATTEMPT : Doubt.EARLIER_ATTEMPT;
    }

    /** Whether an attempt for this purpose ended without a result and may have had its effect all the same. */
    public boolean mayHaveActed(Purpose which) {
        Series series = series(which);
        return which == Purpose.FORWARD ? inDoubt() : series != null && series.inDoubt();
    }

    /** The rounds that were done and were not the last; null if there were none. */
    public @Nullable Rounds rounds() {
        return rounds;
    }

    /** The part of the step that a re-run, or an execution that undoes this one, takes over. */
    public Event.StepTaken taken(
            StepPath path,
            @Nullable Json input,
            @Nullable Json result,
            @Nullable Failure reason,
            @Nullable SkipReason skipped,
            boolean possiblyDone) {
        Json last = rounds == null || result != null ? null : rounds.output();
        return new Event.StepTaken(
                path,
                input,
                result,
                reason,
                skipped,
                possiblyDone,
                childDone(),
                roundsBefore(),
                last,
                byHand && result != null);
    }

    /** The number of rounds done, including the last one. */
    int roundsDone() {
        return roundsBefore() + (output == null ? 0 : 1);
    }

    /** The number of rounds done, without the last one. */
    public int roundsBefore() {
        return rounds == null ? 0 : rounds.done();
    }

    /** Whether a round has ended and no attempt of the next has failed. The next call is then another request. */
    public boolean isBeforeRound() {
        return rounds != null && forward != null && forward.failure() == null;
    }

    /** The output of the last round done, even if another round was to follow. */
    @Nullable Json lastOutput() {
        return output == null && rounds != null ? rounds.output() : output;
    }

    /** The items; null unless this is a step with {@code forEach} that has begun. */
    public @Nullable Items items() {
        return items;
    }

    /**
     * The items of this step, one of which is {@code item}.
     *
     * @throws IllegalStateException if the step has no items
     */
    public Items itemsOf(PlanNode item) {
        if (items == null) {
            throw new IllegalStateException("there is no item " + item);
        }
        return items;
    }

    /** The child execution that did the step, or was last started to do it; null for a step without child workflow. */
    public @Nullable ExecutionId child() {
        return child;
    }

    /** The signals that move the end of its wait; null for a step whose wait no version can move, and before it. */
    public @Nullable Update update() {
        return update;
    }

    /** The signals that a step has taken which collects them; empty for any other step. */
    public SignalList collected() {
        return collected == null ? SignalList.EMPTY : collected;
    }

    /** The mark of a step that is not needed any more; null for all others, and for items. */
    @Nullable Unneeded unneeded() {
        return unneeded;
    }

    /** Whether the step has ended going forward, also if it is undone meanwhile or was undone. */
    public boolean isSettled() {
        return switch (status) {
            case COMPLETED, SKIPPED, FAILED, COMPENSATING, COMPENSATED -> true;
            case ESCALATED -> purpose == Purpose.COMPENSATION;
            case PENDING, READY, RUNNING, WAITING, PROBING -> false;
        };
    }

    /** Whether its compensation has begun and has not ended. */
    public boolean isBeingUndone() {
        return status == StepStatus.COMPENSATING || isEscalatedFor(Purpose.COMPENSATION);
    }

    /** How long the step may wait for an agent; null for no maximum. */
    @Nullable Duration startBy(PlanNode node) {
        CallTimes times = forward == null ? null : forward.times();
        return times == null || times.startBy() == null ? node.startBy() : times.startBy();
    }

    /**
     * The child execution to undo first: the one that did the step or, if that is not done, its last round. Null for a
     * step without child workflow.
     */
    @Nullable ExecutionId childDone() {
        return output == null && !inDoubt && rounds != null ? rounds.child() : child;
    }

    /** Whether the round that {@link #child} did is undone, so that the one before it has to be found. */
    public boolean isRoundUndone() {
        return roundUndone;
    }

    /**
     * Whether a person did the last round of a step whose other rounds were done by child executions. Then the person
     * has to undo it.
     */
    public boolean isLastRoundByHand() {
        return byHand;
    }

    /** Whether a child execution has done the last round, and none was started for another one. */
    boolean isBetweenChildren() {
        return rounds != null && rounds.child() != null && rounds.child().equals(child);
    }

    /** Whether anything was done, or may have been done, that its compensation would undo. */
    public boolean hasEffect() {
        return output != null || inDoubt || rounds != null;
    }

    /** Whether an effect is left that was not undone. */
    boolean isEffective() {
        return hasEffect() && status != StepStatus.COMPENSATED;
    }

    /** The state after all items that had to be undone were undone. */
    StepState compensated() {
        Edit edit = new Edit(this);
        edit.status = StepStatus.COMPENSATED;
        return new StepState(edit);
    }

    StepState with(Unneeded mark) {
        Edit edit = new Edit(this);
        edit.unneeded = mark;
        return new StepState(edit);
    }

    StepState with(Items next) {
        Edit edit = new Edit(this);
        edit.items = next;
        return new StepState(edit);
    }

    /** The attempts for a purpose; null if the step has never been ready for it. */
    public @Nullable Series series(Purpose which) {
        return switch (which) {
            case FORWARD -> forward;
            case PROBE -> probe;
            case COMPENSATION -> compensation;
        };
    }

    /** The current series of attempts. */
    Series series() {
        return Objects.requireNonNull(series(purpose), "an open step has a series of attempts");
    }

    /** The timeout of the attempts of the current series. */
    public Duration completeBy(ActionCall call) {
        return series().completeBy(call);
    }

    /** The name that was computed for the calls for a purpose; null if it is a literal, or was not computed yet. */
    public @Nullable String name(Purpose which) {
        Series series = series(which);
        return series == null ? null : series.name();
    }

    /**
     * The action that the step calls for a purpose, with the name that was computed; null if it calls none, or its name
     * has not been computed.
     */
    public @Nullable String action(PlanNode node, Purpose which) {
        if (!node.calls(which)) {
            return null;
        }
        // the child that did the step is undone
        Purpose named = node.child == null ? which : Purpose.FORWARD;
        if (!node.isNamed(named)) {
            return node.call(which).action();
        }
        String name = name(named);
        return name == null || node.child == null ? name : PlanNode.actionOf(name);
    }

    /** The action of a step that is READY or RUNNING. */
    String openAction(PlanNode node) {
        String action = action(node, purpose);
        // a step that was taken over does not know which workflow did it
        return action == null ? node.call(purpose).action() : action;
    }

    /** The child workflow, with the name that was computed; null for a step without one. */
    Task.@Nullable Child childWorkflow(PlanNode node) {
        Task.Child started = node.child;
        String name = started == null ? null : name(Purpose.FORWARD);
        return started == null || name == null ? started : started.named(name);
    }

    /** Whether the next call for a purpose needs a name that has not been computed yet. */
    public boolean isNameMissing(PlanNode node, Purpose which) {
        return node.isNamed(which) && (name(which) == null || (which == Purpose.FORWARD && isBeforeRound()));
    }

    /** The state with one predecessor fewer to wait for. */
    StepState afterPredecessor(boolean reachedByIt) {
        Edit edit = new Edit(this);
        edit.blockers--;
        edit.reached += reachedByIt ? 1 : 0;
        return new StepState(edit);
    }

    /** The state in another graph, before any of its predecessors is counted. */
    StepState beforePredecessors(int predecessors) {
        Edit edit = new Edit(this);
        edit.blockers = predecessors;
        edit.reached = 0;
        return new StepState(edit);
    }

    StepState blockedBy(int count) {
        if (count == blockers) {
            return this;
        }
        Edit edit = new Edit(this);
        edit.blockers = count;
        return new StepState(edit);
    }

    boolean isEscalatedFor(Purpose which) {
        return status == StepStatus.ESCALATED && purpose == which;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StepState that
                && status == that.status
                && purpose == that.purpose
                && blockers == that.blockers
                && reached == that.reached
                && inDoubt == that.inDoubt
                && leftOut == that.leftOut
                && open.equals(that.open)
                && Objects.equals(output, that.output)
                && Objects.equals(failure, that.failure)
                && Objects.equals(error, that.error)
                && Objects.equals(forward, that.forward)
                && Objects.equals(probe, that.probe)
                && Objects.equals(compensation, that.compensation)
                && evidence.equals(that.evidence)
                && Objects.equals(rounds, that.rounds)
                && Objects.equals(items, that.items)
                && Objects.equals(child, that.child)
                && Objects.equals(update, that.update)
                && Objects.equals(collected, that.collected)
                && Objects.equals(unneeded, that.unneeded)
                && roundUndone == that.roundUndone
                && byHand == that.byHand;
    }

    @Override
    public int hashCode() {
        return Objects.hash(status, purpose, open, blockers, output, forward);
    }

    @Override
    public String toString() {
        return "%s %s %s, %d attempts%s"
                .formatted(status, purpose, open, attempts(purpose), inDoubt() ? ", possibly done" : "");
    }

    /** Builds the next state. Used by {@link Evolution} only. */
    static final class Edit {
        StepStatus status = StepStatus.PENDING;
        Purpose purpose = Purpose.FORWARD;
        Open open = Open.IDLE;
        int blockers;
        int reached;
        boolean inDoubt;
        boolean leftOut;

        @Nullable Json output;

        @Nullable Failure failure;

        @Nullable Failure error;

        private @Nullable Series forward;
        private @Nullable Series probe;
        private @Nullable Series compensation;
        private List<LateReport> evidence = List.of();

        @Nullable Rounds rounds;

        @Nullable Items items;

        @Nullable ExecutionId child;

        @Nullable Update update;

        @Nullable SignalList collected;

        @Nullable Unneeded unneeded;

        boolean roundUndone;
        boolean byHand;

        private Edit() {}

        Edit(StepState state) {
            status = state.status;
            purpose = state.purpose;
            open = state.open;
            blockers = state.blockers;
            reached = state.reached;
            inDoubt = state.inDoubt;
            leftOut = state.leftOut;
            output = state.output;
            failure = state.failure;
            error = state.error;
            forward = state.forward;
            probe = state.probe;
            compensation = state.compensation;
            evidence = state.evidence;
            rounds = state.rounds;
            items = state.items;
            child = state.child;
            update = state.update;
            collected = state.collected;
            unneeded = state.unneeded;
            roundUndone = state.roundUndone;
            byHand = state.byHand;
        }

        void keep(LateReport report) {
            List<LateReport> more = new ArrayList<>(evidence);
            more.add(report);
            evidence = List.copyOf(more.subList(Math.max(0, more.size() - EVIDENCE_MAX), more.size()));
        }

        void series(Purpose which, Series series) {
            switch (which) {
                case FORWARD -> forward = series;
                case PROBE -> probe = series;
                case COMPENSATION -> compensation = series;
            }
        }
    }
}
