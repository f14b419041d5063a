package dev.reeve.engine.scheduler;

import dev.reeve.core.Event;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.Parent;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import dev.reeve.engine.dispatch.ReadyStep;
import dev.reeve.engine.runtime.HeldBytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The executions that a lane has in memory, and who waits for the end of which. Used by the lane's thread only. */
final class Memory {

    /** The one that was asked for least recently comes first. */
    private final Map<ExecutionId, LiveExecution> live = new LinkedHashMap<>(16, 0.75f, true);

    /** Executions that are to be treated as if they were in memory, and whose content is in the store alone. */
    private final Map<ExecutionId, SwappedOut> swapped = new LinkedHashMap<>();

    private final Map<ExecutionId, List<CompletableFuture<Ended>>> waiting = new LinkedHashMap<>();

    /** Executions that cannot be read, and why. */
    private final Map<ExecutionId, RuntimeException> quarantine = new LinkedHashMap<>();

    /** Executions about which nothing can be decided, and why. Reading them again would not help. */
    private final Map<ExecutionId, RuntimeException> shunned = new LinkedHashMap<>();

    /** What the executions here hold. */
    private long bytes;

    private final LaneShares shares;

    private volatile BiConsumer<ExecutionId, RuntimeException> onShunned = (execution, why) -> {};

    /**
     * @param held of all lanes and the dispatcher together
     * @param shares likewise
     */
    Memory(HeldBytes held, Shares shares) {
        this.shares = new LaneShares(shares, held);
    }

    /** Of the node's room. */
    LaneShares shares() {
        return shares;
    }

    /** Told of each that is left alone from now on, and why; must be cheap. */
    void onShunned(BiConsumer<ExecutionId, RuntimeException> action) {
        onShunned = action;
    }

    @Nullable LiveExecution get(ExecutionId id) {
        return live.get(id);
    }

    void put(LiveExecution execution) {
        ExecutionId id = execution.state().id();
        LiveExecution before = live.get(id);
        if (before != null) {
            remove(before);
        }
        SwappedOut here = swapped.remove(id);
        if (here == null) {
            Event.ExecutionStarted started = execution.state().started();
            execution.parties(
                    Parties.join(shares, root(started), shares.options().tenant(started), 0));
        }
        live.put(id, execution);
        execution.held(true);
        account(execution.parties(), execution.bytes() - (here == null ? 0 : Weights.SWAPPED_OUT));
    }

    /** What an execution takes counts for the workflow that was started for itself, as far as its parents are at hand. */
    private String root(Event.ExecutionStarted started) {
        String name = started.workflow();
        Parent parent = started.parent();
        LiveExecution above;
        while (parent != null && (above = live.get(parent.execution())) != null) {
            name = above.state().started().workflow();
            parent = above.state().started().parent();
        }
        return name;
    }

    void remove(LiveExecution execution) {
        if (execution.isHeld()) {
            live.remove(execution.state().id());
            execution.held(false);
            account(execution.parties(), -execution.bytes());
            execution.parties().leave();
        }
    }

