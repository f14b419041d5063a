package dev.reeve.agent;

import dev.reeve.core.Failure;
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
 * What is reported and logged about an exception that a handler threw. An exception may be of any class: its methods may throw,
 * block, loop, or return megabytes. The diagnosis is always made, in bounded time and with bounded size.
 *
 * @param cause the exception itself, out of those that only carried it
 * @param failure what is reported
 * @param logged can be logged without harm
 */
record Diagnosis(Throwable cause, Failure failure, Throwable logged) {

    /** How long an exception with methods of its own may take to say what it is. */
    private static final long PATIENCE_MILLIS = 1_000;

    /** Maximum number of threads that hang in an exception's methods. Beyond it, those methods are not called any more. */
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

    /** The exception that a promise only carried. One that says itself what its cause is may say anything, and is not asked. */
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
            return Failures.of(cause);
        } catch (Exception | StackOverflowError e) {
            // a failure's details, for example, which the handler has made
            return Failures.unreadable(cause.getClass());
        }
    }

    private static @Nullable Diagnosis asked(Throwable cause) {
        if (HANGING.get() >= HANGING_MAX) {
            return null;
        }
        CompletableFuture<@Nullable Diagnosis> answer = new CompletableFuture<>();
        AtomicBoolean over = new AtomicBoolean();
        // Not a virtual thread: what never waits would keep one of the few threads that all handlers run on.
        Thread thread = Thread.ofPlatform().daemon().name("reeve-diagnosis").unstarted(() -> {
            answer.complete(answered(cause));
            if (!over.compareAndSet(false, true)) {
                HANGING.decrementAndGet();
            }
        });
        thread.start();
        // Joined: a handler that was interrupted, and says so before it throws, has something to say all the same.
        Diagnosis asked = answer.completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .join();
        if (over.compareAndSet(false, true)) {
            HANGING.incrementAndGet();
            thread.interrupt();
        }
        return asked;
    }

    /** Null if the exception fails when it is asked. */
    private static @Nullable Diagnosis answered(Throwable cause) {
        try {
            return new Diagnosis(cause, Failures.of(cause), ThrownCopy.of(cause));
        } catch (Throwable e) {
            return null;
        }
    }

    private static Diagnosis unreadable(Throwable cause) {
        return new Diagnosis(cause, Failures.unreadable(cause.getClass()), ThrownCopy.unasked(cause));
    }

    /** Whether all that is asked of it, and of its causes, is answered by the JDK. */
    private static boolean isHarmless(Throwable thrown) {
        Set<Throwable> all = reachable(thrown);
        return all.size() <= ThrownCopy.EXCEPTIONS_MAX && all.stream().noneMatch(Diagnosis::hasOwnMethods);
    }

    private static boolean isShort(Throwable harmless) {
        return reachable(harmless).stream()
                .allMatch(next -> next.getMessage() == null || next.getMessage().length() <= ThrownCopy.MESSAGE_MAX);
    }

    /** The exception, its causes and what was suppressed; of too many, or behind one that may say anything, a part. */
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
