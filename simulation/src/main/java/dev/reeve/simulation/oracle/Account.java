package dev.reeve.simulation.oracle;

import dev.reeve.internal.model.definition.ActionCall;
import dev.reeve.internal.model.definition.Step;
import dev.reeve.internal.model.definition.Task;
import dev.reeve.simulation.oracle.JournalEvent.Failure;
import dev.reeve.simulation.oracle.JournalEvent.Purpose;
import dev.reeve.workflow.OnUnknown;
import dev.reeve.workflow.Others;
import dev.reeve.workflow.Retry;
import java.time.Duration;
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

/** The state of one step, as the history shows it so far. */
final class Account {

    /** The outcome of a step. */
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

    /** The attempts for one purpose. Budgets count since their last reset. */
    static final class Tries {
        int attempts;
        int failed;
        int throttled;
        int lost;
        int rounds;

        /** The durations that were computed, by their names in the journal. */
        Map<String, Duration> times = Map.of();

        /** The name of the action or the workflow that was computed; null if it is a literal. */
        @Nullable String name;

        /** Whether an attempt with this input may have had its effect. */
        boolean doubt;

        @Nullable Failure last;

        /** When the first attempt since the budgets were reset was given out; null if there was none. */
        @Nullable Instant firstAt;

        /** The length of the pauses of the execution before that. */
        Duration pausedBefore = Duration.ZERO;

        final Set<Integer> givenUp = new HashSet<>();

        Tries copy() {
            Tries copy = new Tries();
            copy.attempts = attempts;
            copy.failed = failed;
            copy.throttled = throttled;
            copy.lost = lost;
            copy.rounds = rounds;
            copy.times = times;
            copy.name = name;
            copy.doubt = doubt;
            copy.last = last;
            copy.firstAt = firstAt;
            copy.pausedBefore = pausedBefore;
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
            firstAt = null;
        }
    }

    private static final List<Purpose> PURPOSES = List.of(Purpose.values());

    final Step step;
    final boolean isFinally;

    /** The step that has this item; null for a step. */
    final @Nullable Account parent;

    /** The index of the item, from 0. */
    final int item;

    /**
     * Null for a step that calls no action itself, such as a step with items. A child execution counts as one call, as
     * an agent does.
     */
    final Task.@Nullable Action action;

    /** Whether a child execution does it. */
    final boolean isChild;

    /** Whether the permit of an attempt decides, and not the time (ADR 35). */
    final boolean isTransactional;

    final List<Account> after = new ArrayList<>();
    /** All direct and indirect successors in the graph. */
    final Set<Account> descendants = new LinkedHashSet<>();

    private final Map<Purpose, Tries> tries = new EnumMap<>(Purpose.class);

    Busy busy = Busy.NO;
    Purpose purpose = Purpose.FORWARD;

    /** The end of its wait, or the complete-by of the attempt. */
    Instant until = Instant.MIN;

    String waitsFor = "";
    Instant startedAt = Instant.MIN;
    boolean begun;
    /** Whether no agent took it in time, since it was queued last. */
    boolean leftQueue;

    boolean doubt;
    boolean escalated;

    @Nullable Outcome outcome;

    /** The failure for which it was given up. */
    @Nullable Failure failedFor;

    @Nullable Object output;

    /** The child execution that does it, or did it last; null if there is none yet. */
    @Nullable String child;

    Undo undo = Undo.NOT_BEGUN;

    /** The children that did its rounds, without the last one if that ended the step. */
    private List<String> roundChildren = new ArrayList<>();

    /** Whether the rounds were done for another execution, so that only the last child is known. */
    boolean roundsTaken;

    /** Whether a round is undone, and the one before it is to be found. */
    boolean roundUndone;

    /** Whether a person did the last round, and {@link #child} the one before it. */
    boolean byHand;

    /** Null unless it is a step with {@code forEach} that has begun. */
    @Nullable List<Account> items;

    /** The value of an item. */
    @Nullable Object value;

    /** Whether an item has begun. */
    boolean entered;

