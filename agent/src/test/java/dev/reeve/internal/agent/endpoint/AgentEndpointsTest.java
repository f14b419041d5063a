package dev.reeve.internal.agent.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.ReeveException;
import dev.reeve.StepPath;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.BusyNodeException;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The endpoints of agents")
final class AgentEndpointsTest {

    private static final Caller PAYMENTS = new Caller("payments", "default");
    private static final Caller THIEF = new Caller("thief", "default");
    private static final byte[] SECRET = {1, 2, 3};

    private static final AttemptToken TOKEN =
            new AttemptToken(new ExecutionId(new UUID(7, 7)), StepPath.parse("step"), Purpose.FORWARD, 1, 99);

    private final MiniNode node = new MiniNode();
    private final AtomicLong nanos = new AtomicLong();
    private final AgentEndpoints endpoints = new AgentEndpoints(namespace -> node, SECRET, nanos::get);

    private static AttemptRequest request(AttemptToken token, Duration remaining) {
        return new AttemptRequest(token, "w", "a.b", new Json("{\"n\":1}"), remaining, null, null, null);
    }

    private static String claim() {
        return "{\"agent\":\"shell\",\"actions\":[\"a.b\"],\"waitMillis\":5000}";
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> now(CompletionStage<String> answer) {
        CompletableFuture<String> future = answer.toCompletableFuture();
        assertThat(future).as("answered at once").isDone();
        Object value = new Json(future.join()).value();
        assertThat(value).isInstanceOf(Map.class);
        return (Map<String, Object>) Objects.requireNonNull(value);
    }

    private static void assertFails(CompletionStage<?> answer, ErrorCode code, String message) {
        assertThat(answer.toCompletableFuture()).isCompletedExceptionally();
        assertThatThrownBy(() -> answer.toCompletableFuture().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ReeveException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @SuppressWarnings("unchecked")
    private static String token(Map<String, Object> answer) {
        List<Map<String, Object>> work = (List<Map<String, Object>>) Objects.requireNonNull(answer.get("work"));
        assertThat(work).hasSize(1);
        return String.valueOf(work.getFirst().get("token"));
    }

    private String claimed() {
        node.submit(request(TOKEN, Duration.ofMinutes(1)));
        return token(now(endpoints.claim(PAYMENTS, claim(), null)));
    }

    @Test
    @DisplayName("A shell claims, sends heartbeats with checkpoints, and completes")
    void claimAndComplete() {
        String token = claimed();
        assertThat(node.beats()).as("the arrival is confirmed").containsExactly(new Beat(TOKEN, null));
        assertThat(endpoints.claims()).isEqualTo(1);

        assertThat(now(endpoints.heartbeat(PAYMENTS, token, "{\"checkpoint\":{\"done\":1}}")))
                .containsEntry("cancelled", false);
        assertThat(node.beats()).contains(new Beat(TOKEN, new Json("{\"done\":1}")));
        assertThat(now(endpoints.complete(PAYMENTS, token, "{\"output\":{\"ok\":true}}")))
                .containsEntry("accepted", true);

        assertThat(node.accepted()).containsExactly(new Report.Completed(TOKEN, new Json("{\"ok\":true}")));
        assertThat(endpoints.claims()).isZero();
        assertThat(node.sessions()).isZero();
        assertFails(endpoints.complete(PAYMENTS, token, "{\"output\":1}"), ErrorCode.REFUSED, "reported already");
        assertThat(node.sessions()).isZero();
    }

    @Test
    void claimAndFail() {
        String token = claimed();

        assertFails(endpoints.fail(PAYMENTS, token, "{\"output\":1}"), ErrorCode.INVALID_INPUT, "expected failure");
        assertFails(
                endpoints.fail(PAYMENTS, token, "{\"failure\":{\"cause\":\"SILENT\",\"code\":\"X\"}}"),
                ErrorCode.INVALID_INPUT,
                "cause: expected one of");
        assertThat(now(endpoints.fail(
                        PAYMENTS,
                        token,
                        "{\"failure\":{\"cause\":\"BUSINESS\",\"code\":\"DECLINED\",\"possiblyDone\":false}}")))
                .containsEntry("accepted", true);

        assertThat(node.accepted()).singleElement().isInstanceOf(Report.Failed.class);
    }

    @Test
    @DisplayName("Without work the answer is empty after the wait, and the session is over")
    void nothingToClaim() {
        CompletableFuture<String> answer =
                endpoints.claim(PAYMENTS, claim().replace("5000", "0"), null).toCompletableFuture();

        assertThat(now(answer)).containsEntry("work", List.of());
        assertThat(node.sessions()).isZero();
        assertThat(endpoints.claims()).isZero();
    }

    @Test
    @DisplayName("A caller that leaves while it waits gets no work, so that none is lost")
    void abandonedClaims() {
        CompletableFuture<String> answer =
                endpoints.claim(PAYMENTS, claim(), null).toCompletableFuture();
        assertThat(node.sessions()).isEqualTo(1);

        answer.cancel(false);

        assertThat(node.sessions()).isZero();
        node.submit(request(TOKEN, Duration.ofMinutes(1)));
        assertThat(endpoints.claims()).isZero();
    }

    @Test
    @DisplayName("A claim that is repeated with its key gets the same attempt, with less time")
    void repeatedClaims() {
        CompletableFuture<String> first =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        CompletableFuture<String> again =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        assertThat(first).isNotDone();
        node.submit(request(TOKEN, Duration.ofMinutes(1)));
        String token = token(now(first));

        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        String late =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture().join();

        assertThat(token(now(again))).isEqualTo(token);
        assertThat(late).contains(token).contains("\"remainingMillis\":50000");
        assertThat(node.registrations()).isEqualTo(1);
        assertThat(endpoints.claim(THIEF, claim(), "k1").toCompletableFuture())
                .as("another credential has its own keys")
                .isNotDone();
        now(endpoints.complete(PAYMENTS, token, "{\"output\":1}"));
        assertThat(endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture())
                .as("the key is free again")
                .isNotDone();
    }

    @Test
    @DisplayName("A claim with a key does not outlive its callers, so that repetitions do not pile up")
    void abandonedKeys() {
        for (int i = 0; i < 1_000; i++) {
            endpoints.claim(PAYMENTS, claim(), "k" + i).toCompletableFuture().cancel(false);
        }
        assertThat(node.sessions()).isZero();

        CompletableFuture<String> stays =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        for (int i = 0; i < 1_000; i++) {
            endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture().cancel(false);
        }
        assertThat(node.sessions()).isEqualTo(1);
        node.submit(request(TOKEN, Duration.ofMinutes(1)));
        assertThat(token(now(stays))).isNotEmpty();
    }

    @Test
    @DisplayName("A caller that has left gets with its key the attempt that was handed out, and otherwise a new wait")
    void repeatedAfterLeaving() {
        CompletableFuture<String> left =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        left.cancel(false);
        CompletableFuture<String> again =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        assertThat(again).isNotDone();
        node.submit(request(TOKEN, Duration.ofMinutes(1)));
        String token = token(now(again));

        CompletableFuture<String> lost =
                endpoints.claim(PAYMENTS, claim(), "k1").toCompletableFuture();
        lost.cancel(false);

        assertThat(token(now(endpoints.claim(PAYMENTS, claim(), "k1")))).isEqualTo(token);
        now(endpoints.complete(PAYMENTS, token, "{\"output\":1}"));
    }

    @Test
    @DisplayName("A shell learns with its heartbeat that the result is not wanted")
    void cancelledClaims() {
        String token = claimed();

        node.cancel(TOKEN);

        assertThat(now(endpoints.heartbeat(PAYMENTS, token, ""))).containsEntry("cancelled", true);
    }

    @Test
    @DisplayName("A claim ends with its node's session, and half a minute after complete-by")
    void endOfClaims() {
        String token = claimed();
        nanos.addAndGet(Duration.ofSeconds(91).toNanos());
        assertFails(endpoints.heartbeat(PAYMENTS, token, ""), ErrorCode.NOT_FOUND, "does not hold the attempt");
        assertThat(endpoints.claims()).isZero();

        AttemptToken other = new AttemptToken(TOKEN.execution(), TOKEN.step(), TOKEN.purpose(), 2, 98);
        node.submit(request(other, Duration.ofMinutes(1)));
        String second = token(now(endpoints.claim(PAYMENTS, claim(), null)));
        node.restart();
        assertThat(endpoints.claims()).isZero();
        assertThat(now(endpoints.complete(PAYMENTS, second, "{\"output\":1}")))
                .as("the report counts without the session")
                .containsEntry("accepted", true);
    }

    @Test
    @DisplayName("A report that the store has not decided yet is asked for again, and counts once")
    void undecidedReports() {
        String token = claimed();
        node.decides(false);
        CompletableFuture<String> waiting =
                endpoints.complete(PAYMENTS, token, "{\"output\":1}").toCompletableFuture();
        assertThat(waiting).isNotDone();

        node.decides(true);
        assertThat(now(endpoints.complete(PAYMENTS, token, "{\"output\":1}"))).containsEntry("accepted", true);

        assertThat(now(waiting)).containsEntry("accepted", true);
        assertThat(node.accepted()).hasSize(1);
    }

    @Test
    @DisplayName("The tokens and sessions of one credential are of no use to another one")
    void credentials() {
        String token = claimed();
        String session =
                String.valueOf(now(endpoints.register(PAYMENTS, "{\"agent\":\"a\",\"actions\":[\"x\"],\"slots\":1}"))
                        .get("session"));
        String report = "{\"reports\":[{\"token\":\"%s\",\"output\":1}],\"waitMillis\":20000}".formatted(token);

        assertFails(endpoints.complete(THIEF, token, "{\"output\":1}"), ErrorCode.NOT_FOUND, "not one of this agent");
        assertFails(endpoints.heartbeat(THIEF, token, ""), ErrorCode.NOT_FOUND, "not one of this agent");
        assertFails(endpoints.exchange(THIEF, session, "{}"), ErrorCode.NOT_FOUND, "register again");
        assertFails(endpoints.leave(THIEF, session), ErrorCode.NOT_FOUND, "register again");
        assertFails(
                endpoints.complete(new Caller("payments", "other"), token, "{\"output\":1}"),
                ErrorCode.NOT_FOUND,
                "not one of this agent");
        String own = String.valueOf(now(endpoints.register(THIEF, "{\"agent\":\"a\",\"actions\":[\"x\"],\"slots\":1}"))
                .get("session"));
        assertThat(String.valueOf(now(endpoints.exchange(THIEF, own, report)).get("verdicts")))
                .contains("accepted=false", "not one of this agent");
        assertThat(node.accepted()).isEmpty();
    }

    @Test
    @DisplayName("Malformed documents and keys are refused with the member's name")
    void malformed() {
        assertFails(
                endpoints.register(PAYMENTS, "[]"), ErrorCode.INVALID_INPUT, "registration: expected a JSON object");
        assertFails(endpoints.claim(PAYMENTS, "{}", null), ErrorCode.INVALID_INPUT, "agent: expected");
        assertFails(endpoints.claim(PAYMENTS, claim(), " "), ErrorCode.INVALID_INPUT, "Idempotency-Key");
        assertFails(endpoints.complete(PAYMENTS, "nonsense", "{}"), ErrorCode.INVALID_INPUT, "not the token");
        assertThat(node.registrations()).isZero();
    }

    @Test
    @DisplayName("Agents that reconnect together are spread over seconds, each with its own time")
    void manyRegistrations() {
        Admission admission = new Admission(nanos::get, 100, 100);
        int admitted = 0;
        long longest = 0;
        for (int i = 0; i < 1_000; i++) {
            try {
                admission.admit();
                admitted++;
            } catch (BusyNodeException e) {
                longest = Math.max(longest, e.retryAfter().toSeconds());
            }
        }
        assertThat(admitted).isEqualTo(100);
        assertThat(longest).isEqualTo(1);

        nanos.addAndGet(Duration.ofMillis(500).toNanos());
        for (int i = 0; i < 50; i++) {
            admission.admit();
        }
        assertThatThrownBy(admission::admit).isInstanceOf(BusyNodeException.class);
    }
}
