package dev.reeve.internal.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.engine.archive.DirectoryArchive;
import dev.reeve.internal.engine.runtime.Loop;
import dev.reeve.internal.engine.runtime.ManualClock;
import dev.reeve.internal.engine.scheduler.RerunStarts;
import dev.reeve.internal.engine.scheduler.decision.ChildSteps;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** T4: executions are removed when their time is over, in a virtual time. */
class RemoverTest {

    private final ManualClock clock = new ManualClock(Fixture.START);
    private final MemoryStore store = new MemoryStore(clock::now);
    private final Fixture fixture = new Fixture(7);
    private final LaneStore lane = store.join(fixture.node("a"), 1).getFirst();
    private final Definitions definitions = new Definitions(store);
    private boolean shared;

    private Remover remover(@Nullable Duration usual) {
        return new Remover(store, definitions, clock, usual, null, "test", () -> shared);
    }

    private void deploy(String name, @Nullable String retention) {
        definitions.add(
                Fixture.NAMESPACE,
                DefinitionReader.parse("{\"workflow\":\"%s\",%s\"steps\":{\"a\":{\"wait\":\"1s\"}}}"
                        .formatted(name, retention == null ? "" : "\"retention\":\"" + retention + "\",")));
    }

    /** Executions of a workflow that begin now and end, if they do, as long after it. */
    private List<ExecutionId> executions(String workflow, int count, @Nullable Duration endsAfter) {
        return executions(workflow, Map.of(), count, endsAfter);
    }

    private List<ExecutionId> executions(
            String workflow, Map<String, String> labels, int count, @Nullable Duration endsAfter) {
        return executions(workflow, labels, fixture.ids(count), endsAfter);
    }

    private List<ExecutionId> executions(
            String workflow, Map<String, String> labels, List<ExecutionId> ids, @Nullable Duration endsAfter) {
        List<ExecutionRow> rows = new ArrayList<>();
        for (ExecutionId id : ids) {
            rows.add(Fixture.row(id, Fixture.NAMESPACE, workflow, labels, clock.now()));
        }
        commit(Fixture.start(rows));
        if (endsAfter != null) {
            commit(Fixture.change(
                    2,
                    ids.stream()
                            .map(id -> new ExecutionChange(
                                    id,
                                    ExecutionStatus.COMPLETED,
                                    null,
                                    clock.now().plus(endsAfter),
                                    null))
                            .toArray(ExecutionChange[]::new)));
        }
        return ids;
    }

    private void commit(Batch batch) {
        assertThat(lane.commit(batch).toCompletableFuture()).isCompleted();
    }

    private ExecutionId childOf(ExecutionId parent) {
        return executions("parcel", Map.of(ChildSteps.PARENT, parent.toString()), 1, Duration.ZERO)
                .getFirst();
    }

    /** The one that does it again, still open. */
    private ExecutionId rerunOf(ExecutionId of) {
        return executions("order", Map.of(), List.of(RerunStarts.idOf(of)), null)
                .getFirst();
    }

    private void end(ExecutionId id) {
        commit(Fixture.change(2, new ExecutionChange(id, ExecutionStatus.COMPLETED, null, clock.now(), null)));
    }

    private boolean isThere(ExecutionId id) {
        return store.find(id).isPresent();
    }

    /** For as long as it takes to look at everything again, without a change of what is due. */
    private void round(Remover remover) {
        long end = clock.nanos() + Duration.ofMinutes(5).toNanos();
        while (clock.nanos() < end) {
            clock.passUnseen(Duration.ofNanos(Math.max(1, remover.runOnce())));
        }
    }

    @Test
    @DisplayName("T4: a version that is deployed again with another retention uses the new one")
    void anotherRetention() {
        deploy("order", "1d");
        Remover remover = remover(null);
        List<ExecutionId> first = executions("order", 1, Duration.ZERO);
        remover.runOnce();
        assertThat(first).allMatch(id -> store.find(id).isPresent());

        // all executions of it are gone, and the version may be removed, too, before the next scan
        store.remove(first);
        deploy("order", "9d");
        List<ExecutionId> second = executions("order", 1, Duration.ZERO);
        clock.set(clock.now().plus(Duration.ofDays(2)));
        clock.passUnseen(Duration.ofSeconds(4));
        for (int i = 0; i < 5; i++) {
            remover.runOnce();
        }
        assertThat(second).allMatch(id -> store.find(id).isPresent());

        clock.set(clock.now().plus(Duration.ofDays(8)));
        clock.passUnseen(Duration.ofMinutes(2));
        for (int i = 0; i < 5; i++) {
            remover.runOnce();
        }
        assertThat(second).noneMatch(id -> store.find(id).isPresent());
    }

