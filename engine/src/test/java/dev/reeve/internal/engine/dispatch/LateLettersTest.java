package dev.reeve.internal.engine.dispatch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.ServiceOptions;
import dev.reeve.internal.core.codec.Notice;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The letters of a former owner arrive after the agent's node has taken the execution over. */
final class LateLettersTest {

    private static final int FORMER = 1;
    private static final int OWN = 2;

    private final ManualClock time = new ManualClock(Instant.EPOCH);
    private final Dispatcher dispatcher = new CorrespondingNode("own", OWN, time, ServiceOptions.defaults()).dispatcher;
    private final SessionId session = dispatcher.register(new Registration("agent", Set.of("a.do"), 1));
    private final String agent = "agent@" + session;
    private final Work work = CorrespondingNode.work(time);
    private final AttemptToken token = requireNonNull(work.token());

    private void deliver(@Nullable Slot slot) {
        dispatcher.deliver(
                List.of(new Delivery(requireNonNull(slot), token, work, "flow", requireNonNull(work.completeBy()))));
        assertThat(exchange(Exchange.NOTHING).requests()).hasSize(1);
    }

    private Reply exchange(Exchange exchange) {
        return dispatcher
                .exchange(session, exchange, Duration.ZERO)
                .toCompletableFuture()
                .join();
    }

    private void report() {
        exchange(new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of()));
        dispatcher.flushVerdicts();
        assertThat(dispatcher.presence(agent, token)).isEqualTo(Presence.NOT_DELIVERED);
    }

    private void receive(boolean again) {
        Notice letter = new Notice.HandOut(agent, "flow", work, again);
        Correspondent correspondent = dispatcher.correspondent();
        correspondent.registered("self");
        correspondent.round("self", Map.of(FORMER, "former"), List.of(new Parcel("former", letter)));
    }

    private void beginsNothing() {
        assertThat(exchange(Exchange.NOTHING).requests()).isEmpty();
        assertThat(dispatcher.outstanding()).isZero();
    }

    @Test
    @DisplayName("S8 (seed 277): an attempt whose execution went to another node and came back begins once")
    void cameBack() {
        deliver(dispatcher.reserve("a.do", false, null));
        dispatcher.drop(ShardSet.ALL);
        assertThat(dispatcher.presence(agent, token)).isEqualTo(Presence.HELD);

        report();
        receive(true);

        beginsNothing();
    }

    @Test
    @DisplayName("R21: an attempt that the next owner sends itself, as it did not come, begins once")
    void sentByTheNextOwner() {
        assertThat(dispatcher.presence(agent, token)).isEqualTo(Presence.NOT_DELIVERED);
        deliver(dispatcher.reserveAt(agent, "a.do"));

        report();
        receive(false);

        beginsNothing();
    }

    @Test
    @DisplayName("R21: an attempt that was dropped before it left for its agent begins when it is offered again "
            + "(LetterStory, seed 474)")
    void droppedUnsent() {
        receive(false);
        dispatcher.reset();

        receive(true);

        assertThat(exchange(Exchange.NOTHING).requests()).hasSize(1);
    }
}
