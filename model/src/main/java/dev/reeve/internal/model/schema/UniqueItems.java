package dev.reeve.internal.model.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.MessageSourceError;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import dev.reeve.internal.values.JsonText;
import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code uniqueItems}. The library's version compares all values pairwise if they were crafted to have
 * equal hashes.
 */
final class UniqueItems implements Keyword {

    @Override
    public String getValue() {
        return KeywordType.UNIQUE_ITEMS.getValue();
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode schema, Schema parent, SchemaContext context) {
        return new Validator(location, schema, parent, context);
    }

    private static final class Validator extends BaseKeywordValidator {

        private final boolean wanted;

        Validator(SchemaLocation location, JsonNode schema, Schema parent, SchemaContext context) {
            super(KeywordType.UNIQUE_ITEMS, schema, location, parent, context);
            this.wanted = schema.isBoolean() && schema.booleanValue();
        }

        @Override
        public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
            if (!wanted || !value.isArray() || value.size() < 2) {
                return;
            }
            Set<String> seen = new HashSet<>();
            for (JsonNode item : value) {
                // texts have an order, unlike objects, so a set finds them quickly even with equal hashes
                if (!seen.add(JsonText.canonical(item.toString()))) {
                    MessageSourceError.Builder error = error();
                    error.instanceNode(value);
                    error.instanceLocation(place);
                    error.evaluationPath(context.getEvaluationPath());
                    error.locale(context.getExecutionConfig().getLocale());
                    context.addError(error.build());
                    return;
                }
            }
        }
    }
}
