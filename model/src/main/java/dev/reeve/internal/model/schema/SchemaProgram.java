package dev.reeve.internal.model.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.regex.RegularExpression;
import dev.reeve.Json;
import dev.reeve.internal.model.expression.ExpressionException;
import dev.reeve.internal.model.expression.ExpressionWork;
import dev.reeve.internal.model.expression.RegexSafety;
import dev.reeve.internal.sensitive.SensitivePlace;
import dev.reeve.internal.sensitive.SensitiveSchema;
import dev.reeve.internal.values.JsonText;
import dev.reeve.internal.values.MemberPath;
import dev.reeve.workflow.Problem;
import java.util.ArrayList;
import java.util.HashMap;
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
 * A compiled JSON Schema. It reads nothing outside of itself: other references are refused. One limit of work covers a
 * whole check, including regular expressions. Immutable and thread-safe.
 */
final class SchemaProgram {

    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final int PROBLEMS_MAX = 100;

    /**
     * Maximum work of one check: one unit for each keyword applied to a value, and more for keywords that traverse all
     * of it. A payload of a megabyte against an ordinary schema takes a quarter of it.
     */
    static final int WORK = 2_000_000;

    private static final int ENUM_CONTAINERS_MAX = 100;
    private static final int ENUM_HASH_MAX = 20;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Loads the library's tables, which takes a while; a separate class, so that only users of schemas load them. */
    private static final class Registry {
        static final SchemaRegistry INSTANCE = SchemaRegistry.withDialect(
                counted(Dialects.getDraft202012()),
                builder -> builder.schemaCacheEnabled(false)
                        .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .locale(Locale.ENGLISH)
                                .regularExpressionFactory(SchemaProgram::regularExpression)
                                .build()));

        private static Dialect counted(Dialect dialect) {
            Dialect.Builder builder = Dialect.builder(dialect);
            dialect.getKeywords().forEach((name, keyword) -> {
                if (CountedKeyword.counts(name)) {
                    boolean unique = name.equals(KeywordType.UNIQUE_ITEMS.getValue());
                    builder.keyword(new CountedKeyword(unique ? new UniqueItems() : keyword));
                }
            });
            // judges no value; the library warns of keywords that it does not know
            builder.keyword(new NonValidationKeyword("sensitive"));
            return builder.build();
        }

