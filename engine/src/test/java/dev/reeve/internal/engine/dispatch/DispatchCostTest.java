package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

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
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The dispatcher's work grows with the number of attempts, and not with its square. Each of these tests takes less than
 * a second. If each attempt costs a look at all others, it takes minutes. The limit in between is generous, so that a
 * busy machine does not matter.
 */
final class DispatchCostTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration SILENCE_MAX = Duration.ofHours(10);
    private static final int MANY = 150_000;
    private static final int SESSIONS = 60_000;
    private static final int LOOKS = 1_000_000;

    private final ManualClock clock = new ManualClock(Instant.EPOCH, 0);
    private final List<Runnable> verdicts = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private final List<AttemptToken> tokens = new ArrayList<>();
    private int granted;
    private final Dispatcher dispatcher =
            new Dispatcher(clock, new Sink(), ServiceOptions.defaults(), new Random(1), 0, HeldBytes.unbounded());

    private SessionId register(int agentSlots) {
        return dispatcher.register(new Registration("bank", Set.of("b.charge"), agentSlots));
    }

    /** Attempts that are stored, and whose requests wait for the agents' next poll. */
    private void deliver(int count, @Nullable Duration heartbeat) {
        List<Delivery> deliveries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Slot slot = Objects.requireNonNull(dispatcher.reserve("b.charge", false, null), "a slot is free");
            AttemptToken token = new AttemptToken(
                    new ExecutionId(new UUID(0, tokens.size())),
                    StepPath.of("charge"),
                    Purpose.FORWARD,
                    1,
                    tokens.size());
            deliveries.add(delivery(slot, token, heartbeat));
            slots.add(slot);
            tokens.add(token);
        }
        dispatcher.deliver(deliveries);
        assertThat(dispatcher.outstanding()).isEqualTo(count);
    }

    private static Delivery delivery(Slot slot, AttemptToken token, @Nullable Duration heartbeat) {
        Instant completeBy = Instant.EPOCH.plus(Duration.ofDays(1));
        Work work = TestWork.of(token, Duration.ofDays(1), "b.charge", heartbeat, Instant.EPOCH);
        return new Delivery(slot, token, work, "order", completeBy);
    }

    private void exchange(SessionId session, Exchange exchange) {
        assertThat(dispatcher.exchange(session, exchange, Duration.ZERO)).isCompleted();
    }

    private static Report completed(AttemptToken token) {
        return new Report.Completed(token, Json.NULL);
    }

    @Test
    @DisplayName(
            "Giving up an attempt does not look at the other unsent requests: 150,000 at one agent, the last first, "
                    + "far within 20 s, where a look at all for each takes minutes")
    void drop() {
        register(MANY);
        deliver(MANY, null);
        List<String> agents = slots.stream().map(Slot::agent).toList();
        Collections.reverse(tokens);

        assertTimeoutPreemptively(LIMIT, () -> dispatcher.forget(tokens, agents));

        assertThat(dispatcher.outstanding()).isZero();
    }

    @Test
    @DisplayName(
            "A free slot is found without a look at all agents: 150,000 with a slot each, far within 20 s, where a "
                    + "look at all for each takes minutes")
    void reserved() {
        for (int i = 0; i < MANY; i++) {
            register(1);
        }

        assertTimeoutPreemptively(LIMIT, () -> deliver(MANY, null));

        assertThat(slots.stream().map(Slot::agent).distinct()).hasSize(MANY);
        assertThat(dispatcher.reserve("b.charge", false, null)).isNull();
    }

    @Test
    @DisplayName("The verdict on a report does not look at the agent's other attempts: 150,000 at one agent, the last "
            + "first, far within 20 s, where a look at all for each takes minutes")
    void judgedOfOneAgent() {
        SessionId session = register(MANY);
        deliver(MANY, null);
        exchange(session, Exchange.NOTHING);
        Collections.reverse(tokens);
        List<Report> reports = tokens.stream().map(DispatchCostTest::completed).toList();

        assertTimeoutPreemptively(LIMIT, () -> {
            exchange(session, new Exchange(reports, List.of()));
            verdicts.forEach(Runnable::run);
            dispatcher.flushVerdicts();
        });

        assertThat(verdicts).hasSize(MANY);
        assertThat(dispatcher.unfinished()).isZero();
    }

    @Test
    @DisplayName(
            "A verdict does not look at the other agents: 60,000 agents with a verdict each, far within 20 s, where a "
                    + "look at all for each takes much longer")
    void judgedOfManyAgents() {
        List<SessionId> sessions = deliverToEach(SESSIONS);

        assertTimeoutPreemptively(LIMIT, () -> completeEach(sessions));

        assertThat(verdicts).hasSize(SESSIONS);
        assertThat(dispatcher.unfinished()).isZero();
    }

    /** An attempt at each of this many agents, which has one slot. */
    private List<SessionId> deliverToEach(int agents) {
        List<SessionId> sessions = new ArrayList<>();
        List<Delivery> deliveries = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            SessionId session = register(1);
            AttemptToken token =
                    new AttemptToken(new ExecutionId(new UUID(0, i)), StepPath.of("charge"), Purpose.FORWARD, 1, i);
            // at this agent, without the search for the one with the most free slots
            Slot slot = Objects.requireNonNull(dispatcher.reserveAt("bank@" + session, "b.charge"), "it is registered");
            deliveries.add(delivery(slot, token, null));
            sessions.add(session);
            tokens.add(token);
        }
        dispatcher.deliver(deliveries);
        assertThat(dispatcher.outstanding()).isEqualTo(agents);
        return sessions;
    }

    private void completeEach(List<SessionId> sessions) {
        for (int i = 0; i < sessions.size(); i++) {
            exchange(sessions.get(i), new Exchange(List.of(completed(tokens.get(i))), List.of()));
            verdicts.get(i).run();
            dispatcher.flushVerdicts();
        }
    }

    @Test
    @DisplayName("A verdict does not look at the other agents while retries wait for the retry budget: 60,000 "
            + "agents with a verdict each, far within 20 s, where a look at all for each takes much longer")
    void judgedWhileRetriesWait() {
        List<SessionId> sessions = deliverToEach(SESSIONS);
        dispatcher.enqueue(retries(SESSIONS));

        assertTimeoutPreemptively(LIMIT, () -> completeEach(sessions));

        assertThat(verdicts).hasSize(SESSIONS);
        assertThat(granted).as("the retry budget allows some").isBetween(1, SESSIONS - 1);
    }

    private List<ReadyStep> retries(int count) {
        List<ReadyStep> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(new ReadyStep(new ExecutionId(new UUID(1, i)), StepPath.of("charge"), "b.charge", 0, true, null));
        }
        return steps;
    }

    @Test
    @DisplayName(
            "Whether an agent is late is known without a look at its attempts, while none can be late and while one "
                    + "is: 1,000,000 looks beside 150,000 attempts, far within 20 s, where a look at all for each takes minutes")
    void judge() {
        register(MANY);
        deliver(MANY, Duration.ofSeconds(30));
        AgentSession session = slots.getFirst().session;
        long late = SILENCE_MAX.toNanos();

        assertTimeoutPreemptively(LIMIT, () -> {
            for (int i = 0; i < LOOKS; i++) {
                session.judge(i, late);
            }
        });
        assertThat(session.isSuspect()).isFalse();

        long afterwards = Duration.ofSeconds(21).toNanos();
        assertTimeoutPreemptively(LIMIT, () -> {
            for (int i = 0; i < LOOKS; i++) {
                session.judge(afterwards + i, late);
            }
        });
        assertThat(session.isSuspect()).isTrue();
    }

    private final class Sink implements WorkSink {
        @Override
        public boolean grant(ReadyStep ready, Slot slot) {
            granted++;
            return true;
        }

        @Override
        public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {
            verdicts.add(() -> verdict.accept(null));
        }

        @Override
        public void checkpoint(AttemptToken attempt, Json checkpoint, Runnable done) {}

        @Override
        public void lost(AttemptToken attempt) {}
    }
}
