package dev.reeve.internal.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S3: requests of SQL functions with parts that cannot be read. */
final class PartialRequestTest {

    /** As PostgreSQL writes it. */
    private static Request.SqlStart start(String input, String options) {
        String text = "{\"type\" : \"SqlStart\", \"workflow\" : \"w\", \"input\" : %s, \"options\" : %s}"
                .formatted(input, options);
        return (Request.SqlStart) Objects.requireNonNull(PartialRequest.read(text));
    }

    @Test
    @DisplayName("A payload that cannot be read becomes its text, and the other parts stay")
    void payload() {
        String deep = "[".repeat(5_000) + "]".repeat(5_000);
        for (String input : new String[] {"{\"a\":1,\"a\":2}", deep, "1e999999999", "9".repeat(5_000)}) {
            Request.SqlStart start = start(input, "{\"key\": \"k\"}");
            assertThat(start.input()).isEqualTo(Json.of(input));
            assertThat(start.workflow()).isEqualTo("w");
            assertThat(start.options()).isEqualTo(new Json("{\"key\": \"k\"}"));
        }
        assertThat(PartialRequest.read("{\"type\":\"SqlSignal\",\"signal\":\"s\",\"data\":[1e999],\"options\":{}}"))
                .isEqualTo(new Request.SqlSignal("s", Json.of("[1e999]"), Json.EMPTY_OBJECT));
    }

    @Test
    @DisplayName("Of options that cannot be read, the texts stay")
    void options() {
        assertThat(start("1", "{\"key\": \"k\", \"priority\": 1e999, \"by\": \"ann\"}"))
                .isEqualTo(new Request.SqlStart("w", new Json("1"), new Json("{\"key\":\"k\",\"by\":\"ann\"}")));
    }

    @Test
    @DisplayName("A long text is cut, and never within a character")
    void cuts() {
        for (String shift : new String[] {"", "x"}) {
            Request.SqlStart start = start("[\"%s%s\",1e999]".formatted(shift, "😀".repeat(60_000)), "{}");
            String text = (String) Objects.requireNonNull(start.input().value());
            assertThat(text).startsWith("[\"" + shift + "😀").endsWith("😀…").hasSizeBetween(99_990, 100_001);
        }
    }

    @Test
    @DisplayName("Nothing is made of what is no request of an SQL function")
    void others() {
        for (String text : new String[] {"", "[]", "{", "{}", "{\"type\":\"Arrive\"}", "{\"type\":7}"}) {
            assertThat(PartialRequest.read(text)).as(text).isNull();
        }
    }
}
