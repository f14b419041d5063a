package dev.reeve.agent.resilience;

import dev.reeve.agent.StepFailure;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What an exception of a handler says about its service. */
enum Fault {
    /** It may well go better the next time. */
    PASSING,
    /** The service is there and said no. */
    FINAL,
    /** It says nothing of whether the service is well: it asked to be left alone, or nobody waited for it. */
    NO_ANSWER;

    private static final int CARRIERS_MAX = 20;

    static Fault of(Throwable thrown) {
        Throwable cause = unwrapped(thrown);
        if (cause instanceof StepFailure failure) {
            return switch (failure.kind()) {
                case BUSINESS -> FINAL;
                case THROTTLED -> NO_ANSWER;
                case TRANSIENT, SILENT, LOST, POISON -> PASSING;
            };
        }
        return cause instanceof InterruptedException ? NO_ANSWER : PASSING;
    }

    /** Whether the effect may have happened all the same, as the engine will take it. */
    static boolean mayBeDone(Throwable thrown) {
        return !(unwrapped(thrown) instanceof StepFailure failure) || failure.mayBeDone();
    }

    /** The exception that a promise only carried. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        // An exception may say anything about its cause, also that it is that itself.
        for (int i = 0; i < CARRIERS_MAX; i++) {
            boolean carries = inner instanceof CompletionException || inner instanceof ExecutionException;
            Throwable cause = carries ? inner.getCause() : null;
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }
}