    @Test
    @DisplayName("T4: without a retention everything is kept forever, and nothing is scanned")
    void forEver() {
        deploy("order", null);
        List<ExecutionId> all = executions("order", 3, Duration.ZERO);
        clock.set(clock.now().plus(Duration.ofDays(3650)));
        assertThat(remover(null).runOnce()).isEqualTo(Loop.UNTIL_WOKEN);
        assertThat(all).allMatch(this::isThere);
    }

    @Test
    @DisplayName("T4 C3: a child is kept while its parent is open, which may have to undo it")
    void childrenOfOpenParents() {
        deploy("order", null);
        deploy("parcel", "1d");
        Remover remover = remover(null);
        ExecutionId parent = executions("order", 1, null).getFirst();
        ExecutionId child = executions("parcel", Map.of(ChildSteps.PARENT, parent.toString()), 1, Duration.ZERO)
                .getFirst();
        ExecutionId other = executions("parcel", Map.of(ChildSteps.PARENT, "no execution"), 1, Duration.ZERO)
                .getFirst();

        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover);
        assertThat(isThere(child)).isTrue();
        assertThat(isThere(other)).isFalse();

        commit(Fixture.change(2, new ExecutionChange(parent, ExecutionStatus.COMPLETED, null, clock.now(), null)));
        round(remover);
        assertThat(isThere(child)).isFalse();
    }

    @Test
    @DisplayName("T4 C3: a grandchild is kept while the execution at the top is open")
    void grandchildrenOfOpenParents() {
        deploy("order", null);
        deploy("parcel", "1d");
        Remover remover = remover(null);
        ExecutionId top = executions("order", 1, null).getFirst();
        ExecutionId child = childOf(top);
        ExecutionId grandchild = childOf(child);

        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover);
        assertThat(List.of(child, grandchild)).allMatch(this::isThere);

        end(top);
        round(remover);
        assertThat(List.of(child, grandchild)).noneMatch(this::isThere);
    }

    @Test
    @DisplayName("T4 C3 O2: a child is kept while a re-run of its parent is open, which may have to undo it")
    void childrenOfThoseThatAreDoneAgain() {
        deploy("order", null);
        deploy("parcel", "1d");
        Remover remover = remover(null);
        ExecutionId first = executions("order", 1, Duration.ZERO).getFirst();
        ExecutionId child = childOf(first);
        ExecutionId grandchild = childOf(child);
        ExecutionId second = rerunOf(first);

        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover);
        assertThat(List.of(child, grandchild)).allMatch(this::isThere);

        end(second);
        ExecutionId third = rerunOf(second);
        round(remover);
        assertThat(List.of(child, grandchild)).allMatch(this::isThere);

        end(third);
        round(remover);
        assertThat(List.of(child, grandchild)).noneMatch(this::isThere);
    }

    @Test
    @DisplayName("T4 C3 O2: a child is kept for the last re-run of its parent, also after the earlier ones are removed")
    void goneBetween() {
        deploy("order", "1d");
        deploy("parcel", "30d");
        Remover remover = remover(null);
        ExecutionId first = executions("order", 1, Duration.ZERO).getFirst();
        ExecutionId child = childOf(first);
        ExecutionId second = rerunOf(first);
        end(second);
        ExecutionId third = rerunOf(second);
        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover);
        end(third);
        ExecutionId fourth = rerunOf(third);

        clock.set(clock.now().plus(Duration.ofDays(40)));
        round(remover);
        assertThat(List.of(first, second, third)).noneMatch(this::isThere);
        assertThat(isThere(child)).isTrue();

        end(fourth);
        round(remover);
        assertThat(isThere(child)).isFalse();
    }

    @Test
    @DisplayName(
            "T4 L6: if other nodes share the store, an ended execution stays until their callers have seen its end")
    void othersSeeEachEnd() {
        deploy("order", "1ms");
        deploy("parcel", "1d");
        shared = true;
        Remover remover = remover(null);
        List<ExecutionId> ids = executions("order", 1, Duration.ZERO);
        assertThat(kept(remover, "order")).isEqualTo(Remover.SEEN_BY_OTHERS);
        assertThat(kept(remover, "parcel")).isEqualTo(Duration.ofDays(1));

        clock.set(clock.now().plusSeconds(1));
        round(remover);
        assertThat(ids).allMatch(this::isThere);

        clock.set(clock.now().plus(Remover.SEEN_BY_OTHERS));
        round(remover);
        assertThat(ids).noneMatch(this::isThere);

        shared = false;
        List<ExecutionId> more = executions("order", 1, Duration.ZERO);
        clock.set(clock.now().plusSeconds(1));
        round(remover);
        assertThat(more).noneMatch(this::isThere);
    }

    private @Nullable Duration kept(Remover remover, String workflow) {
        return remover.kept(store.find(executions(workflow, 1, null).getFirst()).orElseThrow());
    }

    @Test
    @DisplayName("T4: circular labels keep nothing")
    void circle() {
        deploy("parcel", "1d");
        List<ExecutionId> ids = fixture.ids(2);
        executions("parcel", Map.of(ChildSteps.PARENT, ids.get(1).toString()), List.of(ids.get(0)), Duration.ZERO);
        executions("parcel", Map.of(ChildSteps.PARENT, ids.get(0).toString()), List.of(ids.get(1)), Duration.ZERO);

        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover(null));
        assertThat(ids).noneMatch(this::isThere);
    }

    @Test
    @DisplayName("T4: the definition's retention overrides the node's, and counts from the end")
    void retentions() {
        deploy("brief", "1d");
        deploy("long", "3650d");
        deploy("silent", null);
        Remover remover = remover(Duration.ofDays(10));
        ExecutionId brief = executions("brief", 1, Duration.ofHours(12)).getFirst();
        ExecutionId lasting = executions("long", 1, Duration.ZERO).getFirst();
        ExecutionId silent = executions("silent", 1, Duration.ZERO).getFirst();
        ExecutionId open = executions("brief", 1, null).getFirst();

        clock.set(Fixture.START.plus(Duration.ofHours(36)).minusMillis(1));
        round(remover);
        assertThat(isThere(brief)).isTrue();
        clock.set(clock.now().plusMillis(1));
        round(remover);
        assertThat(isThere(brief)).isFalse();
        assertThat(isThere(silent)).isTrue();
        clock.set(Fixture.START.plus(Duration.ofDays(10)));
        round(remover);
        assertThat(isThere(silent)).isFalse();
        clock.set(Fixture.START.plus(Duration.ofDays(3649)));
        round(remover);
        assertThat(isThere(lasting)).isTrue();
        assertThat(isThere(open)).isTrue();
        clock.set(clock.now().plus(Duration.ofDays(1)));
        round(remover);
        assertThat(isThere(lasting)).isFalse();
        assertThat(isThere(open)).as("what is open is never removed").isTrue();
        assertThat(remover.removed()).isEqualTo(3);
    }

    @Test
    @DisplayName("T4: kept executions are never read, and each due one is read once")
    void keptIsNotLookedAt() {
        deploy("brief", "1d");
        deploy("kept", "30d");
        List<ExecutionId> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.addAll(executions("brief", 70, Duration.ZERO));
            executions("kept", 500, Duration.ZERO);
            clock.set(clock.now().plusSeconds(1));
        }
        Remover remover = remover(null);
        clock.set(clock.now().plus(Duration.ofDays(1)).minusSeconds(2));
        round(remover);

        assertThat(all.subList(0, 630)).noneMatch(this::isThere);
        assertThat(all.subList(630, 700)).allMatch(this::isThere);
        assertThat(remover.removed()).isEqualTo(630);
        assertThat(store.endedRows()).isEqualTo(630);

        clock.set(clock.now().plusSeconds(2));
        round(remover);
        assertThat(all).noneMatch(this::isThere);
        assertThat(store.endedRows()).isEqualTo(700);
    }

    @Test
    @DisplayName("T4: an execution that had to be kept is read again, and removed ones are not")
    void heldIsLookedAtAgain() {
        deploy("order", null);
        deploy("parcel", "1d");
        ExecutionId parent = executions("order", 1, null).getFirst();
        executions("parcel", 3_000, Duration.ZERO);
        clock.set(clock.now().plusSeconds(1));
        ExecutionId child = childOf(parent);
        clock.set(clock.now().plusSeconds(1));
        executions("parcel", 3_000, Duration.ZERO);
        Remover remover = remover(null);
        clock.set(clock.now().plus(Duration.ofDays(2)));
        round(remover);
        assertThat(remover.removed()).isEqualTo(6_000);
        assertThat(isThere(child)).isTrue();

        long before = store.endedRows();
        round(remover);
        assertThat(store.endedRows() - before).isBetween(1L, 10L);

        end(parent);
        round(remover);
        assertThat(isThere(child)).isFalse();
    }

    @Test
    @DisplayName("T4: an execution that is committed late, with an early end, is removed, too")
    void lateCommit() {
        deploy("brief", "1d");
        Remover remover = remover(null);
        executions("brief", 10, Duration.ofSeconds(5));
        clock.set(clock.now().plus(Duration.ofDays(1)).plusSeconds(6));
        round(remover);
        assertThat(remover.removed()).isEqualTo(10);

        Instant later = clock.now();
        clock.set(Fixture.START);
        ExecutionId late = executions("brief", 1, Duration.ofSeconds(4)).getFirst();
        clock.set(later);
        clock.passUnseen(Duration.ofHours(1));
        round(remover);
        assertThat(isThere(late)).isFalse();
    }

    @Test
    @DisplayName("T4: executions of a removed version are kept as the node says")
    void withoutADefinition() {
        List<ExecutionId> all = executions("unknown", 3, Duration.ZERO);
        Remover remover = remover(Duration.ofDays(10));
        clock.set(clock.now().plus(Duration.ofDays(9)));
        round(remover);
        assertThat(all).allMatch(this::isThere);
        clock.set(clock.now().plus(Duration.ofDays(1)));
        round(remover);
        assertThat(all).noneMatch(this::isThere);
    }

    @Test
    @DisplayName("T4: archive files hold several executions, and executions that cannot be written are not removed")
    void archived(@TempDir Path directory) throws IOException {
        deploy("brief", "1d");
        DirectoryArchive archive = DirectoryArchive.at(directory);
        Remover remover = new Remover(store, definitions, clock, null, archive, "test", () -> shared);
        List<ExecutionId> first = executions("brief", 3, Duration.ZERO);
        clock.set(clock.now().plus(Duration.ofMinutes(8)));
        List<ExecutionId> second = executions("brief", 3, Duration.ZERO);
        clock.set(Fixture.START.plus(Duration.ofDays(1)).plus(Duration.ofMinutes(9)));
        round(remover);
        assertThat(first).allMatch(this::isThere);

        Path day = directory.resolve("2026-03-01");
        Files.createFile(day); // where a directory must be
        clock.set(clock.now().plus(Duration.ofMinutes(1)));
        round(remover);
        Files.delete(day);
        round(remover);

        assertThat(first).noneMatch(this::isThere);
        assertThat(second).noneMatch(this::isThere);
        try (Stream<Path> files = Files.list(day)) {
            assertThat(files).hasSize(1);
        }
        remover.close();
    }

    @Test
    @DisplayName("T4: a later deployment wakes the remover")
    void woken() {
        Remover remover = remover(null);
        int[] woken = {0};
        remover.onWork(() -> woken[0]++);
        definitions.onRetention(remover::look);
        deploy("silent", null);
        assertThat(woken[0]).isZero();
        deploy("brief", "1d");
        deploy("longer", "2d");
        assertThat(woken[0]).isEqualTo(1);
    }

    @Test
    @DisplayName("T5: while the store is unavailable nothing is removed, and removal resumes afterwards")
    void storeAway() {
        deploy("brief", "1d");
        Remover remover = remover(null);
        store.close();
        assertThat(remover.runOnce()).isEqualTo(Duration.ofSeconds(10).toNanos());
    }

    @Test
    @DisplayName("T4: many versions with a backlog take no more time together than one")
    void manyVersionsShareTheTime() {
        long page = Duration.ofMillis(20).toNanos();
        long[] busy = {0};
        Store slow = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("ended")) {
                        clock.passUnseen(Duration.ofNanos(page));
                        busy[0] += page;
                    }
                    return called.invoke(store, arguments);
                });
        for (int i = 0; i < 30; i++) {
            deploy("order" + i, "1d");
            executions("order" + i, 60, Duration.ZERO);
        }
        clock.set(clock.now().plus(Duration.ofDays(2)));
        Remover remover = new Remover(slow, definitions, clock, null, null, "test", () -> shared);

        long begun = clock.nanos();
        while (remover.removed() < 30 * 60) {
            long rest = remover.runOnce();
            clock.passUnseen(Duration.ofNanos(Math.max(1, rest)));
        }

        assertThat((double) busy[0] / (clock.nanos() - begun)).isLessThan(store.removalShareMax() + 0.01);
    }

    @Test
    @DisplayName("T4: where reading is slow and removing is not, many are removed for each reading")
    void slowReads() {
        long reading = Duration.ofMillis(500).toNanos();
        int[] reads = {0};
        Store slow = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals("ended")) {
                        clock.passUnseen(Duration.ofNanos(reading));
                        reads[0]++;
                    }
                    return called.invoke(store, arguments);
                });
        deploy("order", "1d");
        executions("order", 6_000, Duration.ZERO);
        clock.set(clock.now().plus(Duration.ofDays(2)));
        Remover remover = new Remover(slow, definitions, clock, null, null, "test", () -> shared);

        while (remover.removed() < 6_000) {
            clock.passUnseen(Duration.ofNanos(Math.max(1, remover.runOnce())));
        }

        assertThat(reads[0]).isLessThan(10);
    }
}
