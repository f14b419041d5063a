package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ServiceOptions;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.breaker.Latency;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * R21, F11, L4: a request that did not arrive is offered again, as the same attempt, within
 * five seconds.
 */
class DispatcherTest {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration SILENCE_MAX = Duration.ofMinutes(1);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final ManualClock time =
            new ManualClock(BEGINNING, Duration.ofHours(1).toNanos());
    private final Nobody nobody = new Nobody();
    private final Dispatcher dispatcher =
            new Dispatcher(time, nobody, ServiceOptions.defaults(), new Random(1), 0, HeldBytes.unbounded());
    private final SessionId session = dispatcher.register(new Registration("payments", Set.of("payment.charge"), 2));
    private final AttemptToken token = token(1);
    private boolean alertsIfSlow;

    @Test
    void whatTheAgentDoesNotShowIsOfferedAgain() {
        CompletableFuture<Reply> lost = exchange(Exchange.NOTHING);
        deliver(token);
        assertThat(requests(lost)).containsExactly(token);

        CompletableFuture<Reply> next = exchange(Exchange.NOTHING);
        assertThat(ticksUntilAnswered(next)).isBetween(1, 5);
        assertThat(requests(next)).containsExactly(token);
        assertThat(dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    void itIsOfferedUntilItArrives() {
        CompletableFuture<Reply> lost = exchange(Exchange.NOTHING);
        deliver(token);
        assertThat(requests(lost)).containsExactly(token);
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Reply> next = exchange(Exchange.NOTHING);
            assertThat(ticksUntilAnswered(next)).isBetween(1, 5);
            assertThat(requests(next)).containsExactly(token);
        }
    }

    @Test
    void whatTheAgentHasIsNotOfferedAgain() {
        deliver(token);
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token);

        CompletableFuture<Reply> next = exchange(new Exchange(List.of(), List.of(new Beat(token, null))));
        assertThat(ticksUntilAnswered(next)).isEqualTo(20);
        assertThat(requests(next)).isEmpty();
    }

    @Test
    void whatIsReportedIsNotOfferedAgain() {
        deliver(token);
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token);

