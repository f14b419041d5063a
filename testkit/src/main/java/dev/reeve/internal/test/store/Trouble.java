package dev.reeve.internal.test.store;

import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoreException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The current faults of the database, and the faults of the next call. */
final class Trouble {

    private static final Duration TRIP_MAX = Duration.ofMillis(3);
    private static final Duration SLOW_MAX = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration ZOMBIE_MAX = Duration.ofSeconds(45);
    private static final Duration WHILE_MAX = Duration.ofSeconds(40);
    private static final Duration CLOCK_STEP_MAX = Duration.ofSeconds(30);

    /** How much longer a far step is: up to ten minutes. */
    private static final int CLOCK_FAR = 20;

    private final Timeline timeline;
    private final StoreFaults faults;
    private final RandomGenerator random;
    private final Condition condition;

    private Duration clockOffset = Duration.ZERO;
    private Duration setBack = Duration.ZERO;
    private Duration farthest = Duration.ZERO;

    /** In the order of their requests. Some of them have ended. */
    private final Set<SimTransaction> requested = new LinkedHashSet<>();

    /** Commits that the standby lacks, in the order of commit. */
    private final List<SimTransaction> unreplicated = new ArrayList<>();

    Trouble(Timeline timeline, StoreFaults faults) {
        this.timeline = timeline;
        this.faults = faults;
        this.random = timeline.random();
        this.condition = new Condition(timeline);
    }

    Condition condition() {
        return condition;
    }

    Duration clockOffset() {
        return clockOffset;
    }

    /** Starts faults that may start with any call. */
    void begin() {
        if (faults.happens(StoreFault.OUTAGE)) {
            condition.refuseAll(upTo(WHILE_MAX));
        }
        if (faults.happens(StoreFault.READ_ONLY)) {
            condition.refuseWrites(upTo(WHILE_MAX));
        }
        if (faults.happens(StoreFault.SLOWNESS)) {
            condition.slowDown(upTo(WHILE_MAX));
        }
        if (faults.happens(StoreFault.DISK_FULL)) {
            condition.refuseCommits(upTo(WHILE_MAX));
        }
        if (faults.happens(StoreFault.CLOCK_STEP)) {
            stepClock();
        }
        if (faults.happens(StoreFault.FAILOVER)) {
            failOver();
        }
    }

    /** The sum of all steps backwards. */
    Duration setBack() {
        return setBack;
    }

    /** The longest step in either direction. */
    Duration farthest() {
        return farthest;
    }

    /** Sets the clock forwards more often than backwards, rarely far back, and sometimes far forwards. */
    private void stepClock() {
        Duration step = upTo(CLOCK_STEP_MAX);
        step = step.toNanos() % 5 == 0 ? step.multipliedBy(CLOCK_FAR) : step;
        Duration back = step.toNanos() % 4 == 0 ? step : step.dividedBy(10);
        boolean isBack = random.nextInt(3) == 0;
        clockOffset = clockOffset.plus(isBack ? back.negated() : step);
        setBack = isBack ? setBack.plus(back) : setBack;
        Duration length = isBack ? back : step;
        farthest = length.compareTo(farthest) > 0 ? length : farthest;
    }

    /** Processes a call, unless a fault happens before or after. */
    <T> T deal(CallKind call, Supplier<T> question) {
        StoreException refusal = condition.refusal(call);
        if (refusal != null) {
            throw refusal;
        }
        if (faults.happens(StoreFault.REQUEST_LOST)) {
            throw Condition.unavailable("The connection broke before the request was there (simulated).");
        }
        T answer = question.get();
        if (faults.happens(StoreFault.ANSWER_LOST)) {
            throw Condition.unavailable("The connection broke before the answer was there (simulated).");
        }
        return answer;
    }

    /** How long a message travels. */
    Duration trip() {
        boolean slow = condition.isSlow() || faults.happens(StoreFault.SLOW);
        return upTo(slow ? SLOW_MAX : TRIP_MAX);
    }

    private Duration upTo(Duration max) {
        return Duration.ofNanos(random.nextLong(max.toNanos()));
    }

