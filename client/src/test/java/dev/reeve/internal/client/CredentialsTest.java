package dev.reeve.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reeve.ConnectOptions;
import dev.reeve.Credentials;
import dev.reeve.ErrorCode;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.Start;
import dev.reeve.internal.document.DocumentWriter;
import dev.reeve.internal.document.ProblemDetailDocument;
import dev.reeve.internal.document.ResultDocument;
import dev.reeve.internal.document.StartedDocument;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A client whose key is renewed")
@Timeout(120)
final class CredentialsTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
    private static final String JSON = "application/json";
    private static final String STARTED = DocumentWriter.write(new StartedDocument(ID));
    private static final String ENDED = DocumentWriter.write(
            ResultDocument.of(new ExecutionResult(ID, ExecutionStatus.CANCELLED, null, null, null)));

    @AutoClose
    private final Opened open = new Opened();

    /** Knows one key only. */
    private ScriptedServer knowing(String key, int status, String answer) {
        String refusal = DocumentWriter.write(new ProblemDetailDocument(
                "/v1/errors/UNAUTHENTICATED",
                "title",
                401,
                ErrorCode.UNAUTHENTICATED,
                "the key has expired",
                false,
                List.of(),
                null));
        return open.server((request, out) -> {
            if (request.header("Authorization").equals("Bearer " + key)) {
                ScriptedServer.send(out, status, JSON, answer);
            } else {
                ScriptedServer.send(out, 401, ProblemDetailDocument.CONTENT_TYPE, refusal);
            }
        });
    }

    private Reeve client(Duration timeout, Supplier<String> key, ScriptedServer server) {
        Reeve reeve = Reeve.connect(ConnectOptions.to(server.address())
                .withCredentials(Credentials.apiKey(key))
                .withTimeout(timeout));
        return open.add(reeve);
    }

    private Execution execution(Supplier<String> key, ScriptedServer server) {
        ConnectOptions options = ConnectOptions.to(server.address()).withCredentials(Credentials.apiKey(key));
        Wire wire = new Wire(options, Surroundings.REAL, 100_000);
        open.add(wire);
        return new RemoteExecution(wire, "default", ID);
    }

    @Test
    @DisplayName("A supplier that fails for a while delays a request, and no request is sent twice or without a key")
    void failsForAWhile() {
        ScriptedServer server = knowing("k4", 201, STARTED);
        AtomicInteger asked = new AtomicInteger();
        Reeve reeve = client(
                Duration.ofSeconds(30),
                () -> {
                    if (asked.incrementAndGet() < 4) {
                        throw new IllegalStateException("the vault is sealed");
                    }
                    return "k4";
                },
                server);

        assertThat(reeve.start("w", 1).id()).isEqualTo(ID);
        assertThat(server.requests).hasSize(1);
    }

    @Test
    @DisplayName("The message of a supplier that fails until the timeout is in the exception")
    void failsForEver() {
        ScriptedServer server = knowing("k", 200, "{\"nodes\":[]}");
        Reeve reeve = client(
                Duration.ofMillis(700),
                () -> {
                    throw new IllegalStateException("the vault is sealed");
                },
                server);

        ReeveException failure = catchThrowableOfType(ReeveException.class, reeve::nodes);

        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(failure).hasMessageContaining("the vault is sealed").hasMessageContaining("was not sent");
        assertThat(server.requests).isEmpty();
    }

    @Test
    @DisplayName("A supplier that hangs does not hold the caller, and is interrupted at the timeout")
    void hangs() throws Exception {
        ScriptedServer server = knowing("k", 201, STARTED);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Reeve reeve = client(
                Duration.ofMillis(700),
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return "k";
                },
                server);

        CompletableFuture<Execution> started =
                reeve.startAsync("w", 1, Start.key("k")).toCompletableFuture();

        // The timeout begins with the call. The call returns the future before the supplier answers.
        assertThat(started).failsWithin(Duration.ofSeconds(20));
        ReeveException failure =
                (ReeveException) started.handle((it, error) -> error).join();
        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(failure).hasMessageContaining("no answer in time");
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.requests).isEmpty();
    }

    @Test
    @DisplayName("A supplier that does not answer can be left by closing the client")
    void closes() {
        ScriptedServer server = knowing("k", 201, STARTED);
        CountDownLatch never = new CountDownLatch(1);
        Reeve reeve = client(
                Duration.ofMinutes(10),
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return "k";
                },
                server);
        CompletableFuture<Execution> started =
                reeve.startAsync("w", 1, Start.key("k")).toCompletableFuture();
        reeve.close();
        assertThat(started).failsWithin(Duration.ofSeconds(20));
    }

    @Test
    @DisplayName("A key that expires on the way is renewed once, also for a decision and while waiting for an end")
    void renews() {
        AtomicReference<String> now = new AtomicReference<>("old");
        Supplier<String> oneTooOld = () -> now.getAndSet("new"); // as a token that expires after it was taken
        ScriptedServer starts = knowing("new", 201, STARTED);
        Execution execution = client(Duration.ofSeconds(30), oneTooOld, starts).start("w", 1);
        assertThat(execution.id()).isEqualTo(ID);
        assertThat(starts.requests).hasSize(2);

        now.set("old");
        ScriptedServer decisions = knowing("new", 204, "");
        execution(oneTooOld, decisions).cancel("r");
        assertThat(decisions.requests).hasSize(2);

        now.set("old");
        ScriptedServer results = knowing("new", 200, ENDED);
        Execution waiting = execution(oneTooOld, results);
        assertThat(waiting.awaitEnd(Duration.ofSeconds(30)).status()).isEqualTo(ExecutionStatus.CANCELLED);
        assertThat(results.requests).hasSize(2);
    }

    @Test
    @DisplayName("A key that stays the same, and one that is renewed and refused again, fail at once")
    void staysRefused() {
        ScriptedServer server = knowing("other", 200, "{\"nodes\":[]}");
        Reeve same = client(Duration.ofMinutes(10), () -> "k", server);
        assertThat(catchThrowableOfType(ReeveException.class, same::nodes).code())
                .isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(server.requests).hasSize(1);

        AtomicInteger asked = new AtomicInteger();
        Reeve changing = client(Duration.ofMinutes(10), () -> "k" + asked.incrementAndGet(), server);
        assertThat(catchThrowableOfType(ReeveException.class, changing::nodes).code())
                .isEqualTo(ErrorCode.UNAUTHENTICATED);
        assertThat(server.requests).hasSize(3);
    }
}
