package dev.reeve.engine.scheduler;

import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.engine.ErrorCode;
import dev.reeve.engine.ReeveException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The executions that a lane has in memory, and who waits for the end of which. Used by the lane's thread only. */
final class Memory {

    private final Map<ExecutionId, LiveExecution> live = new LinkedHashMap<>();
    private final Map<ExecutionId, List<CompletableFuture<Ended>>> waiting = new LinkedHashMap<>();

    /** Executions that cannot be read, and why. */
    private final Map<ExecutionId, RuntimeException> quarantine = new LinkedHashMap<>();

    /** Executions about which nothing can be decided, and why. Reading them again would not help. */
    private final Map<ExecutionId, RuntimeException> shunned = new LinkedHashMap<>();

    @Nullable LiveExecution get(ExecutionId id) {
        return live.get(id);
    }

    void put(LiveExecution execution) {
        live.put(execution.state().id(), execution);
    }

    void remove(LiveExecution execution) {
        live.remove(execution.state().id(), execution);
    }

    int size() {
        return live.size();
    }

    /** It cannot be read, so nothing is done with it until memory is dropped, and nobody waits for its end (A5). */
    void quarantine(ExecutionId id, RuntimeException why) {
        quarantine.put(id, why);
        failWaiting(id, why);
    }

    /** Deciding about it fails, so nothing is done with it any more, and nobody waits for its end. */
    void shun(ExecutionId id, RuntimeException why) {
        shunned.put(id, why);
        failWaiting(id, why);
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
        live.clear();
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
        return waiting.keySet().stream().filter(id -> !live.containsKey(id)).toList();
    }

    void failAll(ReeveException cause) {
        live.clear();
        waiting.values().forEach(promises -> promises.forEach(promise -> promise.completeExceptionally(cause)));
        waiting.clear();
    }

    static Ended ended(ExecutionState state) {
        return new Ended(state.id(), state.status(), state.output(), state.failure());
    }
}
