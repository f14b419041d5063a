package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The agent stops an attempt at complete-by and reports nothing afterwards (A3, I8, R13, F8, F9)")
final class DeadlineTest {

    private static final AttemptToken TOKEN = token("s", 1);

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean interrupted = new AtomicBoolean();

    private final Harness harness = new Harness()
            .slots(1)
            .action("obeys", (input, step) -> {
                calls.incrementAndGet();
                began.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    interrupted.set(true);
                    throw e;
                }
                return "done";
            })
            .action("ignores", (input, step) -> {
                calls.incrementAndGet();
                began.countDown();
                while (true) {
                    try {
                        go.await();
                        return "late";
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                }
            })
            .action("quick", (input, step) -> calls.incrementAndGet())
            .start();

    private void begin(String action) throws InterruptedException {
        harness.offer(request(TOKEN, action, "{}", TEN_SECONDS));
        began.await();
    }

    @Test
    void theHandlerIsInterruptedAndNothingIsReported() throws InterruptedException {
        begin("obeys");

        harness.advance(TEN_SECONDS.minusNanos(1_000_000));
        assertThat(interrupted).isFalse();
        harness.advance(Duration.ofMillis(1));
        harness.settle();
        assertThat(interrupted).isTrue();

        harness.pass(Duration.ofMinutes(2));
        assertThat(harness.node.reports()).isEmpty();
        assertThat(harness.session().holdings().running()).isZero();
    }

    @Test
    void noBeatIsSentForItEither() throws InterruptedException {
        begin("ignores");
        harness.pass(TEN_SECONDS);
        int before = harness.node.beats().size();
        assertThat(before).isPositive();

        harness.pass(Duration.ofSeconds(15));

        assertThat(harness.node.beats()).hasSize(before);
        go.countDown();
        harness.settle();
        assertThat(harness.node.reports()).isEmpty();
    }

    @Test
    @DisplayName("The time counts from the moment at which the answered exchange was sent")
    void countsFromTheSendingOfTheExchange() {
        harness.advance(Duration.ofSeconds(6));

        harness.offer(request(TOKEN, "obeys", "{}", TEN_SECONDS));
        harness.advance(Duration.ofSeconds(4));
        harness.settle();

        assertThat(harness.session().holdings().isEmpty()).isTrue();
        assertThat(harness.node.reports()).isEmpty();
    }

    @Test
    void aRequestThatCameTooLateIsNotRun() {
        harness.advance(TEN_SECONDS);

        harness.offer(request(TOKEN, "quick", "{}", TEN_SECONDS));
        harness.settle();

        assertThat(calls).hasValue(0);
        assertThat(harness.node.reports()).isEmpty();
    }

    @Test
    @DisplayName("I8: no user code starts after complete-by, also if it waited for a slot")
    void deadlinePassedWhileWaitingForASlot() throws InterruptedException {
        harness.offer(
                request(TOKEN, "ignores", "{}", Duration.ofMinutes(5)),
                request(token("t", 1), "quick", "{}", TEN_SECONDS));
        began.await();
        harness.advance(TEN_SECONDS);

        go.countDown();
        harness.settle();

        assertThat(calls).as("only the one that held the slot").hasValue(1);
        assertThat(harness.onlyReport().token()).isEqualTo(TOKEN);
    }

    @Test
    @DisplayName("I8: no user code starts after complete-by, also if its thread came late")
    void deadlinePassedBeforeTheThreadBegan() {
        AtomicInteger late = new AtomicInteger();
        Attempt attempt = new Attempt(
                request(TOKEN, "late", "{}"),
                BoundAction.of("late", Object.class, (input, step) -> late.incrementAndGet()),
                5,
                new Attempt.Host() {
                    @Override
                    public long now() {
                        return 5;
                    }

                    @Override
                    public void finished(Attempt done) {}

                    @Override
                    public void beatWanted() {}
                });

        attempt.run();

        assertThat(late).hasValue(0);
        assertThat(attempt.report()).isNull();
    }

    @Test
    @DisplayName("F44: a handler that ignores its interruption keeps its slot, and is counted")
    void stuckHandler() throws InterruptedException {
        begin("ignores");
        harness.advance(TEN_SECONDS);
        assertThat(harness.session().holdings().stuck()).isZero();
        harness.until(interrupted::get);
        harness.pass(Duration.ofSeconds(3));
        assertThat(harness.session().holdings().stuck()).isEqualTo(1);

        harness.offer(request(token("t", 1), "quick", "{}", Harness.MINUTE));
        harness.turn();
        assertThat(calls).as("the slot is taken").hasValue(1);

        go.countDown();
        harness.settle();
        assertThat(harness.onlyReport().token()).isEqualTo(token("t", 1));
        assertThat(harness.session().holdings().running()).isZero();
    }

    @Test
    @DisplayName("A report made in time is still delivered a little later, then dropped")
    void reportMadeInTime() throws InterruptedException {
        begin("obeys");
        go.countDown();
        harness.advance(Duration.ofSeconds(9));
        harness.settle();
        assertThat(harness.node.reports()).hasSize(1);

        harness.pass(Duration.ofSeconds(20));
        int until = harness.node.reports().size();
        assertThat(until).isGreaterThan(1);

        harness.pass(Duration.ofSeconds(60));
        assertThat(harness.session().holdings().isEmpty()).isTrue();
        int dropped = harness.node.reports().size();
        harness.pass(Duration.ofSeconds(60));
        assertThat(harness.node.reports()).hasSize(dropped);
    }

    @Test
    void aDeadlineFartherThanCanBeCountedNeverComes() throws InterruptedException {
        harness.offer(request(TOKEN, "obeys", "{}", Duration.ofSeconds(Long.MAX_VALUE)));
        began.await();
        harness.advance(Duration.ofDays(365));
        assertThat(interrupted).isFalse();

        harness.pass(Duration.ofSeconds(6));
        go.countDown();
        harness.until(() -> !harness.node.reports().isEmpty());
    }
}
