package dev.reeve.internal.postgresql;

import dev.reeve.UnofferedAction;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Actions that no agent offers, in the table unoffered_action. */
final class UnofferedTable {

    private UnofferedTable() {}

    static void keep(Loan loan, List<UnofferedAction> actions, Set<String> over) throws SQLException {
        try (Query query = loan.query("store.unofferedKept")) {
            query.set("actions", "text", all(actions, UnofferedAction::action))
                    .set("sinces", "timestamptz", all(actions, UnofferedTable::since))
                    .set("waitings", "int4", all(actions, UnofferedAction::waiting))
                    .set("agents", "text", all(actions, UnofferedAction::agent))
                    .set("over", "text", over.toArray())
                    .update();
        }
    }

    private static @Nullable Object[] all(
            List<UnofferedAction> actions, Function<UnofferedAction, ? extends @Nullable Object> part) {
        @Nullable Object[] parts = new Object[actions.size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = part.apply(actions.get(i));
        }
        return parts;
    }

    private static OffsetDateTime since(UnofferedAction action) {
        return OffsetDateTime.ofInstant(action.since().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
    }

    static List<UnofferedAction> list(Loan loan) throws SQLException {
        return loan.query("store.unoffered")
                .list(rows -> new UnofferedAction(
                        rows.getString(1), ResultRows.time(rows, 2), rows.getInt(3), rows.getString(4)));
    }
}