        static final Schema OF_SCHEMAS = INSTANCE.getSchema(SchemaLocation.of(DRAFT));
    }

    private final Schema schema;
    private final SensitivePlace sensitive;

    /**
     * @throws IllegalStateException if it is not a schema
     */
    SchemaProgram(Json schema) {
        this.sensitive = SensitiveSchema.of(schema);
        try {
            this.schema = Registry.INSTANCE.getSchema(MAPPER.readTree(schema.text()));
            this.schema.initializeValidators();
        } catch (SchemaException | PatternSyntaxException e) {
            throw new IllegalStateException("not a JSON Schema: " + e.getMessage(), e);
        }
    }

    List<Problem> check(String name, Json value) {
        try {
            return problems(name, errors(schema, MAPPER.readTree(value.text()), WORK), sensitive);
        } catch (ExpressionException e) {
            return List.of(Problem.at(
                    name,
                    "checking this value against the schema takes too long: the limit is %,d units of work"
                            .formatted(WORK),
                    "Simplify the schema, its regular expressions and what it refers to more than once above all"));
        } catch (StackOverflowError e) {
            return List.of(Problem.at(
                    name, "the schema goes too deep on this value: does it refer to itself without end?", ""));
        }
    }

    private static List<Error> errors(Schema schema, JsonNode value, int work) {
        FirstErrors first = new FirstErrors();
        try {
            return new ExpressionWork(work).during(() -> schema.validate(value, context -> context.setErrors(first)));
        } catch (FirstErrors.Enough e) {
            return first;
        }
    }

    /** Ends a check after more errors than a person reads. */
    private static final class FirstErrors extends ArrayList<Error> {

        private static final class Enough extends RuntimeException {
            private Enough() {
                super("more than %d errors".formatted(PROBLEMS_MAX), null, false, false);
            }
        }

        @Override
        public boolean add(Error error) {
            super.add(error);
            if (size() > PROBLEMS_MAX) {
                throw new Enough();
            }
            return true;
        }
    }

    private static RegularExpression regularExpression(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return value -> pattern.matcher(ExpressionWork.current().counted(value)).find();
    }

    /** Checks a schema. */
    static List<Problem> problems(Json schema) {
        List<Problem> problems = new ArrayList<>();
        try {
            Object value = schema.value();
            refuse(value, "", problems);
            problems.addAll(SchemaFanOut.problems(value));
            SensitiveSchema.wrongMarks(value)
                    .forEach((path, found) -> problems.add(
                            Problem.at(path, "expected true or false, found %s".formatted(found), "Write true")));
            if (!problems.isEmpty()) {
                return problems;
            }
            JsonNode node = MAPPER.readTree(schema.text());
            // without a work limit: the meta-schema is trusted, and a definition is small
            problems.addAll(problems("", errors(Registry.OF_SCHEMAS, node, Integer.MAX_VALUE), SensitivePlace.plain()));
            if (problems.isEmpty()) {
                new SchemaProgram(schema);
            }
        } catch (IllegalStateException | SchemaException e) {
            problems.add(Problem.at("", JsonText.firstLine(String.valueOf(e.getMessage())), ""));
        } catch (StackOverflowError e) {
            problems.add(Problem.at("", "the schema goes too deep: does it refer to itself without end?", ""));
        }
        return problems;
    }

    /**
     * Reports valid features of JSON Schema that are refused here. Also checks names of properties, which does no harm.
     */
    private static void refuse(@Nullable Object value, String path, List<Problem> problems) {
        if (value instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                refuse(elements.get(i), path + "[" + i + "]", problems);
            }
        } else if (value instanceof Map<?, ?> members) {
            members.forEach((name, member) -> {
                String place = path + MemberPath.member(String.valueOf(name));
                switch (String.valueOf(name)) {
                    case "$ref", "$dynamicRef" -> refuseRemote(member, place, problems);
                    case "$schema" -> refuseDraft(member, place, problems);
                    case "enum" -> refuseEnum(member, place, problems);
                    case "pattern" -> refuseRegex(member, place, problems);
                    case "patternProperties" -> {
                        if (member instanceof Map<?, ?> patterns) {
                            patterns.keySet().forEach(regex -> refuseRegex(regex, place, problems));
                        }
                    }
                    default -> {
                        // checked below like all others
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

    /** The library finds values by their hash, and an author can craft values with equal hashes. */
    private static void refuseEnum(@Nullable Object values, String path, List<Problem> problems) {
        if (!(values instanceof List<?> elements)) {
            return;
        }
        Map<Integer, Integer> hashes = new HashMap<>();
        int containers = 0;
        int most = 0;
        for (Object element : elements) {
            if (element instanceof List || element instanceof Map) {
                containers++;
            } else if (element instanceof String text) {
                most = Math.max(most, hashes.merge(text.hashCode(), 1, Integer::sum));
            }
        }
        if (containers > ENUM_CONTAINERS_MAX || most > ENUM_HASH_MAX) {
            problems.add(Problem.at(
                    path,
                    "'enum' may have %d objects and arrays at most, and %d texts of one hash"
                            .formatted(ENUM_CONTAINERS_MAX, ENUM_HASH_MAX),
                    "List texts, or describe the objects with 'properties'"));
        }
    }

    private static void refuseRegex(@Nullable Object regex, String path, List<Problem> problems) {
        if (!(regex instanceof String text)) {
            return;
        }
        try {
            Pattern.compile(text);
            if (RegexSafety.repeatsNothing(text)) {
                problems.add(Problem.at(
                        path,
                        "'%s' repeats a part that may be empty, which can take time without bound".formatted(text),
                        "Simplify it"));
            }
        } catch (PatternSyntaxException e) {
            problems.add(
                    Problem.at(path, "'%s' is not a regular expression: %s".formatted(text, e.getDescription()), ""));
        }
    }

    private static List<Problem> problems(String root, List<Error> errors, SensitivePlace sensitive) {
        return errors.stream()
                .limit(PROBLEMS_MAX)
                .map(error -> problem(root, error, sensitive))
                .toList();
    }

    /** A problem within a sensitive value names neither its members nor what is wrong with them. */
    private static Problem problem(String root, Error error, SensitivePlace sensitive) {
        NodePath location = error.getInstanceLocation();
        SensitivePlace place = sensitive;
        StringBuilder path = new StringBuilder(root);
        for (int i = 0; i < location.getNameCount() && !place.isSensitive(); i++) {
            if (location.getElement(i) instanceof Integer index) {
                path.append('[').append(index).append(']');
                place = place.element(index);
            } else {
                path.append(MemberPath.member(location.getName(i)));
                place = place.member(location.getName(i));
            }
        }
        return place.isSensitive()
                ? Problem.at(
                        path.toString(),
                        "does not satisfy '%s'; it is sensitive, so no more is said".formatted(error.getKeyword()),
                        "")
                : Problem.at(root + path(String.valueOf(location)), String.valueOf(error.getMessage()), "");
    }

    /** Converts {@code /lines/0/sku} to {@code .lines[0].sku}. */
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
                path.append(MemberPath.member(name));
            }
        }
        return path.toString();
    }
}
