package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Results that are no longer wanted (R13, R31)")
final class CancelTest {

    private static final AttemptToken TOKEN = token("s", 1);

    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();

    private final Harness harness = new Harness()
            .slots(1)
            .action("wait", (input, step) -> {
                calls.incrementAndGet();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    interrupted.set(true);
                }
                return step.cancelled();
            })
            .start();

    @Test
    @DisplayName("The handler sees the cancel, is not interrupted, and its report still counts")
    void runningHandler() {
        harness.offer(request(TOKEN, "wait", "{}"));
        harness.node.cancel(TOKEN);
        harness.turn();

        go.countDown();
        harness.settle();

        assertThat(harness.onlyOutput()).isEqualTo("true");
        assertThat(interrupted).isFalse();
    }

    @Test
    void aHandlerThatHasNotBegunDoesNotBegin() {
        harness.offer(request(TOKEN, "wait", "{}"), request(token("t", 1), "wait", "{}"));
        harness.node.cancel(token("t", 1));
        harness.turn();

        Failure failure = harness.onlyFailure();
        assertThat(harness.onlyReport().token()).isEqualTo(token("t", 1));
        assertThat(failure.cause()).isEqualTo(Cause.TRANSIENT);
        assertThat(failure.code()).isEqualTo("CANCELLED");
        assertThat(failure.possiblyDone()).isFalse();

        go.countDown();
        harness.settle();
        assertThat(calls).hasValue(1);
    }

    @Test
    void cancellationsOfOtherAttemptsAndUnknownOnesChangeNothing() {
        harness.offer(request(TOKEN, "wait", "{}"));
        harness.node.cancel(token("s", 2), token("u", 1));
        harness.turn();

        go.countDown();
        harness.settle();

        assertThat(harness.onlyOutput()).isEqualTo("false");
    }
}
