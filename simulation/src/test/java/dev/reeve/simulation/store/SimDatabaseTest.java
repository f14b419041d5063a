package dev.reeve.simulation.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.internal.test.store.StoreFault;
import dev.reeve.internal.test.store.StoreFaults;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Lanes;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Under every fault the simulated database keeps the guarantees of the port; else the simulator would find bugs of its
 * own.
 */
final class SimDatabaseTest {

    private static final int SEEDS = 400;

    /** A node that believes only what the port allows it to believe. */
    private static final class Run implements Witness {
        private final Random random;
        private final Fixture fixture;
        private final Timeline timeline;
        private final SimDatabase database;
        private final Store store;
        private final Set<StoreFault> happened = EnumSet.noneOf(StoreFault.class);

        /** The batches that were acknowledged, or reported as landed. */
        private final Map<ExecutionId, List<JournalRow>> believed = new TreeMap<>();

        /** The rows that the witness saw. */
        private final Map<ExecutionId, List<JournalRow>> seen = new HashMap<>();

        private long lastJoin;

        private Run(long seed, Function<Run, SimDatabase> open, Timeline timeline) {
            this.random = new Random(seed);
            this.fixture = new Fixture(seed);
            this.timeline = timeline;
            this.database = open.apply(this);
            this.store = database.open(Runnable::run);
            database.witness(this);
        }

        private StoreFaults faults() {
            Map<StoreFault, Double> rates = new EnumMap<>(StoreFault.class);
            for (StoreFault fault : StoreFault.values()) {
                if (random.nextInt(3) == 0) {
                    boolean lasts = fault.compareTo(StoreFault.OUTAGE) >= 0;
                    rates.put(fault, lasts ? 0.02 : 0.2);
                }
            }
            return new StoreFaults(rates, (kind, rate) -> {
                boolean happens = random.nextDouble() < rate;
                if (happens) {
                    happened.add(
                            StoreFault.valueOf(kind.substring("store ".length()).toUpperCase(Locale.ROOT)));
                }
                return happens;
            });
        }

        @Override
        public void applied(NodeId node, int lane, long join, Batch batch) {
            assertThat(join).as("I9").isGreaterThanOrEqualTo(lastJoin);
            lastJoin = join;
            batch.journal()
                    .forEach(row -> seen.computeIfAbsent(row.id(), id -> new ArrayList<>())
                            .add(row));
        }

        @Override
        public void undone(NodeId node, int lane, long join, Batch batch) {
            batch.journal().forEach(row -> rows(seen, row.id()).removeLast());
        }

        private static List<JournalRow> rows(Map<ExecutionId, List<JournalRow>> journals, ExecutionId id) {
            return journals.computeIfAbsent(id, unknown -> new ArrayList<>());
        }

        private void go() {
            LaneStore lane = join();
            for (int i = 0; i < 40; i++) {
                if (i == 30) {
                    database.heal();
                }
                if (random.nextInt(10) == 0) {
                    timeline.runUntil(timeline.nanos()
                            + Duration.ofSeconds(random.nextInt(30)).toNanos());
                }
                lane = random.nextInt(10) == 0 ? join() : turn(lane);
            }
            timeline.runUntil(timeline.nanos() + Duration.ofMinutes(5).toNanos());
            believed.forEach((id, journal) -> assertThat(database.journal(id)).isEqualTo(journal));
            believed.forEach((id, journal) -> assertThat(seen.get(id)).isEqualTo(journal));
            assertThat(database.executions(Fixture.NAMESPACE)).hasSize(believed.size());
        }

        private LaneStore join() {
            for (int tries = 0; tries < 1_000; tries++) {
                try {
                    LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
                    // The lost answers of the previous node are read, as an engine reads them at its start.
                    believed.clear();
                    database.executions(Fixture.NAMESPACE)
                            .forEach(row -> believed.put(row.id(), new ArrayList<>(database.journal(row.id()))));
                    return lane;
                } catch (StoreException e) {
                    timeline.runUntil(timeline.nanos() + Duration.ofSeconds(2).toNanos());
                }
            }
            throw new AssertionError("nobody can join");
        }

