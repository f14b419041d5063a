package dev.reeve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.agent.Agent;
import dev.reeve.workflow.InvalidWorkflowException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Exceptions")
final class ReeveExceptionTest {

    @Test
    @DisplayName("each error code belongs to exactly one exception, and the exception keeps code, message and cause")
    void oneForEachCode() {
        Exception cause = new Exception("below");
        Map<String, String> found = new TreeMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            if (code == ErrorCode.NOT_COMPLETED) {
                continue; // needs a result
            }
            ReeveException exception = ReeveException.of(code, "do this", cause);
            assertThat(exception.code()).isEqualTo(code);
            assertThat(exception).hasMessage("do this").hasCause(cause);
            assertThat(exception.toString()).isEqualTo(exception.getClass().getName() + ": " + code + ": do this");
            found.put(code.name(), exception.getClass().getSimpleName());
        }

        assertThat(found)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("INVALID_INPUT", "InvalidException"),
                        Map.entry("WORKFLOW_UNKNOWN", "NotFoundException"),
                        Map.entry("NOT_FOUND", "NotFoundException"),
                        Map.entry("CONFLICT", "ConflictException"),
                        Map.entry("REFUSED", "RefusedException"),
                        Map.entry("UNAUTHENTICATED", "DeniedException"),
                        Map.entry("DENIED", "DeniedException"),
                        Map.entry("OVERLOADED", "OverloadedException"),
                        Map.entry("STORE_UNAVAILABLE", "UnavailableException"),
                        Map.entry("STORE_UNUSABLE", "UnavailableException"),
                        Map.entry("CLOSED", "UnavailableException"),
                        Map.entry("FENCED", "FencedException"),
                        Map.entry("LOST", "LostException"),
                        Map.entry("TIMED_OUT", "TimedOutException"),
                        Map.entry("INTERNAL", "InternalException")));
    }

    @Test
    @DisplayName("an execution that did not complete has an exception with its result")
    void notCompleted() {
        assertThatThrownBy(() -> ReeveException.of(ErrorCode.NOT_COMPLETED, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("NotCompletedException");
    }

    @Test
    @DisplayName("malformed payloads and definitions are invalid input")
    void invalid() {
        assertThat(new InvalidInputException("not JSON")).isInstanceOf(InvalidException.class);
        assertThat(new InvalidInputException("not JSON").code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(new InvalidWorkflowException("w", List.of())).isInstanceOf(InvalidException.class);
    }

    @Test
    @DisplayName("values that are out of range are invalid input, wherever they are given")
    void outOfRange() {
        List<ThrowingCallable> calls = List.of(
                () -> ExecutionQuery.all().limit(0),
                () -> BulkRequest.of(Verb.RETRY).perSecond(0),
                () -> Schedule.every("report", Duration.ofMillis(1)),
                () -> NodeOptions.defaults().withLanes(-1),
                () -> ConnectOptions.to(URI.create("https://reeve.example.com")).withTimeout(Duration.ZERO),
                () -> Agent.named(""),
                () -> Agent.named("shop").slots(0),
                () -> Agent.named("shop").drain(Duration.ofMillis(-1)),
                () -> Agent.named("shop").servers());

        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(InvalidException.class));
    }

    @Test
    @DisplayName("texts that cannot be read are illegal arguments")
    void malformed() {
        List<ThrowingCallable> calls = List.of(
                () -> ExecutionId.parse("17"),
                () -> StepPath.parse("a[b]"),
                () -> Cron.parse("now"),
                () -> Timetable.ByClock.zone("Europe/Berlim"),
                () -> WebhookOptions.secret("secret"));

        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class));
    }
}
