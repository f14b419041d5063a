package dev.reeve.internal.agent;

import dev.reeve.Failure;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The agent's report and log of an exception of a handler. The exception may be of any class: its methods may
 * throw, block, loop, or return megabytes. The diagnosis always succeeds, in bounded time and with bounded size.
 *
 * @param cause the exception without the wrappers that only carried it
 * @param failure what is reported
 * @param logged a throwable that is safe to log
 */
record Diagnosis(Throwable cause, Failure failure, Throwable logged) {

    /** How long an exception that overrides methods may take to describe itself. */
    private static final long PATIENCE_MILLIS = 1_000;

    /** Maximum number of threads that hang in an exception's methods. Beyond it, those methods are no longer called. */
    private static final int HANGING_MAX = 4;

    private static final AtomicInteger HANGING = new AtomicInteger();

    /** Never fails, and takes at most a second. */
    static Diagnosis of(Throwable thrown) {
        Throwable cause = unwrapped(thrown);
        if (isHarmless(cause)) {
            return new Diagnosis(cause, failure(cause), isShort(cause) ? cause : ThrownCopy.of(cause));
        }
        Diagnosis asked = asked(cause);
        return asked == null ? unreadable(cause) : asked;
    }

    /**
     * The exception inside a future's wrapper exception. A wrapper that overrides methods is not unwrapped, because
     * they may do anything.
     */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        for (int i = 0; i < ThrownCopy.EXCEPTIONS_MAX; i++) {
            boolean carries = inner instanceof CompletionException || inner instanceof ExecutionException;
            Throwable next = carries && !hasOwnMethods(inner) ? inner.getCause() : null;
            if (next == null) {
                return inner;
            }
            inner = next;
        }
        return inner;
    }

    private static Failure failure(Throwable cause) {
        try {
            return ReportedFailures.of(cause);
        } catch (Exception | StackOverflowError e) {
            // for example, methods of the failure's details, which the handler made
            return ReportedFailures.unreadable(cause.getClass());
        }
    }

    private static @Nullable Diagnosis asked(Throwable cause) {
        if (HANGING.get() >= HANGING_MAX) {
            return null;
        }
        CompletableFuture<@Nullable Diagnosis> answer = new CompletableFuture<>();
        AtomicBoolean over = new AtomicBoolean();
        // Not a virtual thread: code that never blocks would occupy one of the few carrier threads of all handlers.
        Thread thread = Thread.ofPlatform().daemon().name("reeve-diagnosis").unstarted(() -> {
            answer.complete(answered(cause));
            if (!over.compareAndSet(false, true)) {
                HANGING.decrementAndGet();
            }
        });
        thread.start();
        // join() ignores an interrupt: an interrupted handler that states its failure before it returns is still
        // reported.
        Diagnosis asked = answer.completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        if (over.compareAndSet(false, true)) {
            HANGING.incrementAndGet();
            thread.interrupt();
        }
        return asked;
    }

    /** Null if the exception's methods throw. */
    private static @Nullable Diagnosis answered(Throwable cause) {
        try {
            return new Diagnosis(cause, ReportedFailures.of(cause), ThrownCopy.of(cause));
        } catch (Throwable e) {
            return null;
        }
    }

    private static Diagnosis unreadable(Throwable cause) {
        return new Diagnosis(cause, ReportedFailures.unreadable(cause.getClass()), ThrownCopy.unasked(cause));
    }

    /** Whether the JDK implements every method that is called on the exception and its causes. */
    private static boolean isHarmless(Throwable thrown) {
        Set<Throwable> all = reachable(thrown);
        return all.size() <= ThrownCopy.EXCEPTIONS_MAX && all.stream().noneMatch(Diagnosis::hasOwnMethods);
    }

    private static boolean isShort(Throwable harmless) {
        return reachable(harmless).stream()
                .allMatch(next -> next.getMessage() == null || next.getMessage().length() <= ThrownCopy.MESSAGE_MAX);
    }

    /**
     * The exception, its causes and suppressed exceptions. Stops at a maximum number, and at exceptions that override
     * methods.
     */
    private static Set<Throwable> reachable(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> rest = new ArrayDeque<>(List.of(thrown));
        while (!rest.isEmpty() && seen.size() <= ThrownCopy.EXCEPTIONS_MAX) {
            Throwable next = rest.pop();
            if (seen.add(next) && !hasOwnMethods(next)) {
                rest.addAll(List.of(next.getSuppressed()));
                Throwable cause = next.getCause();
                if (cause != null) {
                    rest.add(cause);
                }
            }
        }
        return seen;
    }

    private static boolean hasOwnMethods(Throwable thrown) {
        return !OwnMethods.of(thrown.getClass()).isEmpty();
    }
}
