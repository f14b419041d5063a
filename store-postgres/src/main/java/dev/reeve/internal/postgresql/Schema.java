package dev.reeve.internal.postgresql;

import dev.reeve.SchemaDataSource;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * The schema of a store, and the statements in it. The files say {@code reeve}; another schema stands instead of it.
 * Thread-safe.
 */
final class Schema {

    static final Schema DEFAULT = new Schema(SchemaDataSource.DEFAULT);

    /** The name of the schema before a dot, as a text, or in a command. A setting of the database is no such name. */
    private static final Pattern NAMED =
            Pattern.compile("\\breeve(?=\\.(?!throwaway))|(?<=')reeve(?=')|(?<=\\b(?:schema|listen) )reeve\\b");

    private final String name;
    private final Map<List<String>, PostgresSql> statements = new ConcurrentHashMap<>();

    private Schema(String name) {
        this.name = name;
    }

    static Schema of(DataSource database) throws SQLException {
        return database.isWrapperFor(SchemaDataSource.class)
                ? of(database.unwrap(SchemaDataSource.class).schema())
                : DEFAULT;
    }

    static Schema of(String name) {
        return name.equals(DEFAULT.name) ? DEFAULT : new Schema(name);
    }

    String name() {
        return name;
    }

    /**
     * One statement of these blocks, in this order.
     *
     * @throws IllegalArgumentException if a block does not exist
     */
    PostgresSql sql(String... blocks) {
        return statements.computeIfAbsent(List.of(blocks), key -> in(PostgresSql.of(blocks)));
    }

    /** The same statement in this schema. */
    PostgresSql in(PostgresSql sql) {
        return new PostgresSql(in(sql.text()), sql.names());
    }

    /** The same script in this schema. */
    String in(String script) {
        return this == DEFAULT ? script : NAMED.matcher(script).replaceAll(Matcher.quoteReplacement(name));
    }
}
