package dev.reeve.internal.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A node that did not renew its registration for long sends nothing to its agents: others may have removed it. */
final class SilentNodeTest {

    private final ManualClock time = new ManualClock(Instant.EPOCH);
    private final Dispatcher dispatcher = new CorrespondingNode("own", 1, time, ServiceOptions.defaults()).dispatcher;
    private boolean silent;
    private final SessionId session = dispatcher.register(new Registration("agent", Set.of("a.do"), 1));
    private final String agent = "agent@" + session;
    private final Work work = CorrespondingNode.work(time);
    private final AttemptToken token = requireNonNull(work.token());

    SilentNodeTest() {
        dispatcher.share(() -> silent);
    }

    private void deliver() {
        Slot slot = requireNonNull(dispatcher.reserve("a.do", false, null));
        dispatcher.deliver(List.of(new Delivery(slot, token, work, "flow", requireNonNull(work.completeBy()))));
    }

    private Reply exchange(Exchange exchange) {
        return dispatcher
                .exchange(session, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    private void receivesNothing() {
        assertThat(exchange(Exchange.NOTHING).requests()).isEmpty();
    }

    @Test
    @DisplayName("H1: a committed attempt leaves once the node is not silent any more")
    void leavesLater() {
        silent = true;
        deliver();

        receivesNothing();
        dispatcher.rest(true);
        receivesNothing();
        CompletableFuture<Reply> open = dispatcher
                .exchange(session, Exchange.NOTHING, Duration.ofSeconds(10))
                .toCompletableFuture();
        assertThat(open).isNotDone();

        silent = false;
        dispatcher.rest(false);

        assertThat(open.join().requests()).hasSize(1);
    }

    @Test
    @DisplayName("H1: a short silence that nobody has noticed delays an attempt until the next tick")
    void nobodyNoticed() {
        silent = true;
        deliver();
        CompletableFuture<Reply> open = dispatcher
                .exchange(session, Exchange.NOTHING, Duration.ofSeconds(10))
                .toCompletableFuture();
        silent = false;

        dispatcher.tick(Duration.ofSeconds(30));

        assertThat(open.join().requests()).hasSize(1);
    }

    @Test
    @DisplayName("verdicts reach the agent of a silent node")
    void verdictsLeave() {
        deliver();
        assertThat(exchange(Exchange.NOTHING).requests()).hasSize(1);
        silent = true;

        exchange(new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of()));
        dispatcher.flushVerdicts();

        assertThat(exchange(Exchange.NOTHING).verdicts()).hasSize(1);
    }

    @Test
    @DisplayName("H1 (seed 967): an attempt that did not leave before the node was removed never does")
    void removed() {
        silent = true;
        deliver();
        receivesNothing();

        dispatcher.reset();
        silent = false;

        receivesNothing();
        assertThat(dispatcher.outstanding()).isZero();
        assertThat(dispatcher.presence(agent, token)).isEqualTo(Presence.NOT_DELIVERED);
    }

    @Test
    @DisplayName("An attempt that the agent has is kept when the node is removed, also if its request is repeated")
    void sentBefore() {
        deliver();
        assertThat(exchange(Exchange.NOTHING).requests()).hasSize(1);
        time.pass(Duration.ofSeconds(5));
        dispatcher.tick(Duration.ofSeconds(30));

        dispatcher.reset();

        assertThat(dispatcher.outstanding()).isEqualTo(1);
    }
}
