package dev.reeve.internal.sqlite;

import dev.reeve.internal.sql.SqlBlock;
import dev.reeve.internal.sql.SqlFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * One named block of SQL from a resource. Its parameters have names in the resource. In the statement they are numbered
 * from 1, in the order in which the block's first line lists them. Immutable.
 *
 * @param name such as {@code lane.fence}
 * @param parameters in the order of their numbers
 * @param text with {@code ?1}, {@code ?2} … for the parameters
 */
record SqliteSql(String name, List<String> parameters, String text) {

    private static final Pattern PARAMETER = Pattern.compile("\\?(\\d+)");

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

    /**
     * This insertion of one row, for several rows. The parameters of a row follow those of the row before, in the same
     * order.
     */
    SqliteSql rows(int count) {
        String values = "values ";
        int at = text.lastIndexOf(values + "(");
        if (at < 0 || !text.endsWith(")")) {
            throw new IllegalArgumentException(name + ": expected an insertion of one row, found " + text);
        }
        String row = text.substring(at + values.length());
        List<String> names = new ArrayList<>();
        StringJoiner rows = new StringJoiner(", ", text.substring(0, at + values.length()), "");
        for (int i = 0; i < count; i++) {
            int before = names.size();
            rows.add(PARAMETER.matcher(row).replaceAll(found -> "?" + (before + Integer.parseInt(found.group(1)))));
            names.addAll(parameters);
        }
        return new SqliteSql(name, names, rows.toString());
    }

    /** This statement with several values for its last parameter, which is alone in an {@code in}. */
    SqliteSql listing(int count) {
        int last = parameters.size();
        String list = "in (?" + last + ")";
        if (!text.contains(list)) {
            throw new IllegalArgumentException("%s: expected '%s', found %s".formatted(name, list, text));
        }
        List<String> names = new ArrayList<>(parameters);
        StringJoiner values = new StringJoiner(", ", "in (", ")").add("?" + last);
        for (int i = 1; i < count; i++) {
            values.add("?" + (last + i));
            names.add(parameters.getLast());
        }
        return new SqliteSql(name, names, text.replace(list, values.toString()));
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
