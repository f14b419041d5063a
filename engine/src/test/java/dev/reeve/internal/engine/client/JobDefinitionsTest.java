package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.internal.engine.cluster.Node;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.store.ForwardingStore;
import dev.reeve.spi.store.MemoryStore;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredWorkflow;
import dev.reeve.workflow.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When the definitions of jobs are stored, and what happens if others store or remove them at the same time. */
final class JobDefinitionsTest extends EngineFixture {

    private static final JobOptions ONCE = JobOptions.defaults().withRetry(Retry.NONE);

    private static final Acting UNREADABLE = new Acting(() -> {
        throw new IllegalStateException("not readable");
    });

    /** The number of deployments before which another process stores a definition with the same number. */
    private int rivals;

    private final MemoryStore memory = new MemoryStore(() -> Instant.now().truncatedTo(ChronoUnit.MICROS));

    @Override
    protected Store open() {
        return new ForwardingStore(memory) {
            @Override
            public StoredWorkflow deploy(StoredWorkflow workflow) {
                if (rivals > 0) {
                    rivals--;
                    memory.deploy(rival(workflow.name(), workflow.version()));
                }
                return memory.deploy(workflow);
            }
        };
    }

    private static StoredWorkflow rival(String name, int version) {
        Json content = DefinitionReader.parse(
                        "workflow: %s\nversion: %d\nsteps: { run: { action: card.charge, completeBy: %ds } }\n"
                                .formatted(name, version, version))
                .toJson();
        return new StoredWorkflow(Node.DEFAULT_NAMESPACE, name, version, content);
    }

    private List<String> stored() {
        return memory.workflows(Node.DEFAULT_NAMESPACE).stream()
                .map(one -> one.name() + " " + one.version())
                .sorted()
                .toList();
    }

    private int version(Execution execution) {
        return execution.summary().version();
    }

    @Test
    @DisplayName("S2, S9: a version that another process stored takes its number, and is no conflict of the job")
    void anotherProcessStoredTheNextVersion() {
        assertThat(version(reeve().run("card.charge", 1, Start.key("a")))).isEqualTo(1);
        memory.deploy(rival("reeve_job_card_charge", 2));

        assertThat(version(reeve().run("card.charge", 2, Start.key("b"), ONCE))).isEqualTo(3);
    }

    @Test
    @DisplayName("S2, S9: a version that another process stores at the same moment is no conflict of the job")
    void anotherProcessStoresTheNextVersion() {
        assertThat(version(reeve().run("card.charge", 1, Start.key("a")))).isEqualTo(1);
        rivals = 2;

        assertThat(version(reeve().run("card.charge", 2, Start.key("b"), ONCE))).isEqualTo(4);
    }

    @Test
    @DisplayName("S2: a job whose definition finds no number is to be started again, and is no conflict")
    void numbersAreTakenAgainAndAgain() {
        rivals = 1_000;

        refused(
                ErrorCode.STORE_UNAVAILABLE,
                "repeat the call",
                () -> reeve().run("card.charge", 2, Start.key("b"), ONCE));
        rivals = 0;
        assertThat(reeve().run("card.charge", 2, Start.key("b"), ONCE)).isNotNull();
    }

    /** An input that does something while it is converted. */
    public static final class Acting {

        private final Runnable action;

        Acting(Runnable action) {
            this.action = action;
        }

        /** Read by the conversion. */
        public int getAmount() {
            action.run();
            return 10;
        }
    }

    private Acting undeploying() {
        AtomicBoolean done = new AtomicBoolean();
        return new Acting(() -> {
            if (!done.getAndSet(true)) {
                reeve().actingAs("ann").undeploy("reeve_job_card_charge", 1, "old");
            }
        });
    }

    /** Uses the action so that its definition is stored and known, and nothing is pinned to it. */
    private void known() {
        Schedule later = Schedule.at("card.charge", Instant.parse("2100-01-01T00:00:00Z"));
        reeve().schedules().putJob("later", 1, later, JobOptions.defaults());
        reeve().schedules().delete("later", "not needed");
    }

