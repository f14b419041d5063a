package dev.reeve.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("S2, D14: the same value has the same canonical text, and no other value has it")
final class CanonicalJsonTest {

    private static final int TREES = 2_000;

    private static String canonical(String text) {
        return JsonText.canonical(Json.parse(text).text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{ \"b\" : [ 1 , { } ] , \"a\" : null }|{\"a\":null,\"b\":[1,{}]}",
                "{\"b\":{\"d\":1,\"c\":2},\"a\":[]}|{\"a\":[],\"b\":{\"c\":2,\"d\":1}}",
                "{\"a\":1,\"\":2,\"A\":3}|{\"\":2,\"A\":3,\"a\":1}",
                "1.0|1",
                "-0|0",
                "0.000e7|0",
                "-1.50|-1.5",
                "15e-1|1.5",
                "1000|1E+3",
                "1e3|1E+3",
                "9007199254740993|9007199254740993",
                "0.1000000000000000055511151231257827|0.1000000000000000055511151231257827",
                "\"\\u0041\\/\\u00e9\\t\"|\"A/é\\t\"",
            })
    void oneTextForAValue(String text, String canonical) {
        assertThat(canonical(text)).isEqualTo(canonical);
        assertThat(canonical(canonical)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "9007199254740993|9007199254740992",
                "0.1|0.1000000000000000055511151231257827",
                "1|\"1\"",
                "[1,2]|[2,1]",
                "[[1],2]|[1,[2]]",
                "{\"a\":null}|{}",
                "{\"a\":{\"b\":1}}|{\"a\":{},\"b\":1}",
                "\"a\\\",\\\"b\"|\"a\\\\\\\",\\\"b\"",
                "null|\"null\"",
            })
    void anotherTextForAnotherValue(String one, String other) {
        assertThat(canonical(one)).isNotEqualTo(canonical(other));
    }

    @Test
    @DisplayName("order, white space and notation do not change the canonical text")
    void theWritingMakesNoDifference() {
        Random random = new Random(2);
        for (int i = 0; i < TREES; i++) {
            Object tree = tree(random, 4);

            String canonical = canonical(written(tree, random));

            assertThat(canonical(written(tree, random))).isEqualTo(canonical);
            assertThat(new Json(canonical).value()).isEqualTo(new Json(written(tree, random)).value());
        }
    }

    @Test
    @DisplayName("different trees have different texts")
    void differentTreesHaveDifferentTexts() {
        Random random = new Random(3);
        Map<Object, String> texts = new HashMap<>();
        for (int i = 0; i < TREES; i++) {
            String text = written(tree(random, 3), random);
            Object value = new Json(text).value();
            texts.put(value == null ? "null" : List.of(value), canonical(text));
        }

        assertThat(texts.values()).doesNotHaveDuplicates().hasSizeGreaterThan(TREES / 4);
    }

    private record Member(String name, Object value) {}

    private record Members(List<Member> all) {}

    private static Object tree(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 6 : 4);
        return switch (kind) {
            case 0 -> new BigDecimal(BigInteger.valueOf(random.nextInt(200) - 100), random.nextInt(5) - 2);
            case 1 -> new BigDecimal(new BigInteger(100, random), random.nextInt(40));
            case 2 -> text(random);
            case 3 -> List.of("true", "false", "null").get(random.nextInt(3)).toCharArray();
            case 4 -> {
                List<Object> elements = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    elements.add(tree(random, depth - 1));
                }
                yield elements;
            }
            default -> {
                Map<String, Object> members = new HashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    members.put(text(random), tree(random, depth - 1));
                }
                yield new Members(members.entrySet().stream()
                        .map(member -> new Member(member.getKey(), member.getValue()))
                        .toList());
            }
        };
    }

    private static String text(Random random) {
        String alphabet = "ab\"\\/\n\té,:{}[]€";
        return random.ints(random.nextInt(4), 0, alphabet.length())
                .mapToObj(i -> alphabet.substring(i, i + 1))
                .collect(Collectors.joining());
    }

    private static String written(Object tree, Random random) {
        String value = switch (tree) {
            case BigDecimal number -> number(number, random);
            case String text -> string(text, random);
            case char[] word -> new String(word);
            case List<?> elements ->
                elements.stream()
                        .map(element -> written(element, random))
                        .collect(Collectors.joining(",", "[", space(random) + "]"));
            case Members members -> {
                List<Member> shuffled = new ArrayList<>(members.all());
                Collections.shuffle(shuffled, random);
                yield shuffled.stream()
                        .map(member -> space(random) + string(member.name(), random) + space(random) + ":"
                                + written(member.value(), random))
                        .collect(Collectors.joining(",", "{", space(random) + "}"));
            }
            default -> throw new IllegalStateException("no such tree: " + tree);
        };
        return space(random) + value + space(random);
    }

    private static String space(Random random) {
        return List.of("", "", " ", "\n\t", "\r\n").get(random.nextInt(5));
    }

    private static String number(BigDecimal number, Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> number.toPlainString();
            case 1 -> number.toString();
            default -> number.unscaledValue() + "e" + -number.scale();
        };
    }

    private static String string(String text, Random random) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\' || random.nextInt(4) == 0) {
                out.append("\\u%04x".formatted((int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
