package dev.reeve.internal.agent;

import static dev.reeve.internal.agent.Harness.request;
import static dev.reeve.internal.agent.Harness.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.NodeClosedException;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.UnknownSessionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Nodes that are unreachable, restarted or slow (R20, R43, F12, F22)")
final class SessionTest {

    private static final AttemptToken RUNNING = token("running", 1);

    private static final AttemptToken REPORTED = token("reported", 1);

    private final CountDownLatch go = new CountDownLatch(1);

    private final CountDownLatch goFirst = new CountDownLatch(1);

    private final Harness harness = new Harness()
            .action("wait", (input, step) -> {
                go.await();
                return "waited";
            })
            .action("wait first", (input, step) -> {
                goFirst.await();
                return "waited";
            })
            .action("quick", (input, step) -> "done");

    @Test
    void registersWithWhatItCanDo() {
        harness.start();

        assertThat(harness.node.registrations).singleElement().satisfies(registration -> {
            assertThat(registration.agent()).isEqualTo("test");
            assertThat(registration.actions()).containsExactlyInAnyOrder("wait", "wait first", "quick");
            assertThat(registration.slots()).isEqualTo(100);
        });
        assertThat(harness.node.sent).hasSize(1);
    }

    @Test
    @DisplayName("R20: an agent keeps registering, with growing but limited delays")
    void registrationFails() {
        for (int i = 0; i < 1_000; i++) {
            harness.node.registrationFailures.add(new IllegalStateException("away"));
        }
        harness.start();
        harness.pass(Duration.ofSeconds(10));
        int early = harness.node.registrations.size();
        harness.pass(Duration.ofMinutes(30));

        assertThat(early).isBetween(5, 30);
        assertThat(harness.node.registrations).hasSizeBetween(300, 999);
        harness.node.registrationFailures.clear();
        harness.pass(Duration.ofSeconds(6));
        assertThat(harness.node.sent).hasSize(1);
    }

    @Test
    void aRegistrationThatIsNotAnsweredIsRepeated() {
        harness.node.silentOnRegistration = true;
        harness.start();

        harness.pass(Duration.ofSeconds(11));

        assertThat(harness.node.registrations).hasSize(2);
    }

    @Test
    void anExchangeThatFailsIsRepeatedWithBackoff() {
        harness.start();
        for (int failure = 0; failure < 20; failure++) {
            harness.node.fail(new IllegalStateException("away"));
            int sent = harness.node.sent.size();
            harness.turn();
            assertThat(harness.node.sent).as("not at once").hasSize(sent);
            harness.pass(Duration.ofSeconds(6));
            assertThat(harness.node.sent).hasSize(sent + 1);
        }
        assertThat(harness.node.registrations).hasSize(1);
    }

    @Test
    void aTransportThatThrowsIsLikeOneThatFails() {
        harness.node.throwsOnExchange = true;
        harness.start();
        harness.pass(Duration.ofSeconds(6));
        harness.node.throwsOnExchange = false;
        harness.pass(Duration.ofSeconds(6));

        assertThat(harness.node.sent).hasSize(1);
    }

    @Test
    @DisplayName("F12: an exchange that is never answered does not hold the agent up")
    void halfOpenConnection() {
        harness.start();

        harness.pass(Conversation.POLL.plus(Duration.ofSeconds(9)));
        assertThat(harness.node.sent).hasSize(1);
        harness.pass(Duration.ofSeconds(7));
        assertThat(harness.node.sent).hasSize(2);
    }

    @Test
    @DisplayName("F12: nor does an exchange that was replaced by a newer one")
    void halfOpenConnectionWithNews() {
        harness.node.holdsOlder = true;
        harness.start();
        harness.offer(request(REPORTED, "wait first", "{}"), request(RUNNING, "wait", "{}"));
        goFirst.countDown();
        harness.until(() -> !harness.node.reports().isEmpty());
        long open = unanswered();
        assertThat(open).isEqualTo(2);

        go.countDown();
        harness.until(() -> harness.session().holdings().hasReports());
        assertThat(harness.node.reports()).hasSize(1);
        harness.pass(Duration.ofSeconds(3));

        assertThat(harness.node.reports()).extracting(Report::token).contains(RUNNING);
    }

