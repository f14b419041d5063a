package dev.reeve.agent;

import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.agent.transport.Report;
import dev.reeve.model.Json;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A handler without an agent around it: performs an attempt on the caller's thread and gives back what an agent would have
 * reported. Shared with the test kit, so that what a handler takes, answers and throws means the same there as in
 * production. Not meant for users. Thread-safe if the handler is.
 */
public final class Rehearsal {

    /**
     * What came of an attempt.
     *
     * @param report null if complete-by had passed, so that an agent would have said nothing
     * @param checkpoint the newest that the handler attached; null if it attached none
     */
    public record Outcome(@Nullable Report report, @Nullable Json checkpoint) {}

    private final Action<?> action;

    private Rehearsal(Action<?> action) {
        this.action = action;
    }

    public static <I> Rehearsal of(String action, Class<I> input, Handler<I> handler) {
        return new Rehearsal(Action.of(action, input, handler));
    }

    /**
     * Calls the handler, and returns when it has.
     *
     * @param nanos monotonic time, by which the attempt has as long as the request says, from now on
     */
    public Outcome perform(AttemptRequest request, LongSupplier nanos) {
        Attempt attempt =
                new Attempt(request, action, Ticker.after(nanos.getAsLong(), request.remaining()), new Alone(nanos));
        attempt.run();
        return new Outcome(attempt.report(), attempt.takeNewCheckpoint());
    }

    /** Whoever rehearses sees to beats and reports. */
    private record Alone(LongSupplier nanos) implements Attempt.Host {

        @Override
        public long now() {
            return nanos.getAsLong();
        }

        @Override
        public void finished(Attempt attempt) {}

        @Override
        public void beatWanted() {}
    }
}
