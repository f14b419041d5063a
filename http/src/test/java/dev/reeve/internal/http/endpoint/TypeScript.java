package dev.reeve.internal.http.endpoint;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Writes the schemas of the description as types of TypeScript. */
final class TypeScript {

    private final StringBuilder out =
            new StringBuilder("// From openapi.yaml, which TypesTest compares with this file.\n");

    private TypeScript() {}

    /**
     * The types.
     *
     * @param schemas by name
     */
    static String types(JsonNode schemas) {
        TypeScript writer = new TypeScript();
        schemas.propertyStream().forEach(schema -> writer.declare(schema.getKey(), schema.getValue()));
        return writer.out.toString();
    }

    private void declare(String name, JsonNode schema) {
        out.append('\n');
        comment("", schema);
        if (!schema.has("properties")) {
            out.append("export type %s = %s;\n".formatted(name, type(schema)));
            return;
        }
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(each -> required.add(each.asString()));
        out.append("export interface ").append(name).append(" {\n");
        schema.get("properties").propertyStream().forEach(property -> {
            comment("  ", property.getValue());
            String mark = required.contains(property.getKey()) ? "" : "?";
            out.append("  %s%s: %s;\n".formatted(property.getKey(), mark, type(property.getValue())));
        });
        if (!schema.has("additionalProperties")) {
            out.append("  [member: string]: unknown;\n");
        }
        out.append("}\n");
    }

    private void comment(String indent, JsonNode schema) {
        String text = schema.path("description").asString("");
        if (!text.isEmpty()) {
            out.append("%s/** %s */\n".formatted(indent, text.strip().replace("*/", "* /")));
        }
    }

    private static String type(JsonNode schema) {
        if (schema.has("$ref")) {
            return schema.get("$ref").asString().replaceFirst(".*/", "");
        }
        if (schema.has("const")) {
            return literal(schema.get("const"));
        }
        if (schema.has("enum")) {
            return schema.get("enum").valueStream().map(TypeScript::literal).collect(Collectors.joining(" | "));
        }
        if (schema.has("oneOf")) {
            return schema.get("oneOf").valueStream().map(TypeScript::type).collect(Collectors.joining(" | "));
        }
        String type = schema.path("type").asString("");
        return switch (type) {
            case "string", "boolean" -> type;
            case "integer", "number" -> "number";
            case "array" -> "Array<%s>".formatted(type(schema.get("items")));
            case "object" -> "Record<string, %s>".formatted(type(schema.path("additionalProperties")));
            case "" -> "unknown";
            default -> throw new AssertionError("no type of TypeScript for " + schema);
        };
    }

    private static String literal(JsonNode value) {
        return value.isString() ? "'%s'".formatted(value.asString()) : value.toString();
    }
}
