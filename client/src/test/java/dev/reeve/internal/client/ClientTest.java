package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Bulk;
import dev.reeve.BulkRequest;
import dev.reeve.Cause;
import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.DeniedException;
import dev.reeve.DeployedVersion;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.Failure;
import dev.reeve.InboxGroup;
import dev.reeve.JobOptions;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.NodeOptions;
import dev.reeve.NotCompletedException;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.ServiceChange;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceState;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.Verb;
import dev.reeve.agent.Agent;
import dev.reeve.agent.StepFailure;
import dev.reeve.spi.store.Store;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.OnExhausted;
import dev.reeve.workflow.Retry;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource(ServedStore.class)
@DisplayName("A client of a server")
@Timeout(180)
final class ClientTest {

    record Charge(String card, int amount) {}

    record Receipt(int number) {}

    private static final class Deaf implements ServiceListener {
        @Override
        public void opened(ServiceIncident incident) {
            throw new AssertionError(incident);
        }

        @Override
        public void closed(ServiceIncident incident) {
            throw new AssertionError(incident);
        }
    }

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Charge CHARGE = new Charge("4242", 1);

    private static final Workflow PAY = Workflow.parse("""
            workflow: pay
            steps:
              charge: { action: card.charge, input: "${ input }", retry: { maxAttempts: 1 }, onExhausted: escalate }
            output: "${ steps.charge.output }"
            """);

    private static final Workflow WAITING = Workflow.parse("""
            workflow: waiting
            steps:
              go: { await: { signal: go } }
              more: { action: card.charge, after: [go] }
            output: "${ steps.go.output }"
            """);

    private final ServedStore kind;

    @TempDir
    private @Nullable Path directory;

    private @Nullable Supplier<Store> store;
    private @Nullable Served server;
    private @Nullable Reeve client;

    ClientTest(ServedStore kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        store = kind.in(Objects.requireNonNull(directory));
        serve(0);
        client = served().connect("ada");
    }

    private void serve(int port) {
        server = Served.on(
                Objects.requireNonNull(store).get(), NodeOptions.defaults().withDrain(Duration.ofMillis(200)), port);
        served().engine()
                .agent("cards")
                .action("card.charge", Charge.class, (charge, step) -> {
                    if ("bad".equals(charge.card())) {
                        throw StepFailure.businessError("DECLINED", "no money");
                    }
                    return new Receipt(charge.amount());
                })
                .start();
    }

    private Served served() {
        return Objects.requireNonNull(server);
    }

    private Reeve reeve() {
        return Objects.requireNonNull(client);
    }

    @AfterEach
    void close() {
        reeve().close();
        served().close();
    }

