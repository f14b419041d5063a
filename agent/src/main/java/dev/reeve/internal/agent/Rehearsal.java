package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.sql.Connection;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a handler without an agent: performs an attempt on the caller's thread and returns what an agent would have
 * reported. Shared with the test kit, so that a handler's input, output and exceptions mean the same there as in
 * production. Not meant for users. Thread-safe if the handler is.
 */
public final class Rehearsal {

    /**
     * The result of an attempt.
     *
     * @param report null if complete-by had passed, so that an agent would have reported nothing
     * @param checkpoint the newest that the handler attached; null if it attached none
     * @param stored whether the handler stored its output in its own transaction
     */
    public record Outcome(@Nullable Report report, @Nullable Json checkpoint, boolean stored) {}

    private final BoundAction<?> action;

    private Rehearsal(BoundAction<?> action) {
        this.action = action;
    }

    public static <I> Rehearsal of(String action, Class<I> input, Handler<I, ?> handler) {
        return new Rehearsal(BoundAction.of(action, input, handler));
    }

    /**
     * Calls the handler and returns when it has returned.
     *
     * @param nanos monotonic clock in nanoseconds; complete-by is the request's remaining time from now on this clock
     */
    public Outcome perform(AttemptRequest request, LongSupplier nanos) {
        Attempt attempt =
                new Attempt(request, action, Ticker.after(nanos.getAsLong(), request.remaining()), new Alone(nanos));
        attempt.run();
        return new Outcome(attempt.report(), attempt.takeNewCheckpoint(), attempt.hasStored());
    }

    /** The caller handles heartbeats and reports. */
    private record Alone(LongSupplier nanos) implements Attempt.Host {

        @Override
        public long now() {
            return nanos.getAsLong();
        }

        @Override
        public void finished(Attempt attempt) {}

        @Override
        public void beatWanted() {}

        @Override
        public void complete(Connection connection, AttemptToken token, Json output) {}
    }
}
