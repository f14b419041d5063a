package dev.reeve.model;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.regex.RegularExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A compiled JSON Schema. Reads nothing but what is in it: a reference to anything else is refused. Regular expressions are
 * matched under a limit of work. Immutable and thread-safe.
 */
final class SchemaProgram {

    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final int PROBLEMS_MAX = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Loading the library's tables takes a while, so only for whoever has a schema. */
    private static final class Registry {
        static final SchemaRegistry INSTANCE = SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder -> builder.schemaCacheEnabled(false)
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .locale(Locale.ENGLISH)
                                .regularExpressionFactory(SchemaProgram::regularExpression)
                                .build()));

        static final Schema OF_SCHEMAS = INSTANCE.getSchema(SchemaLocation.of(DRAFT));
    }

    private final Schema schema;

    /**
     * @throws IllegalStateException if it is not a schema
     */
    SchemaProgram(Json schema) {
        try {
            this.schema = Registry.INSTANCE.getSchema(MAPPER.readTree(schema.text()));
            this.schema.initializeValidators();
        } catch (SchemaException | PatternSyntaxException e) {
            throw new IllegalStateException("not a JSON Schema: " + e.getMessage(), e);
        }
    }

    List<Problem> check(String name, Json value) {
        try {
            return problems(name, schema.validate(MAPPER.readTree(value.text())));
        } catch (ExpressionException e) {
            return List.of(Problem.at(
                    name, "a regular expression of the schema takes too long on this value", "Simplify the schema"));
        } catch (StackOverflowError e) {
            return List.of(Problem.at(
                    name, "the schema goes too deep on this value: does it refer to itself without end?", ""));
        }
    }

    private static RegularExpression regularExpression(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return value -> pattern.matcher(new ExpressionWork().counted(value)).find();
    }

    /** What is wrong with a schema. */
    static List<Problem> problems(Json schema) {
        List<Problem> problems = new ArrayList<>();
        refuse(JsonText.toValue(schema), "", problems);
        if (!problems.isEmpty()) {
            return problems;
        }
        try {
            JsonNode node = MAPPER.readTree(schema.text());
            problems.addAll(problems("", Registry.OF_SCHEMAS.validate(node)));
            if (problems.isEmpty()) {
                new SchemaProgram(schema);
            }
        } catch (IllegalStateException | SchemaException e) {
            problems.add(Problem.at("", JsonText.firstLine(String.valueOf(e.getMessage())), ""));
        } catch (StackOverflowError e) {
            problems.add(Problem.at("", "the schema refers to itself without end", ""));
        }
        return problems;
    }

    /** What is a schema, but not one that may be used here. Looks into names of properties as well, which does no harm. */
    private static void refuse(@Nullable Object value, String path, List<Problem> problems) {
        if (value instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                refuse(elements.get(i), path + "[" + i + "]", problems);
            }
        } else if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                String place = path + Place.member(String.valueOf(name));
                switch (String.valueOf(name)) {
                    case "$ref", "$dynamicRef" -> refuseRemote(member, place, problems);
                    case "$schema" -> refuseDraft(member, place, problems);
                    case "pattern" -> refuseRegex(member, place, problems);
                    case "patternProperties" -> {
                        if (member instanceof Map<?, ?> patterns) {
                            patterns.keySet().forEach(regex -> refuseRegex(regex, place, problems));
                        }
                    }
                    default -> {
                        // looked into below like all others
                    }
                }
                refuse(member, place, problems);
            });
        }
    }

    private static void refuseRemote(@Nullable Object reference, String path, List<Problem> problems) {
        if (reference instanceof String text && !text.startsWith("#")) {
            problems.add(Problem.at(
                    path,
                    "'%s' is outside of this schema".formatted(text),
                    "Copy it into $defs and refer to #/$defs/name"));
        }
    }

    private static void refuseDraft(@Nullable Object draft, String path, List<Problem> problems) {
        if (draft instanceof String text && !text.equals(DRAFT) && !text.equals(DRAFT + "#")) {
            problems.add(Problem.at(path, "'%s' is not supported".formatted(text), "Use " + DRAFT));
        }
    }

    private static void refuseRegex(@Nullable Object regex, String path, List<Problem> problems) {
        if (!(regex instanceof String text)) {
            return;
        }
        try {
            Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            problems.add(
                    Problem.at(path, "'%s' is not a regular expression: %s".formatted(text, e.getDescription()), ""));
        }
    }

    private static List<Problem> problems(String root, List<Error> errors) {
        return errors.stream()
                .limit(PROBLEMS_MAX)
                .map(error -> Problem.at(
                        root + path(String.valueOf(error.getInstanceLocation())),
                        String.valueOf(error.getMessage()),
                        ""))
                .toList();
    }

    /** {@code /lines/0/sku} as {@code .lines[0].sku}. */
    private static String path(String pointer) {
        StringBuilder path = new StringBuilder();
        for (String segment : pointer.split("/", -1)) {
            if (segment.isEmpty()) {
                continue;
            }
            String name = segment.replace("~1", "/").replace("~0", "~");
            if (name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                path.append('[').append(name).append(']');
            } else {
                path.append(Place.member(name));
            }
        }
        return path.toString();
    }
}