        private LaneStore turn(LaneStore lane) {
            Batch batch = batch();
            CommitOutcome outcome = drive(lane.commit(batch));
            return switch (outcome) {
                case CommitOutcome.Committed committed -> {
                    believe(batch);
                    yield lane;
                }
                case CommitOutcome.Fenced fenced -> join();
                case CommitOutcome.InDoubt doubt -> settle(lane, batch);
            };
        }

        private LaneStore settle(LaneStore lane, Batch batch) {
            for (int tries = 0; tries < 1_000; tries++) {
                try {
                    if (drive(lane.reacquire()) == Reacquired.LANDED) {
                        believe(batch);
                    }
                    return lane;
                } catch (StoreException e) {
                    timeline.runUntil(timeline.nanos() + Duration.ofSeconds(2).toNanos());
                }
            }
            throw new AssertionError("the lane cannot be taken again");
        }

        private void believe(Batch batch) {
            batch.journal().forEach(row -> rows(believed, row.id()).add(row));
        }

        private Batch batch() {
            List<JournalRow> journal = new ArrayList<>();
            List<ExecutionId> young = fixture.ids(random.nextInt(3));
            young.forEach(id -> journal.add(Fixture.journal(id, 1)));
            believed.forEach((id, rows) -> {
                if (random.nextInt(3) == 0) {
                    journal.add(Fixture.journal(id, rows.size() + 1, "[" + random.nextInt() + "]"));
                }
            });
            return new Batch(journal, young.stream().map(Fixture::row).toList(), List.of());
        }

        private <T> T drive(CompletionStage<T> promise) {
            while (!promise.toCompletableFuture().isDone()) {
                assertThat(timeline.runNext()).as("every promise is answered").isTrue();
            }
            return Lanes.await(promise);
        }
    }

    private static Set<StoreFault> run(long seed, boolean sqlite) {
        Timeline timeline = new Timeline(seed);
        Run run = new Run(
                seed,
                self -> sqlite
                        ? MemoryFile.database(timeline, self.faults())
                        : SimDatabase.model(timeline, self.faults()),
                timeline);
        try {
            run.go();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + (sqlite ? " on SQLite" : ""), e);
        } finally {
            run.database.close();
        }
        return run.happened;
    }

    @Test
    @DisplayName("F14 to F24, I9: under every fault the store holds exactly the acknowledged and landed writes")
    void itHoldsWhatItSaid() {
        Set<StoreFault> happened = EnumSet.noneOf(StoreFault.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            happened.addAll(run(seed, false));
        }
        assertThat(happened).containsExactlyInAnyOrder(StoreFault.values());
    }

    @Test
    @DisplayName("the same with the production store on SQLite behind it")
    void itHoldsWhatItSaidOnSqlite() {
        for (long seed = 1; seed <= SEEDS / 10; seed++) {
            run(seed, true);
        }
    }

    @Test
    @DisplayName("F2: answers to a dead node are lost, and its requests take effect or not")
    void aDeadNodeHearsNothing() {
        Timeline timeline = new Timeline(1);
        try (SimDatabase database = SimDatabase.model(timeline, StoreFaults.none())) {
            Store store = database.open(callback -> {});
            Fixture fixture = new Fixture(1);
            LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
            List<ExecutionId> ids = fixture.ids(2);

            @Nullable CommitOutcome[] heard = new CommitOutcome[1];
            lane.commit(Fixture.startAll(ids)).thenAccept(outcome -> heard[0] = outcome);
            timeline.runUntil(Duration.ofMinutes(1).toNanos());

            assertThat(heard[0]).isNull();
            assertThat(database.executions(Fixture.NAMESPACE)).hasSize(2);
        }
    }
}
