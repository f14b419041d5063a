package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.reeve.AgentStatus;
import dev.reeve.BulkRequest;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.Schedule;
import dev.reeve.ScheduleStatus;
import dev.reeve.ServiceChange;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.Situation;
import dev.reeve.Start;
import dev.reeve.Verb;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Namespaces whose names, keys and actions collide, on every store. */
public abstract class NamespaceContract extends EngineFixture {

    private static final String GREET = """
            workflow: greet
            version: 1
            steps:
              say: { action: greeting.say, retry: { maxAttempts: 1 }, onExhausted: escalate }
            output: "${ steps.say.output }"
            """;

    private static Workflow greet() {
        return DefinitionReader.parse(GREET);
    }

    private Reeve billing() {
        return reeve().namespace("billing");
    }

    private static void says(Reeve reeve, String word) {
        reeve.agent("agent of " + word)
                .action("greeting.say", Object.class, (input, step) -> word)
                .start();
    }

    private static String answer(Execution execution) {
        return execution.await(String.class, PATIENCE);
    }

    @Test
    @DisplayName(
            "I15, I2: the same key, workflow and action in two namespaces are two executions, at the agents of their namespace")
    void sameNamesAreTwoExecutions() {
        reeve().deploy(greet());
        billing().deploy(greet());
        says(reeve(), "hello");
        says(billing(), "pay");

        Execution one = reeve().start("greet", Map.of(), Start.key("a"));
        Execution other = billing().start("greet", Map.of(), Start.key("a"));

        assertThat(one.id()).isNotEqualTo(other.id());
        assertThat(answer(one)).isEqualTo("hello");
        assertThat(answer(other)).isEqualTo("pay");
        assertThat(billing().start("greet", Map.of(), Start.key("a"))).isEqualTo(other);
        assertThat(billing().find("a")).contains(other);
        assertThat(reeve().find("a")).contains(one);
        assertThat(billing().namespace()).isEqualTo("billing");
        assertThat(billing().actingAs("alice").namespace()).isEqualTo("billing");
        assertThat(reeve().namespace()).isEqualTo("default");
    }

    @Test
    @DisplayName("I15: an engine that serves some namespaces refuses the others to its callers, and decides about all")
    void someNamespaces() {
        reeve().deploy(nap("1s"));
        reeve().deploy(greet());
        Execution waiting = reeve().start("greet", Map.of());
        Execution napping = reeve().start("nap", Map.of());
        reeve().close();

        reeve = EmbeddedReeve.on(open(), options().withNamespaces("billing", "shop"));
        assertThat(reeve().namespace()).isEqualTo("billing");
        assertThat(reeve().namespace("shop").namespace()).isEqualTo("shop");
        refused(ErrorCode.REFUSED, "serves only [billing, shop]", () -> reeve().namespace("default"));
        reeve().deploy(greet());
        says(reeve(), "pay");
        assertThat(answer(reeve().start("greet", Map.of()))).isEqualTo("pay");
        assertThat(reeve().find(waiting.id())).isEmpty();
        reeve().deploy(nap("2s"));
        Instant later = ended(reeve().start("nap", Map.of()).awaitEnd(PATIENCE).id());
        reeve().close();

        reeve = EmbeddedReeve.on(open(), options().withNamespaces());
        assertThat(ended(napping.id())).isBefore(later);
        assertThat(reeve().find(waiting.id()).orElseThrow().status()).isEqualTo(ExecutionStatus.RUNNING);
    }

    private static Workflow nap(String length) {
        return DefinitionReader.parse("""
                workflow: nap
                version: 1
                steps:
                  sleep: { wait: %s }
                """.formatted(length));
    }

    private Instant ended(ExecutionId id) {
        return Objects.requireNonNull(
                reeve().find(id).orElseThrow().describe().summary().endedAt());
    }

    @Test
    @DisplayName("I15: a step waits although an agent of another namespace offers its action, and explain says so")
    void noAgentOfAnotherNamespaceServesAStep() {
        billing().deploy(greet());
        says(reeve(), "hello");
        Execution waiting = billing().start("greet", Map.of());

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(waiting.explain().steps().getFirst().situation())
                                .isInstanceOf(Situation.Unoffered.class));
        assertThat(reeve().services().list()).extracting(ServiceStatus::queued).containsOnly(0);
        assertThat(billing().services().list())
                .extracting(ServiceStatus::action)
                .containsExactly("greeting.say");
        assertThat(billing().health().agents()).isEmpty();

