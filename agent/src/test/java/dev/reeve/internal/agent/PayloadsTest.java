package dev.reeve.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.StepPath;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Payloads and the types of users")
final class PayloadsTest {

    private static final int BYTES_MAX = 10_000;

    enum Size {
        S,
        M
    }

    record Parcel(int weight, Size size, boolean fragile, List<String> labels) {}

    record Reference(
            ExecutionId execution, StepPath step, @Nullable Json data) {}

    private static final Reference REFERENCE = new Reference(
            new ExecutionId(UUID.fromString("00000000-0000-0007-0000-000000000007")),
            StepPath.parse("encode[3]#2"),
            new Json("{\"a\":1.50,\"b\":[null]}"));

    private static final String WRITTEN =
            "{\"execution\":\"00000000-0000-0007-0000-000000000007\",\"step\":\"encode[3]#2\",\"data\":{\"a\":1.50,\"b\":[null]}}";

    @Test
    @DisplayName("Ids are written as strings, payloads as themselves, and both are read again")
    void idsAreStrings() throws PayloadException {
        assertThat(Payloads.write(REFERENCE, BYTES_MAX).text()).isEqualTo(WRITTEN);
        assertThat(Payloads.reader(Reference.class).read(new Json(WRITTEN))).isEqualTo(REFERENCE);
        assertThat(Payloads.reader(Reference.class)
                        .read(new Json(WRITTEN.replace("{\"a\":1.50,\"b\":[null]}", "null")))
                        .data())
                .isEqualTo(Json.NULL);
    }

    @Test
    @DisplayName("A mapper that knows nothing of Reeve writes ids as strings, too")
    void idsAreStringsForAnyMapper() {
        JsonMapper mapper = JsonMapper.builder().build();

        assertThat(mapper.writeValueAsString(REFERENCE)).isEqualTo(WRITTEN);
        assertThat(mapper.readValue("\"00000000-0000-0007-0000-000000000007\"", ExecutionId.class))
                .isEqualTo(REFERENCE.execution());
    }

    @ParameterizedTest
    @DisplayName("A payload that does not fit is refused without advice about settings of the mapper")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"weight\":null}   | expected int, found null (a type such as Integer would take it) at $.weight",
                "{\"fragile\":null}  | expected boolean, found null (a type such as Boolean would take it) at $.fragile",
                "{\"weight\":1.5}    | Cannot coerce Floating-point value (1.5) to `int` value at $.weight",
                "{\"weight\":\"two\"}| Cannot coerce String value (\"two\") to `int` value at $.weight",
                "{\"size\":\"\"}     | Cannot coerce empty String (\"\") to `dev.reeve.internal.agent.PayloadsTest$Size` value at $.size",
                "{\"labels\":{}}     | Cannot deserialize value of type `java.util.ArrayList<java.lang.String>` from Object value at $.labels",
                "[1]                 | Cannot deserialize value of type `dev.reeve.internal.agent.PayloadsTest$Parcel` from Array value at $",
            })
    void misfits(String input, String message) {
        assertThatThrownBy(() -> Payloads.reader(Parcel.class).read(new Json(input)))
                .isInstanceOf(PayloadException.class)
                .hasMessage(message);
    }
}
