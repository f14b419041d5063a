package dev.reeve.internal.model.schema;

import java.util.List;
import java.util.Random;

/** Schemas that refer to themselves and to each other, and values for them. From a seed. */
public final class SchemaGenerator {

    private static final int DEFINITIONS = 6;

    private static final List<String> LEAVES = List.of(
            "{\"type\":\"string\"}",
            "{\"maxLength\":100000}",
            "{\"uniqueItems\":true}",
            "{\"pattern\":\"^(a+)+b$\"}",
            "{\"pattern\":\"(.*)(.*)(.*)x\"}",
            "{\"required\":[\"a\",\"b\",\"c\"]}",
            "{\"enum\":[1,\"a\",{\"a\":1}]}",
            "{\"const\":{\"a\":{\"a\":1}}}",
            "{\"contains\":{\"type\":\"string\"},\"minContains\":3}",
            "{\"propertyNames\":{\"pattern\":\"^(a|b)*$\"}}",
            "{\"patternProperties\":{\"^(a+)+x$\":{},\"b*b*b*c\":{}},\"additionalProperties\":false}",
            "{\"dependentRequired\":{\"a\":[\"b\"]}}",
            "{\"minProperties\":1,\"maxItems\":5}",
            "{\"multipleOf\":1e-300}",
            "true",
            "false");

    private final Random random;

    public SchemaGenerator(long seed) {
        this.random = new Random(seed);
    }

    public String schema() {
        StringBuilder schema = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < DEFINITIONS; i++) {
            schema.append(i == 0 ? "" : ",")
                    .append("\"d")
                    .append(i)
                    .append("\":")
                    .append(node(3, i));
        }
        return schema.append("}}").toString();
    }

    private String node(int depth, int definition) {
        if (depth == 0 || random.nextInt(5) == 0) {
            return random.nextBoolean() ? LEAVES.get(random.nextInt(LEAVES.size())) : reference(definition);
        }
        return switch (random.nextInt(8)) {
            case 0 -> "{\"allOf\":[" + inPlace(depth, definition) + "," + inPlace(depth, definition) + "]}";
            case 1 -> "{\"anyOf\":[" + inPlace(depth, definition) + "," + inPlace(depth, definition) + "]}";
            case 2 -> "{\"oneOf\":[" + inPlace(depth, definition) + "," + inPlace(depth, definition) + "]}";
            case 3 -> "{\"not\":" + inPlace(depth, definition) + "}";
            case 4 -> "{\"if\":" + inPlace(depth, definition) + ",\"then\":" + inPlace(depth, definition) + "}";
            case 5 ->
                "{\"properties\":{\"a\":" + node(depth - 1, -1) + ",\"b\":" + node(depth - 1, -1)
                        + "},\"unevaluatedProperties\":" + node(depth - 1, -1) + "}";
            case 6 -> "{\"items\":" + node(depth - 1, -1) + ",\"unevaluatedItems\":false}";
            default -> "{\"additionalProperties\":" + node(depth - 1, -1) + "}";
        };
    }

    private String inPlace(int depth, int definition) {
        return node(depth - 1, definition);
    }

    /** In place only to a later one, as anything else never ends; below a value to any. */
    private String reference(int definition) {
        int target = definition < 0
                ? random.nextInt(DEFINITIONS)
                : definition + 1 < DEFINITIONS ? definition + 1 + random.nextInt(DEFINITIONS - definition - 1) : -1;
        return target < 0 ? "{\"type\":\"integer\"}" : "{\"$ref\":\"#/$defs/d" + target + "\"}";
    }

    public String value() {
        return switch (random.nextInt(7)) {
            case 0 -> "{\"a\":".repeat(50) + "1" + "}".repeat(50);
            case 1 -> "[" + "[1,{\"a\":[1]}],".repeat(2_000) + "1]";
            case 2 -> "\"" + "a".repeat(200_000) + "\"";
            case 3 -> "{\"a\":{\"a\":".repeat(15) + "[1,2,\"" + "a".repeat(1_000) + "\"]" + "}}".repeat(15);
            case 4 -> "{\"" + "a".repeat(500) + "\":1,\"b\":[" + "\"x\",".repeat(5_000) + "1]}";
            case 5 -> "[".repeat(40) + "]".repeat(40);
            default -> "1";
        };
    }
}
