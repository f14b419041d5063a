package dev.reeve.internal.http;

import dev.reeve.ErrorCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The places for requests of one kind that last: a number for all callers, and a share of it for each. Thread-safe. */
final class Places {

    private final String requests;
    private final int max;
    private final int share;
    private final AtomicInteger taken = new AtomicInteger();

    /** Only callers that have places, so that it stays as small as they are. */
    private final Map<String, Integer> byCaller = new ConcurrentHashMap<>();

    /**
     * @param requests names them in messages, such as {@code streams}
     */
    Places(String requests, int max, int share) {
        this.requests = requests;
        this.max = max;
        this.share = share;
    }

    /**
     * Takes a place. The caller {@link #giveBack gives it back} once.
     *
     * @throws HttpException 429 if there is none
     */
    void take(String caller) {
        if (taken.incrementAndGet() > max) {
            taken.decrementAndGet();
            throw tooMany("the server has too many %s open: ask again later".formatted(requests));
        }
        if (byCaller.merge(caller, 1, Integer::sum) > share) {
            giveBack(caller);
            throw tooMany("this caller has too many %s open, and may have %,d: end one of them, or ask again later"
                    .formatted(requests, share));
        }
    }

    void giveBack(String caller) {
        byCaller.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
        taken.decrementAndGet();
    }

    private static HttpException tooMany(String message) {
        return HttpException.of(429, ErrorCode.OVERLOADED, message).with("Retry-After", "5");
    }

    int taken() {
        return taken.get();
    }
}
