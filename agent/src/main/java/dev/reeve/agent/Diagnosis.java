package dev.reeve.agent;

import dev.reeve.core.Failure;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** How many exceptions are looked at: causes of causes, and what was suppressed. */
    private static final int CHAIN_MAX = 20;

    /** How long an exception with methods of its own may take to say what it is. */
    private static final long PATIENCE_MILLIS = 1_000;

    /** Maximum number of threads that hang in an exception's methods. Beyond it, those methods are not called any more. */
    private static final int HANGING_MAX = 4;

    private static final int MESSAGE_MAX = Failure.MESSAGE_LENGTH_MAX;

    private static final AtomicInteger HANGING = new AtomicInteger();

    /** The methods of an exception that we, or a log, call. */
    private static final List<String> ASKED =
            List.of("getMessage", "getLocalizedMessage", "toString", "getCause", "getStackTrace");

    private static final ClassValue<Boolean> OWN_METHODS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return hasOwnMethods(type);
        }
    };

    /** Never fails, and takes at most a second. */
    static Diagnosis of(Throwable thrown) {
        Throwable cause = unwrapped(thrown);
        if (isHarmless(cause)) {
            Failure failure = failure(cause);
            return new Diagnosis(
                    cause, failure, isShort(cause) ? cause : new Copy(cause.getClass(), failure.message()));
        }
        Diagnosis asked = asked(cause);
        return asked == null ? unreadable(cause) : asked;
    }

    /** The exception that a promise only carried. One that says itself what its cause is may say anything, and is not asked. */
    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
        for (int i = 0; i < CHAIN_MAX; i++) {
            boolean carries = inner instanceof CompletionException || inner instanceof ExecutionException;
            Throwable next = carries && !OWN_METHODS.get(inner.getClass()) ? inner.getCause() : null;
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
        FutureTask<Diagnosis> asking = new FutureTask<>(() -> {
            Failure failure = Failures.of(cause);
            Copy copy = new Copy(cause.getClass(), failure.message());
            copy.setStackTrace(cause.getStackTrace());
            return new Diagnosis(cause, failure, copy);
        });
        AtomicBoolean over = new AtomicBoolean();
        // Not a virtual thread: what never waits would keep one of the few threads that all handlers run on.
        Thread thread = Thread.ofPlatform().daemon().name("reeve-diagnosis").unstarted(() -> {
            asking.run();
            if (!over.compareAndSet(false, true)) {
                HANGING.decrementAndGet();
            }
        });
        thread.start();
        try {
            return asking.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } finally {
            if (over.compareAndSet(false, true)) {
                HANGING.incrementAndGet();
                thread.interrupt();
            }
        }
    }

    private static Diagnosis unreadable(Throwable cause) {
        Failure failure = Failures.unreadable(cause.getClass());
        return new Diagnosis(cause, failure, new Copy(cause.getClass(), failure.message()));
    }

    /** Whether all that is asked of it, and of its causes, is answered by the JDK. */
    private static boolean isHarmless(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> rest = new ArrayDeque<>(List.of(thrown));
        while (!rest.isEmpty()) {
            Throwable next = rest.pop();
            if (!seen.add(next)) {
                continue;
            }
            if (seen.size() > CHAIN_MAX || OWN_METHODS.get(next.getClass())) {
                return false;
            }
            rest.addAll(List.of(next.getSuppressed()));
            Throwable cause = next.getCause();
            if (cause != null) {
                rest.add(cause);
            }
        }
        return true;
    }

    private static boolean isShort(Throwable harmless) {
        Throwable next = harmless;
        for (int i = 0; next != null && i < CHAIN_MAX; i++) {
            String message = next.getMessage();
            if ((message != null && message.length() > MESSAGE_MAX) || next.getSuppressed().length > 0) {
                return false;
            }
            next = next.getCause();
        }
        return true;
    }

    private static boolean hasOwnMethods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        try {
            for (String name : ASKED) {
                found.add(type.getMethod(name));
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            return true;
        }
        return found.stream().anyMatch(method -> !isOfPlatform(method.getDeclaringClass()));
    }

    private static boolean isOfPlatform(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /** Stands for an exception in a log. */
    @SuppressWarnings("OverrideThrowableToString") // under the name of the class that it stands for
    private static final class Copy extends RuntimeException {
        private final String type;

        Copy(Class<?> type, String message) {
            super(message, null, false, true);
            this.type = type.getName();
        }

        @Override
        public String toString() {
            return type + ": " + getMessage();
        }
    }
}
