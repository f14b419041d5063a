package dev.reeve.internal.agent.endpoint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A claim with a key, for all callers that wait with this key. It stops waiting when the last of them has left. An
 * attempt that it has got by then is kept, and a repetition gets it. Thread-safe.
 */
final class KeyedClaim {

    private final WaitingClaim waiting;

    /** The callers that wait: as many as there are long polls, because those that leave are removed. */
    private final Set<CompletableFuture<@Nullable Claim>> callers = new HashSet<>();

    private final CompletableFuture<@Nullable Claim> outcome = new CompletableFuture<>();

    KeyedClaim(WaitingClaim waiting) {
        this.waiting = waiting;
    }

    WaitingClaim waiting() {
        return waiting;
    }

    /** Waits with the others. A caller that cancels the future leaves. */
    CompletableFuture<@Nullable Claim> join() {
        CompletableFuture<@Nullable Claim> caller = new CompletableFuture<>();
        boolean over;
        synchronized (this) {
            over = outcome.isDone();
            if (!over) {
                callers.add(caller);
            }
        }
        if (over) {
            answer(caller);
        }
        var unused = caller.whenComplete((claim, error) -> {
            if (caller.isCancelled()) {
                leave(caller);
            }
        });
        return caller;
    }

    private void leave(CompletableFuture<@Nullable Claim> caller) {
        synchronized (this) {
            if (!callers.remove(caller) || !callers.isEmpty()) {
                return;
            }
        }
        waiting.drain();
    }

    /** The claim has got an attempt, or ends without one. Called once. */
    void complete(@Nullable Claim claim, @Nullable Throwable error) {
        List<CompletableFuture<@Nullable Claim>> left;
        synchronized (this) {
            if (error == null) {
                outcome.complete(claim);
            } else {
                outcome.completeExceptionally(error);
            }
            left = List.copyOf(callers);
            callers.clear();
        }
        left.forEach(this::answer);
    }

    private void answer(CompletableFuture<@Nullable Claim> caller) {
        if (outcome.isCompletedExceptionally()) {
            caller.completeExceptionally(outcome.exceptionNow());
        } else {
            caller.complete(outcome.join());
        }
    }
}
