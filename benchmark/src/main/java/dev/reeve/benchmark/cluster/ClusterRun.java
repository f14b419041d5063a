package dev.reeve.benchmark.cluster;

import dev.reeve.AuditReport;
import dev.reeve.ExecutionId;
import dev.reeve.ReeveReader;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.member.ClusterBookings;
import dev.reeve.benchmark.member.ClusterLedgers;
import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.report.Report;
import dev.reeve.spi.store.ExecutionFilter;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.ListPosition;
import dev.reeve.spi.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of a cluster: load and faults, rest, the end of the nodes, and the audit. */
final class ClusterRun {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final String NAMESPACE = "default";
    private static final long HISTORY_LENGTH_MAX = 10_000_000;

    private final ClusterPlan plan;
    private final List<ClusterNode> places;
    private final List<ClusterNode> nodes;
    private final ClusterWatch watch;
    private final PostgresDatabase database;
    private final Progress progress;

    /** @param places the nodes, and then the processes that only have agents */
    ClusterRun(
            ClusterPlan plan,
            List<ClusterNode> places,
            ClusterWatch watch,
            PostgresDatabase database,
            Progress progress) {
        this.plan = plan;
        this.places = places;
        this.nodes = places.subList(0, plan.nodes());
        this.watch = watch;
        this.database = database;
        this.progress = progress;
    }

    /** Plays the script under load, lets everything end, and checks what happened. */
    void run(ClusterScript script, Report report) throws IOException {
        places.forEach(ClusterNode::awaitReady);
        ClusterInjector injector = new ClusterInjector(plan, nodes, watch, database);
        injector.awaitWhole();
        double seconds;
        List<ClusterIncident> incidents;
        List<ClusterStalls.Stall> unexplained;
        try (ClusterStalls stalls = new ClusterStalls(new ClusterWatch(database))) {
            ClusterScene scene = new ClusterScene(places, injector, watch, progress);
            script.play(scene);
            seconds = scene.seconds();
            incidents = scene.incidents();
            rest();
            injector.awaitWhole();
            awaitRegistered();
            unexplained = stalls.unexplained(incidents);
        }
        for (ClusterNode node : nodes) {
            node.terminate();
        }
        nodes.forEach(ClusterNode::awaitEnd);
        for (ClusterNode agent : places.subList(plan.nodes(), places.size())) {
            agent.terminate();
            agent.awaitEnd();
        }
        ClusterAudit audit = new ClusterAudit(incidents, unexplained);
        audit.add(new ClusterLedgers(plan.ledgers()).more());
        audit.book(watch.texts(ClusterBookings.ALL).stream()
                .map(ClusterBookings::of)
                .toList());
        check(audit);
        new ClusterFigures(plan, incidents, unexplained, audit, seconds).addTo(report);
    }

    /** Lets everything come to its end. */
    private void rest() throws IOException {
        progress.say("letting the rest come to its end …");
        for (ClusterNode node : nodes) {
            node.rest();
        }
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        ClusterLedgers ledgers = new ClusterLedgers(plan.ledgers());
        ClusterAudit judge = new ClusterAudit(List.of(), List.of());
        judge.add(ledgers.more());
        checkKept(judge);
        while (!judge.isOver() || count("select count(*) from reeve.execution where wake_at is not null") > 0) {
            CheckFailedException.check(
                    System.nanoTime() - giveUp < 0,
                    () -> "not ended %s after the last fault: %s; in the store: %s"
                            .formatted(
                                    PATIENCE,
                                    judge.open(),
                                    watch.texts("select id from reeve.execution where wake_at is not null limit 5")));
            Pause.of(LOOK);
            judge.add(ledgers.more());
        }
        CheckFailedException.check(
                Pause.until(() -> count("select count(*) from reeve.inbox") == 0, PATIENCE),
                () -> "messages are left in the inbox: " + watch.texts("select i::text from reeve.inbox as i limit 5"));
    }

    /** Each process has an engine that works, without a restart by a person. */
    private void awaitRegistered() {
        List<String> names = places.stream().map(ClusterNode::name).toList();
        watch.await(
                "%s are registered".formatted(names),
                owners -> watch.identities().keySet().containsAll(names));
    }

    /** Fails at once if an execution is lost, because the wait for its end would be in vain. */
    private void checkKept(ClusterAudit judge) {
        List<ExecutionId> lost = judge.missing(new HashSet<>(watch.texts("select id from reeve.execution")));
        CheckFailedException.check(
                lost.isEmpty(),
                () -> "%d executions were acknowledged and are not in the store, such as %s"
                        .formatted(lost.size(), lost.getFirst()));
    }

    private long count(String sql) {
        return Long.parseLong(watch.texts(sql).getFirst());
    }

    private void check(ClusterAudit audit) {
        Set<ExecutionId> stored = new HashSet<>();
        try (Store store = database.open()) {
            @Nullable ListPosition last = null;
            List<ExecutionRow> page;
            do {
                page = store.list(new ExecutionFilter(
                        NAMESPACE, null, Set.of(), Map.of(), null, null, last, ExecutionFilter.LIMIT_MAX));
                for (ExecutionRow row : page) {
                    stored.add(row.id());
                    last = row.position();
                }
                check(audit, store, page);
            } while (page.size() == ExecutionFilter.LIMIT_MAX);
        }
        List<String> violations = audit.finish(stored);
        CheckFailedException.check(violations.isEmpty(), () -> String.join("\n  ", violations));
        try (ReeveReader reader = database.reader()) {
            AuditReport report = reader.verify(executions -> {});
            CheckFailedException.check(
                    report.isSound(), () -> "incidents: " + report.incidents().getFirst());
        }
    }

    private static void check(ClusterAudit audit, Store store, List<ExecutionRow> rows) {
        int begin = 0;
        while (begin < rows.size()) {
            List<ExecutionRow> some = rows.subList(begin, Math.min(begin + 200, rows.size()));
            Map<ExecutionId, List<JournalRow>> histories =
                    store.histories(some.stream().map(ExecutionRow::id).toList(), HISTORY_LENGTH_MAX);
            for (ExecutionRow row : some) {
                List<JournalRow> journal = histories.get(row.id());
                audit.check(row, journal == null ? store.history(row.id()) : journal);
            }
            begin += some.size();
        }
    }
}
