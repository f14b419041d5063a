package dev.reeve.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.UnavailableException;
import dev.reeve.faults.engine.Place;
import dev.reeve.faults.server.PostgresServer;
import dev.reeve.workflow.Workflow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failover to a server that lagged behind: old data comes back, and what was acknowledged since is lost. */
@Tag("proof")
final class FailoverTest {

    private static final Workflow WAITS = Workflow.parse("""
            workflow: waits
            version: 1
            steps:
              only: { await: { signal: go } }
            """);

    @TempDir
    private Path directory;

    @Test
    @DisplayName("F22: callers that wait for lost executions get an error, the others keep waiting, and the "
            + "engine continues")
    void thoseWhoWaitForLostExecutionsAreTold() throws Exception {
        Path older = directory.resolve("older");
        try (PostgresServer server = PostgresServer.in(directory.resolve("home"), Map.of());
                Reeve reeve = server.newPlace().open()) {
            reeve.deploy(WAITS);
            List<Execution> kept = started(reeve, 4);
            server.crash();
            copy(server.data(), older);
            server.restart();
            List<Execution> lost = started(reeve, 12);
            // The lanes must be taken again. The older data does not contain that.
            assertThat(server.terminateLanes()).isPositive();
            lost.addAll(started(reeve, 12));
            List<CompletableFuture<ExecutionResult>> ofKept = results(kept);
            List<CompletableFuture<ExecutionResult>> ofLost = results(lost);
            // The lanes have processed all earlier commands: all executions wait.
            lost.forEach(execution -> assertThatThrownBy(
                            () -> execution.actingAs("test").recovery().skip("only"))
                    .isInstanceOfSatisfying(
                            ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED)));

            server.crash();
            copy(older, server.data());
            server.restart();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> ofLost.stream().allMatch(CompletableFuture::isDone));
            for (CompletableFuture<ExecutionResult> end : ofLost) {
                assertThatThrownBy(end::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                ReeveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOST))
                        .hasMessageContaining("is not in the store any more");
            }
            assertThat(ofKept).noneMatch(CompletableFuture::isDone);
            kept.forEach(execution -> execution.actingAs("test").signal("go", "on"));
            ofKept.forEach(end -> assertThat(end.join().output()).isNotNull());
            Execution afterwards = started(reeve, 1).getFirst();
            afterwards.actingAs("test").signal("go", "on");
            assertThat(afterwards.awaitEnd(Duration.ofSeconds(60)).output()).isNotNull();
        }
    }

    @Test
    @DisplayName(
            "F22: the definition of a job that the failover lost is stored again, and the next job survives a restart")
    void theDefinitionOfAJobIsStoredAgain() throws Exception {
        Path older = directory.resolve("older");
        try (PostgresServer server = PostgresServer.in(directory.resolve("home"), Map.of())) {
            Place place = server.newPlace();
            ExecutionId next;
            try (Reeve reeve = place.open()) {
                server.crash();
                copy(server.data(), older);
                server.restart();
                greeted(
                        reeve,
                        onceReady(() -> reeve.run("greet", "Ann", Start.plain()).id()));

                server.crash();
                copy(older, server.data());
                server.restart();
                next = onceReady(
                        () -> reeve.run("greet", "Bob", Start.key("bob")).id());
            }
            try (Reeve reeve = place.open()) {
                greeted(reeve, next);
            }
        }
    }

    private static void greeted(Reeve reeve, ExecutionId id) {
        reeve.agent("greeter")
                .action("greet", String.class, (name, step) -> "Hello " + name)
                .start();
        assertThat(reeve.find(id).orElseThrow().awaitEnd(Duration.ofSeconds(60)).output())
                .isNotNull();
    }

    private static List<Execution> started(Reeve reeve, int count) {
        List<Execution> started = new ArrayList<>();
        IntStream.range(0, count).forEach(i -> started.add(onceReady(() -> reeve.start("waits", Map.of("number", i)))));
        return started;
    }

    /** The answer to a call that is refused until the engine has its store again. */
    private static <T> T onceReady(Callable<T> call) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(UnavailableException.class)
                .until(call, Objects::nonNull);
    }

    private static List<CompletableFuture<ExecutionResult>> results(List<Execution> executions) {
        return executions.stream()
                .map(execution -> execution.result().toCompletableFuture())
                .toList();
    }

    private static void copy(Path from, Path to) throws Exception {
        run("rm", "-rf", to.toString());
        run("cp", "-a", from.toString(), to.toString());
        run("rm", "-f", to.resolve("postmaster.pid").toString());
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
