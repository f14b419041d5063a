package dev.reeve.internal.engine.scheduler.memory;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Parent;
import dev.reeve.ReeveException;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.scheduler.admission.LaneShares;
import dev.reeve.internal.engine.scheduler.admission.Parties;
import dev.reeve.internal.engine.scheduler.admission.Shares;
import dev.reeve.internal.engine.scheduler.definition.PlansInUse;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.Weights;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The executions that a lane has in memory, and the callers that wait for their ends. Used by the lane's thread only.
 */
public final class Memory {

    /** The least recently used one comes first. */
    private final Map<ExecutionId, LiveExecution> live = new LinkedHashMap<>(16, 0.75f, true);

    /** Executions that count as in memory, and whose content is only in the store. */
    private final Map<ExecutionId, SwappedOut> swapped = new LinkedHashMap<>();

    private final Map<ExecutionId, List<CompletableFuture<Ended>>> waiting = new LinkedHashMap<>();

    /** Executions that cannot be read, and why. */
    private final Map<ExecutionId, RuntimeException> quarantine = new LinkedHashMap<>();

    /** Executions about which deciding fails, and why. Reading them again would not help. */
    private final Map<ExecutionId, RuntimeException> shunned = new LinkedHashMap<>();

    /** The compiled definitions that live executions use, and how many of them use each. */
    private final IdentityHashMap<Plan, Integer> plans = new IdentityHashMap<>();

    /** The memory that these executions hold. */
    private long bytes;

    private final LaneShares shares;
    private final PlansInUse inUse;

    private volatile BiConsumer<ExecutionId, RuntimeException> onShunned = (execution, why) -> {};

    /**
     * @param held of all lanes and the dispatcher together
     * @param shares of all lanes together
     * @param inUse of all lanes together
     */
    public Memory(HeldBytes held, Shares shares, PlansInUse inUse) {
        this.shares = new LaneShares(shares, held);
        this.inUse = inUse;
    }

    /** This lane's part of the node's room. */
    public LaneShares shares() {
        return shares;
    }

    /**
     * Sets the listener for executions that are quarantined because deciding about them fails, with the reason. Must be
     * cheap.
     */
    public void onShunned(BiConsumer<ExecutionId, RuntimeException> action) {
        onShunned = action;
    }

    public @Nullable LiveExecution get(ExecutionId id) {
        return live.get(id);
    }

    public void put(LiveExecution execution) {
        ExecutionId id = execution.state().id();
        LiveExecution before = live.get(id);
        if (before != null) {
            remove(before);
        }
        SwappedOut here = swapped.remove(id);
        if (here == null) {
            Event.ExecutionStarted started = execution.state().started();
            execution.parties(Parties.join(shares, root(started), Shares.tenant(shares.options(), started), 0));
        }
        live.put(id, execution);
        execution.held(true);
        beginUse(execution);
        account(execution.parties(), execution.bytes() - (here == null ? 0 : Weights.SWAPPED_OUT));
    }

    /**
     * The workflow that an execution's memory counts for, with its namespace: that of its top ancestor, as far as its
     * parents are in memory.
     */
    private String root(Event.ExecutionStarted started) {
        String name = started.workflow();
        Parent parent = started.parent();
        LiveExecution above;
        while (parent != null && (above = live.get(parent.execution())) != null) {
            name = above.state().started().workflow();
            parent = above.state().started().parent();
        }
        return Namespaces.qualified(started.namespace(), name);
    }

    public void remove(LiveExecution execution) {
        if (execution.isHeld()) {
            live.remove(execution.state().id());
            execution.held(false);
            endUse(execution);
            account(execution.parties(), -execution.bytes());
            execution.parties().leave();
        }
    }

    /**
     * Notes which executions wait for which action: the last action that each began to wait for, while it waits for
     * any.
     */
    public void noteWaiting(List<ReadyStep> ready, Collection<LiveExecution> touched) {
        for (ReadyStep step : ready) {
            LiveExecution waiting = live.get(step.execution());
            if (waiting != null) {
                waiting.parties().waitFor(step.action());
            }
        }
        for (LiveExecution execution : touched) {
            if (execution.isHeld() && execution.state().queued() == 0) {
                execution.parties().waitFor(null);
            }
        }
    }

    /** Adds the size of new history, in characters. */
    public void grew(LiveExecution execution, long more) {
        execution.grow(more);
        if (execution.isHeld()) {
            account(execution.parties(), more);
            if (execution.counted() != execution.state().plan()) { // it was moved to another version
                endUse(execution);
                beginUse(execution);
            }
        }
    }

    private void beginUse(LiveExecution execution) {
        Plan plan = execution.state().plan();
        execution.counted(plan);
        if (plans.merge(plan, 1, Integer::sum) == 1) {
            inUse.begin(execution.state().started().namespace(), plan);
        }
    }

    /** @return how much memory was given back besides that of the execution */
    private long endUse(LiveExecution execution) {
        Plan plan = execution.counted();
        execution.counted(null);
        boolean last = plan != null && plans.computeIfPresent(plan, (any, uses) -> uses == 1 ? null : uses - 1) == null;
        return plan != null && last ? inUse.end(plan) : 0;
    }

    /** Accounts for every byte that executions take or give back, once. */
    private void account(Parties parties, long change) {
        bytes += change;
        shares.grow(change);
        parties.grow(change);
    }

    /** How many are in memory or swapped out. */
    public int size() {
        return live.size() + swapped.size();
    }

    /** The memory that they hold. */
    public long bytes() {
        return bytes;
    }

    // Swapping

