package dev.reeve.simulation.store;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.Due;
import dev.reeve.spi.store.ExecutionChange;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Fixture;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Lanes;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredExecution;
import dev.reeve.spi.store.StoredWorkflow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Random transactions and questions, by nodes that come and go. The next action depends on the seed and on the answers,
 * so two stores that answer the same are asked the same.
 */
final class Program {

    private static final int OPERATIONS = 40;

    private static final List<String> WORKFLOWS = List.of("order", "Order", "trip é🦭");

    private static final List<ExecutionStatus> STATUSES = List.of(ExecutionStatus.values());

    private static final List<String> TEXTS = List.of(
            "",
            "plain",
            "it's \"100%\" \\ _",
            "🦭👩‍👩‍👧‍👦",
            "Ærøskøbing\n\ttab",
            "x".repeat(300),
            "'); drop table journal; --",
            "\u0001\u007f\u2028");

    private record Owned(LaneStore lane, int place, int of, int number) {}

    private final Random random;
    private final Fixture fixture;
    private final Store store;
    private final List<String> namespaces;
    private final List<String> transcript = new ArrayList<>();

    /** All lanes that there ever were; of most of them the owner was fenced. */
    private final List<Owned> lanes = new ArrayList<>();

    private int current;

    /** The number of the last journal row. In order of ids, which is the order of beginning. */
    private final Map<ExecutionId, Integer> known = new TreeMap<>();

    private int marks;

    Program(long seed, Store store) {
        this.random = new Random(seed);
        this.fixture = new Fixture(seed);
        this.store = store;
        this.namespaces = List.of("red " + seed, "blue " + seed);
    }

    /** A question and its answer. */
    List<String> run() {
        join();
        for (int i = 0; i < OPERATIONS; i++) {
            int dice = random.nextInt(100);
            if (dice < 8) {
                join();
            } else if (dice < 55) {
                commit(batch(lane(), random.nextInt(8) == 0), lane());
            } else if (dice < 60) {
                reacquire(lane());
            } else {
                ask();
            }
        }
        everything();
        return transcript;
    }

    private void say(String asked, Object answer) {
        transcript.add(asked + " -> " + answer);
    }

    /** Chosen by the operation before; mostly one of those that own something. */
    private Owned lane() {
        return lanes.get(current);
    }

    private void chooseLane() {
        int owners = lanes.getLast().of();
        current = random.nextInt(6) == 0 ? random.nextInt(lanes.size()) : lanes.size() - 1 - random.nextInt(owners);
    }

    private void join() {
        int count = 1 + random.nextInt(2);
        List<LaneStore> joined = store.join(fixture.node("node"), count);
        for (int i = 0; i < count; i++) {
            lanes.add(new Owned(joined.get(i), i, count, lanes.size()));
        }
        say("join " + count, joined.size());
        chooseLane();
    }

    private void commit(Batch batch, Owned owned) {
        CommitOutcome outcome = Lanes.await(owned.lane().commit(batch));
        String asked = "commit by %d of %d: %s".formatted(owned.number(), owned.of(), summary(batch));
        switch (outcome) {
            case CommitOutcome.Committed committed -> {
                say(asked, "committed");
                batch.journal().forEach(row -> known.put(row.id(), row.seq()));
                chooseLane();
            }
            case CommitOutcome.Fenced fenced -> {
                say(asked, "fenced");
                chooseLane();
            }
            case CommitOutcome.InDoubt doubt -> {
                Reacquired found = Lanes.await(owned.lane().reacquire());
                // A store may take offence at what a fenced lane writes before it sees the fence.
                say(asked, found == Reacquired.FENCED ? "fenced" : reason(doubt) + ", " + found);
                chooseLane();
            }
        }
    }

    /** Whether a start that came second is worth another look is left to the store (S3). */
    private static String reason(CommitOutcome.InDoubt doubt) {
        return doubt.cause().kind() == StoreException.Kind.UNUSABLE ? "unusable" : "refused";
    }

    private static String summary(Batch batch) {
        return "%d rows, %d started, %d changed"
                .formatted(
                        batch.journal().size(),
                        batch.started().size(),
                        batch.changed().size());
    }

    private void reacquire(Owned owned) {
        say("reacquire " + owned.number(), Lanes.await(owned.lane().reacquire()));
        chooseLane();
    }

