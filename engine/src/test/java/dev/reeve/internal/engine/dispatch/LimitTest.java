package dev.reeve.internal.engine.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ServiceOptions;
import dev.reeve.ServiceStatus;
import dev.reeve.StepPath;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.engine.dispatch.queue.LimitStatus;
import dev.reeve.internal.engine.dispatch.queue.Line;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Report;
import dev.reeve.workflow.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: limits of calls per action and key, without agents or lanes: this test does what those would do. */
class LimitTest {

    private static final CallLimit ONE = limit("a", 1, null);
    private static final StepPath STEP = StepPath.of("charge");
    private static final Duration SILENCE_MAX = Duration.ofDays(1_000);

    private final ManualClock time = new ManualClock(Instant.EPOCH, -1_000);
    private final Granted granted = new Granted();
    private final Dispatcher dispatcher =
            new Dispatcher(time, granted, ServiceOptions.OFF, new Random(1), 0, HeldBytes.unbounded());
    private final Map<AttemptToken, String> running = new LinkedHashMap<>();
    private int executions;

    private static CallLimit limit(@Nullable String key, int concurrency, @Nullable Rate rate) {
        return new CallLimit(key, concurrency, rate);
    }

    private void slots(int count) {
        dispatcher.register(new Registration("bank", Set.of("bank.charge"), count));
    }

    private ReadyStep step(@Nullable CallLimit limit) {
        return step(limit, 0);
    }

    private ReadyStep step(@Nullable CallLimit limit, int priority) {
        return new ReadyStep(new ExecutionId(new UUID(0, ++executions)), STEP, "bank.charge", priority, false, limit);
    }

    /** The lane's handling of a ready step: a slot at once, or a place in the queue. */
    private ReadyStep ready(@Nullable CallLimit limit) {
        ReadyStep ready = step(limit);
        Slot slot = dispatcher.reserve(ready.action(), false, limit);
        if (slot == null) {
            dispatcher.enqueue(List.of(ready));
        } else {
            granted.grant(ready, slot);
        }
        return ready;
    }

    private static AttemptToken token(ReadyStep ready) {
        return new AttemptToken(ready.execution(), STEP, Purpose.FORWARD, 1, 1);
    }

    /** The lane's handling after it stored that these began. */
    private List<ReadyStep> begin() {
        List<ReadyStep> begun = new ArrayList<>();
        for (Granted.Grant grant = granted.grants.poll(); grant != null; grant = granted.grants.poll()) {
            deliver(grant.ready(), grant.slot());
            begun.add(grant.ready());
        }
        return begun;
    }

    private void deliver(ReadyStep ready, Slot slot) {
        Instant completeBy = time.now().plus(Duration.ofDays(1));
        Work work = new Work(
                STEP,
                Purpose.FORWARD,
                ready.action(),
                Json.NULL,
                "key",
                0,
                Duration.ofDays(1),
                null,
                null,
                false,
                null,
                null,
                ready.limit(),
                token(ready),
                completeBy);
        running.put(token(ready), slot.agent());
        dispatcher.deliver(List.of(new Delivery(slot, token(ready), work, "bill", completeBy)));
    }

    /** The agent has reported, and that is stored. */
    private void end(ReadyStep ready) {
        AttemptToken token = token(ready);
        dispatcher.forget(List.of(token), List.of(Objects.requireNonNull(running.remove(token))));
        dispatcher.uncount(List.of(token));
    }

    @Test
    @DisplayName(
            "S8: of one key at most its concurrency of calls run; the next begins when one is settled in the store")
    void concurrency() {
        slots(100);
        CallLimit two = limit("a", 2, null);
        List<ReadyStep> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(ready(two));
        }
        ReadyStep other = ready(limit("b", 2, null));
        ReadyStep unlimited = ready(null);
        assertThat(begin()).containsExactly(all.get(0), all.get(1), other, unlimited);
        assertThat(status().limited()).isEqualTo(3);

