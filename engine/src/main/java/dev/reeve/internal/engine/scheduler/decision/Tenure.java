package dev.reeve.internal.engine.scheduler.decision;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.Strand;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that a lane belongs to. While that thread decides about an execution, and only then, it can lose the lane
 * to another thread. DecisionApplier is pure, so nothing is left half done. If the first thread returns, it finds that
 * it has lost the lane before it can touch anything.
 *
 * <p>{@link #deciding} and {@link #take} may be called by any thread, {@link #decide} by the lane's.
 */
public final class Tenure {

    private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);

    /** For tests: called in the middle of deciding about an execution. Null for nothing. */
    static volatile @Nullable Consumer<ExecutionId> inDeciding;

    /** A decision under way. Compared by identity. */
    public static final class Call {
        private final ExecutionId execution;
        private final Strand strand = Strand.current();
        private final long sinceNanos;

        private Call(ExecutionId execution, long sinceNanos) {
            this.execution = execution;
            this.sinceNanos = sinceNanos;
        }

        public ExecutionId execution() {
            return execution;
        }

        public Strand strand() {
            return strand;
        }

        long sinceNanos() {
            return sinceNanos;
        }
    }

    /**
     * Ends the work of a thread that has lost its lane. An error, so that no code in between handles it as an exception
     * of its own.
     */
    public static final class Lost extends Error {
        Lost(ExecutionId execution) {
            super(
                    "deciding about " + execution + " took too long: another thread has taken the lane",
                    null,
                    false,
                    false);
        }
    }

    private final Clock clock;
    private final AtomicReference<@Nullable Call> current = new AtomicReference<>();
    private final Set<Strand> evicted = ConcurrentHashMap.newKeySet();

    public Tenure(Clock clock) {
        this.clock = clock;
    }

    /**
     * Decides about an execution with a pure function.
     *
     * @throws Lost if another thread has taken the lane meanwhile
     */
    public <T> T decide(ExecutionId execution, Supplier<T> decision) {
        Call call = new Call(execution, clock.nanos());
        current.set(call);
        T decided;
        try {
            Consumer<ExecutionId> hook = inDeciding;
            if (hook != null) {
                hook.accept(execution);
            }
            decided = decision.get();
        } catch (RuntimeException | Error e) {
            end(call);
            throw e;
        }
        end(call);
        return decided;
    }

    private void end(Call call) {
        if (!current.compareAndSet(call, null)) {
            throw new Lost(call.execution);
        }
    }

    /** The decision under way; null if none is. */
    public @Nullable Call deciding() {
        return current.get();
    }

    /**
     * Takes the lane from the thread that works on this decision. The earlier writes of that thread are visible to the
     * caller, to which the lane belongs from here on.
     *
     * @return false if that decision is over
     */
    public boolean take(Call call) {
        if (!current.compareAndSet(call, null)) {
            return false;
        }
        evicted.add(call.strand);
        return true;
    }

    /**
     * Runs one turn of the lane. Does nothing more if the calling thread has lost the lane, or loses it in that turn.
     */
    public long turn(LongSupplier turn) {
        if (isLost()) {
            return Loop.UNTIL_WOKEN;
        }
        try {
            return turn.getAsLong();
        } catch (Lost e) {
            LOG.warn("{}; it has come back, and its result is discarded", e.getMessage());
            return Loop.UNTIL_WOKEN;
        }
    }

    /** Whether the calling thread has lost the lane. */
    public boolean isLost() {
        return !evicted.isEmpty() && evicted.contains(Strand.current());
    }

    /** How many threads have lost the lane and have not returned. */
    public int hanging() {
        evicted.removeIf(strand -> !strand.isAlive());
        return evicted.size();
    }
}
