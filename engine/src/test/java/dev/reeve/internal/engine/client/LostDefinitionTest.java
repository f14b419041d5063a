package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.AlertOptions;
import dev.reeve.ClusterOptions;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.NodeOptions;
import dev.reeve.NotificationOptions;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.ForwardingClusterStore;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.JournalRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.OutboxRow;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.workflow.Workflow;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Definitions that the store loses in a failover to a standby that lagged behind. */
@ParameterizedClass(name = "shared: {0}")
@ValueSource(booleans = {false, true})
final class LostDefinitionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Workflow GREETING = Workflow.parse("""
            workflow: greeting
            version: 1
            steps:
              only: { action: greet }
            """);

    private final MemoryStore kept = new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS));
    private final Standby database = new Standby(kept);
    private final KeptMessages alerts = new KeptMessages();
    private final NodeOptions options;
    private Reeve reeve;

    LostDefinitionTest(boolean shared) {
        NodeOptions alerting = NodeOptions.defaults()
                .withNotification(NotificationOptions.defaults()
                        .withChannel(alerts)
                        .withAlerts(AlertOptions.defaults().withReceiver(URI.create("test://desk"))));
        options = shared ? alerting.withCluster(ClusterOptions.defaults()) : alerting.withoutCluster();
        reeve = EmbeddedReeve.on(database, options);
    }

    @AfterEach
    void close() {
        reeve.close();
    }

    @Test
    @DisplayName("F22: the definition of a job that a failover lost is stored again; the next job survives a restart")
    void theDefinitionOfAJobIsStoredAgain() {
        await(reeve.run("greet", "Ann", Start.plain()), 0);

        database.failOver();
        Execution next = reeve.run("greet", "Bob", Start.plain());

        assertThat(database.names()).contains("reeve_job_greet");
        restart();
        await(next, 1);
    }

    @Test
    @DisplayName("F22: a deployed workflow that a failover lost is stored again; the next execution survives a restart")
    void aDeployedWorkflowIsStoredAgain() {
        reeve.deploy(GREETING);

        database.failOver();
        Execution next = reeve.start("greeting", "Bob");

        assertThat(database.names()).containsExactly("greeting");
        restart();
        await(next, 1);
    }

    @Test
    @DisplayName("F22: an alert says that the store has lost acknowledged work, and what to do")
    void anAlertIsRaised() {
        reeve.deploy(GREETING);

        database.failOver();
        Execution unused = reeve.start("greeting", "Bob");

        Awaitility.await().atMost(PATIENCE).until(() -> !alerts.all().isEmpty());
        assertThat(alerts.all())
                .singleElement()
                .satisfies(alert -> assertThat(alert.data())
                        .contains("\"kind\":\"WORK_LOST\"", "had acknowledged", "reeve verify --after-restore"));
    }

    @Test
    @DisplayName("F22: a definition is stored again even if the first attempt to store it fails")
    void aSecondFailureIsSurvived() {
        reeve.deploy(GREETING);

        database.refusals.set(2);
        database.failOver();
        Execution unused = reeve.start("greeting", "Bob");

        assertThat(database.names()).containsExactly("greeting");
    }

    @Test
    @DisplayName("S3, F22: a start in a caller's transaction stores the lost definition again before any lane notices")
    void aStartInACallersTransactionStoresTheDefinitionAgain() {
        await(reeve.run("greet", "Ann", Start.plain()), 0);
        database.lose();

        Execution unused =
                ((EmbeddedReeve) reeve).run(connection(), "greet", "Bob", Start.plain(), JobOptions.defaults());

        assertThat(database.names()).contains("reeve_job_greet");
    }

    @Test
    @DisplayName("F22: a definition that was undeployed is not stored again")
    void anUndeployedDefinitionStaysAway() {
        reeve.deploy(GREETING);
        await(reeve.run("greet", "Ann", Start.plain()), 0);
        reeve.undeploy("greeting", 1, "not needed");

        database.failOver();
        Execution unused = reeve.run("greet", "Bob", Start.plain());

        assertThat(database.names()).containsExactly("reeve_job_greet");
    }

    private void restart() {
        reeve.close();
        reeve = EmbeddedReeve.on(new Standby(kept.reopened(), database), options);
    }

    private void await(Execution execution, int agents) {
        reeve.agent("greeter-" + agents)
                .action("greet", String.class, (name, step) -> "Hello " + name)
                .start();
        assertThat(reeve.find(execution.id()).orElseThrow().awaitEnd(PATIENCE).output())
                .isNotNull();
    }

    private static Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                LostDefinitionTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    /** A store that can lose its definitions, with lanes that lose their connections then. */
    private static final class Standby extends ForwardingStore {

        /** The definitions that the store does not have any more. */
        private final Set<StoredWorkflow> lost;

        private volatile boolean broken;
        private final AtomicInteger refusals = new AtomicInteger();

        Standby(Store store) {
            super(store);
            this.lost = ConcurrentHashMap.newKeySet();
        }

        Standby(Store store, Standby before) {
            super(store);
            this.lost = before.lost;
        }

        void lose() {
            lost.addAll(super.workflows(Node.DEFAULT_NAMESPACE));
        }

        void failOver() {
            lose();
            broken = true;
        }

        List<String> names() {
            return workflows(Node.DEFAULT_NAMESPACE).stream()
                    .map(StoredWorkflow::name)
                    .toList();
        }

        @Override
        public List<StoredWorkflow> workflows(String namespace) {
            return super.workflows(namespace).stream()
                    .filter(one -> !lost.contains(one))
                    .toList();
        }

        @Override
        public boolean isDeployed(String namespace, String name, int version) {
            return workflows(namespace).stream().anyMatch(one -> one.name().equals(name) && one.version() == version);
        }

        @Override
        public StoredWorkflow deploy(StoredWorkflow workflow) {
            if (refusals.getAndDecrement() > 0) {
                throw unavailable();
            }
            StoredWorkflow stored = super.deploy(workflow);
            lost.remove(stored);
            return stored;
        }

        @Override
        public void checkEnlisting(Connection connection) {}

        /** Only answers: no test reads what is written here. */
        @Override
        public Optional<ExecutionRow> enlist(
                Connection connection, ExecutionRow execution, JournalRow first, List<OutboxRow> messages) {
            if (!isDeployed(execution.namespace(), execution.workflow(), execution.version())) {
                throw new StoreException(StoreException.Kind.DATA, "made up: there is no such definition", null);
            }
            return Optional.empty();
        }

        @Override
        public List<LaneStore> join(NodeId node, int lanes) {
            return super.join(node, lanes).stream()
                    .<LaneStore>map(BreakableLane::new)
                    .toList();
        }

        @Override
        public ClusterStore cluster() {
            return new ForwardingClusterStore(super.cluster()) {
                @Override
                public List<LaneStore> join(Registration registration, int lanes) {
                    return super.join(registration, lanes).stream()
                            .<LaneStore>map(BreakableLane::new)
                            .toList();
                }
            };
        }

        private static StoreException unavailable() {
            return new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the connection is broken", null);
        }

        private final class BreakableLane extends ForwardingLaneStore {

            BreakableLane(LaneStore lane) {
                super(lane);
            }

            @Override
            public CompletionStage<CommitOutcome> commit(Batch batch) {
                return broken
                        ? CompletableFuture.completedStage(new CommitOutcome.InDoubt(unavailable()))
                        : super.commit(batch);
            }

            @Override
            public CompletionStage<Reacquired> reacquire() {
                broken = false;
                return super.reacquire().thenApply(landed -> Reacquired.FORGOTTEN);
            }
        }
    }
}