    private static void refused(ErrorCode code, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(code))
                .isExactlyInstanceOf(ReeveException.of(code, "").getClass())
                .hasMessageContaining(message);
    }

    @Test
    @DisplayName("starts an execution, waits for its result, and reads what it has written at once")
    void startsAndReads() {
        assertThat(reeve().deploy(PAY).created()).isTrue();
        assertThat(reeve().deploy(List.of(PAY, WAITING)))
                .extracting(it -> it.workflow() + it.created())
                .containsExactly("payfalse", "waitingtrue");
        assertThat(reeve().definitions())
                .containsExactly(new DeployedVersion("pay", 1), new DeployedVersion("waiting", 1));
        assertThat(reeve().definition("pay", 0)).contains(PAY.toJson());
        assertThat(reeve().definition("pay", 7)).isEmpty();

        String key = "order/1 ü%?#\"..";
        Execution execution = reeve().start(
                        "pay",
                        new Charge("4242", 12),
                        Start.key(key).label("shop", "a=b&c").priority(7));

        assertThat(reeve().find(key)).contains(execution);
        assertThat(reeve().find(execution.id())).contains(execution);
        assertThat(reeve().find("another")).isEmpty();
        assertThat(reeve().find(new ExecutionId(new UUID(1, 2)))).isEmpty();
        assertThat(reeve().list(ExecutionQuery.all().label("shop", "a=b&c")))
                .extracting(ExecutionSummary::id)
                .containsExactly(execution.id());
        assertThat(execution.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt(12));
        assertThat(execution.status()).isEqualTo(ExecutionStatus.COMPLETED);
        Execution embedded = served().engine().find(execution.id()).orElseThrow();
        assertThat(execution.summary()).isEqualTo(embedded.summary());
        assertThat(execution.describe()).isEqualTo(embedded.describe());
        assertThat(execution.explain()).isEqualTo(embedded.explain());
        assertThat(execution.history()).hasSameSizeAs(embedded.history());
        assertThat(reeve().start("pay", new Charge("4242", 12), Start.key(key))).isEqualTo(execution);
        refused(ErrorCode.CONFLICT, "key '", () -> reeve().start("pay", new Charge("4242", 13), Start.key(key)));
        refused(ErrorCode.WORKFLOW_UNKNOWN, "nowhere", () -> reeve().start("nowhere", 1));
        refused(ErrorCode.INVALID_INPUT, "input", () -> reeve().start("pay", Double.NaN));
        refused(ErrorCode.INVALID_INPUT, "the output is not a", () -> execution.await(Integer.class, PATIENCE));
        assertThatThrownBy(() -> reeve().run("card charge", 1, Start.plain()))
                .isInstanceOf(InvalidWorkflowException.class);
    }

    @Test
    @DisplayName("jobs, futures, and starts without a key")
    void jobs() {
        Execution job = reeve().run(
                        "card.charge",
                        new Charge("4242", 5),
                        Start.plain(),
                        JobOptions.defaults().withAttemptCompleteBy(Duration.ofSeconds(30)));
        assertThat(job.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt(5));
        assertThat(job.summary().action()).isEqualTo("card.charge");
        assertThat(reeve().runAsync("card.charge", new Charge("4242", 6), Start.plain(), JobOptions.defaults())
                        .thenCompose(Execution::result)
                        .toCompletableFuture()
                        .join()
                        .output())
                .isEqualTo(new Json("{\"number\":6}"));
        assertThatThrownBy(() -> reeve().startAsync("none", 1, Start.plain())
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN));
    }

    @Test
    @DisplayName("lists lead through all pages of the server, and an agent may work through the same client")
    void pagesAndAgents() {
        reeve().deploy(Workflow.parse("workflow: echo\nsteps:\n  say: { action: echo.say }\n"));
        try (Agent agent = reeve().agent("remote")
                .action("echo.say", Object.class, (input, step) -> input)
                .start()) {
            Set<ExecutionId> started = new TreeSet<>();
            List<CompletableFuture<Execution>> starts = IntStream.range(0, 60)
                    .mapToObj(i ->
                            reeve().startAsync("echo", i, Start.key("e" + i)).toCompletableFuture())
                    .toList();
            starts.forEach(each -> started.add(each.join().id()));

            List<ExecutionSummary> all = reeve().list(ExecutionQuery.all().limit(1_000));
            assertThat(all).extracting(ExecutionSummary::id).containsExactlyInAnyOrderElementsOf(started);
            List<ExecutionSummary> some =
                    reeve().list(ExecutionQuery.all().limit(25).after(all.get(9)));
            assertThat(some)
                    .extracting(ExecutionSummary::id)
                    .isEqualTo(all.subList(10, 35).stream()
                            .map(ExecutionSummary::id)
                            .toList());
            starts.forEach(
                    each -> assertThat(each.join().awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.COMPLETED));
            assertThat(agent.name()).isEqualTo("remote");
            assertThat(reeve().health().agents()).extracting(it -> it.name()).contains("remote");
        }
    }

    @Test
    @DisplayName("signals, decisions, the inbox, explanations and forecasts")
    void decides() {
        reeve().deploy(List.of(PAY, WAITING));
        Execution waiting = reeve().start("waiting", CHARGE);
        assertThatThrownBy(() -> waiting.await(Json.class, Duration.ofMillis(50)))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
        waiting.recovery().pause("stock-taking");
        assertThat(waiting.status()).isEqualTo(ExecutionStatus.PAUSED);
        waiting.recovery().resume("done");
        refused(ErrorCode.NOT_FOUND, "stop", () -> waiting.signal("stop", 1));
        waiting.signalOnce("go", Map.of("by", "me"), "s/1 ü");
        refused(ErrorCode.REFUSED, "", () -> waiting.recovery().skip("go"));

        Execution bad = reeve().start("pay", new Charge("bad", 1), Start.key("bad"));
        await().atMost(PATIENCE).until(() -> bad.status() == ExecutionStatus.ESCALATED);
        InboxGroup group = reeve().inbox().groups().getFirst();
        assertThat(group.code()).isEqualTo("DECLINED");
        assertThat(reeve().inbox(1)).isEqualTo(served().engine().inbox(1));
        assertThat(bad.explain().toString()).contains("DECLINED", "a person can");
        assertThat(bad.describe().steps().getFirst().status()).isEqualTo(StepStatus.ESCALATED);
        Failure made = new Failure(Cause.SILENT, "WHAT_IF", "nothing heard", null, null, true);
        refused(ErrorCode.REFUSED, "", () -> bad.whatIf("charge", made));
        bad.recovery().retry("charge", new Charge("good", 3), "another card");
        assertThat(bad.await(Receipt.class, PATIENCE)).isEqualTo(new Receipt(3));

        reeve().deploy(Workflow.parse("workflow: lonely\nsteps:\n  a: { action: nobody.there }\n"));
        Execution lonely = reeve().start("lonely", 1);
        assertThat(lonely.whatIf("a", made).failure()).isEqualTo(made);
        assertThat(lonely.whatIf("a", made).consequence().toString()).contains("attempt 2 of");
    }

    @Test
    @DisplayName("an execution that does not complete ends with the exception that an engine throws, and can be re-run")
    void doesNotComplete() {
        reeve().deploy(WAITING);
        Execution execution = reeve().start("waiting", CHARGE);
        CompletableFuture<ExecutionResult> result = execution.result().toCompletableFuture();
        execution.cancel("enough");

        assertThatThrownBy(() -> execution.await(Json.class, PATIENCE))
                .isInstanceOfSatisfying(
                        NotCompletedException.class,
                        e -> assertThat(e.result())
                                .isEqualTo(served().engine()
                                        .find(execution.id())
                                        .orElseThrow()
                                        .awaitEnd(PATIENCE)));
        assertThat(result.join().status()).isEqualTo(ExecutionStatus.CANCELLED);
        refused(ErrorCode.REFUSED, "", () -> execution.cancel("again"));
        Execution rerun = execution.recovery().rerunFrom("go", "after all");
        assertThat(rerun).isNotEqualTo(execution);
        assertThat(execution.recovery().rerunFrom("go", "after all")).isEqualTo(rerun);
        assertThat(rerun.describe().rerun()).isNotNull();
    }

    @Test
    @DisplayName("a result has the failure with the step that failed, and the options of a job go over by code")
    void fails() {
        reeve().deploy(Workflow.parse("""
                workflow: broke
                steps:
                  charge: { action: card.charge, onExhausted: { DECLINED: compensate, otherwise: escalate } }
                """));
        ExecutionResult result =
                reeve().start("broke", new Charge("bad", 1), Start.key("broke")).awaitEnd(PATIENCE);
        JobOptions options = JobOptions.defaults()
                .withRetry(Retry.DEFAULT
                        .withMaxAttempts(2)
                        .withBackoff(Duration.ofMillis(1))
                        .withOn("DECLINED"))
                .withOnExhausted(OnExhausted.ESCALATE.withCode("DECLINED", OnExhausted.Then.COMPENSATE));
        Execution job = reeve().run("card.charge", new Charge("bad", 1), Start.plain(), options);

        assertThat(result.failedStep()).hasToString("charge");
        assertThat(result)
                .isEqualTo(served().engine().find("broke").orElseThrow().awaitEnd(PATIENCE));
        assertThat(reeve().find("broke").orElseThrow().describe().failedStep()).hasToString("charge");
        assertThat(job.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(job.describe().steps().getFirst().attempts()).isEqualTo(2);
    }

    @Test
    @DisplayName("the past of an execution is that which the engine knows, and ends where it ends")
    void past() {
        reeve().deploy(PAY);
        Execution paid = reeve().start("pay", CHARGE, Start.key("past"));
        paid.awaitEnd(PATIENCE);
        Execution embedded = served().engine().find("past").orElseThrow();
        int last = paid.history().getLast().seq();

        for (int seq = 1; seq <= last; seq++) {
            assertThat(paid.asOf(seq).describe()).isEqualTo(embedded.asOf(seq).describe());
            assertThat(paid.asOf(seq).explain()).isEqualTo(embedded.asOf(seq).explain());
            assertThat(paid.asOf(seq).history())
                    .hasSameSizeAs(embedded.asOf(seq).history());
            assertThat(paid.asOf(seq).id()).isEqualTo(paid.id());
        }
        refused(
                ErrorCode.NOT_FOUND,
                "its last one has the number " + last,
                () -> paid.asOf(last + 1).describe());
        refused(ErrorCode.INVALID_INPUT, "asOf", () -> paid.asOf(0).history());
    }

    @Test
    @DisplayName("schedules, services, bulk operations, messages, nodes and health")
    void operates() {
        reeve().deploy(List.of(PAY, WAITING));
        Schedule nightly = Schedule.cron("pay", "0 3 * * *", "Europe/Berlin").label("kind", "nightly");
        reeve().schedules().put("night/ly", new Charge("4242", 1), nightly);
        reeve().schedules()
                .put("often", 1, Schedule.every("waiting", Duration.ofHours(1)).version(1));
        reeve().schedules()
                .putJob(
                        "once",
                        1,
                        Schedule.at("card.charge", Instant.parse("2100-01-01T00:00:00Z")),
                        JobOptions.defaults());
        reeve().schedules().pause("night/ly", "stock-taking");
        assertThat(reeve().schedules().list())
                .isEqualTo(served().engine().schedules().list())
                .hasSize(3);
        reeve().schedules().resume("night/ly", "done");
        assertThat(reeve().schedules().changes("night/ly"))
                .isEqualTo(served().engine().schedules().changes("night/ly"))
                .hasSize(2);
        reeve().schedules().delete("night/ly", "unused");
        refused(ErrorCode.NOT_FOUND, "night/ly", () -> reeve().schedules().delete("night/ly", "again"));

        reeve().services().pause("card.charge", "the bank asked us to");
        assertThat(reeve().services().list().getFirst().state()).isEqualTo(ServiceState.PAUSED);
        reeve().services().resume("card.charge", "done");
        assertThat(reeve().services().changes("card.charge"))
                .extracting(ServiceChange::actor)
                .containsExactly("ada", "ada");
        assertThat(reeve().services().suspects()).isEmpty();
        assertThat(reeve().services().incidents()).isEmpty();
        refused(
                ErrorCode.REFUSED,
                "not possible over a network",
                () -> reeve().services().listen(new Deaf()));

        List<Execution> waiting = List.of(reeve().start("waiting", CHARGE), reeve().start("waiting", 2));
        BulkRequest all = BulkRequest.of(Verb.CANCEL).workflow("waiting");
        assertThat(reeve().bulk().count(all)).isEqualTo(2);
        refused(ErrorCode.REFUSED, "7 were expected", () -> reeve().bulk().start(all, 7, "all of them"));
        Bulk bulk = reeve().bulk().start(all, 2, "all of them");
        assertThat(bulk.await(PATIENCE).done()).isEqualTo(2);
        assertThat(bulk.order().reason()).isEqualTo("all of them");
        assertThat(bulk.order().actor()).isEqualTo("ada");
        assertThat(bulk.order().request()).isEqualTo(all);
        assertThat(bulk.progress())
                .isEqualTo(served().engine().bulk().list().getFirst().progress());
        assertThat(reeve().bulk().list()).extracting(Bulk::id).containsExactly(bulk.id());
        refused(ErrorCode.REFUSED, "", () -> bulk.stop("late"));
        waiting.forEach(each -> assertThat(each.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED));

        assertThat(reeve().messages().undeliverable(1_000)).isEmpty();
        assertThat(reeve().messages().redeliver(waiting.getFirst().id())).isZero();
        assertThat(reeve().nodes()).extracting(it -> it.name()).hasSize(1);
        assertThat(reeve().health().stats().commits()).isPositive();
        assertThat(reeve().health().incidents()).isEmpty();
        assertThat(reeve().health().clockJump()).isEmpty();
        refused(ErrorCode.REFUSED, "./reeve verify", () -> reeve().health().verify(done -> {}));
        assertThat(reeve().check(WAITING).executions()).isZero();
        reeve().schedules().delete("often", "unused");
        refused(ErrorCode.REFUSED, "", () -> reeve().undeploy("waiting", 1, "ended executions need it"));
        reeve().deploy(Workflow.parse("workflow: unused\nsteps:\n  a: { action: x.y }\n"));
        assertThat(reeve().undeployAsync("unused", 1, "unused")
                        .toCompletableFuture()
                        .join())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("namespaces are apart, and who acts is proven by the key")
    void namespacesAndActors() {
        Reeve billing = reeve().namespace("billing");
        assertThat(billing.namespace()).isEqualTo("billing");
        billing.deploy(WAITING);
        Execution theirs = billing.start("waiting", 1, Start.key("k"));
        assertThat(reeve().find("k")).isEmpty();
        assertThat(reeve().find(theirs.id())).isEmpty();
        assertThat(billing.find("k")).contains(theirs);
        refused(ErrorCode.INVALID_INPUT, "namespace", () -> reeve().namespace("Not one"));

        assertThat(reeve().actingAs("ada")).isSameAs(client);
        refused(ErrorCode.DENIED, "may not act as 'bob'", () -> reeve().actingAs("bob"));
        refused(ErrorCode.DENIED, "may not act as 'bob'", () -> theirs.actingAs("bob"));
        theirs.cancel("enough");
        assertThat(theirs.history().toString()).contains("actor=ada, reason=enough");

        try (Reeve nobody = Reeve.connect(served().address(), Credentials.none());
                Reeve viewer = Reeve.connect(served().address(), Credentials.apiKey("viewer-1"))) {
            refused(ErrorCode.UNAUTHENTICATED, "", nobody::nodes);
            reeve().deploy(PAY);
            refused(ErrorCode.DENIED, "", () -> viewer.start("pay", 1));
            refused(ErrorCode.DENIED, "", () -> viewer.signalWithStart("pay", 1, Start.key("k"), Signal.of("go", 1)));
            Execution own = reeve().start("pay", new Charge("4242", 9));
            assertThatThrownBy(() -> viewer.start("pay", 1)).isInstanceOf(DeniedException.class);
            assertThat(viewer.find(own.id()).orElseThrow().describe().input()).isEqualTo(new Json("\"(masked)\""));
        }
    }

    @Test
    @DisplayName("a lost answer of a start, a signal or a deployment does nothing twice")
    void lostAnswers() {
        try (LossyProxy proxy = new LossyProxy(served().address());
                Reeve lossy = Reeve.connect(Served.options(proxy.address()))) {
            proxy.losing.set(2);
            lossy.deploy(WAITING);
            proxy.losing.set(2);
            Execution execution = lossy.start("waiting", CHARGE);
            proxy.losing.set(1);
            execution.signal("go", "now");
            assertThat(proxy.lost).hasValue(5);
            assertThat(execution.await(String.class, PATIENCE)).isEqualTo("now");
            assertThat(reeve().list(ExecutionQuery.all())).hasSize(1);

            Execution other = lossy.start("waiting", 2);
            proxy.losing.set(1);
            refused(ErrorCode.STORE_UNAVAILABLE, "may have been carried out", () -> other.cancel("once"));
            assertThat(other.awaitEnd(PATIENCE).status()).isEqualTo(ExecutionStatus.CANCELLED);

            proxy.losing.set(2);
            Start anew = Start.key("w").keyPolicy(KeyPolicy.RETURN_OPEN);
            Execution signalled = lossy.signalWithStart("waiting", CHARGE, anew, Signal.of("go", "now"));
            assertThat(signalled.await(String.class, PATIENCE)).isEqualTo("now");
            assertThat(reeve().list(ExecutionQuery.all()))
                    .as("the first request ended the execution that it had started")
                    .hasSize(3);
        }
    }

    @Test
    @DisplayName("waiting outlasts cut connections and a restart of the server with its engine")
    void outlastsRestarts() {
        reeve().deploy(WAITING);
        Execution execution = reeve().start("waiting", CHARGE);
        ConnectOptions patient = Served.options(served().address()).withTimeout(Duration.ofMinutes(1));
        try (Reeve waiter = Reeve.connect(patient)) {
            Execution seen = waiter.find(execution.id()).orElseThrow();
            CompletableFuture<ExecutionResult> result = seen.result().toCompletableFuture();
            CompletableFuture<String> awaited = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    awaited.complete(seen.await(String.class, Duration.ofMinutes(2)));
                } catch (ReeveException e) {
                    awaited.completeExceptionally(e);
                }
            });

            // Jetty may leak a connection that it accepts while it stops, which the end of a process would close
            await().atMost(PATIENCE).until(() -> served().requests() == 2);
            int port = served().port();
            served().close();
            serve(port);
            // a start while the server is away would be repeated, too
            assertThat(waiter.find(execution.id())).isPresent();
            served().engine().find(execution.id()).orElseThrow().signal("go", "at last");

            assertThat(result).succeedsWithin(PATIENCE);
            assertThat(awaited).succeedsWithin(PATIENCE).isEqualTo("at last");
        }
    }

    @Test
    @DisplayName("another server of the same store is asked when one has stopped")
    void anotherServer() {
        reeve().deploy(WAITING);
        try (LossyProxy first = new LossyProxy(served().address());
                LossyProxy second = new LossyProxy(served().address());
                Reeve client = Reeve.connect(Served.options(first.address(), second.address()))) {
            Execution execution = client.start("waiting", CHARGE);
            CompletableFuture<ExecutionResult> result = execution.result().toCompletableFuture();
            first.stop();
            assertThat(client.start("waiting", 2).status()).isEqualTo(ExecutionStatus.RUNNING);
            execution.signal("go", 1);
            assertThat(result).succeedsWithin(PATIENCE);
        }
    }
}
