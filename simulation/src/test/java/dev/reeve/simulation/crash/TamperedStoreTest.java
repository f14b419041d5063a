package dev.reeve.simulation.crash;

import static dev.reeve.Rule.FAMILY;
import static dev.reeve.Rule.HISTORY;
import static dev.reeve.Rule.INBOX;
import static dev.reeve.Rule.SINGLE_OUTCOME;
import static dev.reeve.Rule.VERSION;
import static dev.reeve.Rule.WAKE_UP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AuditOptions;
import dev.reeve.AuditReport;
import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Incident;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.Rule;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.engine.audit.Auditor;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real stores that were changed by hand: the auditor says where, and what is wrong; of the rest, nothing.
 */
final class TamperedStoreTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String GOOD = "workflow: %s\nsteps: { a: { action: do.a }, nap: { wait: 1h, after: [a] } }\n";

    private static final String BAD = "workflow: bad\nsteps: { b: { action: do.b, onExhausted: escalate } }\n";

    private static final String FAMILY_OF_TWO = "workflow: parent\nsteps: { child: { workflow: good } }\n";

    private static Reeve open(Database database) {
        NodeOptions options = NodeOptions.defaults().withLanes(1).withDrain(Duration.ofMillis(200));
        return EmbeddedReeve.on(database.open(), options.withAudit(new AuditOptions(3, Duration.ofMillis(20))));
    }

    private static Execution sleeping(Reeve reeve, String workflow) {
        Execution execution = reeve.start(workflow, Map.of());
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        execution.history().stream().anyMatch(entry -> entry.event() instanceof Event.StepCompleted));
        return execution;
    }

    private static Execution escalated(Reeve reeve) {
        Execution execution = reeve.start("bad", Map.of());
        Awaitility.await().atMost(PATIENCE).until(() -> execution.status() == ExecutionStatus.ESCALATED);
        return execution;
    }

    /** A parent, and the child that it waits for. */
    private static List<ExecutionId> family(Reeve reeve) {
        Execution parent = reeve.start("parent", Map.of());
        Awaitility.await().atMost(PATIENCE).until(() -> child(parent).isPresent());
        ExecutionId child = child(parent).orElseThrow();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> reeve.find(child).orElseThrow().history().stream()
                        .anyMatch(entry -> entry.event() instanceof Event.StepCompleted));
        return List.of(parent.id(), child);
    }

    private static Optional<ExecutionId> child(Execution parent) {
        return parent.history().stream()
                .filter(entry -> entry.event() instanceof Event.ChildStarted)
                .map(entry -> ((Event.ChildStarted) entry.event()).child())
                .findFirst();
    }

    /** The damaged execution and its damage, by the expected finding. */
    private static Map<ExecutionId, Set<Rule>> tamper(Database database) {
        Map<ExecutionId, Set<Rule>> expected = new HashMap<>();
        ExecutionId gap;
        ExecutionId twice;
        ExecutionId status;
        ExecutionId late;
        ExecutionId hidden;
        ExecutionId listed;
        ExecutionId orphan;
        List<ExecutionId> childless;
        List<ExecutionId> parentless;
        try (Reeve reeve = open(database)) {
            reeve.deploy(DefinitionReader.parse(GOOD.formatted("good")));
            reeve.deploy(DefinitionReader.parse(GOOD.formatted("gone")));
            reeve.deploy(DefinitionReader.parse(BAD));
            reeve.agent("agent")
                    .action("do.a", Object.class, (input, step) -> "done")
                    .action("do.b", Object.class, (input, step) -> {
                        throw StepFailure.businessError("DECLINED", "no");
                    })
                    .start();
            gap = sleeping(reeve, "good").id();
            twice = sleeping(reeve, "good").id();
            status = sleeping(reeve, "good").id();
            late = sleeping(reeve, "good").id();
            hidden = escalated(reeve).id();
            listed = sleeping(reeve, "good").id();
            orphan = sleeping(reeve, "gone").id();
            reeve.deploy(DefinitionReader.parse(FAMILY_OF_TWO));
            childless = family(reeve);
            parentless = family(reeve);
            family(reeve);
            sleeping(reeve, "good");
            escalated(reeve);
            // The rows are written with the journal; nothing is under way any more.
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> reeve.health().stats().active() == 0);
            long passes = reeve.health().stats().audit().passes();
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> reeve.health().stats().audit().passes() > passes + 1);
            assertThat(reeve.health().incidents()).as("before anybody tampered").isEmpty();
            assertThat(reeve.health().verify(done -> {}).isSound()).isTrue();
        }
        database.damage(gap);
        expected.put(gap, EnumSet.of(HISTORY));
        database.append(twice, "[{\"type\":\"StepCompleted\",\"step\":\"a\",\"attempt\":1,\"output\":\"again\"}]");
        expected.put(twice, EnumSet.of(SINGLE_OUTCOME, HISTORY));
        database.status(status, ExecutionStatus.COMPENSATING);
        expected.put(status, EnumSet.of(HISTORY));
        database.wake(late, Instant.parse("2999-01-01T00:00:00Z"));
        expected.put(late, EnumSet.of(WAKE_UP));
        database.status(hidden, ExecutionStatus.RUNNING);
        expected.put(hidden, EnumSet.of(HISTORY, INBOX));
        database.status(listed, ExecutionStatus.ESCALATED);
        expected.put(listed, EnumSet.of(HISTORY, INBOX));
        database.remove(childless.getLast());
        expected.put(childless.getFirst(), EnumSet.of(FAMILY));
        database.remove(parentless.getFirst());
        expected.put(parentless.getLast(), EnumSet.of(FAMILY));
        database.forget("gone");
        expected.put(orphan, EnumSet.of(VERSION));
        return expected;
    }

    private static Map<ExecutionId, Set<Rule>> byExecution(List<Incident> incidents) {
        Map<ExecutionId, Set<Rule>> rules = new HashMap<>();
        for (Incident incident : incidents) {
            rules.computeIfAbsent(Objects.requireNonNull(incident.execution()), id -> EnumSet.noneOf(Rule.class))
                    .add(incident.rule());
        }
        return rules;
    }

    private static void allIsFound(Database database) {
        Map<ExecutionId, Set<Rule>> expected = tamper(database);

        try (Store store = database.open()) {
            AuditReport report = Auditor.whole(store, done -> {});
            assertThat(report.executions()).isEqualTo(13);
            assertThat(byExecution(report.incidents())).isEqualTo(expected);
        }
        try (Reeve reeve = open(database)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> reeve.health().stats().audit().passes() > 2);
            assertThat(byExecution(reeve.health().incidents())).isEqualTo(expected);
            assertThat(reeve.health().stats().audit().incidents())
                    .isEqualTo(reeve.health().incidents().size());
            assertThat(byExecution(reeve.health().verify(done -> {}).incidents()))
                    .isEqualTo(expected);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("V8, I4, I5, I11, I17, S7, F43: every manipulation on SQLite is found, beside an engine and "
            + "without one")
    void onSqlite() {
        try (Database database = new SqliteDatabase()) {
            allIsFound(database);
        }
    }

    @Test
    @Tag("proof")
    @DisplayName("V8, I4, I5, I11, I17, S7, F43: every manipulation on PostgreSQL is found, beside an engine and "
            + "without one")
    void onPostgres() {
        try (Database database = new PostgresDatabase()) {
            allIsFound(database);
        }
    }
}