    @Test
    @DisplayName("S9: a job whose definition is removed at the same moment stores it again, and starts")
    void theDefinitionIsRemovedMeanwhile() {
        known();

        Execution job = reeve().run("card.charge", undeploying(), Start.key("a"));

        assertThat(version(job)).isEqualTo(1);
        assertThat(stored()).containsExactly("reeve_job_card_charge 1");
    }

    @Test
    @DisplayName("S9: so does a job that is started asynchronously")
    void theDefinitionIsRemovedMeanwhileAsynchronously() {
        known();

        Execution job = reeve().runAsync("card.charge", undeploying(), Start.plain(), JobOptions.defaults())
                .toCompletableFuture()
                .join();

        assertThat(version(job)).isEqualTo(1);
    }

    @Test
    @DisplayName("A job with an unusable argument stores nothing, not even its definition")
    void mistakesStoreNothing() {
        nothingIsStored(() -> reeve().run("card.charge", UNREADABLE, Start.plain()));
        nothingIsStored(() -> reeve().run("card.charge", 1, Start.key("")));
        nothingIsStored(() -> reeve().run("card.charge", 1, Start.plain().priority(1_001)));
        nothingIsStored(() -> reeve().run("card.charge", 1, Start.plain().label("shop", "")));
        nothingIsStored(() -> reeve().run("card.charge", 1, Start.plain().after(Duration.ofDays(4_000))));
        nothingIsStored(() -> reeve().runAsync("card.charge", UNREADABLE, Start.plain(), JobOptions.defaults()));
        Schedule daily = Schedule.every("card.charge", Duration.ofDays(1));
        nothingIsStored(() -> schedule("", 1, daily));
        nothingIsStored(() -> schedule("daily", UNREADABLE, daily));
        nothingIsStored(() -> schedule("daily", 1, daily.label("shop", "")));
        nothingIsStored(() -> schedule("daily", 1, daily.priority(1_001)));
    }

    private Object schedule(String name, Object input, Schedule schedule) {
        reeve().schedules().putJob(name, input, schedule, JobOptions.defaults());
        return name;
    }

    private void nothingIsStored(Supplier<?> call) {
        assertThatThrownBy(call::get)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INPUT));
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisplayName("S2: a repeated start with other options stores no definition, and neither does a conflict")
    void aRepeatedStartStoresNothing() {
        Execution job = reeve().run("card.charge", 1, Start.key("a"));

        assertThat(reeve().run("card.charge", 1, Start.key("a"), ONCE)).isEqualTo(job);
        assertThat(reeve().runAsync("card.charge", 1, Start.key("a"), ONCE)
                        .toCompletableFuture()
                        .join())
                .isEqualTo(job);
        refused(ErrorCode.CONFLICT, "key 'a'", () -> reeve().run("card.refund", 1, Start.key("a")));

        assertThat(stored()).containsExactly("reeve_job_card_charge 1");
    }

    @Test
    @DisplayName("S9: each action has a workflow of its own, and usual names appear unchanged in its name")
    void noTwoActionsShareAWorkflow() {
        List<String> alike = List.of(
                "card.charge",
                "card_charge",
                "Card.Charge",
                "card-charge",
                "card.Charge",
                "a".repeat(250),
                "a".repeat(249) + "b");
        alike.forEach(action -> reeve().run(action, Map.of(), Start.plain()));

        assertThat(stored())
                .hasSize(alike.size())
                .allMatch(name -> name.endsWith(" 1"))
                .contains("reeve_job_card_charge 1");
        assertThat(stored())
                .filteredOn(name -> name.matches("reeve_job_card_charge__[0-9a-f]{8} 1"))
                .hasSize(4);
    }

    @Test
    @DisplayName("S9: the sets of options of one action do not count for another")
    void setsAreCountedByAction() {
        for (int i = 1; i <= JobOptions.SETS_MAX; i++) {
            memory.deploy(new StoredWorkflow(
                    Node.DEFAULT_NAMESPACE,
                    "reeve_job_card_charge",
                    i,
                    DefinitionReader.parse(
                                    "workflow: reeve_job_card_charge\nversion: %d\nsteps: { run: { action: Card.Charge, completeBy: %ds } }\n"
                                            .formatted(i, i))
                            .toJson()));
        }

        assertThat(version(reeve().run("card.charge", 1, Start.plain()))).isEqualTo(JobOptions.SETS_MAX + 1);
    }
}
