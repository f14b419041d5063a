package dev.reeve.internal.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.Cause;
import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.WaitReason;
import dev.reeve.workflow.InvalidWorkflowException;
import dev.reeve.workflow.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The documents that programs outside the JVM read")
final class DocumentTest {

    private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

    /** For values of any kind. */
    public record Anything(Object value) implements Document {}

    @Test
    @DisplayName("The members have the names of the record, times are ISO-8601, and what has no value is left out")
    void membersAreThoseOfTheRecord() {
        assertThat(DocumentWriter.write(new ActivityDocument.Waiting(AT, WaitReason.PAUSE, null)))
                .isEqualTo("{\"kind\":\"waiting\",\"until\":\"2026-01-31T12:00:00Z\",\"reason\":\"PAUSE\"}");
        assertThat(DocumentWriter.write(FailureDocument.written(
                        new Failure(Cause.THROTTLED, "BUSY", "later", null, Duration.ofSeconds(90), false))))
                .isEqualTo(
                        "{\"cause\":\"THROTTLED\",\"code\":\"BUSY\",\"message\":\"later\",\"retryAfter\":\"PT1M30S\","
                                + "\"possiblyDone\":false}");
        assertThat(DocumentWriter.write(EventDocument.of(
                        new Event.StepWaiting(StepPath.of("a"), Purpose.FORWARD, AT, WaitReason.PAUSE))))
                .isEqualTo(
                        "{\"kind\":\"stepWaiting\",\"step\":\"a\",\"purpose\":\"FORWARD\",\"until\":\"2026-01-31T12:00:00Z\",\"reason\":\"PAUSE\"}");
    }

    @Test
    @DisplayName("Payloads are printed unchanged on one line")
    void payloadsStay() {
        Json payload = new Json("{\n \"n\": 12345678901234567890.10,\r\n \"s\": \"a\\nb\" }");

        String line = DocumentWriter.write(EventDocument.of(new Event.StepCompleted(StepPath.of("a"), 1, payload)));

        assertThat(line).doesNotContain("\n", "\r").contains("12345678901234567890.10", "a\\nb");
        assertThat(Json.parse(line)).isNotNull();
    }

    @Test
    @DisplayName("Texts are escaped")
    void textsAreEscaped() {
        String line = DocumentWriter.write(new Anything(Map.of("k\"", List.of("a\"b\\c\n\r\t\u0001é☃", true, 1))));

        assertThat(line).isEqualTo("{\"value\":{\"k\\\"\":[\"a\\\"b\\\\c\\n\\r\\t\\u0001é☃\",true,1]}}");
        assertThat(Json.parse(line)).isNotNull();
        assertThat(DocumentWriter.write(new Anything(List.of()))).isEqualTo("{\"value\":[]}");
    }

    @Test
    @DisplayName("I7: the nonce of an attempt and the seed of an execution are left out")
    void noncesAreLeftOut() {
        Event started = new Event.StepStarted(StepPath.of("a"), Purpose.FORWARD, 1, "shop", AT, 4711);

        assertThat(DocumentWriter.write(EventDocument.of(started)))
                .doesNotContain("4711", "nonce")
                .contains("\"attempt\":1");
    }

    @Test
    @DisplayName("A value of another type, such as a record of the Java API, is refused")
    void otherTypesAreRefused() {
        Failure failure = new Failure(Cause.LOST, "X", "y", null, null, true);

        assertThatThrownBy(() -> DocumentWriter.write(new Anything(failure))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("An error has its code, its message and the problems of a definition")
    void errors() {
        assertThat(DocumentWriter.write(ErrorDocument.of(ErrorCode.NOT_FOUND, "none")))
                .isEqualTo("{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"none\",\"problems\":[]}}");
        assertThat(DocumentWriter.write(ErrorDocument.of(
                        new InvalidWorkflowException("w.yaml", List.of(new Problem("steps.a", 2, 5, "no", "so"))))))
                .contains(
                        "\"problems\":[{\"line\":2,\"column\":5,\"path\":\"steps.a\",\"message\":\"no\",\"suggestion\":\"so\",\"severity\":\"ERROR\"}]");
    }
}