        AttemptToken first = token(all.get(0));
        dispatcher.forget(List.of(first), List.of(Objects.requireNonNull(running.remove(first))));
        assertThat(begin()).as("its agent is free, but nothing is stored yet").isEmpty();
        dispatcher.uncount(List.of(first));
        assertThat(begin()).containsExactly(all.get(2));
        end(all.get(1));
        end(all.get(2));
        assertThat(begin()).containsExactly(all.get(3), all.get(4));
        assertThat(status().limited()).isZero();
    }

    @Test
    @DisplayName("S8: a key with 10,000 steps delays no other; keys that may go take turns")
    void fairness() {
        slots(1);
        List<ReadyStep> flood = new ArrayList<>();
        CallLimit greedy = limit("greedy", 10, null);
        for (int i = 0; i < 10_000; i++) {
            flood.add(step(greedy));
        }
        dispatcher.enqueue(flood);
        ReadyStep current = begin().getFirst();
        ReadyStep modest = ready(limit("modest", 10, null));
        ReadyStep shy = ready(limit("shy", 10, null));

        List<ReadyStep> served = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            end(current);
            current = begin().getFirst();
            served.add(current);
        }
        assertThat(served).containsExactly(flood.get(1), modest, shy, flood.get(2));
    }

    @Test
    @DisplayName("S8: a key that has reached its limit keeps no slot from the others")
    void blockedKeysLeaveSlotsToOthers() {
        slots(3);
        for (int i = 0; i < 1_000; i++) {
            ready(ONE);
        }
        assertThat(begin()).hasSize(1);
        ReadyStep b = ready(limit("b", 1, null));
        ReadyStep free = ready(null);
        assertThat(begin()).containsExactly(b, free);
    }

    @Test
    @DisplayName("S8: in any second at most the rate of calls begins, and not much fewer")
    void rate() {
        slots(1_000_000);
        CallLimit perSecond = limit("a", 0, Rate.perSecond(100));
        Random random = new Random(7);
        List<ReadyStep> many = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            many.add(step(perSecond));
        }
        dispatcher.enqueue(many);
        List<Long> begunAt = new ArrayList<>();
        while (begunAt.size() < many.size()) {
            begin().forEach(begun -> begunAt.add(time.nanos()));
            long rest = dispatcher.restNanos(time.nanos());
            // Sometimes a check is early or late.
            time.pass(Duration.ofNanos(
                    random.nextInt(4) == 0 ? random.nextLong(20_000_000) : rest + random.nextLong(1_000_000)));
            dispatcher.tickLimits();
        }
        long second = Rate.Unit.SECOND.length().toNanos();
        for (int i = 100; i < begunAt.size(); i++) {
            assertThat(begunAt.get(i) - begunAt.get(i - 100)).isGreaterThanOrEqualTo(second);
        }
        assertThat(begunAt.getLast() - begunAt.getFirst()).isBetween(29 * second, 32 * second);
    }

    @Test
    @DisplayName("S8: a rate and a concurrency hold both; a slot that was not used gives its place back")
    void rateAndConcurrency() {
        slots(10);
        CallLimit both = limit("a", 2, Rate.perMinute(3));
        List<ReadyStep> all = List.of(ready(both), ready(both), ready(both), ready(both), ready(both));
        Granted.Grant unused = granted.grants.removeFirst();
        dispatcher.release(List.of(unused.slot()));
        assertThat(begin()).containsExactly(all.get(1), all.get(2));
        end(all.get(1));
        end(all.get(2));
        assertThat(begin()).containsExactly(all.get(3));
        end(all.get(3));
        assertThat(begin()).as("three have begun within this minute").isEmpty();
        LimitStatus status = Objects.requireNonNull(dispatcher.limit("bank.charge", both));
        assertThat(status.allowed()).isFalse();
        assertThat(status.next()).isEqualTo(time.now().plus(Duration.ofMinutes(1)));

        time.pass(Duration.ofNanos(dispatcher.restNanos(time.nanos())));
        dispatcher.tickLimits();
        assertThat(begin()).containsExactly(all.get(4));
    }

    @Test
    @DisplayName("S8: steps with different limits of one key wait each for its own limit, and count together")
    void differentLimitsOfOneKey() {
        slots(10);
        CallLimit three = limit("a", 3, null);
        ReadyStep first = ready(three);
        ReadyStep strict = ready(ONE);
        ReadyStep behind = ready(three);
        assertThat(begin()).containsExactly(first);

        end(first);
        assertThat(begin()).containsExactly(strict, behind);
    }

    @Test
    @DisplayName("S8 F15: while the outcome of a batch is unknown its calls count, and afterwards those that it began")
    void batchInDoubt() {
        slots(10);
        ReadyStep first = ready(ONE);
        ReadyStep second = ready(ONE);
        Slot slot = granted.grants.removeFirst().slot();

        dispatcher.doubt(0, List.of(slot));
        assertThat(dispatcher.outstanding()).isZero();
        assertThat(begin()).isEmpty();
        dispatcher.found(token(first), "bank.charge", ONE);
        dispatcher.settled(0, ShardSet.ALL, Set.of(token(first)));
        assertThat(begin()).as("it has landed").isEmpty();

        dispatcher.uncount(List.of(token(first)));
        Slot again = granted.grants.removeFirst().slot();
        dispatcher.doubt(0, List.of(again));
        ReadyStep third = ready(ONE);
        assertThat(begin()).isEmpty();
        dispatcher.enqueue(List.of(second));
        dispatcher.settled(0, ShardSet.ALL, Set.of());
        assertThat(begin()).as("it has not landed").containsExactly(third);
    }

    @Test
    @DisplayName("S8 F1: after an opening no limited call begins before all lanes report their open calls")
    void afterAStart() {
        dispatcher.expect(2);
        slots(10);
        ReadyStep inFlight = step(ONE);
        ReadyStep waiting = ready(ONE);
        ReadyStep other = ready(limit("b", 1, null));
        ReadyStep free = ready(null);
        assertThat(begin()).containsExactly(free);

        dispatcher.settled(0, ShardSet.ALL, Set.of());
        assertThat(begin()).isEmpty();
        dispatcher.found(token(inFlight), "bank.charge", ONE);
        dispatcher.settled(1, ShardSet.ofLane(1, 2), Set.of(token(inFlight)));
        assertThat(begin()).containsExactly(other);
        dispatcher.uncount(List.of(token(inFlight)));
        assertThat(begin()).containsExactly(waiting);
    }

    @Test
    @DisplayName("S8 A7: an attempt of a lost agent counts until the loss is stored")
    void agentGone() {
        slots(1);
        ReadyStep first = ready(ONE);
        ReadyStep second = ready(ONE);
        begin();
        time.pass(SILENCE_MAX.multipliedBy(2));
        dispatcher.tick(SILENCE_MAX);
        assertThat(granted.lost).containsExactly(token(first));
        slots(1);
        assertThat(begin()).isEmpty();

        dispatcher.uncount(List.of(token(first)));
        assertThat(begin()).containsExactly(second);
    }

    @Test
    @DisplayName("S8: unused keys are forgotten")
    void idleKeysAreForgotten() {
        slots(1_000);
        List<ReadyStep> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(ready(limit("k" + i, 1, i % 2 == 0 ? null : Rate.perSecond(5))));
        }
        begin();
        all.forEach(this::end);
        assertThat(dispatcher.limit("bank.charge", limit("k0", 1, null))).isNull();
        assertThat(dispatcher.limit("bank.charge", limit("k1", 1, null))).isNotNull();

        time.pass(Duration.ofSeconds(2));
        dispatcher.tickLimits();
        for (int i = 0; i < 500; i++) {
            assertThat(dispatcher.limit("bank.charge", limit("k" + i, 1, null))).isNull();
        }
        assertThat(dispatcher.restNanos(time.nanos())).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("S8: higher priority goes first, and one of eight slots goes to the oldest work")
    void priority() {
        for (@Nullable CallLimit limit : new CallLimit[] {null, limit("a", 100, null)}) {
            List<ReadyStep> waiting = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                waiting.add(step(limit, 10));
            }
            ReadyStep low = step(limit, -5);
            ReadyStep urgent = step(limit, 50);
            waiting.add(0, low);
            waiting.add(urgent);
            Dispatcher fresh =
                    new Dispatcher(time, granted, ServiceOptions.OFF, new Random(1), 0, HeldBytes.unbounded());
            fresh.enqueue(waiting);
            fresh.register(new Registration("bank", Set.of("bank.charge"), 10));

            List<ReadyStep> served =
                    granted.grants.stream().map(Granted.Grant::ready).toList();
            granted.grants.clear();
            assertThat(served.getFirst()).isEqualTo(urgent);
            assertThat(served.indexOf(low)).as(() -> served.toString()).isEqualTo(Line.FAIR - 1);
        }
    }

    @Test
    @DisplayName("S8: priorities count over the actions of an agent as well, and starve none")
    void priorityOverActions() {
        List<ReadyStep> waiting = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            waiting.add(step(null, 10));
        }
        ReadyStep low = new ReadyStep(new ExecutionId(new UUID(1, 1)), STEP, "mail.send", 0, false, null);
        dispatcher.enqueue(List.of(low));
        time.pass(Duration.ofNanos(1_000));
        dispatcher.enqueue(waiting);
        dispatcher.register(new Registration("all", Set.of("bank.charge", "mail.send"), 10));

        assertThat(granted.grants.stream().map(Granted.Grant::ready).toList().indexOf(low))
                .isEqualTo(Line.FAIR - 1);
    }

    @Test
    @DisplayName("S8: under random events no limit is exceeded, and no step is forgotten")
    void random() {
        for (int seed = 0; seed < 200; seed++) {
            new RandomRun(seed).run();
        }
    }

    /** Steps of a few keys and priorities come, begin, end, are given back and fall into doubt. */
    private static final class RandomRun {

        private final LimitTest test = new LimitTest();
        private final Random random;
        private final Map<CallLimit, Integer> underWay = new HashMap<>();
        private final List<ReadyStep> begun = new ArrayList<>();
        private int left = 200;

        RandomRun(int seed) {
            this.random = new Random(seed);
        }

        void run() {
            test.slots(1 + random.nextInt(6));
            int done = 0;
            for (int turn = 0; done < 200; turn++) {
                assertThat(turn).as("nothing moves any more").isLessThan(20_000);
                if (left > 0 && random.nextInt(3) > 0) {
                    int key = random.nextInt(5);
                    test.ready(key == 4 ? null : limit("k" + key, key, key % 2 == 0 ? Rate.perSecond(2) : null));
                    left--;
                }
                for (Granted.Grant grant = test.granted.grants.poll(); grant != null; grant = next()) {
                    decide(grant);
                }
                if (!begun.isEmpty() && random.nextInt(3) == 0) {
                    ReadyStep ended = begun.remove(random.nextInt(begun.size()));
                    count(ended, -1);
                    test.end(ended);
                    done++;
                }
                if (random.nextInt(10) == 0) {
                    test.time.pass(Duration.ofNanos(random.nextLong(500_000_000)));
                    test.dispatcher.tickLimits();
                }
            }
            assertThat(test.status().queued()).isZero();
        }

        private Granted.@Nullable Grant next() {
            return test.granted.grants.poll();
        }

        private void decide(Granted.Grant grant) {
            switch (random.nextInt(5)) {
                case 0 -> {
                    test.dispatcher.release(List.of(grant.slot()));
                    test.dispatcher.enqueue(List.of(grant.ready()));
                }
                case 1 -> {
                    test.dispatcher.doubt(0, List.of(grant.slot()));
                    test.dispatcher.enqueue(List.of(grant.ready()));
                    test.dispatcher.settled(0, ShardSet.ALL, Set.copyOf(test.running.keySet()));
                }
                default -> {
                    test.deliver(grant.ready(), grant.slot());
                    begun.add(grant.ready());
                    count(grant.ready(), 1);
                }
            }
        }

        private void count(ReadyStep ready, int change) {
            CallLimit limit = ready.limit();
            if (limit != null) {
                int count = underWay.merge(limit, change, Integer::sum);
                assertThat(limit.concurrency() == 0 ? 0 : count).isLessThanOrEqualTo(limit.concurrency());
            }
        }
    }

    @Test
    @DisplayName("O4 the age of waiting work is reported, without work that waits for its own limit")
    void howLongTheyWait() {
        ready(ONE);
        time.pass(Duration.ofSeconds(3));
        ready(ONE);
        time.pass(Duration.ofSeconds(2));
        assertThat(status().waiting()).as("whatever comes meanwhile").isEqualTo(Duration.ofSeconds(5));

        slots(1);
        assertThat(begin()).hasSize(1);
        assertThat(status().waiting()).isZero();

        time.pass(Duration.ofSeconds(5));
        assertThat(status().limited()).isOne();
        assertThat(status().waiting()).isZero();

        ready(null);
        time.pass(Duration.ofSeconds(1));
        assertThat(status().waiting()).as("of the one that could go").isEqualTo(Duration.ofSeconds(1));
    }

    private ServiceStatus status() {
        return dispatcher.services().getFirst();
    }

    private static final class Granted implements WorkSink {
        record Grant(ReadyStep ready, Slot slot) {}

        private final Deque<Grant> grants = new ArrayDeque<>();
        private final List<AttemptToken> lost = new ArrayList<>();

        @Override
        public boolean grant(ReadyStep ready, Slot slot) {
            return grants.add(new Grant(ready, slot));
        }

        @Override
        public void report(Report report, Consumer<@Nullable String> verdict, Runnable unanswered) {}

        @Override
        public void checkpoint(AttemptToken token, Json checkpoint, Runnable done) {}

        @Override
        public void lost(AttemptToken token) {
            lost.add(token);
        }
    }
}
