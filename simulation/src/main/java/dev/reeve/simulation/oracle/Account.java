package dev.reeve.simulation.oracle;

import dev.reeve.model.Call;
import dev.reeve.model.OnExhausted;
import dev.reeve.model.OnUnknown;
import dev.reeve.model.Retry;
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

    /** The step whose item it is; null for a step. */
    final @Nullable Account parent;

    /** Which item it is, from 0. */
    final int item;

    /** Null for what calls nobody itself, as a step with items does. What another execution does is called once, as an agent is. */
    final Task.@Nullable Action action;

    /** Whether another execution does it. */
    final boolean isChild;

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

    /** The execution that does it, or did it; null if there is none yet. */
    @Nullable String child;

    Undo undo = Undo.NOT_BEGUN;

    /** Null unless it is a step with {@code forEach} that has begun. */
    @Nullable List<Account> items;

    /** Of an item: what it is. */
    @Nullable Object value;

    /** Of an item: whether it has had its turn to begin. */
    boolean entered;

    /** How many rounds were done and were not the last. */
    int rounds;

    /** How many of them do not count any more, since a person had it tried again. */
    int forgiven;

    /** What the last of them gave. */
    @Nullable Object roundOutput;

    /** Since when it waits for an agent, if it does. */
    Instant queuedAt = Instant.MIN;

    /** What has to be the step's next event, in the same decision. */
    @Nullable Due due;

    Account(Step step, boolean isFinally) {
        this(step, isFinally, null, -1);
    }

    private Account(Step step, boolean isFinally, @Nullable Account parent, int item) {
        this.step = step;
        this.isFinally = isFinally;
        this.parent = parent;
        this.item = item;
        boolean callsItself = step.forEach() == null || parent != null;
        this.isChild = callsItself && step.task() instanceof Task.Child;
        this.action = callsItself ? call(step.task()) : null;
    }

    private static Task.@Nullable Action call(Task task) {
        return switch (task) {
            case Task.Action action -> action;
            case Task.Child child ->
                new Task.Action(
                        new Call(child.workflow(), child.input(), Call.DEFAULT_COMPLETE_BY, null, Retry.NONE),
                        new Call(child.workflow(), null, Call.DEFAULT_COMPLETE_BY, null, Retry.NONE),
                        null,
                        OnUnknown.RETRY,
                        OnExhausted.of(child.onExhausted()),
                        child.priority());
            case Task.WaitFor wait -> null;
            case Task.WaitUntil wait -> null;
            case Task.Switch choice -> null;
            case Task.Await await -> null;
        };
    }

    /** Its items are known. */
    void begin(List<?> values) {
        List<Account> made = new ArrayList<>();
        for (Object each : values) {
            Account account = new Account(step, isFinally, this, made.size());
            account.value = each;
            made.add(account);
        }
        items = made;
        begun = true;
    }

    /** As it stands in the journal. */
    String path() {
        return parent == null ? step.name() : step.name() + "[" + item + "]";
    }

    boolean hasItems() {
        return step.forEach() != null && parent == null;
    }

    /** Takes over what another history has told of the same step, between two rows. */
    void take(Account other) {
        other.tries.forEach((which, told) -> tries.put(which, told.copy()));
        busy = other.busy;
        queuedAt = other.queuedAt;
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
        child = other.child;
        undo = other.undo;
        entered = other.entered;
        rounds = other.rounds;
        forgiven = other.forgiven;
        roundOutput = other.roundOutput;
        List<Account> theirs = other.items;
        if (theirs != null) {
            List<Account> copies = new ArrayList<>();
            for (Account each : theirs) {
                Account copy = new Account(step, isFinally, this, each.item);
                copy.value = each.value;
                copy.take(each);
                copies.add(copy);
            }
            items = copies;
        }
    }

    /** All that is remembered, times and what is over left out. */
    int memory() {
        String waiting = busy == Busy.WAITING ? waitsFor : "";
        int hash = Objects.hash(
                busy.name(), purpose.name(), waiting, begun, doubt, escalated, String.valueOf(outcome), undo.name());
        for (Purpose which : PURPOSES) {
            hash = 31 * hash + (wasReady(which) ? tries(which).givenUp.hashCode() : 1);
        }
        for (Account each : items == null ? List.<Account>of() : items) {
            hash = 31 * hash + each.memory();
        }
        return 31 * hash + Objects.hash(entered, rounds, forgiven);
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

    /** Whether it may be the output; what is said of it is said of each item, if there are any. */
    boolean isFit(@Nullable Object output) {
        if (!hasItems()) {
            return Values.isValid(step.output(), output);
        }
        return step.output() == null
                || (output instanceof List<?> each
                        && each.stream().allMatch(one -> one == null || Values.isValid(step.output(), one)));
    }

    /** What a rerun calls the round that comes now. */
    String slot() {
        return rounds == 0 ? path() : path() + "#" + (rounds + 1);
    }

    /** Whether another execution has done it, though with an output that cannot be used. */
    boolean isDoneByChild(Purpose which) {
        return which == Purpose.FORWARD && step.task() instanceof Task.Child && doubt;
    }

    boolean canBeUndone() {
        return action != null && action.compensate() != null && !isFinally;
    }

    private boolean undoesItems() {
        Task.Action each = hasItems() && !isFinally ? call(step.task()) : null;
        return each != null && each.compensate() != null;
    }

    boolean hasBegun() {
        return begun || outcome != null || escalated;
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

    /**
     * Whether it was done, or may have been; a pivot that nothing undoes has to be seen by a person, and so has a list that one
     * has seen to as a whole.
     */
    boolean mustBeUndone() {
        if (items != null) {
            return items.stream().anyMatch(Account::mustBeUndone);
        }
        boolean matters = canBeUndone() || undoesItems() || (step.pivot() && !isFinally);
        return matters && (outcome == Outcome.DONE || doubt || rounds > 0);
    }

    /** Whether it had to be undone, and is. */
    boolean isThrough() {
        if (items != null) {
            return mustBeUndone() && items.stream().allMatch(each -> !each.mustBeUndone() || each.isThrough());
        }
        return undo == Undo.UNDONE || undo == Undo.LEFT_AS_IT_IS;
    }

    private boolean isInTheWay() {
        return mustBeUndone() && !isThrough();
    }

    /** All that has to be undone before it is; of items, the later ones, but for as many as may be undone at a time. */
    boolean hasItsTurn() {
        Account of = parent;
        if (of == null) {
            return descendants.stream().noneMatch(Account::isInTheWay);
        }
        List<Account> all = Objects.requireNonNull(of.items);
        List<Account> later = all.subList(item + 1, all.size());
        return of.hasItsTurn()
                && later.stream().allMatch(each -> !each.mustBeUndone() || each.undo != Undo.NOT_BEGUN)
                && later.stream().filter(Account::isInTheWay).count() < concurrency();
    }

    int concurrency() {
        return Objects.requireNonNull(step.forEach()).concurrency();
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
        if (items != null && isThrough()) {
            return "compensated";
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