    /** Notes which executions wait for which action: for the one that they came to last, as long as they wait for any. */
    void noteWaiting(List<ReadyStep> ready, Collection<LiveExecution> touched) {
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

    /** Its history has become longer by this much text. */
    void grew(LiveExecution execution, long more) {
        execution.grow(more);
        if (execution.isHeld()) {
            account(execution.parties(), more);
        }
    }

    /** Every byte that executions take or give back goes through here, once. */
    private void account(Parties parties, long change) {
        bytes += change;
        shares.grow(change);
        parties.grow(change);
    }

    /** How many are in memory or swapped out. */
    int size() {
        return live.size() + swapped.size();
    }

    /** What they hold. */
    long bytes() {
        return bytes;
    }

    // Swapping

    /**
     * Leaves executions to the store until enough memory is free, those first that were not asked for longest. Only between
     * batches: everything that has to follow from their state has been told to the dispatcher and the supervisor then.
     */
    void swapOut() {
        long excess = shares.excess();
        Iterator<LiveExecution> eldest = excess > 0 ? live.values().iterator() : Collections.emptyIterator();
        while (excess > 0 && eldest.hasNext()) {
            LiveExecution next = eldest.next();
            long freed = next.bytes() - Weights.SWAPPED_OUT;
            eldest.remove();
            next.held(false);
            swapped.put(next.state().id(), next.swappedOut());
            account(next.parties(), -freed);
            excess -= freed;
        }
    }

    boolean isSwappedOut(ExecutionId id) {
        return swapped.containsKey(id);
    }

    /** What was kept of it; null if it is not swapped out. */
    @Nullable SwappedOut swappedOut(ExecutionId id) {
        return swapped.get(id);
    }

    int swappedOut() {
        return swapped.size();
    }

    /** It is in memory again, or it is not there any more. */
    void forgetSwapped(ExecutionId id) {
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

    /** It cannot be read, so nothing is done with it until memory is dropped, and nobody waits for its end. */
    void quarantine(ExecutionId id, RuntimeException why) {
        quarantine.put(id, why);
        forgetSwapped(id);
        failWaiting(id, why);
    }

    /** Deciding about it fails, so nothing is done with it any more, and nobody waits for its end. */
    void shun(ExecutionId id, RuntimeException why) {
        boolean known = shunned.put(id, why) != null;
        failWaiting(id, why);
        if (!known) {
            onShunned.accept(id, why);
        }
    }

    private void failWaiting(ExecutionId id, RuntimeException why) {
        Message.Refused refused = Message.Refused.quarantined(id, why);
        failWaiting(id, new ReeveException(ErrorCode.STORE_UNUSABLE, refused.message(), why));
    }

    /** Tells those who wait for its end that they wait in vain. */
    void failWaiting(ExecutionId id, ReeveException why) {
        takeWaiting(id).forEach(promise -> promise.completeExceptionally(why));
    }

    /** Why it is left alone; null if nothing is known against it. */
    @Nullable RuntimeException quarantined(ExecutionId id) {
        RuntimeException why = shunned.get(id);
        return why == null ? quarantine.get(id) : why;
    }

    /** How many are left alone. */
    int quarantined() {
        return quarantine.size() + shunned.size();
    }

    /** Forgets the executions; those who wait for an end go on waiting. */
    void drop() {
        clear();
        quarantine.clear();
    }

    /** Told when it ends; at once if it is left alone, and so will not. */
    void awaitEnd(ExecutionId id, CompletableFuture<Ended> promise) {
        waiting.computeIfAbsent(id, i -> new ArrayList<>(1)).add(promise);
        RuntimeException damage = quarantined(id);
        if (damage != null) {
            failWaiting(id, damage);
        }
    }

    /** Forgets those who have given up waiting. */
    void forgetGone() {
        waiting.values().removeIf(promises -> {
            promises.removeIf(CompletableFuture::isDone);
            return promises.isEmpty();
        });
    }

    /** Those to be told that the execution has ended. */
    List<CompletableFuture<Ended>> takeWaiting(ExecutionId id) {
        List<CompletableFuture<Ended>> promises = waiting.remove(id);
        return promises == null ? List.of() : promises;
    }

    /** For whose end somebody waits, although they are not in memory: what only waits itself, and what may be gone. */
    List<ExecutionId> awaitedElsewhere() {
        return waiting.keySet().stream()
                .filter(id -> !live.containsKey(id) && !swapped.containsKey(id))
                .toList();
    }

    void failAll(ReeveException cause) {
        clear();
        waiting.values().forEach(promises -> promises.forEach(promise -> promise.completeExceptionally(cause)));
        waiting.clear();
    }

    static Ended ended(ExecutionState state) {
        return new Ended(state.id(), state.status(), state.output(), state.failure());
    }
}
