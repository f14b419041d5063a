package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.ErrorCode;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.spi.store.ForwardingScheduleStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.ScheduleRow;
import dev.reeve.spi.store.ScheduleStore;
import dev.reeve.spi.store.StoreException;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S8: schedules that several callers register at the same time. */
final class ScheduleGroupTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int CALLERS = 50;
    private static final Schedule YEARLY = Schedule.every("report", Duration.ofDays(365));

    private final Slow store = new Slow();
    private final Reeve reeve =
            EmbeddedReeve.on(store, NodeOptions.defaults().withoutCluster().withDrain(Duration.ZERO));
    private final List<Thread> callers = new ArrayList<>();

    @AfterEach
    void close() {
        store.open.countDown();
        reeve.close();
    }

    private void deploy() {
        reeve.deploy(Workflow.parse("workflow: report\nversion: 1\nsteps: { print: { action: report.print } }"));
    }

    @Test
    @DisplayName(
            "A thousand schedules are kept, also one of them again, and no other one; they are counted a few times")
    void aThousand() {
        deploy();
        store.open.countDown();
        for (int i = 0; i < 1_000; i++) {
            reeve.schedules().put("report-" + i, Map.of(), YEARLY);
        }
        reeve.schedules().put("report-7", Map.of(), YEARLY);

        assertThatThrownBy(() -> reeve.schedules().put("more", Map.of(), YEARLY))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT))
                .hasMessageContaining("there are 1000 schedules, and there can be no more");
        assertThat(store.lists.get()).as("how often all were read for that").isLessThan(20);
    }

    private CompletableFuture<Void> put(String name, Schedule schedule) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                reeve.schedules().put(name, Map.of(), schedule);
                done.complete(null);
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        callers.add(caller);
        return done;
    }

    /** The first caller is in the store. All later ones wait for it. */
    private CompletableFuture<Void> first() {
        CompletableFuture<Void> first = put("first", YEARLY);
        await().atMost(PATIENCE).until(() -> store.writes.size() == 1);
        return first;
    }

    private void letThrough() {
        await().atMost(PATIENCE)
                .until(() -> callers.stream().skip(1).allMatch(caller -> caller.getState() == Thread.State.WAITING));
        store.open.countDown();
    }

    private List<String> names() {
        return reeve.schedules().list().stream().map(ScheduleStatus::name).toList();
    }

    @Test
    @DisplayName("Schedules that 50 callers register while one is being stored are stored together, in one transaction")
    void together() {
        deploy();
        CompletableFuture<Void> first = first();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            others.add(put("s-" + i, YEARLY));
        }
        letThrough();

        assertThat(first).succeedsWithin(PATIENCE);
        others.forEach(one -> assertThat(one).succeedsWithin(PATIENCE));
        assertThat(store.writes).containsExactly(1, CALLERS);
        assertThat(names()).hasSize(CALLERS + 1);
    }

    @Test
    @DisplayName("In such a group each caller gets its own answer: refusals, the same name twice, a known one")
    void eachItsOwnAnswer() {
        deploy();
        CompletableFuture<Void> first = first();
        CompletableFuture<Void> good = put("good", YEARLY);
        CompletableFuture<Void> unknown = put("bad", Schedule.every("nothing", Duration.ofDays(1)));
        CompletableFuture<Void> unnamed = put("", YEARLY);
        CompletableFuture<Void> twin = put("good", YEARLY);
        CompletableFuture<Void> known = put("first", Schedule.every("report", Duration.ofDays(30)));
        letThrough();

        for (CompletableFuture<Void> stored : List.of(first, good, twin, known)) {
            assertThat(stored).succeedsWithin(PATIENCE);
        }
        assertRefused(unknown, ErrorCode.WORKFLOW_UNKNOWN);
        assertRefused(unnamed, ErrorCode.INVALID_INPUT);
        assertThat(names()).containsExactly("first", "good");
        assertThat(reeve.schedules().list().getFirst().schedule())
                .isEqualTo(Schedule.every("report", Duration.ofDays(30)));
    }

    @Test
    @DisplayName("If the store fails, all of the group hear of it, and nothing of it is stored")
    void theStoreFails() {
        deploy();
        CompletableFuture<Void> first = first();
        List<CompletableFuture<Void>> others = List.of(put("a", YEARLY), put("b", YEARLY));
        store.fails = true;
        letThrough();

        assertThat(first).succeedsWithin(PATIENCE);
        others.forEach(one -> assertRefused(one, ErrorCode.STORE_UNAVAILABLE));
        assertThat(names()).containsExactly("first");
        store.fails = false;
        assertThat(put("a", YEARLY)).succeedsWithin(PATIENCE);
    }

    private static void assertRefused(CompletableFuture<Void> call, ErrorCode code) {
        assertThat(call)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    /** Lets the first registration wait, and counts how many rows each transaction wrote. */
    private static final class Slow extends ForwardingStore {
        final List<Integer> writes = new ArrayList<>();
        final AtomicInteger lists = new AtomicInteger();
        final CountDownLatch open = new CountDownLatch(1);
        volatile boolean fails;

        Slow() {
            super(new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS)));
        }

        @Override
        public List<ScheduleRow> schedules(String namespace) {
            lists.incrementAndGet();
            return super.schedules(namespace);
        }

        @Override
        public ScheduleStore scheduling() {
            return new ForwardingScheduleStore(super.scheduling()) {
                @Override
                public boolean insert(ScheduleRow row) {
                    return written(1, () -> super.insert(row));
                }

                @Override
                public List<ScheduleRow> insertAll(List<ScheduleRow> rows) {
                    return written(rows.size(), () -> super.insertAll(rows));
                }
            };
        }

        private synchronized <T> T written(int rows, Supplier<T> write) {
            writes.add(rows);
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (fails && writes.size() > 1) {
                throw new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the store is away", null);
            }
            return write.get();
        }
    }
}
