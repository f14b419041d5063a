package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.transport.Report;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** An attempt that ends with a hostile exception is reported once, soon, and with little text. */
final class HostileExceptionTest {

    /** An exception whose methods all do the same. */
    private static class Hostile extends RuntimeException {
        private final Supplier<String> answer;

        Hostile(Supplier<String> answer) {
            this.answer = answer;
        }

        @Override
        public String getMessage() {
            return answer.get();
        }

        @Override
        public String getLocalizedMessage() {
            return answer.get();
        }

        @Override
        public String toString() {
            return answer.get();
        }

        @Override
        public synchronized Throwable getCause() {
            String unused = answer.get();
            return this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            String unused = answer.get();
            return super.getStackTrace();
        }
    }

    private static final class Circle extends CompletionException {
        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    private static Failure reported(Throwable thrown) {
        Harness harness = new Harness()
                .action("test.only", Map.class, (input, step) -> {
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) thrown;
                })
                .start();
        harness.offer(request(token("take", 1), "test.only", "{}"));
        harness.settle();
        assertThat(harness.node.reports()).hasSize(1);
        assertThat(harness.node.reports().getFirst()).isInstanceOf(Report.Failed.class);
        Failure failure = ((Report.Failed) harness.node.reports().getFirst()).failure();
        assertThat(failure.cause()).isEqualTo(Cause.TRANSIENT);
        assertThat(failure.message().length()).isBetween(1, Failure.MESSAGE_LENGTH_MAX);
        return failure;
    }

    private static String fail(@Nullable Throwable error) {
        if (error instanceof Error fatal) {
            throw fatal;
        }
        throw new IllegalStateException("not even that");
    }

    @Test
    @DisplayName("Methods that throw")
    void throwing() {
        assertThat(reported(new Hostile(() -> fail(null))).message()).contains("Hostile", "cannot be read");
        assertThat(reported(new Hostile(() -> fail(new StackOverflowError()))).code())
                .isEqualTo("HOSTILE");
        assertThat(reported(new RuntimeException("outer", new Hostile(() -> fail(null))))
                        .code())
                .isEqualTo("RUNTIME_EXCEPTION");
    }

    @Test
    @DisplayName("Methods that never return")
    void waiting() {
        CountDownLatch never = new CountDownLatch(1);
        assertThat(reported(new Hostile(() -> {
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return "late";
                        }))
                        .message())
                .contains("cannot be read");
    }

    @Test
    @DisplayName("Messages and causes of megabytes, in a class of its own or not")
    void large() {
        String text = "x".repeat(20_000_000);
        reported(new Hostile(() -> text));
        reported(new IllegalStateException(text));
        reported(new IllegalStateException("outer", new IllegalStateException(text)));
        Throwable chain = new IllegalStateException("end");
        for (int i = 0; i < 100_000; i++) {
            chain = new IllegalStateException("link", chain);
        }
        reported(chain);
    }

    @Test
    @DisplayName("Exceptions that are their own cause, directly or through others")
    void circles() {
        assertThat(reported(new Circle()).code()).isEqualTo("CIRCLE");
        assertThat(reported(new CompletionException(new Circle())).code()).isEqualTo("CIRCLE");
        RuntimeException first = new RuntimeException("first");
        RuntimeException second = new RuntimeException("second", first);
        first.initCause(second);
        assertThat(reported(first).message()).contains("first");
        RuntimeException suppressing = new RuntimeException("suppressing");
        suppressing.addSuppressed(second);
        reported(suppressing);
    }

    @Test
    @DisplayName("Details whose methods throw are left out")
    void details() {
        Failure failure = reportedOf(StepFailure.businessError("NO", "not today", new Object() {
            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // read as a property
            public String getSecret() {
                throw new Hostile(() -> fail(null));
            }
        }));
        assertThat(failure.message()).isNotEmpty();
    }

    @Test
    @DisplayName("An exception that no logger can write is still reported")
    void logging() {
        assertThat(reported(new IllegalStateException(FailingLogging.FAIL)).message())
                .isEqualTo(FailingLogging.FAIL);
        assertThat(reportedOf(StepFailure.businessError("NO", FailingLogging.FAIL))
                        .code())
                .isEqualTo("NO");
    }

    private static Failure reportedOf(StepFailure thrown) {
        Harness harness = new Harness()
                .action("test.only", Map.class, (input, step) -> {
                    throw thrown;
                })
                .start();
        harness.offer(request(token("take", 1), "test.only", "{}"));
        harness.settle();
        assertThat(harness.node.reports()).hasSize(1);
        return ((Report.Failed) harness.node.reports().getFirst()).failure();
    }
}
