package dev.reeve.internal.http;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answers that are not there yet. Each ends with its answer, its time, its client, or the server. Thread-safe. */
final class LongPolls {

    /** Its future is completed with null when the waiting ends without an answer. */
    private static final class Poll {
        private final CompletableFuture<Answer.@Nullable Ready> end = new CompletableFuture<>();
    }

    private final Set<Poll> waiting = ConcurrentHashMap.newKeySet();
    private final Places places;
    private volatile boolean ending;

    LongPolls(Places places) {
        this.places = places;
    }

    /**
     * Takes a place, and then lets the request take effect. The place is given back with the answer.
     *
     * @param caller has a share of the places
     * @param request answers at once, or later
     * @param failed makes the answer from an exception
     * @throws HttpException 429 if there is no place; the request has no effect then
     */
    CompletableFuture<Answer.Ready> answer(
            String caller, Supplier<Answer> request, Function<Throwable, Answer.Ready> failed) {
        places.take(caller);
        boolean waits = false;
        try {
            return switch (request.get()) {
                case Answer.Later later -> {
                    waits = true; // from here on its end gives the place back
                    yield waiting(later, caller, failed);
                }
                case Answer.Ready ready -> CompletableFuture.completedFuture(ready);
            };
        } finally {
            if (!waits) {
                places.giveBack(caller);
            }
        }
    }

    private CompletableFuture<Answer.Ready> waiting(
            Answer.Later later, String caller, Function<Throwable, Answer.Ready> failed) {
        CompletableFuture<?> source = later.answer().toCompletableFuture();
        Poll poll = new Poll();
        waiting.add(poll);
        CompletableFuture<Answer.Ready> result = new CompletableFuture<>();
        var unused = poll.end
                .completeOnTimeout(null, later.patience().toNanos(), TimeUnit.NANOSECONDS)
                .whenCompleteAsync(
                        (answer, error) -> {
                            places.giveBack(caller);
                            waiting.remove(poll);
                            source.cancel(false);
                            result.complete(answered(answer, error, later.otherwise(), failed));
                        },
                        task -> Thread.ofVirtual().name("reeve-poll").start(task));
        var unusedToo = later.answer().whenComplete((answer, error) -> {
            if (error != null) {
                poll.end.completeExceptionally(error);
            } else {
                poll.end.complete(answer);
            }
        });
        var unusedAsWell = result.whenComplete((answer, error) -> {
            if (error != null) { // cancelled: the client has left
                poll.end.complete(null);
            }
        });
        if (ending) {
            poll.end.complete(null);
        }
        return result;
    }

    private static Answer.Ready answered(
            Answer.@Nullable Ready answer,
            @Nullable Throwable error,
            Supplier<? extends Answer.Ready> otherwise,
            Function<Throwable, Answer.Ready> failed) {
        try {
            return error != null ? failed.apply(error) : answer != null ? answer : otherwise.get();
        } catch (RuntimeException e) {
            return failed.apply(e);
        }
    }

    int size() {
        return waiting.size();
    }

    /** Answers all of them now, and each later one at once. */
    void end() {
        ending = true;
        waiting.forEach(poll -> poll.end.complete(null));
    }
}