    CommitFate commit(SimTransaction transaction) {
        request(transaction);
        Duration there = trip();
        Duration back = there.plus(upTo(TRIP_MAX));
        if (faults.happens(StoreFault.REQUEST_LOST)) {
            return new CommitFate(there, true, Condition.unavailable("The connection broke (simulated)."), back);
        }
        if (faults.happens(StoreFault.ANSWER_LOST)) {
            return new CommitFate(there, false, Condition.unavailable("The connection broke (simulated)."), back);
        }
        if (faults.happens(StoreFault.OFFENCE)) {
            StoreException offence = new StoreException(Kind.DATA, "A value cannot be stored (simulated).", null);
            return new CommitFate(there, true, offence, back);
        }
        if (faults.happens(StoreFault.ZOMBIE)) {
            transaction.becomeZombie();
            return new CommitFate(
                    there.plus(upTo(ZOMBIE_MAX)),
                    random.nextInt(4) == 0,
                    Condition.unavailable("The connection broke during the commit (simulated)."),
                    there);
        }
        if (faults.happens(StoreFault.HANGS)) {
            transaction.becomeZombie();
            return new CommitFate(
                    there.plus(upTo(ZOMBIE_MAX)),
                    random.nextInt(4) == 0,
                    Condition.unavailable("The database did not answer in %s (simulated).".formatted(PATIENCE)),
                    PATIENCE);
        }
        if (condition.isStalled() || faults.happens(StoreFault.UNREPLICATED)) {
            stall();
            unreplicated.add(transaction);
            return new CommitFate(
                    there,
                    false,
                    Condition.unavailable("It was committed, but the standby did not confirm it (simulated)."),
                    back.plus(upTo(SLOW_MAX)));
        }
        return new CommitFate(there, false, null, back);
    }

    /** The fate of a commit from a node that is cut off. */
    CommitFate cut(SimTransaction transaction, StoreLine line) {
        request(transaction);
        Duration there = trip();
        transaction.becomeZombie();
        return new CommitFate(
                there,
                !line.arrives(),
                Condition.unavailable("The node is cut off (simulated)."),
                there.plus(line.silence()));
    }

    /** The transactions under way, the oldest first. */
    private List<SimTransaction> underWay() {
        forgetEnded();
        return List.copyOf(requested);
    }

    private void request(SimTransaction transaction) {
        forgetEnded();
        requested.add(transaction);
    }

    private void forgetEnded() {
        requested.removeIf(transaction -> !transaction.isUnderWay());
    }

    /**
     * Settles a transaction under way when a node takes its lane: waits for it, or kills it.
     *
     * @throws StoreException if waiting takes too long
     */
    void settle(SimTransaction transaction) {
        if (!transaction.isUnderWay()) {
            return;
        }
        if (!faults.healed() && random.nextInt(3) == 0) {
            throw Condition.unavailable(
                    "The lane's row is locked by a transaction that is still under way (simulated).");
        }
        settleByLot(transaction);
    }

    private void settleByLot(SimTransaction transaction) {
        if (random.nextBoolean()) {
            transaction.commit();
        } else {
            transaction.drop();
        }
    }

    /**
     * Settles all zombie transactions, when a node takes all lanes. Requests that are still under way are fenced when
     * they arrive.
     */
    void settleZombies() {
        underWay().stream().filter(SimTransaction::isZombie).forEach(this::settle);
    }

    /**
     * As {@link #settleZombies()}, for the transactions of some nodes.
     *
     * @return whether there was one
     */
    boolean settleZombies(Predicate<NodeId> nodes) {
        List<SimTransaction> zombies = underWay().stream()
                .filter(transaction -> transaction.isZombie() && nodes.test(transaction.node()))
                .toList();
        zombies.forEach(this::settle);
        return !zombies.isEmpty();
    }

    private void stall() {
        if (!condition.isStalled()) {
            condition.stall();
            timeline.after(upTo(WHILE_MAX), "standby", this::endStall);
        }
    }

    private void endStall() {
        if (condition.isStalled()) {
            if (!faults.healed() && random.nextBoolean()) {
                failOver();
            } else {
                replicate();
            }
        }
    }

    private void replicate() {
        unreplicated.forEach(SimTransaction::replicated);
        unreplicated.clear();
        condition.endStall();
    }

    /**
     * Lets another server take over from what it has received. Every connection breaks. Each transaction under way
     * commits or rolls back. The new server may lack the last commits that were not yet replicated.
     */
    private void failOver() {
        underWay().forEach(this::settleByLot);
        int kept = random.nextInt(unreplicated.size() + 1);
        unreplicated.subList(kept, unreplicated.size()).reversed().forEach(SimTransaction::undo);
        replicate();
        condition.refuseAll(upTo(WHILE_MAX).dividedBy(4));
        stepClock();
    }

    void heal() {
        faults.heal();
        condition.heal();
        replicate();
    }
}
