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
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A7, D2: how agents are doing, and who gets work. */
class AgentHealthTest {

    private static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private final ManualClock clock =
            new ManualClock(Instant.EPOCH, -Duration.ofDays(1).toNanos());
    private final List<ReadyStep> granted = new ArrayList<>();
    private final List<AttemptToken> lost = new ArrayList<>();
    private final Dispatcher dispatcher =
            new Dispatcher(clock, new Sink(), ServiceOptions.defaults(), new Random(1), 0, HeldBytes.unbounded());
    private final SessionId session = dispatcher.register(new Registration("bank", Set.of("b.charge", "a.ask"), 2));
    private final AttemptToken token = token(1);

    @Test
    @DisplayName("A7: an agent is registered, idle, busy, and idle again")
    void fromRegisteredToIdle() {
        assertThat(only().health()).isEqualTo(AgentHealth.REGISTERED);
        assertThat(only().actions()).containsExactly("a.ask", "b.charge");
        ask(Duration.ofSeconds(20));
        assertThat(only().health()).isEqualTo(AgentHealth.IDLE);
        deliver(null);
        assertThat(only().health()).isEqualTo(AgentHealth.BUSY);
        assertThat(only().busy()).isEqualTo(1);
    }

    @Test
    @DisplayName("D2: an overdue agent gets no new work until it answers")
    void aSuspectAgentGetsNothing() {
        ask(Duration.ZERO);
        pass(11);
        assertThat(only().health()).isEqualTo(AgentHealth.SUSPECT);
        assertThat(dispatcher.reserve("b.charge", false, null)).isNull();
        dispatcher.enqueue(List.of(new ReadyStep(token.execution(), token.step(), "b.charge", 0, false, null)));
        assertThat(granted).isEmpty();

        ask(Duration.ofSeconds(20));

        assertThat(granted).hasSize(1);
        assertThat(only().health()).isEqualTo(AgentHealth.BUSY);
    }

    @Test
    @DisplayName("D2: an agent whose attempt sends no heartbeat gets no new work, before the attempt is given up")
    void lateBeatsMakeSuspect() {
        ask(Duration.ofSeconds(20));
        deliver(Duration.ofSeconds(9));
        ask(Duration.ofSeconds(20));
        pass(7);
        assertThat(only().health()).isEqualTo(AgentHealth.SUSPECT);

        assertThat(dispatcher.exchange(
                        session, new Exchange(List.of(), List.of(new Beat(token, null))), Duration.ofSeconds(20)))
                .isNotNull();

        assertThat(only().health()).isEqualTo(AgentHealth.BUSY);
    }

    @Test
    @DisplayName("A7: a silent agent goes offline, its attempts are lost at once, and it stays listed for a while")
    void aSilentAgentIsOffline() {
        ask(Duration.ZERO);
        deliver(null);
        pass(31);
        assertThat(lost).containsExactly(token);
        assertThat(only().health()).isEqualTo(AgentHealth.OFFLINE);
        assertThat(only().heardAt()).isEqualTo(Instant.EPOCH);

        pass(15 * 60);
        assertThat(dispatcher.agents()).isEmpty();
    }

    @Test
    @DisplayName(
            "H2: an attempt whose execution has moved frees its slot after complete-by: its new owner does not say so")
    void anAttemptForAnotherNodeEnds() {
        ask(Duration.ZERO);
        deliver(null);
        dispatcher.drop(ShardSet.of(Set.of(token.execution().shard())));

        clock.pass(Duration.ofHours(1));
        ask(Duration.ZERO);
        pass(9);
        assertThat(dispatcher.outstanding()).isEqualTo(1);
        pass(3);
        assertThat(dispatcher.outstanding()).isZero();
        ask(Duration.ZERO);
        assertThat(only().health()).isEqualTo(AgentHealth.IDLE);
    }

    @Test
    @DisplayName("H2: an attempt whose execution is back belongs to a lane again, which ends it")
    void anAttemptThatIsBackStays() {
        ask(Duration.ZERO);
        deliver(null);
        dispatcher.drop(ShardSet.of(Set.of(token.execution().shard())));
        assertThat(dispatcher.presence("bank@" + session, token)).isEqualTo(Presence.HELD);

        clock.pass(Duration.ofHours(2));
        ask(Duration.ZERO);
        pass(5);
        assertThat(dispatcher.outstanding()).isEqualTo(1);
    }

    @Test
    @DisplayName("A7: an agent that returns is listed once")
    void oneThatComesBackIsListedOnce() {
        dispatcher.leave(session);
        assertThat(only().health()).isEqualTo(AgentHealth.OFFLINE);
        dispatcher.register(new Registration("bank", Set.of("b.charge"), 2));
        assertThat(only().health()).isEqualTo(AgentHealth.REGISTERED);
    }

    private AgentStatus only() {
        assertThat(dispatcher.agents()).hasSize(1);
        return dispatcher.agents().getFirst();
    }

    private void ask(Duration wait) {
        assertThat(dispatcher.exchange(session, Exchange.NOTHING, wait)).isNotNull();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.pass(Duration.ofSeconds(1));
            dispatcher.tick(SILENCE_MAX);
        }
    }

    private void deliver(@Nullable Duration heartbeat) {
        Slot slot = Objects.requireNonNull(dispatcher.reserve("b.charge", false, null), "a slot is free");
        Instant completeBy = Instant.EPOCH.plusSeconds(3_600);
        Work work = TestWork.of(token, Duration.ofHours(1), "b.charge", heartbeat, Instant.EPOCH);
        dispatcher.deliver(List.of(new Delivery(slot, token, work, "order", completeBy)));
    }

    private static AttemptToken token(int number) {
        return new AttemptToken(
                new ExecutionId(new UUID(0, number)), StepPath.of("charge"), Purpose.FORWARD, 1, number);
    }

    private final class Sink implements WorkSink {
        @Override
        public boolean grant(ReadyStep ready, Slot slot) {
            return granted.add(ready);
        }

        @Override
        public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {}

        @Override
        public void checkpoint(AttemptToken attempt, Json checkpoint, Runnable done) {}

        @Override
        public void lost(AttemptToken attempt) {
            lost.add(attempt);
        }
    }
}
