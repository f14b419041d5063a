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

    private static final class Waiting {
        private final CompletableFuture<@Nullable Claim> answer = new CompletableFuture<>();
    }

    private final WaitingClaim waiting;

    /** The callers that wait: as many as there are long polls, because those that leave are removed. */
    private final Set<Waiting> callers = new HashSet<>();

    private final CompletableFuture<@Nullable Claim> outcome = new CompletableFuture<>();

    KeyedClaim(WaitingClaim waiting) {
        this.waiting = waiting;
    }

    WaitingClaim waiting() {
        return waiting;
    }

    /** Waits with the others. A caller that cancels the future leaves. */
    CompletableFuture<@Nullable Claim> join() {
        Waiting caller = new Waiting();
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
        var unused = caller.answer.whenComplete((claim, error) -> {
            if (caller.answer.isCancelled()) {
                leave(caller);
            }
        });
        return caller.answer;
    }

    private void leave(Waiting caller) {
        synchronized (this) {
            if (!callers.remove(caller) || !callers.isEmpty()) {
                return;
            }
        }
        waiting.drain();
    }

    /** The claim has got an attempt, or ends without one. Called once. */
    void complete(@Nullable Claim claim, @Nullable Throwable error) {
        List<Waiting> left;
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

    private void answer(Waiting caller) {
        if (outcome.isCompletedExceptionally()) {
            caller.answer.completeExceptionally(outcome.exceptionNow());
        } else {
            caller.answer.complete(outcome.join());
        }
    }
}