        CompletableFuture<Reply> next =
                exchange(new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of()));
        assertThat(ticksUntilAnswered(next)).isEqualTo(20);
        assertThat(requests(next)).isEmpty();
        assertThat(dispatcher.outstanding()).isZero();
    }

    /** V1: found by the simulator, which let a heartbeat come due between a report and the decision on it. */
    @Test
    void whatIsReportedIsNotSilentUntilThereIsAVerdict() {
        String agent = slot().agent();
        deliver(token);
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token);
        assertThat(exchange(new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of())))
                .isNotDone();

        time.pass(SILENCE_MAX.dividedBy(2));
        assertThat(dispatcher.silence(agent, token)).isZero();
        slot(); // the reported one's: the agent has two

        accept();
        assertThat(dispatcher.silence(agent, token)).isNull();
    }

    /** While the store is away agents go on reporting; what waits in a lane must not grow with time. */
    @Test
    void aLaneIsToldOfAReportOnceUntilItHasDealtWithIt() {
        deliver(token);
        Exchange report = new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of());
        for (int i = 0; i < 3; i++) {
            assertThat(exchange(report)).isNotNull();
        }
        assertThat(nobody.reports).isEqualTo(1);

        nobody.unanswered.run();
        assertThat(exchange(report)).isNotNull();
        assertThat(nobody.reports).isEqualTo(2);
    }

    @Test
    void ofTheCheckpointsThatComeMeanwhileTheNewestFollows() {
        deliver(token);
        for (int i = 1; i <= 4; i++) {
            assertThat(exchange(new Exchange(List.of(), List.of(new Beat(token, new Json(String.valueOf(i)))))))
                    .isNotNull();
        }
        assertThat(nobody.checkpoints).containsExactly(new Json("1"));

        nobody.stored.run();
        assertThat(nobody.checkpoints).containsExactly(new Json("1"), new Json("4"));
        nobody.stored.run();
        assertThat(nobody.checkpoints).hasSize(2);
    }

    @Test
    void aStepThatIsQueuedAgainKeepsItsPlace() {
        ReadyStep first = new ReadyStep(token.execution(), token.step(), "a.b", 0, false, null);
        ReadyStep second = new ReadyStep(token(2).execution(), token.step(), "a.b", 0, false, null);
        dispatcher.enqueue(List.of(first, second, first));
        dispatcher.enqueue(List.of(first));

        dispatcher.register(new Registration("late", Set.of("a.b"), 9));

        assertThat(nobody.granted).containsExactly(first, second);
    }

    @Test
    void anAgentThatDoesNotAskGetsItOnce() {
        deliver(token);
        for (int i = 0; i < 30; i++) {
            time.pass(Duration.ofSeconds(1));
            dispatcher.tick(SILENCE_MAX);
        }
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token);
    }

    /** V3: an attempt that takes far longer than the others is shown, and left alone. */
    @Test
    void whatTakesUnusuallyLongIsSuspect() {
        for (int number = 1; number <= Latency.SAMPLES_MIN; number++) {
            AttemptToken quick = token(number);
            deliver(quick);
            time.pass(Duration.ofMillis(100));
            CompletableFuture<Reply> answer =
                    exchange(new Exchange(List.of(new Report.Completed(quick, Json.NULL)), List.of()));
            accept();
            assertThat(answer).isNotCancelled();
        }
        AttemptToken slow = token(1_000);
        deliver(slow);
        time.pass(Duration.ofMillis(900));
        assertThat(dispatcher.suspects()).isEmpty();

        time.pass(Duration.ofMillis(200));

        assertThat(dispatcher.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.token()).isEqualTo(slow);
            assertThat(suspect.action()).isEqualTo("payment.charge");
            assertThat(suspect.running()).isEqualTo(Duration.ofMillis(1_100));
            assertThat(suspect.expected()).isEqualTo(Duration.ofSeconds(1));
        });
        dispatcher.tick(SILENCE_MAX);
        assertThat(nobody.lost).isEmpty();
    }

    /** V3: onSlow: alert. */
    @Test
    void anAlertIsRaisedOnceOfASlowAttemptThatAsksForIt() {
        deliver(token, Duration.ofSeconds(5));
        time.pass(Duration.ofMinutes(1));
        assertThat(dispatcher.slow()).as("off by default").isEmpty();

        alertsIfSlow = true;
        AttemptToken asking = token(2);
        deliver(asking, Duration.ofSeconds(5));
        assertThat(dispatcher.slow()).isEmpty();
        time.pass(Duration.ofSeconds(6));

        assertThat(dispatcher.slow()).singleElement().satisfies(slow -> {
            assertThat(slow.token()).isEqualTo(asking);
            assertThat(slow.expected()).isEqualTo(Duration.ofSeconds(5));
        });
        time.pass(Duration.ofMinutes(1));
        assertThat(dispatcher.slow()).as("once for each attempt").isEmpty();
        assertThat(dispatcher.suspects()).hasSize(2);
    }

    /** V3: what the definition says comes before what was learnt, and needs no hundred attempts. */
    @Test
    void whatTakesLongerThanItsDefinitionSaysIsSuspect() {
        deliver(token, Duration.ofSeconds(5));
        time.pass(Duration.ofSeconds(5));
        assertThat(dispatcher.suspects()).isEmpty();

        time.pass(Duration.ofSeconds(1));

        assertThat(dispatcher.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.token()).isEqualTo(token);
            assertThat(suspect.running()).isEqualTo(Duration.ofSeconds(6));
            assertThat(suspect.expected()).isEqualTo(Duration.ofSeconds(5));
        });
        dispatcher.tick(SILENCE_MAX);
        assertThat(nobody.lost).isEmpty();
    }

    /** However long it waited for an answer, it has time to ask again (A7). */
    @Test
    void anAgentThatWasAnsweredIsNotSilentYet() {
        CompletableFuture<Reply> waiting = dispatcher
                .exchange(session, Exchange.NOTHING, SILENCE_MAX.multipliedBy(3))
                .toCompletableFuture();
        time.pass(SILENCE_MAX.multipliedBy(2));
        deliver(token);
        assertThat(requests(waiting)).containsExactly(token);
        dispatcher.tick(SILENCE_MAX);

        assertThat(dispatcher.agents()).extracting(AgentStatus::health).containsExactly(AgentHealth.BUSY);
        assertThat(nobody.lost).isEmpty();

        time.pass(SILENCE_MAX.plusSeconds(1));
        dispatcher.tick(SILENCE_MAX);
        assertThat(nobody.lost).containsExactly(token);
    }

    /** A handler that ignores its interruption keeps a slot, and the node must not count on it. */
    @Test
    void anAgentMayHaveFewerSlotsForAWhile() {
        assertThat(exchange(new Exchange(List.of(), List.of(), false, 1))).isNotDone();
        deliver(token);
        assertThat(dispatcher.reserve("payment.charge", false, null)).isNull();
        assertThat(dispatcher.outstanding()).isEqualTo(1);

        assertThat(exchange(new Exchange(List.of(), List.of(), false, 0))).isNotDone();
        assertThat(dispatcher.outstanding()).isEqualTo(1);
        assertThat(exchange(new Exchange(List.of(), List.of(), false, 9))).isNotDone();
        slot(); // the second one of those that it registered
        assertThat(dispatcher.reserve("payment.charge", false, null)).isNull();
    }

    /** The answer that said so may have been lost. */
    @Test
    void aCancellationIsRepeatedWithEachHeartbeat() {
        String agent = slot().agent();
        deliver(token);
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token);
        CompletableFuture<Reply> lost = exchange(Exchange.NOTHING);
        dispatcher.cancel(List.of(token), List.of(agent));
        assertThat(lost.join().cancelled()).containsExactly(token);

        CompletableFuture<Reply> next = exchange(new Exchange(List.of(), List.of(new Beat(token, null))));
        assertThat(next.join().cancelled()).containsExactly(token);
        assertThat(exchange(Exchange.NOTHING)).isNotDone();
    }

    /** R41: an answer has a maximum size, and a single larger request is sent alone. */
    @Test
    void anAnswerHasAMaximumSize() {
        Json large = new Json("\"" + "x".repeat(3 << 20) + "\"");
        deliver(token, null, large);
        deliver(token(2), null, large);

        CompletableFuture<Reply> first = exchange(Exchange.NOTHING);
        assertThat(requests(first)).containsExactly(token);
        assertThat(requests(exchange(Exchange.NOTHING))).containsExactly(token(2));
    }

    @Test
    void aClosedNodeOpensNoSession() {
        dispatcher.close();
        assertThat(new InProcessTransport(dispatcher).register(new Registration("late", Set.of("a.b"), 1)))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(NodeClosedException.class);
    }

    private CompletableFuture<Reply> exchange(Exchange exchange) {
        return dispatcher.exchange(session, exchange, WAIT).toCompletableFuture();
    }

    private void deliver(AttemptToken attempt) {
        deliver(attempt, null);
    }

    private void deliver(AttemptToken attempt, @Nullable Duration expected) {
        deliver(attempt, expected, Json.NULL);
    }

    private void deliver(AttemptToken attempt, @Nullable Duration expected, Json input) {
        Slot slot = slot();
        Instant completeBy = time.now().plus(Duration.ofMinutes(5));
        Work work = new Work(
                attempt.step(),
                attempt.purpose(),
                "payment.charge",
                input,
                attempt.idempotencyKey(),
                0,
                Duration.ofMinutes(5),
                null,
                expected,
                alertsIfSlow,
                null,
                null,
                null,
                attempt,
                completeBy);
        dispatcher.deliver(List.of(new Delivery(slot, attempt, work, "order", completeBy)));
    }

    private Slot slot() {
        return Objects.requireNonNull(dispatcher.reserve("payment.charge", false, null), "a slot is free");
    }

    private int ticksUntilAnswered(CompletableFuture<Reply> answer) {
        for (int seconds = 0; seconds <= WAIT.toSeconds(); seconds++) {
            if (answer.isDone()) {
                return seconds;
            }
            time.pass(Duration.ofSeconds(1));
            dispatcher.tick(SILENCE_MAX);
        }
        return (int) WAIT.toSeconds();
    }

    private static List<AttemptToken> requests(CompletableFuture<Reply> answer) {
        assertThat(answer).isDone();
        return answer.join().requests().stream().map(AttemptRequest::token).toList();
    }

    private static AttemptToken token(int number) {
        return new AttemptToken(
                new ExecutionId(new UUID(0, number)), StepPath.of("charge"), Purpose.FORWARD, 1, number);
    }

    /** The lane that has the last report accepts it. */
    private void accept() {
        nobody.verdict.accept(null);
        dispatcher.flushVerdicts();
    }

    private static final class Nobody implements WorkSink {
        final List<AttemptToken> lost = new ArrayList<>();
        private Consumer<@Nullable String> verdict = refused -> {};
        private Runnable unanswered = () -> {};
        private int reports;
        private final List<ReadyStep> granted = new ArrayList<>();
        private final List<Json> checkpoints = new ArrayList<>();
        private Runnable stored = () -> {};

        @Override
        public boolean grant(ReadyStep ready, Slot slot) {
            return granted.add(ready);
        }

        @Override
        public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
            reports++;
            this.verdict = verdict;
            this.unanswered = unanswered;
        }

        @Override
        public void checkpoint(AttemptToken token, Json checkpoint, Runnable done) {
            checkpoints.add(checkpoint);
            stored = done;
        }

        @Override
        public void lost(AttemptToken token) {
            lost.add(token);
        }
    }
}
