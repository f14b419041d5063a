package dev.reeve.internal.model.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.annotation.Annotation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import dev.reeve.internal.model.expression.ExpressionWork;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A keyword of JSON Schema that counts its work on a value. The library itself counts each application of a schema.
 * This class counts the parts of the schema and of the value that a keyword reads.
 */
record CountedKeyword(Keyword keyword) implements Keyword {

    /** Keywords that the library expects in its own classes, and whose work it counts itself. */
    private static final Set<String> LEFT_ALONE = Set.of("$ref", "$dynamicRef", "$recursiveRef", "format");

    /** Keywords that compare or traverse the whole value. */
    private static final Set<String> DEEP = Set.of("const", "enum", "uniqueItems");

    /** Number of members, elements or compared values that cost one unit. */
    private static final int ELEMENTS_PER_UNIT = 8;

    private static final int CHARACTERS_PER_UNIT = 64;

    /** Number of characters that cost one unit. The library writes the schema of a {@code not} into its problem. */
    private static final int WRITTEN_PER_UNIT = 8;

    /** Units for each earlier annotation of a value, whose location is compared. */
    private static final int ANNOTATION = 8;

    /** Number of schemas around this one that cost one unit more, since a location takes time for each of them. */
    private static final int SCHEMAS_PER_UNIT = 2;

    static boolean counts(String keyword) {
        return !LEFT_ALONE.contains(keyword);
    }

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public @Nullable KeywordValidator newValidator(
            SchemaLocation location, JsonNode schema, Schema parent, SchemaContext context) throws Exception {
        KeywordValidator validator = keyword.newValidator(location, schema, parent, context);
        if (validator == null) {
            return null;
        }
        String name = validator.getKeyword();
        int written = name.equals("not") ? schema.toString().length() / WRITTEN_PER_UNIT : 0;
        return new Validator(validator, name, 1 + schema.size() / ELEMENTS_PER_UNIT + written, DEEP.contains(name));
    }

    private record Validator(KeywordValidator validator, String keyword, int cost, boolean deep)
            implements KeywordValidator {

        @Override
        public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            count(context, value, place);
            validator.validate(context, value, root, place);
        }

        @Override
        public void walk(
                ExecutionContext context, @Nullable JsonNode value, JsonNode root, NodePath place, boolean validate) {
            if (value != null) {
                count(context, value, place);
            }
            validator.walk(context, value, root, place, validate);
        }

        private void count(ExecutionContext context, JsonNode value, NodePath place) {
            ExpressionWork work = ExpressionWork.current();
            work.spend(cost);
            if (deep) {
                goThrough(work, value);
            } else {
                work.spend(shallow(value));
            }
            // kept only for "unevaluated…" keywords, which traverse them; also traversed when a schema does not fit
            Map<NodePath, List<Annotation>> annotations =
                    context.getAnnotations().asMap();
            if (!annotations.isEmpty()) {
                List<Annotation> found = annotations.get(place);
                int depth = context.getEvaluationSchema().size();
                work.spend(found == null ? 1 : 1 + found.size() * (ANNOTATION + depth / SCHEMAS_PER_UNIT));
            }
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }

        @Override
        public String getKeyword() {
            return keyword;
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return validator.getSchemaLocation();
        }
    }

    private static int shallow(JsonNode value) {
        return value.isString() ? value.stringValue().length() / CHARACTERS_PER_UNIT : value.size() / ELEMENTS_PER_UNIT;
    }

    private static void goThrough(ExpressionWork work, JsonNode value) {
        work.spend(1 + shallow(value));
        for (JsonNode part : value) {
            if (part.isContainer() || part.isString()) {
                goThrough(work, part);
            }
        }
    }
}