    private long unanswered() {
        return harness.node.sent.stream()
                .filter(each -> !each.promise().isDone())
                .count();
    }

    @Test
    @DisplayName("A restarted node learns at once which attempts run, and receives the reports again")
    void unknownSession() {
        harness.start();
        harness.offer(request(RUNNING, "wait", "{}"), request(REPORTED, "quick", "{}"));
        harness.until(() -> !harness.node.reports().isEmpty());
        SessionId before = harness.node.last().session();

        harness.node.fail(new UnknownSessionException(before));
        harness.pass(Duration.ofMillis(500));

        FakeNode.Sent announcement = harness.node.last();
        assertThat(harness.node.registrations).hasSize(2);
        assertThat(announcement.session()).isNotEqualTo(before);
        assertThat(announcement.exchange().beats())
                .extracting(Beat::token)
                .containsExactlyInAnyOrder(RUNNING, REPORTED);
        assertThat(announcement.exchange().reports()).extracting(Report::token).containsExactly(REPORTED);

        harness.node.accept(REPORTED);
        go.countDown();
        harness.settle();
        assertThat(harness.node.last().exchange().reports())
                .extracting(Report::token)
                .containsExactly(RUNNING);
    }

    @Test
    void aNodeThatForgetsAtOnceIsNotFloodedWithRegistrations() {
        harness.start();
        for (int i = 0; i < 100; i++) {
            if (!harness.node.last().promise().isDone()) {
                harness.node.fail(
                        new UnknownSessionException(harness.node.last().session()));
            }
            harness.pass(Duration.ofMillis(100));
        }

        assertThat(harness.node.registrations).hasSizeBetween(4, 40);
    }

    @Test
    void lateNewsOfAnOldSessionDoesNotEndTheNewOne() {
        harness.start();
        FakeNode.Sent old = harness.node.last();
        harness.offer(request(RUNNING, "wait", "{}"));
        harness.node.fail(new UnknownSessionException(old.session()));
        harness.pass(Duration.ofSeconds(1));
        int registrations = harness.node.registrations.size();

        harness.node.sent.stream()
                .filter(each -> each.session().equals(old.session()))
                .forEach(each -> each.promise().completeExceptionally(new UnknownSessionException(each.session())));
        harness.pass(Duration.ofSeconds(1));

        assertThat(harness.node.registrations).hasSize(registrations);
        go.countDown();
        harness.settle();
        assertThat(harness.node.reports()).extracting(Report::token).contains(RUNNING);
    }

    @Test
    @DisplayName("An agent ends when its node is closed permanently")
    void closedNode() {
        harness.start();
        harness.offer(request(RUNNING, "wait", "{}"));

        harness.node.fail(new NodeClosedException());
        harness.turn();
        harness.settle();

        assertThat(harness.session().ended()).isTrue();
        assertThat(harness.session().holdings().running()).isZero();
        assertThat(harness.node.reports()).isEmpty();
    }

    @Test
    void registeringWithAClosedNodeEndsTheAgent() {
        harness.node.registrationFailures.add(new NodeClosedException());

        harness.start();

        assertThat(harness.session().ended()).isTrue();
        assertThat(harness.node.registrations).hasSize(1);
    }

    @Test
    void anUnexpectedExceptionStartsTheSessionAnew() {
        harness.start();
        harness.offer(request(RUNNING, "wait", "{}"));

        harness.session().stumbled(new IllegalStateException("planted"));
        harness.pass(Duration.ofSeconds(1));

        assertThat(harness.node.left).hasSize(1);
        assertThat(harness.node.registrations).hasSize(2);
        assertThat(harness.node.last().exchange().beats())
                .extracting(Beat::token)
                .isEqualTo(List.of(RUNNING));
        go.countDown();
        harness.settle();
        assertThat(harness.onlyReport().token()).isEqualTo(RUNNING);
    }
}
