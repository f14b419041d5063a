package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.beating;
import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Heartbeats and checkpoints (A5, R21, F11)")
final class HeartbeatTest {

    record Progress(int frames) {}

    private static final AttemptToken TOKEN = token("encode", 1);

    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    /** The checkpoints for the handler to attach; {@code -1} ends it. */
    private final BlockingQueue<Integer> commands = new LinkedBlockingQueue<>();

    private final CountDownLatch go = new CountDownLatch(1);

    private final Harness harness = new Harness()
            .action("wait", (input, step) -> {
                go.await();
                return null;
            })
            .action("encode", (input, step) -> {
                while (true) {
                    int command = commands.take();
                    if (command < 0) {
                        throw StepFailure.transientError("STOPPED", "stopped");
                    }
                    step.heartbeat(new Progress(command));
                }
            })
            .action(
                    "resume",
                    (input, step) -> step.checkpoint(Progress.class)
                            .map(Progress::frames)
                            .orElse(0))
            .start();

    private List<Long> beatTimes(Duration within) {
        List<Long> times = new ArrayList<>();
        long begin = harness.ticker.nanos();
        int seen = harness.node.beats().size();
        while (harness.ticker.nanos() < begin + within.toNanos()) {
            harness.ticker.advance(Duration.ofMillis(100));
            harness.turn();
            if (harness.node.beats().size() > seen) {
                seen = harness.node.beats().size();
                times.add((harness.ticker.nanos() - begin) / 100_000_000);
            }
        }
        return times;
    }

    @Test
    @DisplayName("R21: the first heartbeat confirms the request within a second, the others follow every ten")
    void withoutAHeartbeatTimeout() {
        harness.offer(request(token("s", 1), "wait", "{}", Duration.ofMinutes(5)));

        assertThat(beatTimes(Duration.ofSeconds(35))).containsExactly(10L, 110L, 210L, 310L);
        go.countDown();
    }

    @Test
    @DisplayName("Heartbeats come after a third of the smallest timeout, all in one message, without a call of "
            + "the handler")
    void aThirdOfTheSmallestTimeout() {
        harness.offer(
                beating(TOKEN, "wait", Duration.ofSeconds(9), null),
                beating(token("other", 1), "wait", Duration.ofMillis(1_500), null));

        assertThat(beatTimes(Duration.ofSeconds(3))).containsExactly(5L, 10L, 15L, 20L, 25L, 30L);
        assertThat(harness.node.sent)
                .filteredOn(sent -> !sent.exchange().beats().isEmpty())
                .allSatisfy(sent -> assertThat(sent.exchange().beats())
                        .containsExactlyInAnyOrder(new Beat(TOKEN, null), new Beat(token("other", 1), null)));
        go.countDown();
    }

    @Test
    void nothingIsSentWhenNothingIsHeld() {
        assertThat(beatTimes(Duration.ofSeconds(30))).isEmpty();
    }

    @Test
    @DisplayName("An attempt whose report waits for the engine's answer still sends heartbeats")
    void reportedAttemptsAreListed() {
        harness.offer(request(token("s", 1), "resume", "{}"));
        harness.settle();

        assertThat(beatTimes(Duration.ofSeconds(2))).containsExactly(10L);
    }

    @Test
    void checkpointsGoWithTheNextBeatOnceAndOnlyTheNewest() {
        harness.offer(beating(TOKEN, "encode", Duration.ofSeconds(30), null));
        commands.add(1);
        commands.add(2);
        harness.until(commands::isEmpty);
        harness.pass(Duration.ofMillis(100));
        commands.add(3);
        harness.until(commands::isEmpty);
        beatTimes(Duration.ofSeconds(5));

        assertThat(harness.node.beats())
                .extracting(Beat::checkpoint)
                .filteredOn(checkpoint -> checkpoint != null)
                .endsWith(new Json("{\"frames\":3}"))
                .doesNotHaveDuplicates()
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void checkpointsArePacedToOneASecond() {
        harness.offer(beating(TOKEN, "encode", Duration.ofSeconds(30), null));
        for (int i = 0; i < 100; i++) {
            commands.add(i);
            harness.until(commands::isEmpty);
            harness.pass(Duration.ofMillis(100));
        }

        assertThat(harness.node.beats()).hasSizeBetween(8, 12);
    }

    @Test
    void aCheckpointOfALostExchangeIsSentAgain() {
        harness.offer(beating(TOKEN, "encode", HEARTBEAT, null));
        commands.add(7);
        harness.until(() -> carriesCheckpoint(harness.node.last()));

        harness.node.fail(new IllegalStateException("reset"));
        harness.pass(Duration.ofSeconds(3));

        assertThat(harness.node.sent)
                .filteredOn(HeartbeatTest::carriesCheckpoint)
                .hasSize(2);
        commands.add(-1);
    }

    private static boolean carriesCheckpoint(FakeNode.Sent sent) {
        return sent.exchange().beats().stream().anyMatch(beat -> beat.checkpoint() != null);
    }

    @Test
    @DisplayName("The last checkpoint comes with the report of the failure, for the next attempt")
    void checkpointTogetherWithTheFailure() {
        harness.offer(beating(TOKEN, "encode", Duration.ofSeconds(30), null));
        beatTimes(Duration.ofSeconds(2));
        commands.add(9);
        commands.add(-1);
        harness.settle();

        FakeNode.Sent report = harness.node.last();
        assertThat(report.exchange().reports()).extracting(Report::token).containsExactly(TOKEN);
        assertThat(report.exchange().beats()).containsExactly(new Beat(TOKEN, new Json("{\"frames\":9}")));
    }

    @Test
    void theNextAttemptGoesOnFromTheLastCheckpoint() {
        harness.offer(beating(token("encode", 2), "resume", HEARTBEAT, "{\"frames\":41}"));
        harness.settle();
        assertThat(harness.onlyOutput()).isEqualTo("41");
    }

    @Test
    void withoutACheckpointThereIsNone() {
        harness.offer(beating(TOKEN, "resume", HEARTBEAT, null));
        harness.settle();
        assertThat(harness.onlyOutput()).isEqualTo("0");
    }

    @Test
    void aCheckpointThatDoesNotFitIsSaidSo() {
        harness.offer(beating(token("encode", 2), "resume", HEARTBEAT, "{\"frames\":\"many\"}"));
        harness.settle();

        Failure failure = harness.onlyFailure();
        assertThat(failure.code()).isEqualTo("CHECKPOINT_MISMATCH");
        assertThat(failure.message()).contains("Progress").contains("$.frames");
        assertThat(failure.possiblyDone()).isTrue();
    }

    @Test
    void aCheckpointThatIsTooLargeOrNotJsonIsRefusedWhereItIsMade() {
        FakeTicker ticker = new FakeTicker();
        Attempt attempt = new Attempt(
                beating(TOKEN, "any", HEARTBEAT, "1"),
                BoundAction.of("any", Object.class, (input, step) -> null),
                Duration.ofMinutes(1).toNanos(),
                new Attempt.Host() {
                    @Override
                    public long now() {
                        return ticker.nanos();
                    }

                    @Override
                    public void finished(Attempt done) {}

                    @Override
                    public void beatWanted() {}
                });

        assertThatThrownBy(() -> attempt.heartbeat("x".repeat(2_000_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1048576");
        assertThatThrownBy(() -> attempt.heartbeat(Map.of("a", Double.POSITIVE_INFINITY)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(attempt.checkpoint(Integer.class)).contains(1);
        attempt.heartbeat(2);
        assertThat(attempt.checkpoint(Integer.class)).isEqualTo(Optional.of(2));
    }
}
