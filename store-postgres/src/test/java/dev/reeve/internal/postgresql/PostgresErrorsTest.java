package dev.reeve.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.spi.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PostgresErrorsTest {

    private static SQLException error(@Nullable String state) {
        return new SQLException("it went wrong", state);
    }

    @Test
    @DisplayName("SQLSTATEs separate transient faults, faults of the data, and faults that need a person")
    void kindsAreToldApart() {
        Map<Kind, List<String>> states = Map.of(
                Kind.UNAVAILABLE,
                List.of(
                        "08001", "08006", "25006", "40001", "40P01", "53100", "53200", "53300", "55P03", "57014",
                        "57P01", "57P03", "58030"),
                Kind.DATA,
                List.of("21000", "22003", "22021", "22P02", "23000", "23505", "23514", "54000"),
                Kind.UNUSABLE,
                List.of("0A000", "28P01", "3D000", "3F000", "42501", "42P01", "XX001", "XX002"));

        states.forEach((kind, list) -> list.forEach(
                state -> assertThat(PostgresErrors.kind(error(state))).as(state).isEqualTo(kind)));
        assertThat(PostgresErrors.kind(error(null))).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    @DisplayName("F33: messages name the operation, the problem and the remedy")
    void messagesSayWhatToDo() {
        assertThat(PostgresErrors.failed("commit a batch", error("53100")))
                .hasMessage(
                        "PostgreSQL did not commit a batch: it went wrong (SQLSTATE 53100). Its disk is full: make room");
        assertThat(PostgresErrors.failed("tell the time", error(null)))
                .hasMessage("PostgreSQL did not tell the time: it went wrong. Try again when it is back");
        assertThat(PostgresErrors.opening(error("28P01"))).hasMessageContaining("Check user and password");
    }

    @Test
    @DisplayName("Only errors of reaching the server advise to check host and port")
    void adviceFitsTheTrouble() {
        String reach = "Check host and port";
        for (String state : List.of("08001", "08006", "08003")) {
            assertThat(PostgresErrors.opening(error(state))).as(state).hasMessageContaining(reach);
        }
        Map<String, String> others = Map.of(
                "08004", "check user, password and sslmode",
                "28000", "pg_hba.conf",
                "3D000", "Create the database",
                "42501", "Grant the role",
                "22P05", "encoding 'UTF8'",
                "53300", "Raise max_connections",
                "55P03", "Another session holds the lock",
                "57014", "statement_timeout",
                "57P03", "It is starting up",
                "XX001", "A person must look at it");
        others.forEach((state, advice) -> assertThat(PostgresErrors.opening(error(state)))
                .as(state)
                .hasMessageContaining(advice)
                .message()
                .doesNotContain(reach)
                .endsWith("."));
        assertThat(PostgresErrors.opening(error(null))).hasMessageContaining("the pool of the data source");
    }
}