    /** Number of rounds done, without the last one. */
    int rounds;

    /** Number of rounds that no longer count, because a person retried the step. */
    int forgiven;

    /** The output of the last of these rounds. */
    @Nullable Object roundOutput;

    /** The time since which it waits for an agent, if it does. */
    Instant queuedAt = Instant.MIN;

    /** When its wait began, for a wait whose end a signal moves. */
    Instant waitsSince = Instant.MIN;

    /** The newest data of that signal. */
    @Nullable Object signal;

    /** Whether such a signal has come. */
    boolean isSignalled;

    /** The signals that it has taken, if it collects them. */
    final List<@Nullable Object> collected = new ArrayList<>();

    /** Its fate as one of the others that are not needed any more; null as long as it is needed. */
    @Nullable Others ended;

    /** The required next event of the step, in the same decision. */
    @Nullable RequiredEvent due;

    Account(Step step, boolean isFinally) {
        this(step, isFinally, null, -1);
    }

    private Account(Step step, boolean isFinally, @Nullable Account parent, int item) {
        this.step = step;
        this.isFinally = isFinally;
        this.parent = parent;
        this.item = item;
        boolean callsItself = step.forEach() == null || parent != null;
        this.isTransactional = callsItself
                && step.task() instanceof Task.Action action
                && action.call().transactional();
        this.isChild = callsItself && step.task() instanceof Task.Child;
        this.action = callsItself ? call(step.task()) : null;
    }

