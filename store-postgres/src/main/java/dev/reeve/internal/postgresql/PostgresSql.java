package dev.reeve.internal.postgresql;

import dev.reeve.internal.sql.SqlBlock;
import dev.reeve.internal.sql.SqlFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement with named parameters, made of named blocks in {@code sql/*.sql}. These files contain every statement of
 * the store. Immutable.
 *
 * @param text for JDBC, with a question mark for each parameter
 * @param names of the parameters, in the order of the question marks; a name may occur more than once
 */
record PostgresSql(String text, List<String> names) {

    private static final List<String> FILES = List.of(
            "commit",
            "lane",
            "store",
            "cluster",
            "outbox",
            "schedule",
            "session",
            "retention",
            "migration",
            "allowance");

    private static final Map<String, SqlBlock> BLOCKS = load();

    PostgresSql {
        names = List.copyOf(names);
    }

    /**
     * One statement of these blocks, in this order.
     *
     * @throws IllegalArgumentException if a block does not exist
     */
    static PostgresSql of(String... blocks) {
        StringBuilder source = new StringBuilder();
        for (String block : blocks) {
            SqlBlock found = BLOCKS.get(block);
            if (found == null) {
                throw new IllegalArgumentException("no SQL block named " + block + " in " + FILES);
            }
            source.append(source.isEmpty() ? "" : "\n").append(found.text());
        }
        List<String> names = new ArrayList<>();
        String text = SqlBlock.replaceParameters(source, name -> {
            names.add(name);
            return "?";
        });
        return new PostgresSql(text, names);
    }

    /** The names of all blocks. */
    static List<String> blocks() {
        return List.copyOf(BLOCKS.keySet());
    }

    private static Map<String, SqlBlock> load() {
        Map<String, SqlBlock> blocks = new HashMap<>();
        for (String file : FILES) {
            for (SqlBlock block :
                    SqlFile.blocks(PostgresSql.class, "sql/" + file + ".sql").values()) {
                if (blocks.put(block.name(), block) != null) {
                    throw new IllegalStateException("two SQL blocks named %s in %s".formatted(block.name(), FILES));
                }
            }
        }
        return blocks;
    }
}
