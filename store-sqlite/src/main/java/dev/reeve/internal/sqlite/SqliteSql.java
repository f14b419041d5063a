package dev.reeve.internal.sqlite;

import dev.reeve.internal.sql.SqlBlock;
import dev.reeve.internal.sql.SqlFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One named block of SQL from a resource. Its parameters have names in the resource. In the statement they are numbered
 * from 1, in the order in which the block's first line lists them. Immutable.
 *
 * @param name such as {@code lane.fence}
 * @param parameters in the order of their numbers
 * @param text with {@code ?1}, {@code ?2} … for the parameters
 */
record SqliteSql(String name, List<String> parameters, String text) {

    SqliteSql {
        parameters = List.copyOf(parameters);
    }

    /** This block followed by another one, which has the same parameters. */
    SqliteSql with(SqliteSql rest) {
        if (!parameters.equals(rest.parameters)) {
            throw new IllegalArgumentException("%s and %s: expected the same parameters, found %s and %s"
                    .formatted(name, rest.name, parameters, rest.parameters));
        }
        return new SqliteSql(name, parameters, text + "\n" + rest.text);
    }

    /** The blocks of {@code sql/file} by their names. */
    static Map<String, SqliteSql> load(String file) {
        Map<String, SqliteSql> blocks = new LinkedHashMap<>();
        SqlFile.blocks(SqliteSql.class, "sql/" + file).forEach((name, block) -> blocks.put(name, numbered(block)));
        return blocks;
    }

    private static SqliteSql numbered(SqlBlock block) {
        List<String> parameters = block.listed();
        String text = SqlBlock.replaceParameters(block.text(), parameter -> {
            int number = parameters.indexOf(parameter) + 1;
            if (number == 0) {
                throw new IllegalStateException(
                        "%s: the parameter %s is not in its list %s".formatted(block.name(), parameter, parameters));
            }
            return "?" + number;
        });
        return new SqliteSql(block.name(), parameters, text);
    }
}
