package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Closing an agent loses no result and fails no attempt (F6)")
final class CloseTest {

    private static final AttemptToken TOKEN = token("s", 1);

    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    private final Harness harness = new Harness()
            .slots(1)
            .action("wait", (input, step) -> {
                began.countDown();
                go.await();
                return "waited";
            })
            .action("answers", (input, step) -> {
                began.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw StepFailure.transientError("STOPPED", "put down in order");
                }
                return "waited";
            })
            .start();

    private void close() {
        harness.session().close(DRAIN);
        harness.turn();
    }

    @Test
    void anIdleAgentTellsAndLeaves() {
        harness.node.holdsOlder = true;
        close();
        assertThat(harness.node.last().exchange().draining()).isTrue();
        assertThat(harness.node.left)
                .as("work may be on its way in the older answer")
                .isEmpty();

        harness.node.releaseOlder();
        harness.turn();

        assertThat(harness.node.left).hasSize(1);
        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void handlersMayFinishAndTheirReportsAreDelivered() {
        harness.offer(request(TOKEN, "wait", "{}"));
        close();
        harness.pass(Duration.ofSeconds(3));
        assertThat(harness.node.left).isEmpty();

        go.countDown();
        harness.settle();
        assertThat(harness.onlyOutput()).isEqualTo("\"waited\"");
        assertThat(harness.node.left).as("no verdict yet").isEmpty();
        harness.node.accept(TOKEN);
        harness.turn();

        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void whatHasNotBegunIsGivenBackAtOnce() {
        harness.offer(request(TOKEN, "wait", "{}"), request(token("t", 1), "wait", "{}"));
        close();

        assertThat(harness.onlyReport().token()).isEqualTo(token("t", 1));
        assertThat(harness.onlyFailure().cause()).isEqualTo(Cause.THROTTLED);
        assertThat(harness.onlyFailure().code()).isEqualTo("AGENT_CLOSING");
        assertThat(harness.onlyFailure().possiblyDone()).isFalse();
    }

    @Test
    void whatComesMeanwhileIsGivenBackToo() {
        harness.node.holdsOlder = true;
        close();
        FakeNode.Sent older = harness.node.sent.getFirst();
        older.promise().complete(new Reply(List.of(request(TOKEN, "wait", "{}")), List.of(), List.of()));
        harness.turn();

        assertThat(harness.onlyFailure().code()).isEqualTo("AGENT_CLOSING");
        harness.node.accept(TOKEN);
        harness.turn();
        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    @DisplayName("An attempt that ends with its agent counts as lost, not as failed")
    void handlersThatTakeTooLong() throws InterruptedException {
        harness.offer(request(TOKEN, "wait", "{}"));
        began.await();
        close();
        harness.node.releaseOlder();

        harness.advance(DRAIN);
        harness.settle();

        assertThat(harness.node.reports()).isEmpty();
        assertThat(harness.node.left).hasSize(1);
        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void whatAnInterruptedHandlerStillSaysIsReported() throws InterruptedException {
        harness.offer(request(TOKEN, "answers", "{}"));
        began.await();
        close();
        harness.node.releaseOlder();

        harness.advance(DRAIN);
        harness.settle();

        assertThat(harness.onlyFailure().code()).isEqualTo("STOPPED");
        assertThat(harness.node.left).isEmpty();
        harness.node.accept(TOKEN);
        harness.turn();
        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void theEndComesEvenIfTheNodeAnswersNothing() {
        harness.offer(request(TOKEN, "wait", "{}"));
        go.countDown();
        harness.settle();
        close();

        harness.pass(DRAIN.plusSeconds(3));

        assertThat(harness.node.reports()).extracting(Report::token).contains(TOKEN);
        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void anIdleAgentWhoseNodeIsAwayEndsAtOnce() {
        harness.node.fail(new IllegalStateException("away"));
        harness.turn();

        close();

        assertThat(harness.session().ended()).isTrue();
    }

    @Test
    void anAgentThatNeverReachedANodeEndsAtOnce() {
        Harness away = new Harness().action("any", (input, step) -> 1);
        away.node.silentOnRegistration = true;
        away.start();

        away.session().close(DRAIN);
        away.turn();

        assertThat(away.session().ended()).isTrue();
    }
}
