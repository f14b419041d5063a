package dev.reeve.internal.postgresql;

import dev.reeve.spi.store.Pulse;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/**
 * The question for the pulse. It looks for messages only as often as that is quick. Otherwise it answers that some may
 * wait. Thread-safe.
 */
final class PulseQuery {

    private final RareLook messages = new RareLook();

    Pulse read(Loan loan) throws SQLException {
        long begun = System.nanoTime();
        boolean looks = messages.isDue(begun);
        try (Query query = loan.planned("store.pulse").set("looks", looks);
                ResultSet rows = query.rows()) {
            rows.next();
            Instant now = ResultRows.time(rows, 1);
            long deployments = rows.getLong(2);
            boolean hasMessages = !looks || rows.getBoolean(3);
            if (looks) {
                messages.took(begun, System.nanoTime());
            }
            return new Pulse(now, deployments, Pauses.rest(rows, 4), hasMessages);
        }
    }
}
