package dev.reeve.simulation.oracle;

import dev.reeve.model.Call;
import dev.reeve.model.Step;
import dev.reeve.model.Task;
import dev.reeve.simulation.oracle.Entry.Failure;
import dev.reeve.simulation.oracle.Entry.Purpose;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a history has told of one step so far. */
final class Account {

    /** What became of doing the step. */
    enum Outcome {
        DONE,
        FAILED,
        CONTINUED,
        LEFT_OUT,
        WITHDRAWN,
        SKIPPED
    }

    enum Busy {
        NO,
        READY,
        RUNNING,
        WAITING
    }

    enum Undo {
        NOT_BEGUN,
        BEGUN,
        UNDONE,
        LEFT_AS_IT_IS
    }

    /** The attempts for one purpose. What counts against a budget counts since the budget was fresh. */
    static final class Tries {
        int attempts;
        int failed;
        int throttled;
        int lost;
        int rounds;

        /** Whether an attempt with this input may have had its effect. */
        boolean doubt;

        @Nullable Failure last;

        final Set<Integer> givenUp = new HashSet<>();

        Tries copy() {
            Tries copy = new Tries();
            copy.attempts = attempts;
            copy.failed = failed;
            copy.throttled = throttled;
            copy.lost = lost;
            copy.rounds = rounds;
            copy.doubt = doubt;
            copy.last = last;
            copy.givenUp.addAll(givenUp);
            return copy;
        }

        void freshRound() {
            failed = 0;
            throttled = 0;
        }

        void fresh() {
            freshRound();
            lost = 0;
            rounds = 0;
        }
    }

    private static final List<Purpose> PURPOSES = List.of(Purpose.values());

    final Step step;
    final boolean isFinally;
    final Task.@Nullable Action action;
    final List<Account> after = new ArrayList<>();
    /** Whatever comes after it in the graph, directly or through others. */
    final Set<Account> descendants = new LinkedHashSet<>();

    private final Map<Purpose, Tries> tries = new EnumMap<>(Purpose.class);

    Busy busy = Busy.NO;
    Purpose purpose = Purpose.FORWARD;

    /** Until when it waits, or the complete-by of the attempt. */
    Instant until = Instant.MIN;

    String waitsFor = "";
    Instant startedAt = Instant.MIN;
    boolean begun;
    boolean doubt;
    boolean escalated;

    @Nullable Outcome outcome;

    /** What it was given up for. */
    @Nullable Failure failedFor;

    @Nullable Object output;

    Undo undo = Undo.NOT_BEGUN;

    /** What has to be the step's next event, in the same decision. */
    @Nullable Due due;

    Account(Step step, boolean isFinally) {
        this.step = step;
        this.isFinally = isFinally;
        this.action = step.task() instanceof Task.Action call ? call : null;
    }

    /** Takes over what another history has told of the same step, between two rows. */
    void take(Account other) {
        other.tries.forEach((which, told) -> tries.put(which, told.copy()));
        busy = other.busy;
        purpose = other.purpose;
        until = other.until;
        waitsFor = other.waitsFor;
        startedAt = other.startedAt;
        begun = other.begun;
        doubt = other.doubt;
        escalated = other.escalated;
        outcome = other.outcome;
        failedFor = other.failedFor;
        output = other.output;
        undo = other.undo;
    }

    /** All that is remembered, times and what is over left out. */
    int memory() {
        String waiting = busy == Busy.WAITING ? waitsFor : "";
        int hash = Objects.hash(
                busy.name(), purpose.name(), waiting, begun, doubt, escalated, String.valueOf(outcome), undo.name());
        for (Purpose which : PURPOSES) {
            hash = 31 * hash + (wasReady(which) ? tries(which).givenUp.hashCode() : 1);
        }
        return hash;
    }

    Tries tries(Purpose which) {
        return tries.computeIfAbsent(which, unknown -> new Tries());
    }

    /** Whether it has ever been ready for this purpose. */
    boolean wasReady(Purpose which) {
        return tries.containsKey(which);
    }

    Task.Action call() {
        return Objects.requireNonNull(action, "a step that calls nobody");
    }

    Call call(Purpose which) {
        Call call = switch (which) {
            case FORWARD -> call().call();
            case PROBE -> call().probe();
            case COMPENSATION -> call().compensate();
        };
        return Objects.requireNonNull(call, "nobody to call for " + which);
    }

    boolean canBeAsked() {
        return action != null && action.probe() != null;
    }

    boolean canBeUndone() {
        return action != null && action.compensate() != null && !isFinally;
    }

    boolean isSettled() {
        return outcome != null && outcome != Outcome.FAILED && outcome != Outcome.WITHDRAWN;
    }

    boolean isLeftOut() {
        return outcome == Outcome.LEFT_OUT;
    }

    /** Whether nobody is at work on doing it, nor will be without anybody's doing. */
    boolean isClosed() {
        return busy == Busy.NO || purpose == Purpose.COMPENSATION;
    }

    boolean mustBeUndone() {
        return canBeUndone() && (outcome == Outcome.DONE || doubt);
    }

    boolean isThrough() {
        return undo == Undo.UNDONE || undo == Undo.LEFT_AS_IT_IS;
    }

    /** All that has to be undone before it is. */
    boolean hasItsTurn() {
        return descendants.stream().allMatch(later -> !later.mustBeUndone() || later.isThrough());
    }

    void idle() {
        busy = Busy.NO;
    }

    void settle(Outcome how) {
        outcome = how;
        busy = Busy.NO;
        escalated = false;
        begun = true;
    }

    void done(@Nullable Object with) {
        settle(Outcome.DONE);
        output = with;
        doubt = false;
    }

    /** As expressions see it. */
    String status() {
        if (escalated) {
            return "escalated";
        }
        return switch (undo) {
            case BEGUN -> "compensating";
            case UNDONE -> "compensated";
            case LEFT_AS_IT_IS -> outcome == Outcome.DONE ? "completed" : "failed";
            case NOT_BEGUN -> forwardStatus();
        };
    }

    private String forwardStatus() {
        return switch (outcome) {
            case DONE -> "completed";
            case FAILED, CONTINUED -> "failed";
            case LEFT_OUT, WITHDRAWN, SKIPPED -> "skipped";
            case null -> purpose == Purpose.PROBE ? "probing" : busyStatus();
        };
    }

    private String busyStatus() {
        return switch (busy) {
            case READY -> "ready";
            case RUNNING -> "running";
            case WAITING -> "waiting";
            case NO -> begun ? "running" : "pending";
        };
    }
}
