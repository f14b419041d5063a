package dev.reeve.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The trace of a message")
final class OutgoingMessageTest {

    private static final String SPAN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final int MIB = 1024 * 1024;
    private static final int DEPTH = 64;

    private static OutgoingMessage message(String data) {
        return new OutgoingMessage(
                URI.create("https://example.org/hook"), "e.1", "/reeve", "t", "e", Instant.EPOCH, null, null, data);
    }

    private static String traced(String output) {
        return "{\"execution\":\"e\",\"version\":1,\"traceparent\":\"%s\",\"output\":%s}".formatted(SPAN, output);
    }

    private static void arrives(String data) {
        assertThat(message(data).traceparent()).isEqualTo(SPAN);
        assertThat(message(data).cloudEvent())
                .contains(",\"traceparent\":\"" + SPAN + "\",\"data\":")
                .endsWith(data + "}");
    }

    @Test
    @DisplayName("An output of the largest size and depth is sent with its trace")
    void largeOutput() {
        arrives(traced('"' + "x".repeat(MIB - 2) + '"'));
        arrives(traced("[".repeat(DEPTH) + "]".repeat(DEPTH)));
        // and if the trace comes last
        arrives("{\"output\":" + "[".repeat(DEPTH) + "\"]}\\\\\\\"\"" + "]".repeat(DEPTH) + " , \"traceparent\" : \""
                + SPAN + "\" }");
    }

    @Test
    @DisplayName("A member of the output with this name is not the trace")
    void nestedMember() {
        String nested = "{\"output\":{\"a\":[{\"traceparent\":\"%s\"}],\"traceparent\":\"%s\"}}".formatted(SPAN, SPAN);
        assertThat(message(nested).traceparent()).isNull();
        assertThat(message(nested).cloudEvent()).endsWith(nested + "}");
        arrives(traced("{\"traceparent\":\"00-" + "1".repeat(32) + "-00f067aa0ba902b7-01\"}"));
        String large = "{\"output\":{\"traceparent\":\"%s\",\"more\":\"%s\"}}".formatted(SPAN, "x".repeat(MIB));
        assertThat(message(large).traceparent()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[\"traceparent\"]",
                "{\"traceparent\":7}",
                "{\"traceparent\":\"malformed\"}",
                "{\"traceparent\":\"00-4bf9",
                "{\"traceparent\"",
                "{\"a\":\"\\",
                "{\"a\":[[\"traceparent\":",
                "{\"a\":1]\"traceparent\":2}"
            })
    @DisplayName("Data that has none, or that cannot be read, has no trace")
    void none(String data) {
        assertThat(message(data).traceparent()).isNull();
    }
}
