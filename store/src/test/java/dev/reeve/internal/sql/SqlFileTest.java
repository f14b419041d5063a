package dev.reeve.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlFileTest {

    @Test
    @DisplayName("D18: a file is read as blocks with names and parameters, without comments and empty lines")
    void aFileIsReadAsBlocks() {
        Map<String, SqlBlock> blocks = SqlFile.blocks(SqlFileTest.class, "good.sql");

        assertThat(blocks.keySet()).containsExactly("lane.fence", "lane.plain", "lane.none");
        SqlBlock fence = Objects.requireNonNull(blocks.get("lane.fence"));
        assertThat(fence.listed()).containsExactly("node", "lane");
        assertThat(fence.text()).isEqualTo("update lane\nset node = :node\nwhere lane = :lane");
        assertThat(Objects.requireNonNull(blocks.get("lane.none")).listed()).isEmpty();
        SqlBlock plain = Objects.requireNonNull(blocks.get("lane.plain"));
        assertThat(plain.parameters()).isNull();
        assertThatThrownBy(plain::listed).hasMessage("lane.plain lists no parameters");
    }

    @Test
    @DisplayName("parameters are replaced in order, and casts are no parameters")
    void parametersAreReplaced() {
        List<String> names = new ArrayList<>();

        String text = SqlBlock.replaceParameters("select :a::text, ':b' || :a", name -> {
            names.add(name);
            return "$" + names.size();
        });

        assertThat(text).isEqualTo("select $1::text, '$2' || $3");
        assertThat(names).containsExactly("a", "b", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    missing.sql  | The resource missing.sql is missing beside dev.reeve.internal.sql.SqlFileTest: the jar is incomplete.
                    nameless.sql | SQL before the first name in nameless.sql: select 1
                    twice.sql    | SQL block a.b in twice.sql is empty or twice there
                    empty.sql    | SQL block a.b in empty.sql is empty or twice there
                    unread.sql   | '-- name: a.b_c' in unread.sql names no block: a name has letters and points only
                    """)
    @DisplayName("a missing or invalid file is refused with its name")
    void aWrongFileIsRefused(String file, String message) {
        assertThatThrownBy(() -> SqlFile.blocks(SqlFileTest.class, file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
    }
}
