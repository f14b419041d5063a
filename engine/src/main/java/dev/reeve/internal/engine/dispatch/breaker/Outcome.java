package dev.reeve.internal.engine.dispatch.breaker;

import dev.reeve.Cause;
import dev.reeve.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells from the end of an attempt how the service of its action is. */
public sealed interface Outcome {

    /** The service answered, even if with a refusal. */
    record Answered() implements Outcome {}

    /** The service did not do its work. */
    record Failed(String how) implements Outcome {}

    /**
     * The service throttled the caller.
     *
     * @param asked the requested pause; zero if the service did not say
     */
    record Throttled(String how, Duration asked) implements Outcome {}

    /** The service was not called, or the outcome is unknown. */
    record Unknown() implements Outcome {}

    Outcome ANSWERED = new Answered();
    Outcome UNKNOWN = new Unknown();

    /** Complete-by passed, or heartbeats stopped. */
    Outcome SILENT = new Failed(Cause.SILENT.name());

    static Outcome of(Failure failure) {
        String how = failure.cause() + " " + failure.code();
        return switch (failure.cause()) {
            case TRANSIENT -> isGivenBack(failure) ? UNKNOWN : new Failed(how);
            case SILENT -> SILENT;
            case THROTTLED -> isGivenBack(failure) ? UNKNOWN : new Throttled(how, asked(failure.retryAfter()));
            case BUSINESS -> ANSWERED;
            // These causes say something about agents and steps, not about the service.
            case LOST, POISON -> UNKNOWN;
        };
    }

    /** The agent never called the handler, because it was closed or the execution was cancelled. */
    private static boolean isGivenBack(Failure failure) {
        return !failure.possiblyDone()
                && (failure.code().equals("AGENT_CLOSING") || failure.code().equals("CANCELLED"));
    }

    private static Duration asked(@Nullable Duration retryAfter) {
        return retryAfter == null || retryAfter.isNegative() ? Duration.ZERO : retryAfter;
    }
}
