package dev.reeve.internal.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.Deployed;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.Inbox;
import dev.reeve.ReeveException;
import dev.reeve.Schedule;
import dev.reeve.Start;
import dev.reeve.StepStatus;
import dev.reeve.internal.model.definition.Definition;
import dev.reeve.internal.model.reading.DefinitionReader;
import dev.reeve.spi.Observer;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.store.StoredWorkflow;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Definitions that are deployed together, and removed, on every store. */
public abstract class UndeployContract extends EngineFixture {

    private static Definition waiting(int version) {
        return DefinitionReader.parse(
                "workflow: report\nversion: %d\nsteps: { rest: { wait: 3d } }\n".formatted(version));
    }

    private static Definition parent(String child) {
        return DefinitionReader.parse("workflow: parent\nsteps: { part: { %s } }\n".formatted(child));
    }

    private void refused(String... parts) {
        refused(1, parts);
    }

    private void refused(int version, String... parts) {
        assertThatThrownBy(() -> reeve().actingAs("ann").undeploy("report", version, "old"))
                .isInstanceOfSatisfying(ReeveException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.REFUSED);
                    assertThat(e.getMessage())
                            .contains("workflow report version " + version + " stays deployed")
                            .contains(parts);
                });
    }

    private int version(Execution execution) {
        return reeve().list(ExecutionQuery.all()).stream()
                .filter(summary -> summary.id().equals(execution.id()))
                .findFirst()
                .orElseThrow()
                .version();
    }

    private void unknown(int version) {
        assertThatThrownBy(() -> reeve().start("report", Map.of(), Start.plain().version(version)))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN));
    }

    @Test
    @DisplayName("An unused version is removed, also after the engine reopens, and can be deployed again")
    void gone() {
        reeve().deploy(List.of(waiting(1), waiting(2)));

        reeve().actingAs("ann").undeploy("report", 1, "replaced by 2");

        unknown(1);
        assertThat(version(reeve().start("report", Map.of()))).isEqualTo(2);
        assertThatThrownBy(() -> reeve().actingAs("ann").undeploy("report", 1, "again"))
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN));
        reopened();
        unknown(1);
        reeve().deploy(DefinitionReader.parse("workflow: report\nversion: 1\nsteps: { rest: { wait: 4d } }\n"));
        assertThat(version(reeve().start("report", Map.of(), Start.plain().version(1))))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("A version stays while an execution is pinned to it, open or ended")
    void pinned() {
        reeve().deploy(List.of(waiting(1), waiting(2)));
        Execution open = reeve().start("report", Map.of(), Start.plain().version(1));
        refused("1 open and 0 ended", "move them to another version");

        open.actingAs("ann").cancel("not wanted");
        await().atMost(PATIENCE).until(() -> open.status() == ExecutionStatus.CANCELLED);
        refused("0 open and 1 ended", "retention");

        assertThat(reeve().start("report", Map.of(), Start.plain().version(1)).status())
                .isEqualTo(ExecutionStatus.RUNNING);
        assertThat(reopened().list(ExecutionQuery.all())).hasSize(2);
    }

    @Test
    @DisplayName("A version stays while the history of a moved execution needs it")
    void moved() {
        reeve().deploy(List.of(waiting(1), waiting(2)));
        Execution execution = reeve().start("report", Map.of(), Start.plain().version(1));
        await().atMost(PATIENCE)
                .until(() -> execution.describe().steps().getFirst().status() == StepStatus.WAITING);
        execution.actingAs("ann").recovery().moveTo(2, "better");

        refused("execution " + execution.id() + " was moved from it to version 2");
    }

    @Test
    @DisplayName("A version stays while a schedule or a step of another definition starts it")
    void named() {
        reeve().deploy(List.of(waiting(1), parent("workflow: report, version: 1")));
        refused("steps of 1 deployed definitions start it (parent version 1)", "remove those first");

        reeve().actingAs("ann").undeploy("parent", 1, "old");
        reeve().schedules().put("nightly", Map.of(), Schedule.every("report", Duration.ofDays(1)));
        refused("1 schedules start it (nightly)");

        reeve().actingAs("ann").schedules().delete("nightly", "old");
        reeve().actingAs("ann").undeploy("report", 1, "old");
        unknown(1);
    }

    @Test
    @DisplayName("Of concurrent starts and a removal, either the starts win and it stays, or they are refused")
    void race() {
        for (int round = 1; round <= 10; round++) {
            reeve().deploy(waiting(round));
            int version = round;
            List<CompletionStage<Execution>> starts = new ArrayList<>();
            CompletableFuture<Boolean> removal = CompletableFuture.supplyAsync(() -> {
                try {
                    reeve().actingAs("ann").undeploy("report", version, "race");
                    return true;
                } catch (ReeveException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.REFUSED);
                    return false;
                }
            });
            for (int i = 0; i < 20; i++) {
                try {
                    starts.add(
                            reeve().startAsync("report", Map.of(), Start.plain().version(version)));
                } catch (ReeveException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN);
                }
            }
            long stored = starts.stream().filter(UndeployContract::isStored).count();
            boolean gone = removal.join();

            assertThat(gone && stored > 0)
                    .as("round %d: %d stored", round, stored)
                    .isFalse();
            long rows = reeve().list(ExecutionQuery.all().limit(1_000)).stream()
                    .filter(summary -> summary.version() == version)
                    .count();
            assertThat(rows).isEqualTo(stored);
        }
    }

    /** The intervention of a test around calls of the store; the name of a method, and what it does as a rule. */
    interface Around {
        Object call(String method, Callable<Object> really) throws Exception;
    }

    private void openedWith(Around around) {
        Store real = open();
        Store store = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> around.call(method.getName(), () -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof RuntimeException cause ? cause : e;
                    }
                }));
        reeve = EmbeddedReeve.on(store, optionsOfTest());
    }

    /** Once, before or after the first call of a method from now on. */
    private static final class Moment {
        private final AtomicReference<Runnable> work = new AtomicReference<>(() -> {});

        void is(Runnable what) {
            work.set(what);
        }

        void now() {
            work.getAndSet(() -> {}).run();
        }
    }

    private static StoreException away() {
        return new StoreException(StoreException.Kind.UNAVAILABLE, "the connection broke", null);
    }

    @Test
    @DisplayName("A refused removal has no effect, and starts in the meantime use this version")
    void noEffect() {
        Moment looking = new Moment();
        // The auditor reads the schedules, too.
        Thread undeploying = Thread.currentThread();
        openedWith((method, really) -> {
            if (method.equals("schedules") && Thread.currentThread().equals(undeploying)) {
                looking.now();
            }
            return really.call();
        });
        reeve().deploy(List.of(waiting(1), waiting(2), parent("workflow: report")));
        List<Execution> begun = new ArrayList<>();
        looking.is(() -> {
            begun.add(reeve().start("report", Map.of()));
            begun.add(reeve().start("parent", Map.of()));
            await().atMost(PATIENCE)
                    .until(() -> reeve().list(ExecutionQuery.all().workflow("report"))
                                    .size()
                            == 2);
        });

        refused(2, "at this very moment");

        assertThat(reeve().list(ExecutionQuery.all().workflow("report"))).allMatch(row -> row.version() == 2);
        assertThat(begun).allMatch(execution -> execution.status() == ExecutionStatus.RUNNING);
        refused(2, "2 open and 0 ended");
    }

    @Test
    @DisplayName("An execution that moves during the removal of its version can still be read")
    void movedMeanwhile() {
        Moment looking = new Moment();
        // The auditor reads the executions, too.
        Thread undeploying = Thread.currentThread();
        openedWith((method, really) -> {
            Object answer = really.call();
            if (method.equals("list") && Thread.currentThread().equals(undeploying)) {
                looking.now();
            }
            return answer;
        });
        reeve().deploy(List.of(waiting(1), waiting(2)));
        AtomicReference<Execution> moved = new AtomicReference<>();
        looking.is(() -> {
            Execution execution =
                    reeve().start("report", Map.of(), Start.plain().version(1));
            await().atMost(PATIENCE)
                    .until(() -> execution.describe().steps().getFirst().status() == StepStatus.WAITING);
            execution.actingAs("ann").recovery().moveTo(2, "better");
            moved.set(execution);
        });

        refused(1, "at this very moment");

        assertThat(moved.get().describe().steps()).hasSize(1);
        assertThat(version(moved.get())).isEqualTo(2);
    }

    @Test
    @DisplayName("After a removal with unknown outcome nothing starts with the version until the store answers")
    void unknownOutcome() {
        AtomicBoolean broken = new AtomicBoolean();
        openedWith((method, really) -> {
            boolean removes = method.equals("undeploy");
            Object answer = removes || !broken.get() || !method.equals("isDeployed") ? really.call() : answer();
            if (removes && broken.get()) {
                throw away();
            }
            return answer;
        });
        reeve().deploy(List.of(waiting(1), waiting(2)));
        broken.set(true);

        refused(
                ErrorCode.STORE_UNAVAILABLE,
                "it is unknown whether",
                () -> reeve().actingAs("ann").undeploy("report", 2, "old"));
        unknown(2);
        refused(ErrorCode.STORE_UNAVAILABLE, "broke", () -> reeve().deploy(waiting(2)));

        broken.set(false);
        assertThat(reeve().deploy(waiting(2)).created()).isTrue();
        assertThat(version(reeve().start("report", Map.of()))).isEqualTo(2);
        assertThat(reopened().list(ExecutionQuery.all())).hasSize(1);
    }

    private static Object answer() {
        throw away();
    }

    @Test
    @DisplayName("A removal that failed is reported, and the version is offered again")
    void notDone() {
        AtomicBoolean broken = new AtomicBoolean(true);
        openedWith((method, really) -> {
            if (method.equals("undeploy") && broken.getAndSet(false)) {
                throw away();
            }
            return really.call();
        });
        reeve().deploy(waiting(1));

        refused(
                ErrorCode.STORE_UNAVAILABLE,
                "broke",
                () -> reeve().actingAs("ann").undeploy("report", 1, "old"));

        reeve().start("report", Map.of(), Start.plain().version(1))
                .actingAs("ann")
                .cancel("it works");
    }

    @Test
    @DisplayName("A removal whose answer was lost counts once the store reports it")
    void doneUnanswered() {
        AtomicBoolean broken = new AtomicBoolean(true);
        openedWith((method, really) -> {
            Object answer = really.call();
            if (method.equals("undeploy") && broken.getAndSet(false)) {
                throw away();
            }
            return answer;
        });
        reeve().deploy(waiting(1));

        reeve().actingAs("ann").undeploy("report", 1, "old");

        unknown(1);
    }

    @Test
    @DisplayName("A removal that the store confirms on request counts, although nothing else can be read")
    void doneThenAway() {
        AtomicBoolean away = new AtomicBoolean();
        openedWith((method, really) -> {
            if (method.equals("workflows") && away.get()) {
                throw away();
            }
            Object answer = really.call();
            if (method.equals("undeploy")) {
                away.set(true);
                throw away();
            }
            return answer;
        });
        reeve().deploy(waiting(1));

        reeve().actingAs("ann").undeploy("report", 1, "old");

        away.set(false);
        unknown(1);
    }

    @Test
    @DisplayName("A caller that gives up a waiting removal leaves the version unchanged, and can try again")
    void givenUp() {
        CountDownLatch held = new CountDownLatch(1);
        reeve = EmbeddedReeve.on(open(), optionsOfTest().withObserver(new Observer() {
            @Override
            public void executionStarted(String workflow) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }));
        reeve().deploy(List.of(waiting(1), DefinitionReader.parse("workflow: other\nsteps: { rest: { wait: 3d } }\n")));
        CompletionStage<Execution> holding = reeve().startAsync("other", Map.of(), Start.plain());
        try {
            CompletionStage<Integer> removal = reeve().actingAs("ann").undeployAsync("report", 1, "old");
            assertThat(removal.toCompletableFuture().cancel(false)).isTrue();
        } finally {
            held.countDown();
        }
        holding.toCompletableFuture().join();

        reeve().actingAs("ann").undeploy("report", 1, "old");

        unknown(1);
    }

    @Test
    @DisplayName("Of a removal and a concurrent schedule for the version, one is refused")
    void scheduledMeanwhile() throws Exception {
        Moment looked = new Moment();
        // The auditor reads the schedules, too.
        Thread undeploying = Thread.currentThread();
        openedWith((method, really) -> {
            Object answer = really.call();
            if (method.equals("schedules") && Thread.currentThread().equals(undeploying)) {
                looked.now();
            }
            return answer;
        });
        reeve().deploy(waiting(1));
        AtomicBoolean kept = new AtomicBoolean();
        Thread keeping = Thread.ofPlatform().unstarted(() -> {
            try {
                reeve().schedules().put("nightly", Map.of(), Schedule.every("report", Duration.ofDays(1)));
                kept.set(true);
            } catch (ReeveException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN);
            }
        });
        looked.is(() -> {
            keeping.start();
            await().atMost(PATIENCE).until(() -> !keeping.isAlive() || keeping.getState() == Thread.State.WAITING);
        });

        reeve().actingAs("ann").undeploy("report", 1, "old");

        keeping.join();
        assertThat(kept).isFalse();
        assertThat(reeve().schedules().list()).isEmpty();
    }

    @Test
    @DisplayName(
            "F43: an execution without its definition is one unreadable entry of the inbox, which lists the others")
    void unreadable() {
        AtomicBoolean lost = new AtomicBoolean();
        Around hiding = (method, really) -> {
            Object answer = really.call();
            return lost.get() && method.equals("workflows")
                    ? ((List<?>) answer)
                            .stream()
                                    .filter(workflow -> ((StoredWorkflow) workflow).version() == 2)
                                    .toList()
                    : answer;
        };
        openedWith(hiding);
        reeve().deploy(List.of(failing(1), failing(2)));
        reeve().agent("a")
                .action("do.it", Object.class, (input, step) -> {
                    throw new IllegalArgumentException("no");
                })
                .start();
        List<Execution> both = List.of(
                reeve().start("fails", Map.of(), Start.plain().version(1)),
                reeve().start("fails", Map.of(), Start.plain().version(2)));
        await().atMost(PATIENCE)
                .until(() -> both.stream().allMatch(execution -> execution.status() == ExecutionStatus.ESCALATED));

        reeve().close();
        lost.set(true);
        openedWith(hiding);
        Inbox inbox = reeve().inbox();

        assertThat(inbox.unreadable()).containsExactly(both.getFirst().id());
        assertThat(inbox.groups()).hasSize(1);
        lost.set(false);
        reopened();
    }

    private static Definition failing(int version) {
        return DefinitionReader.parse(
                "workflow: fails\nversion: %d\nsteps: { a: { action: do.it, retry: { maxAttempts: 1 }, onExhausted: escalate } }\n"
                        .formatted(version));
    }

    @Test
    @DisplayName("Of two concurrent removals of the last versions that a parent needs, one is refused")
    void theLastOne() {
        reeve().deploy(List.of(waiting(1), waiting(2), parent("workflow: report")));
        List<CompletableFuture<Boolean>> removals = List.of(1, 2).stream()
                .map(version -> CompletableFuture.supplyAsync(() -> {
                    try {
                        reeve().actingAs("ann").undeploy("report", version, "old");
                        return true;
                    } catch (ReeveException e) {
                        return false;
                    }
                }))
                .toList();

        assertThat(removals.stream().filter(CompletableFuture::join)).hasSize(1);
    }

    private static boolean isStored(CompletionStage<Execution> start) {
        try {
            start.toCompletableFuture().join();
            return true;
        } catch (CompletionException e) {
            return false;
        }
    }

    @Test
    @DisplayName("A set of definitions in any order needs all children; otherwise none is deployed, and all "
            + "missing ones are named")
    void sets() {
        Definition parent = parent("workflow: report");
        Definition even =
                DefinitionReader.parse("workflow: even\nsteps: { a: { workflow: odd, when: \"${ input.n > 0 }\" } }");
        Definition odd =
                DefinitionReader.parse("workflow: odd\nsteps: { a: { workflow: even, when: \"${ input.n > 0 }\" } }");

        assertThatThrownBy(() -> reeve().deploy(List.of(parent, even)))
                .isInstanceOfSatisfying(ReeveException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.WORKFLOW_UNKNOWN);
                    assertThat(e.getMessage())
                            .contains("nothing was deployed")
                            .contains("steps.part.workflow of workflow parent starts report")
                            .contains("steps.a.workflow of workflow even starts odd");
                });
        assertThatThrownBy(() -> reeve().start("even", Map.of())).isInstanceOf(ReeveException.class);

        // the children after their parents, or in the store already, or each other's
        assertThat(reeve().deploy(List.of(parent, waiting(1), even, odd)))
                .hasSize(4)
                .allMatch(Deployed::created);
        assertThat(reeve().deploy(
                                List.of(DefinitionReader.parse("workflow: other\nsteps: { a: { workflow: report } }"))))
                .hasSize(1);
        assertThatThrownBy(() -> reeve().deploy(List.of(
                        DefinitionReader.parse("workflow: third\nsteps: { a: { workflow: report, version: 7 } }"))))
                .hasMessageContaining("starts report version 7");
    }

    @Test
    @DisplayName("A single definition is deployed, and reports its missing children")
    void one() {
        assertThat(reeve().deploy(parent("workflow: report")).missing()).containsExactly("report");
        assertThat(reeve().deploy(waiting(1)).missing()).isEmpty();
        assertThat(reeve().deploy(parent("workflow: report")).missing()).isEmpty();
    }
}
