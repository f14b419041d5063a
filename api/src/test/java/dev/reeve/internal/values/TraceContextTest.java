package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.AttemptToken;
import dev.reeve.ExecutionId;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("W3C Trace Context")
class TraceContextTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String TEXT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));

    private static AttemptToken attempt(int number, long nonce) {
        return new AttemptToken(ID, StepPath.of("pay"), Purpose.FORWARD, number, nonce);
    }

    @Test
    @DisplayName("A text of version 00 is read and written, and one of a later version as if it were of version 00")
    void read() {
        assertThat(TraceContext.parse(TEXT).text()).isEqualTo(TEXT);
        assertThat(TraceContext.parse(TEXT).sampled()).isTrue();
        assertThat(TraceContext.parse(TEXT.replace("-01", "-02")).sampled()).isFalse();
        assertThat(TraceContext.parse("cc" + TEXT.substring(2) + "-more.of.it").text())
                .isEqualTo(TEXT);
        assertThat(TraceContext.textOrNull(null)).isNull();
    }

    @Test
    @DisplayName("A malformed text is refused with the rule, and ignored where others have set it")
    void malformed() {
        for (String wrong : List.of(
                "",
                "00",
                TEXT + "-x",
                TEXT + "x",
                "cc" + TEXT.substring(2) + "x",
                "ff" + TEXT.substring(2),
                TEXT.toUpperCase(Locale.ROOT),
                TEXT.replace('-', '_'),
                TEXT.replace(TRACE, "0".repeat(32)),
                TEXT.replace("00f067aa0ba902b7", "0".repeat(16)),
                TEXT.replace("4b", "\u0664b"),
                TEXT.replace("4b", "\r\n"),
                " " + TEXT,
                "x".repeat(100_000))) {
            assertThat(TraceContext.textOrNull(wrong)).as(wrong).isNull();
            assertThatThrownBy(() -> TraceContext.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("traceparent: expected 55 characters such as 00-")
                    .satisfies(thrown ->
                            assertThat(String.valueOf(thrown.getMessage())).hasSizeLessThan(250));
        }
    }

    @Test
    @DisplayName("Ids of spans follow from names, and not from what is secret")
    void derived() {
        String first = String.valueOf(TraceContext.ofAttempt(TEXT, attempt(1, 5)));

        assertThat(first).matches("00-" + TRACE + "-[0-9a-f]{16}-01").isNotEqualTo(TEXT);
        assertThat(TraceContext.ofAttempt(TEXT, attempt(1, 6))).isEqualTo(first);
        assertThat(TraceContext.ofAttempt(TEXT, attempt(2, 5))).isNotEqualTo(first);
        assertThat(TraceContext.ofExecution(TEXT, ID)).isEqualTo("00-" + TRACE + "-2e9f44d30e3adfc9-01");
        assertThat(TraceContext.stepSpan(ID, StepPath.of("pay"), Purpose.FORWARD))
                .isNotEqualTo(TraceContext.stepSpan(ID, StepPath.of("pay"), Purpose.COMPENSATION));
    }

    @Test
    @DisplayName("Without a trace there are no spans")
    void none() {
        assertThat(TraceContext.ofAttempt(null, attempt(1, 5))).isNull();
        assertThat(TraceContext.ofAttempt(TEXT, null)).isNull();
        assertThat(TraceContext.ofExecution(null, ID)).isNull();
    }
}
