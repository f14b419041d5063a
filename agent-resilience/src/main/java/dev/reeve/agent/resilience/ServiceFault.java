package dev.reeve.agent.resilience;

import dev.reeve.agent.StepFailure;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Judges from an exception of a handler how its service is. */
enum ServiceFault {
    /** Transient: a retry may succeed. */
    PASSING,
    /** The service answered and refused the request. */
    FINAL,
    /** It does not say whether the service works: the call was throttled or interrupted. */
    NO_ANSWER;

    private static final int CARRIERS_MAX = 20;

    static ServiceFault of(Throwable thrown) {
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

    /** Whether the effect may have happened. The engine assumes so. */
    static boolean mayBeDone(Throwable thrown) {
        return !(unwrapped(thrown) instanceof StepFailure failure) || failure.mayBeDone();
    }

    /** The exception that a future has wrapped. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        // An exception may even be its own cause.
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
