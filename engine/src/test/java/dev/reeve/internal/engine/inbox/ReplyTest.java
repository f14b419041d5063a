package dev.reeve.internal.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.internal.core.Refusal;
import dev.reeve.internal.engine.scheduler.message.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplyTest {

    private static final ExecutionId ID = new ExecutionId(new UUID(7, 8));

    private static List<Refused> refusals() {
        return Stream.<Refused>concat(
                        Arrays.stream(Refusal.values()).map(one -> new Refused.Decided(one, "a \"message\"\n☃")),
                        Stream.of(
                                new Refused.NotFound(ID),
                                new Refused.Quarantined(ID, "damaged"),
                                new Refused.Quarantined(ID, null),
                                new Refused.Ended(ID, ExecutionStatus.COMPENSATED),
                                new Refused.VersionUnknown("no"),
                                new Refused.VersionWithdrawn("order", 3)))
                .toList();
    }

    private static Stream<Reply> replies() {
        Stream<Reply> others = Stream.of(
                new Reply.Begun(true, null),
                new Reply.Begun(true, ID),
                new Reply.Begun(false, null),
                new Reply.Decided(null),
                new Reply.Arrived(true),
                new Reply.Arrived(false));
        Stream<Reply> failures = Arrays.stream(ErrorCode.values()).map(code -> new Reply.Failed(code, "why"));
        return Stream.of(others, failures, refusals().stream().map(Reply.Decided::new))
                .flatMap(one -> one);
    }

    @ParameterizedTest
    @MethodSource("replies")
    @DisplayName("I20: every reply is read as it was written")
    void roundTrip(Reply reply) {
        assertThat(Reply.read(reply.write())).isEqualTo(reply);
    }

    @Test
    @DisplayName("every kind of refusal has a reply")
    void complete() {
        // the caller gets an error, and asks again
        Stream<Class<?>> noAnswer = Stream.of(Refused.PermitHeld.class);
        Stream<Class<?>> answers =
                refusals().stream().<Class<?>>map(Object::getClass).distinct();
        assertThat(Stream.concat(noAnswer, answers)).containsExactlyInAnyOrder(Refused.class.getPermittedSubclasses());
    }

    @Test
    @DisplayName("characters that no database keeps do not stop a reply")
    void unstorable() {
        Reply written = new Reply.Failed(ErrorCode.INTERNAL, "a\0b\ud800c");

        assertThat(Reply.read(written.write())).isEqualTo(new Reply.Failed(ErrorCode.INTERNAL, "a\\0b?c"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "{}",
                "{\"type\":\"Sung\"}",
                "{\"type\":\"Failed\",\"code\":\"TIRED\",\"message\":\"\"}",
                "{\"type\":\"Refused\",\"kind\":\"Bored\"}",
                "{\"type\":\"Refused\",\"kind\":\"NotFound\",\"execution\":\"x\"}",
                "{"
            })
    @DisplayName("a reply of a newer release is not taken for another one")
    void newer(String text) {
        assertThatThrownBy(() -> Reply.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