    /**
     * Swaps executions out until enough memory is free, the least recently used first. Called only between batches: by
     * then all consequences of their state were passed to the dispatcher and the supervisor.
     */
    public void swapOut() {
        long excess = shares.excess();
        Iterator<LiveExecution> eldest = excess > 0 ? live.values().iterator() : Collections.emptyIterator();
        while (excess > 0 && eldest.hasNext()) {
            LiveExecution next = eldest.next();
            long freed = next.bytes() - Weights.SWAPPED_OUT;
            eldest.remove();
            next.held(false);
            excess -= endUse(next);
            swapped.put(next.state().id(), next.swappedOut());
            account(next.parties(), -freed);
            excess -= freed;
        }
    }

    /** Whether no execution with another definition should be taken in before {@link #swapOut}. */
    public boolean isCrowded() {
        return inUse.isCrowding();
    }

    public boolean isSwappedOut(ExecutionId id) {
        return swapped.containsKey(id);
    }

    /** The data kept of a swapped-out execution; null if it is not swapped out. */
    public @Nullable SwappedOut swappedOut(ExecutionId id) {
        return swapped.get(id);
    }

    public int swappedOut() {
        return swapped.size();
    }

    /** Forgets a swapped-out execution that is in memory again or does not exist any more. */
    public void forgetSwapped(ExecutionId id) {
        SwappedOut gone = swapped.remove(id);
        if (gone != null) {
            account(gone.parties(), -Weights.SWAPPED_OUT);
            gone.parties().leave();
        }
    }

    private void clear() {
        List.copyOf(live.values()).forEach(this::remove);
        List.copyOf(swapped.keySet()).forEach(this::forgetSwapped);
        shares.handOver();
    }

    /**
     * Quarantines an execution that cannot be read, until memory is dropped. Fails the callers that wait for its end.
     */
    public void quarantine(ExecutionId id, RuntimeException why) {
        quarantine.put(id, why);
        forgetSwapped(id);
        failWaiting(id, why);
    }

    /** Quarantines an execution about which deciding fails. Fails the callers that wait for its end. */
    public void shun(ExecutionId id, RuntimeException why) {
        boolean known = shunned.put(id, why) != null;
        failWaiting(id, why);
        if (!known) {
            onShunned.accept(id, why);
        }
    }

    private void failWaiting(ExecutionId id, RuntimeException why) {
        Refused refused = Refused.Quarantined.by(id, why);
        failWaiting(id, ReeveException.of(ErrorCode.STORE_UNUSABLE, refused.message(), why));
    }

    /** Fails the callers that wait for its end. */
    public void failWaiting(ExecutionId id, ReeveException why) {
        takeWaiting(id).forEach(promise -> promise.completeExceptionally(why));
    }

    /** Why it is quarantined; null if it is not. */
    public @Nullable RuntimeException quarantined(ExecutionId id) {
        RuntimeException why = shunned.get(id);
        return why == null ? quarantine.get(id) : why;
    }

    /** How many are quarantined. */
    public int quarantined() {
        return quarantine.size() + shunned.size();
    }

    /** The executions of these shards about which deciding fails, and why. */
    public Map<ExecutionId, RuntimeException> shunned(ShardSet shards) {
        Map<ExecutionId, RuntimeException> some = new LinkedHashMap<>(shunned);
        some.keySet().removeIf(id -> !shards.contains(id));
        return some;
    }

    /** Quarantines executions about which deciding has failed in another lane. Their alert was raised there. */
    public void shunAlso(Map<ExecutionId, RuntimeException> others) {
        shunned.putAll(others);
    }

    /**
     * Forgets the executions of these shards.
     *
     * @return the callers that wait for the end of one of them
     */
    public Map<ExecutionId, List<CompletableFuture<Ended>>> release(ShardSet shards) {
        List.copyOf(live.values()).stream()
                .filter(execution -> shards.contains(execution.state().id()))
                .forEach(this::remove);
        List.copyOf(swapped.keySet()).stream().filter(shards::contains).forEach(this::forgetSwapped);
        quarantine.keySet().removeIf(shards::contains);
        shunned.keySet().removeIf(shards::contains);
        Map<ExecutionId, List<CompletableFuture<Ended>>> leaving = new LinkedHashMap<>();
        for (ExecutionId id : List.copyOf(waiting.keySet())) {
            if (shards.contains(id)) {
                leaving.put(id, takeWaiting(id));
            }
        }
        shares.handOver();
        return leaving;
    }

    /** Forgets the executions. Callers that wait for an end continue to wait. */
    public void drop() {
        clear();
        quarantine.clear();
    }

    /** Completes the future when the execution ends, or fails it at once if the execution is quarantined. */
    public void awaitEnd(ExecutionId id, CompletableFuture<Ended> promise) {
        waiting.computeIfAbsent(id, i -> new ArrayList<>(1)).add(promise);
        RuntimeException damage = quarantined(id);
        if (damage != null) {
            failWaiting(id, damage);
        }
    }

    /** Forgets callers that have given up waiting. */
    public void forgetGone() {
        waiting.values().removeIf(promises -> {
            promises.removeIf(CompletableFuture::isDone);
            return promises.isEmpty();
        });
    }

    /** Removes and returns the futures of the callers that wait for this end. */
    public List<CompletableFuture<Ended>> takeWaiting(ExecutionId id) {
        List<CompletableFuture<Ended>> promises = waiting.remove(id);
        return promises == null ? List.of() : promises;
    }

    /** Awaited executions that are not in memory: parked ones, and ones that may not exist any more. */
    public List<ExecutionId> awaitedElsewhere() {
        return waiting.keySet().stream()
                .filter(id -> !live.containsKey(id) && !swapped.containsKey(id))
                .toList();
    }

    public void failAll(ReeveException cause) {
        clear();
        waiting.values().forEach(promises -> promises.forEach(promise -> promise.completeExceptionally(cause)));
        waiting.clear();
    }
}
