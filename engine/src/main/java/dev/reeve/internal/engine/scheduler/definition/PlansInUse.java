package dev.reeve.internal.engine.scheduler.definition;

import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.runtime.HeldBytes;
import java.util.IdentityHashMap;
import java.util.function.ToLongBiFunction;

/**
 * Counts the memory of the compiled definitions that executions in memory use, each once, with its groups. A share of
 * the heap is reserved for them. Memory beyond it is charged to the memory for executions, so that executions are
 * swapped out and compiled forms released. A lane calls this only when it begins or ceases to use one. Thread-safe.
 */
public final class PlansInUse {

    private static final class Use {
        private final long bytes;
        private int lanes;

        private Use(long bytes) {
            this.bytes = bytes;
        }
    }

    private final HeldBytes held;
    private final long reserved;
    private final ToLongBiFunction<String, Plan> size;
    private final IdentityHashMap<Plan, Use> uses = new IdentityHashMap<>();
    private long used;

    /**
     * @param held the memory for executions
     * @param reserved how much compiled definitions may take before it is charged
     * @param size the size of a compiled definition of a namespace
     */
    PlansInUse(HeldBytes held, long reserved, ToLongBiFunction<String, Plan> size) {
        this.held = held;
        this.reserved = reserved;
        this.size = size;
    }

    /** Counts a lane as a user of a definition: its first execution with this definition is in memory. */
    public synchronized void begin(String namespace, Plan plan) {
        Use use = uses.computeIfAbsent(plan.whole(), any -> new Use(size.applyAsLong(namespace, plan)));
        if (use.lanes == 0) {
            change(use.bytes);
        }
        use.lanes++;
    }

    /**
     * Counts a lane as a user no longer: its last execution with this definition has left the memory.
     *
     * @return how much less the memory for executions is charged
     */
    public synchronized long end(Plan plan) {
        Use use = uses.get(plan.whole());
        if (use == null) {
            throw new IllegalStateException(
                    "nothing in memory uses " + plan.workflow().name());
        }
        use.lanes--;
        if (use.lanes > 0) {
            return 0;
        }
        uses.remove(plan.whole());
        return -change(-use.bytes);
    }

    /** Whether the memory for executions is used up, and these are a part of that. */
    public synchronized boolean isCrowding() {
        return charged() > 0 && held.held() > held.max();
    }

    private long change(long more) {
        long before = charged();
        used += more;
        long change = charged() - before;
        if (change != 0) {
            held.add(change);
        }
        return change;
    }

    private long charged() {
        return Math.max(0, used - reserved);
    }
}
