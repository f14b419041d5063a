package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ServiceOptions;
import dev.reeve.ServicePause;
import dev.reeve.ServiceStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.transport.BusyNodeException;
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
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D13: the names that agents send take a bounded part of the memory. */
@DisplayName("A service that nothing uses")
final class UnusedServicesTest {

    private static final Duration SILENCE_MAX = Duration.ofHours(1);
    private static final String ACTION = "bank.charge";

    private final ManualClock clock = new ManualClock(Instant.EPOCH, 0);
    private final List<Consumer<@Nullable String>> verdicts = new ArrayList<>();
    private final Dispatcher dispatcher =
            new Dispatcher(clock, new Sink(), ServiceOptions.defaults(), new Random(1), 0, HeldBytes.unbounded());

    private SessionId register(String... actions) {
        return dispatcher.register(new Registration("agent", Set.of(actions), 1));
    }

    private List<String> known() {
        return dispatcher.services().stream().map(ServiceStatus::action).toList();
    }

    private static ReadyStep step(@Nullable CallLimit limit) {
        return new ReadyStep(new ExecutionId(new UUID(0, 1)), StepPath.of("charge"), ACTION, 0, false, limit);
    }

    private void attempt(SessionId session) {
        AttemptToken token =
                new AttemptToken(new ExecutionId(new UUID(0, 1)), StepPath.of("charge"), Purpose.FORWARD, 1, 1);
        Slot slot = Objects.requireNonNull(dispatcher.reserve(ACTION, false, null));
        dispatcher.deliver(List.of(new Delivery(
                slot,
                token,
                TestWork.of(token, Duration.ofDays(1), ACTION, null, clock.now()),
                "order",
                clock.now().plus(Duration.ofDays(1)))));
        assertThat(dispatcher.exchange(
                        session,
                        new Exchange(List.of(new Report.Completed(token, Json.NULL)), List.of()),
                        Duration.ZERO))
                .isCompleted();
        verdicts.forEach(verdict -> verdict.accept(null));
        dispatcher.flushVerdicts();
    }

    @Test
    @DisplayName(
            "is forgotten with the last agent that offers it, so that a credential cannot fill the memory with names")
    void forgotten() {
        for (int i = 0; i < 2_000; i++) {
            dispatcher.leave(register("a." + i, "b." + i, "c"));
        }
        assertThat(known()).isEmpty();

        SessionId one = register("a", "b");
        SessionId other = register("b", "c");
        dispatcher.leave(one);
        assertThat(known()).containsExactly("b", "c");
        dispatcher.leave(other);
        assertThat(known()).isEmpty();
    }

    @Test
    @DisplayName("is kept while a step waits for it, and forgotten when the step is withdrawn")
    void waitedFor() {
        dispatcher.enqueue(List.of(step(null)));
        dispatcher.leave(register(ACTION, "other"));
        dispatcher.enqueue(List.of(step(null))); // the one before was granted
        dispatcher.tick(SILENCE_MAX);
        assertThat(known()).containsExactly(ACTION);

        dispatcher.withdraw(List.of(step(null)));
        dispatcher.tick(SILENCE_MAX);
        assertThat(known()).as("its slot is reserved still").containsExactly(ACTION);
    }

    @Test
    @DisplayName("is kept while a person has paused it")
    void paused() {
        dispatcher.pause(new ServicePause(ACTION, "maintenance", "alice", clock.now()));
        dispatcher.leave(register(ACTION));
        dispatcher.tick(SILENCE_MAX);

        assertThat(known()).containsExactly(ACTION);
        assertThat(dispatcher.reserve(ACTION, false, null)).isNull();
    }

    @Test
    @DisplayName("is kept for a while after it was called, with what was learnt about it")
    void called() {
        SessionId session = register(ACTION);
        attempt(session);
        dispatcher.leave(session);
        clock.pass(Duration.ofMinutes(14));
        dispatcher.tick(SILENCE_MAX);
        assertThat(known()).containsExactly(ACTION);

        clock.pass(Duration.ofMinutes(2));
        dispatcher.tick(SILENCE_MAX);
        assertThat(known()).isEmpty();

        attempt(register(ACTION));
        assertThat(known()).containsExactly(ACTION);
    }

    @Test
    @DisplayName("is refused when agents offer 20,000 others, and those that are known are not")
    void bounded() {
        List<SessionId> sessions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Set<String> actions = new TreeSet<>();
            for (int j = 0; j < 1_000; j++) {
                actions.add("a." + i + "." + j);
            }
            sessions.add(dispatcher.register(new Registration("agent", actions, 1)));
        }
        assertThatThrownBy(() -> register("one.more")).isInstanceOf(BusyNodeException.class);
        assertThat(new InProcessTransport(dispatcher).register(new Registration("agent", Set.of("one.more"), 1)))
                .isCompletedExceptionally();
        register("a.0.0");

        dispatcher.leave(sessions.getLast());

        register("one.more");
        assertThat(known()).contains("one.more").hasSize(19_001);
    }

    @Test
    @DisplayName("leaves the list of agents that left, with the oldest of them")
    void agentsThatLeft() {
        Set<String> actions = new TreeSet<>();
        for (int j = 0; j < 1_000; j++) {
            actions.add("a." + j);
        }
        for (int i = 0; i < 110; i++) {
            dispatcher.leave(dispatcher.register(new Registration("agent" + i, actions, 1)));
        }
        assertThat(dispatcher.agents().size()).isEqualTo(100);
        assertThat(dispatcher.agents().getLast().name()).isEqualTo("agent109");
    }

    private final class Sink implements WorkSink {

        @Override
        public boolean grant(ReadyStep ready, Slot slot) {
            return true;
        }

        @Override
        public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
            verdicts.add(verdict);
        }

        @Override
        public void checkpoint(AttemptToken token, Json checkpoint, Runnable done) {
            throw new IllegalStateException("none is sent");
        }

        @Override
        public void lost(AttemptToken token) {
            throw new IllegalStateException("none is lost");
        }
    }
}