    private Batch batch(Owned owned, boolean spoilt) {
        marks++;
        List<JournalRow> journal = new ArrayList<>();
        List<ExecutionRow> started = new ArrayList<>();
        List<ExecutionChange> changed = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            ExecutionRow row = row(fixture.id(owned.place(), owned.of()));
            started.add(row);
            journal.add(journal(row.id(), 1));
        }
        known.forEach((id, seq) -> {
            if (id.shard() % owned.of() == owned.place() && random.nextInt(3) == 0) {
                journal.add(journal(id, seq + 1));
                if (random.nextBoolean()) {
                    changed.add(change(id));
                }
            }
        });
        if (spoilt) {
            spoil(journal, started, changed);
        }
        return new Batch(journal, started, changed);
    }

    /** Something that must not be written, in the middle of what could be. */
    private void spoil(List<JournalRow> journal, List<ExecutionRow> started, List<ExecutionChange> changed) {
        ExecutionId stranger = fixture.id();
        switch (random.nextInt(4)) {
            case 0 -> changed.add(Fixture.wake(stranger, Fixture.START));
            case 1 -> known.keySet().stream().findFirst().ifPresent(id -> started.add(row(id)));
            case 2 ->
                known.forEach((id, seq) -> {
                    journal.removeIf(row -> row.id().equals(id));
                    journal.add(journal(id, seq));
                });
            default -> journal.add(new JournalRow(stranger, 0, Fixture.START, "[]"));
        }
    }

    private JournalRow journal(ExecutionId id, int seq) {
        String text = Json.of(text()).text();
        return Fixture.journal(id, seq, "[{\"mark\":%d,\"text\":%s,\"big\":1.10e400 }]".formatted(marks, text));
    }

    private ExecutionRow row(ExecutionId id) {
        Map<String, String> labels = new TreeMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            labels.put("label " + random.nextInt(3), text());
        }
        return new ExecutionRow(
                id,
                namespaces.get(random.nextInt(2)),
                random.nextBoolean() ? null : "key " + marks + text(),
                WORKFLOWS.get(random.nextInt(WORKFLOWS.size())),
                1 + random.nextInt(3),
                ExecutionStatus.RUNNING,
                random.nextInt(7) - 3,
                labels,
                random.nextLong(),
                time(),
                random.nextBoolean() ? ExecutionRow.IN_FLIGHT : time(),
                null,
                null);
    }

    private ExecutionChange change(ExecutionId id) {
        ExecutionStatus status = status();
        String error = random.nextBoolean() ? null : text();
        return status.isTerminal()
                ? new ExecutionChange(id, status, null, time(), error)
                : new ExecutionChange(id, status, time(), null, error);
    }

    private ExecutionStatus status() {
        return STATUSES.get(random.nextInt(STATUSES.size()));
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    /** A few instants only, so that many things happen at the same one. */
    private Instant time() {
        return Fixture.START.plus(random.nextInt(12) * 500_000L + random.nextInt(2), ChronoUnit.MICROS);
    }

    /** Asks owners only: what a fenced lane reads does not matter. */
    private void ask() {
        List<ExecutionId> some = some();
        Owned owner =
                lanes.get(lanes.size() - 1 - random.nextInt(lanes.getLast().of()));
        switch (random.nextInt(8)) {
            case 0 -> say("find " + some, sorted(Lanes.await(owner.lane().find(some))));
            case 1 -> say("load " + some, loaded(Lanes.await(owner.lane().load(some))));
            case 2, 3 -> due(owner, time(), 1 + random.nextInt(5));
            case 4 -> list(filter(1 + random.nextInt(5)));
            case 5 -> say("history", some.stream().map(store::history).toList());
            case 6 -> say("find one", some.stream().map(store::find).toList());
            default -> deploy();
        }
        chooseLane();
    }

    /** Known ones and strangers. Nobody asks for the same one twice. */
    private List<ExecutionId> some() {
        List<ExecutionId> ids = new ArrayList<>();
        known.keySet().stream().filter(id -> random.nextInt(3) == 0).forEach(ids::add);
        ids.add(random.nextInt(ids.size() + 1), fixture.id());
        return ids;
    }

    private static List<ExecutionRow> sorted(List<ExecutionRow> rows) {
        return rows.stream().sorted(Comparator.comparing(ExecutionRow::id)).toList();
    }

    private static List<StoredExecution> loaded(List<StoredExecution> found) {
        return found.stream()
                .sorted(Comparator.comparing(execution -> execution.row().id()))
                .toList();
    }

    private void due(Owned owned, Instant until, int limit) {
        List<Due> page = Lanes.await(owned.lane().due(owned.lane().shards(), until, null, limit));
        while (true) {
            say("due until %s, %d at most".formatted(until, limit), page);
            if (page.isEmpty()) {
                return;
            }
            page = Lanes.await(owned.lane().due(owned.lane().shards(), until, page.getLast(), limit));
        }
    }

    private ExecutionFilter filter(int limit) {
        Set<ExecutionStatus> statuses = EnumSet.noneOf(ExecutionStatus.class);
        for (int i = random.nextInt(4); i > 0; i--) {
            statuses.add(status());
        }
        return new ExecutionFilter(
                namespaces.get(random.nextInt(2)),
                random.nextBoolean() ? null : WORKFLOWS.get(random.nextInt(WORKFLOWS.size())),
                statuses,
                random.nextInt(3) > 0 ? Map.of() : Map.of("label " + random.nextInt(3), text()),
                random.nextInt(3) > 0 ? null : time(),
                random.nextInt(3) > 0 ? null : time(),
                null,
                limit);
    }

    private void list(ExecutionFilter filter) {
        List<ExecutionRow> page = store.list(filter);
        while (true) {
            say("list " + filter.limit(), page);
            if (page.isEmpty()) {
                return;
            }
            page = store.list(filter.from(page.getLast().position()));
        }
    }

    private void deploy() {
        String namespace = namespaces.get(random.nextInt(2));
        StoredWorkflow workflow = new StoredWorkflow(
                namespace,
                WORKFLOWS.get(random.nextInt(WORKFLOWS.size())),
                1 + random.nextInt(3),
                new Json("{\"b\":%d,\"a\":%s}"
                        .formatted(random.nextInt(3), Json.of(text()).text())));
        say("deploy", store.deploy(workflow));
        say("workflows", store.workflows(namespace));
    }

    private void everything() {
        for (String namespace : namespaces) {
            list(new ExecutionFilter(namespace, null, Set.of(), Map.of(), null, null, null, 1000));
        }
        known.keySet().forEach(id -> say("history of " + id, store.history(id)));
        join();
        for (Owned owned : lanes.subList(lanes.size() - lanes.getLast().of(), lanes.size())) {
            due(owned, Instant.parse("2100-01-01T00:00:00Z"), 7);
        }
    }
}
