package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.InvalidInputException;
import dev.reeve.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D12, D13, D14: JSON in and out")
final class JsonTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0",
                "-1.5e-7",
                "\"\"",
                "\"\\u00e9\\ud83d\\ude00\"",
                "[]",
                "{}",
                "[1,[2,{\"a\":[]}]]",
                "{\"a\":{\"a\":{\"a\":1}}}",
                "12345678901234567890123456789012345678901234567890",
                "{\"b\" : 1 , \"a\":\t2\n}"
            })
    void takesOneValueAndKeepsItsText(String text) {
        assertThat(Json.parse(" \n" + text + "\r\n\t ").text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"a\":1,\"a\":2}|Duplicate|line 1, column 11",
                "{\"a\":[{\"b\":1},{\"b\":1,\"b\":2}]}|Duplicate|line 1, column 25",
                "{\"a\":1} {}|a second JSON value|line 1, column 9",
                "1 2|a second JSON value|line 1, column 3",
                "[1]]|not valid JSON|line 1",
                "{\"a\":\"\\u0000\"}|a NUL character|line 1, column 6",
                "{\"\\u0000\":1}|a NUL character|line 1, column 2",
                "\"\\ud800\"|half of a surrogate pair (\\ud800)|line 1, column 1",
                "[1,\"\\udc00x\"]|half of a surrogate pair (\\udc00)|line 1, column 4",
                "{\"a\":NaN}|not valid JSON|line 1",
                "[Infinity]|not valid JSON|line 1",
                "[1e400]|a number out of range|line 1, column 2",
                "[-1e-400]|a number out of range|line 1, column 2",
                "1e999999999999|a number out of range|line 1, column 1",
                "{'a':1}|not valid JSON|line 1",
                "[01]|not valid JSON|line 1",
                "[1,]|not valid JSON|line 1",
                "{a:1}|not valid JSON|line 1",
                "// x|not valid JSON|line 1",
                "{\"a\":1|not valid JSON|line 1",
                "tru|not valid JSON|line 1",
                "\"a\tb\"|not valid JSON|line 1",
            })
    void refusesWithReasonAndPlace(String text, String reason, String place) {
        assertThatThrownBy(() -> Json.parse(text, "input of order-1"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("input of order-1")
                .hasMessageContaining(reason)
                .hasMessageContaining(place);
    }

    @Test
    void refusesNothing() {
        assertThatThrownBy(() -> Json.parse("")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> Json.parse(" \n ")).hasMessageContaining("is empty");
    }

    @Test
    @DisplayName("D13: limits hold exactly at their edge")
    void limitsHoldAtTheirEdge() {
        int depth = Limits.DEFAULT.depth();
        int bytes = Limits.DEFAULT.payloadBytes();
        int digits = Limits.DEFAULT.numberLength();
        int member = Limits.DEFAULT.memberLength();

        Json.parse("[".repeat(depth) + "]".repeat(depth));
        assertRefused("[".repeat(depth + 1) + "]".repeat(depth + 1), "over a limit");
        assertRefused("[".repeat(100_000), "over a limit");
        Json.parse("\"" + "x".repeat(bytes - 2) + "\"");
        assertRefused("\"" + "x".repeat(bytes - 1) + "\"", "1,048,577 bytes, and the limit is 1,048,576");
        Json.parse("\"" + "é".repeat(bytes / 2 - 1) + "\"");
        assertRefused("\"" + "é".repeat(bytes / 2) + "\"", "the limit is 1,048,576");
        Json.parse("\"" + "😀".repeat(bytes / 4 - 1) + "\"");
        Json.parse("1".repeat(digits));
        assertRefused("1".repeat(digits + 1), "exceeds the maximum allowed (100)");
        Json.parse("{\"" + "n".repeat(member) + "\":1}");
        assertRefused("{\"" + "n".repeat(member + 1) + "\":1}", "over a limit");
        Json.parse("[9.9e307,1e-307]");
        assertRefused("1e308", "out of range");
    }

    private static void assertRefused(String text, String reason) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    @Test
    @DisplayName("D14: numbers become the simplest Java number that is exact")
    void numbersAreExact() {
        assertThat(new Json(
                                "[1,-1,2147483648,9007199254740993,9223372036854775808,0.1,1e2,1.0,-0,0.12345678901234567890,1e300]")
                        .value())
                .isEqualTo(List.of(
                        1,
                        -1,
                        2147483648L,
                        9007199254740993L,
                        new BigInteger("9223372036854775808"),
                        0.1,
                        100,
                        1,
                        0,
                        new BigDecimal("0.1234567890123456789"),
                        1e300));
    }

    @Test
    void writesCompactlyAndRefusesWhatIsNotJson() {
        Map<String, @Nullable Object> map = new HashMap<>();
        map.put("a", null);
        assertThat(Json.of(Arrays.asList("x\n\"\\\u0001é", true, 1.0, new BigDecimal("2.50"), map, new Json("[ 1 ]")))
                        .text())
                .isEqualTo("[\"x\\n\\\"\\\\\\u0001é\",true,1,2.5,{\"a\":null},[ 1 ]]");
        for (Object wrong : List.of(
                Double.NaN,
                Double.POSITIVE_INFINITY,
                new Object(),
                Map.of(1, 2),
                "a\0b",
                List.of("\ud800"),
                java.time.Duration.ZERO)) {
            assertThatThrownBy(() -> Json.of(wrong)).isInstanceOf(InvalidInputException.class);
        }
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThatThrownBy(() -> Json.of(itself)).hasMessageContaining("nested deeper");
        assertThatThrownBy(() -> Json.of("x".repeat(2_000_000))).hasMessageContaining("the limit is");
    }
}
