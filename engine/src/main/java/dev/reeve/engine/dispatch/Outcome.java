package dev.reeve.engine.dispatch;

import dev.reeve.core.Cause;
import dev.reeve.core.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the end of an attempt says about the service behind its action. */
sealed interface Outcome {

    /** It answered, and be it with no. */
    record Answered() implements Outcome {}

    /** It did not do its work. */
    record Failed(String how) implements Outcome {}

    /**
     * It asked to be left alone.
     *
     * @param asked for how long; zero if it did not say
     */
    record Throttled(String how, Duration asked) implements Outcome {}

    /** It was not called, or nobody knows. */
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
            // They say something about agents and steps.
            case LOST, POISON -> UNKNOWN;
        };
    }

    /** By an agent that never called the handler, because it was closed or the execution was cancelled. */
    private static boolean isGivenBack(Failure failure) {
        return !failure.possiblyDone()
                && (failure.code().equals("AGENT_CLOSING") || failure.code().equals("CANCELLED"));
    }

    private static Duration asked(@Nullable Duration retryAfter) {
        return retryAfter == null || retryAfter.isNegative() ? Duration.ZERO : retryAfter;
    }
}