        says(billing(), "pay");
        assertThat(answer(waiting)).isEqualTo("pay");
        assertThat(billing().health().agents())
                .extracting(AgentStatus::actions)
                .containsExactly(new TreeSet<>(List.of("greeting.say")));
        assertThat(reeve().health().agents()).extracting(AgentStatus::name).containsExactly("agent of hello");
    }

    @Test
    @DisplayName("I15: an id of another namespace is unknown, to reads, lists, re-runs and bulk operations")
    void idsOfOthersAreUnknown() {
        reeve().deploy(greet());
        billing().deploy(greet());
        reeve().agent("failing")
                .action("greeting.say", Object.class, (input, step) -> {
                    throw StepFailure.businessError("NO", "no");
                })
                .start();
        billing()
                .agent("failing")
                .action("greeting.say", Object.class, (input, step) -> {
                    throw StepFailure.businessError("NO", "no");
                })
                .start();
        Execution mine = reeve().start("greet", Map.of());
        Execution theirs = billing().start("greet", Map.of());
        for (Execution each : List.of(mine, theirs)) {
            await().atMost(PATIENCE).until(() -> each.status() == ExecutionStatus.ESCALATED);
        }

        assertThat(reeve().find(theirs.id())).isEmpty();
        assertThat(billing().find(mine.id())).isEmpty();
        refused(
                ErrorCode.NOT_FOUND,
                "no execution",
                () -> ((EmbeddedReeve) reeve()).handle(theirs.id()).status());
        refused(
                ErrorCode.NOT_FOUND,
                "",
                () -> ((EmbeddedReeve) reeve()).handle(theirs.id()).recovery().rerunFrom("say", "to see"));
        assertThat(reeve().list(ExecutionQuery.all())).hasSize(1);
        assertThat(reeve().inbox().groups()).hasSize(1);
        assertThat(billing().inbox().groups()).hasSize(1);
        assertThat(reeve().messages().redeliver(theirs.id())).isZero();

        billing().bulk().start(BulkRequest.of(Verb.CANCEL), "all of billing").await(PATIENCE);
        assertThat(theirs.status().isTerminal()).isTrue();
        assertThat(mine.status()).isEqualTo(ExecutionStatus.ESCALATED);
        assertThat(reeve().bulk().list()).isEmpty();
        assertThat(billing().bulk().list()).hasSize(1);
    }

    @Test
    @DisplayName(
            "definitions are of their namespace: the same version with other content, and a workflow that is deployed elsewhere is unknown")
    void definitionsAreOfTheirNamespace() {
        reeve().deploy(greet());
        says(reeve(), "hello");
        refused(ErrorCode.WORKFLOW_UNKNOWN, "greet", () -> billing().start("greet", Map.of()));

        billing().deploy(DefinitionReader.parse(GREET.replace("greeting.say", "invoice.say")));
        Execution other = billing().start("greet", Map.of());
        billing()
                .agent("invoices")
                .action("invoice.say", Object.class, (input, step) -> "invoice")
                .start();

        assertThat(answer(other)).isEqualTo("invoice");
        assertThat(answer(reeve().start("greet", Map.of()))).isEqualTo("hello");
        refused(ErrorCode.REFUSED, "", () -> billing().undeploy("greet", 1, "an execution needs it"));
        reeve().namespace("empty").deploy(greet());
        reeve().namespace("empty").undeploy("greet", 1, "nothing needs it");
        assertThat(answer(reeve().start("greet", Map.of()))).isEqualTo("hello");
    }

    @Test
    @DisplayName("a pause holds for the action of one namespace, also after a restart")
    void pausesAreOfTheirNamespace() {
        reeve().deploy(greet());
        billing().deploy(greet());
        billing().actingAs("alice").services().pause("greeting.say", "no money");

        Reeve again = reopened();
        says(again, "hello");
        says(again.namespace("billing"), "pay");
        Execution held = again.namespace("billing").start("greet", Map.of());

        assertThat(answer(again.start("greet", Map.of()))).isEqualTo("hello");
        assertThat(again.namespace("billing").services().list())
                .extracting(ServiceStatus::action, ServiceStatus::state, ServiceStatus::actor)
                .containsExactly(tuple("greeting.say", ServiceState.PAUSED, "alice"));
        assertThat(again.services().list()).extracting(ServiceStatus::state).containsOnly(ServiceState.CLOSED);
        assertThat(again.services().changes("greeting.say")).isEmpty();
        assertThat(again.namespace("billing").services().changes("greeting.say"))
                .extracting(ServiceChange::action)
                .containsExactly("greeting.say");
        assertThat(held.explain().steps().getFirst().situation()).isInstanceOf(Situation.Withheld.class);

        again.namespace("billing").services().resume("greeting.say", "money");
        assertThat(answer(held)).isEqualTo("pay");
    }

    @Test
    @DisplayName("schedules with the same name in two namespaces start executions of their own, also after a restart")
    void schedulesAreOfTheirNamespace() {
        reeve().deploy(greet());
        billing().deploy(greet());
        Schedule often = Schedule.every("greet", Duration.ofSeconds(1));
        billing().schedules().put("often", Map.of(), often);
        reeve().schedules().put("often", Map.of(), Schedule.every("greet", Duration.ofDays(1)));
        reeve().schedules().pause("often", "not here");

        Reeve again = reopened();
        says(again, "hello");
        says(again.namespace("billing"), "pay");

        await().atMost(PATIENCE)
                .until(() -> !again.namespace("billing")
                        .list(ExecutionQuery.all().status(ExecutionStatus.COMPLETED))
                        .isEmpty());
        assertThat(again.list(ExecutionQuery.all())).isEmpty();
        assertThat(again.schedules().list()).extracting(ScheduleStatus::name).containsExactly("often");
        again.namespace("billing").schedules().delete("often", "enough");
        assertThat(again.schedules().list()).hasSize(1);
        assertThat(again.namespace("billing").schedules().list()).isEmpty();
    }

    @Test
    @DisplayName("jobs and children are of the namespace of their caller and parent")
    void jobsAndChildrenAreOfTheirNamespace() {
        for (Reeve each : List.of(reeve(), billing())) {
            each.deploy(greet());
            each.deploy(DefinitionReader.parse("""
                    workflow: parent
                    version: 1
                    steps:
                      child: { workflow: greet }
                    output: "${ steps.child.output }"
                    """));
        }
        says(reeve(), "hello");
        says(billing(), "pay");

        assertThat(answer(billing().start("parent", Map.of()))).isEqualTo("pay");
        assertThat(answer(billing().run("greeting.say", Map.of(), Start.key("j"))))
                .isEqualTo("pay");
        assertThat(answer(reeve().run("greeting.say", Map.of(), Start.key("j"))))
                .isEqualTo("hello");
        assertThat(answer(reeve().start("parent", Map.of()))).isEqualTo("hello");
    }

    @Test
    @DisplayName("a key's limit counts the calls of each namespace apart")
    void limitsAreOfTheirNamespace() {
        Workflow limited = DefinitionReader.parse("""
                workflow: limited
                version: 1
                steps:
                  say: { action: greeting.say, limit: { key: same, concurrency: 1 } }
                """);
        reeve().deploy(limited);
        billing().deploy(limited);
        CountDownLatch both = new CountDownLatch(2);
        for (Reeve each : List.of(reeve(), billing())) {
            each.agent("together")
                    .action("greeting.say", Object.class, (input, step) -> {
                        both.countDown();
                        return both.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                    })
                    .start();
        }

        Execution one = reeve().start("limited", Map.of());
        Execution other = billing().start("limited", Map.of());

        assertThat(one.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(other.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(both.getCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Billing", "1st", "a b", "a/b", "_a", "ä", "reeve.a"})
    @DisplayName("a name that is none of a namespace is refused, with what is expected")
    void namesHaveRules(String name) {
        refused(ErrorCode.INVALID_INPUT, "namespace: expected", () -> reeve().namespace(name));
        refused(ErrorCode.INVALID_INPUT, "at most 63", () -> reeve().namespace("a".repeat(64)));
        assertThat(reeve().namespace("a".repeat(63)).list(ExecutionQuery.all())).isEmpty();
    }

    @Test
    @DisplayName("an action of the default namespace that looks like one of another namespace is no way into it")
    void noNameIsAWayIn() {
        billing().deploy(greet());
        reeve().agent("sly")
                .action("billing/greeting.say", Object.class, (input, step) -> "stolen")
                .start();
        reeve().services().pause("billing/greeting.say", "sly");
        says(billing(), "pay");

        assertThat(answer(billing().start("greet", Map.of()))).isEqualTo("pay");
        assertThat(billing().services().list()).extracting(ServiceStatus::state).containsOnly(ServiceState.CLOSED);
        assertThat(billing().services().changes("greeting.say")).isEmpty();
    }
}