    private static Task.@Nullable Action call(Task task) {
        return switch (task) {
            case Task.Action action -> action;
            case Task.Child child ->
                new Task.Action(
                        new ActionCall(
                                child.workflow(),
                                child.input(),
                                ActionCall.DEFAULT_COMPLETE_BY,
                                null,
                                Retry.NONE,
                                false,
                                child.name()),
                        new ActionCall(child.workflow(), null, ActionCall.DEFAULT_COMPLETE_BY, null, Retry.NONE),
                        null,
                        OnUnknown.RETRY,
                        child.onExhausted(),
                        child.priority());
            case Task.WaitFor wait -> null;
            case Task.WaitUntil wait -> null;
            case Task.Switch choice -> null;
            case Task.Await await -> null;
            case Task.Value computed -> null;
            case Task.Fail fail -> null;
            case Task.Complete complete -> null;
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

    /** The step itself, or the step whose item it is. */
    Account whole() {
        return parent == null ? this : parent;
    }

    /** Whether the execution does not need its result any more. */
    boolean isUnneeded() {
        return whole().ended != null;
    }

    /** The path in the journal. */
    String path() {
        return parent == null ? step.name() : step.name() + "[" + item + "]";
    }

    List<Account> items() {
        return Objects.requireNonNull(items, "a step without items");
    }

    boolean hasItems() {
        return step.forEach() != null && parent == null;
    }

    /** Copies the state of the same step from another history, between two rows. */
    void take(Account other) {
        other.tries.forEach((which, told) -> tries.put(which, told.copy()));
        busy = other.busy;
        queuedAt = other.queuedAt;
        waitsSince = other.waitsSince;
        signal = other.signal;
        isSignalled = other.isSignalled;
        ended = other.ended;
        collected.clear();
        collected.addAll(other.collected);
        purpose = other.purpose;
        until = other.until;
        waitsFor = other.waitsFor;
        startedAt = other.startedAt;
        begun = other.begun;
        leftQueue = other.leftQueue;
        doubt = other.doubt;
        escalated = other.escalated;
        outcome = other.outcome;
        failedFor = other.failedFor;
        output = other.output;
        child = other.child;
        undo = other.undo;
        roundChildren = new ArrayList<>(other.roundChildren);
        roundsTaken = other.roundsTaken;
        byHand = other.byHand;
        roundUndone = other.roundUndone;
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

    /** A hash of its state, without times and without what is past. */
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
        return 31 * hash
                + Objects.hash(entered, rounds, forgiven, roundUndone, byHand, String.valueOf(ended), collected);
    }

    Tries tries(Purpose which) {
        return tries.computeIfAbsent(which, unknown -> new Tries());
    }

    /** Whether it has ever been ready for this purpose. */
    boolean wasReady(Purpose which) {
        return tries.containsKey(which);
    }

    /** The computed name of what it calls for this purpose; null if the name is a literal, or not computed yet. */
    @Nullable String name(Purpose which) {
        return wasReady(which) ? tries(which).name : null;
    }

    Task.Action call() {
        return Objects.requireNonNull(action, "a step that calls nobody");
    }

    ActionCall call(Purpose which) {
        ActionCall call = switch (which) {
            case FORWARD -> call().call();
            case PROBE -> call().probe();
            case COMPENSATION -> call().compensate();
        };
        return Objects.requireNonNull(call, "nobody to call for " + which);
    }

    /** The timeout of an attempt. */
    Duration completeBy(Purpose which) {
        return tries(which).times.getOrDefault("completeBy", call(which).completeBy());
    }

    /** How long it may wait for an agent; null for any time. */
    @Nullable Duration startBy() {
        return tries(Purpose.FORWARD).times.getOrDefault("startBy", call().startBy());
    }

    /** The delays between attempts. A computed first delay raises the maximum, unless that is computed too. */
    Retry retry(Purpose which) {
        Retry literal = call(which).retry();
        Map<String, Duration> times = tries(which).times;
        Duration backoff = times.getOrDefault("backoff", literal.backoff());
        Duration most = backoff.compareTo(literal.maxBackoff()) > 0 ? backoff : literal.maxBackoff();
        return new Retry(
                literal.maxAttempts(),
                backoff,
                literal.factor(),
                times.getOrDefault("maxBackoff", most),
                literal.on(),
                literal.never(),
                literal.giveUpAfter());
    }

    boolean canBeAsked() {
        return action != null && action.probe() != null;
    }

    /** The name of the current round in a re-run. */
    String slot() {
        return rounds == 0 ? path() : path() + "#" + (rounds + 1);
    }

    /** Whether a child execution has done it, though with an unusable output. */
    boolean isDoneByChild(Purpose which) {
        return which == Purpose.FORWARD && step.task() instanceof Task.Child && doubt;
    }

    /** Whether its rounds are undone one by one. */
    boolean undoesRounds() {
        return isChild && step.repeat() != null;
    }

    void roundEnded() {
        if (child != null) {
            roundChildren.add(child);
        }
    }

    /** A person has given the output. The rounds before it, if there are any, were done by children. */
    void resolved() {
        byHand = undoesRounds() && child != null && !roundChildren.isEmpty() && child.equals(roundChildren.getLast());
    }

    /** Its last round is the first one to undo, unless the step was done or may have been. */
    void beginUndo() {
        undo = Undo.BEGUN;
        if (outcome != Outcome.DONE && !doubt && !roundChildren.isEmpty()) {
            child = roundChildren.getLast();
        }
    }

    /** The child of the round before the one that {@link #child} did; null if that was the first one. */
    @Nullable String roundBefore() {
        int index = roundChildren.indexOf(child);
        return index > 0
                ? roundChildren.get(index - 1)
                : index == 0 || roundChildren.isEmpty() ? null : roundChildren.getLast();
    }

    boolean canBeUndone() {
        return action != null && action.compensate() != null && !isFinally;
    }

    boolean undoesItems() {
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

    /** Whether no work is under way on it, and none will start without a person. */
    boolean isClosed() {
        return busy == Busy.NO || purpose == Purpose.COMPENSATION;
    }

    /**
     * Whether it was done, or may have been, and must therefore be compensated. A pivot without compensation must be
     * handled by a person, and so must a list that a person resolved as a whole.
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

    /**
     * Whether everything that must be undone before it is undone. Of items, the later ones come first, up to the
     * concurrency.
     */
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

    /** Queued for an attempt. */
    void queue(Purpose by, Instant at) {
        queuedAt = at;
        purpose = by;
        busy = Busy.READY;
        leftQueue = false;
        escalated = false;
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

    /** Its status in expressions. */
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
