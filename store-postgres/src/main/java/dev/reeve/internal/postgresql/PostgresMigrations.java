package dev.reeve.internal.postgresql;

import dev.reeve.internal.sql.SqlFile;
import dev.reeve.spi.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates the schema, forward only, each migration in one transaction: its locks are released before the next one
 * builds an index. Each takes a lock for its duration, so that of two concurrent migrations one waits (F56), and a
 * pooler does no harm (R49).
 */
final class PostgresMigrations {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresMigrations.class);

    /** The files in {@code migration/}, in order. */
    private static final List<String> SCRIPTS = List.of(
            "V0001__foundation.sql",
            "V0002__views.sql",
            "V0003__schedules.sql",
            "V0004__labels.sql",
            "V0005__schedule_changes.sql",
            "V0006__service_changes.sql",
            "V0007__long_snapshots.sql",
            "V0008__definition_changes.sql",
            "V0009__unoffered_actions.sql",
            "V0010__retention.sql",
            "V0011__vacuum.sql",
            "V0012__cluster.sql",
            "V0013__formats.sql",
            "V0014__node_ttl.sql",
            "V0015__permits.sql",
            "V0016__requests.sql",
            "V0017__node_report.sql",
            "V0018__deployments.sql",
            "V0019__mail.sql",
            "V0020__key_policy.sql",
            "V0021__allowances.sql",
            "V0022__node_process.sql",
            "V0023__successions.sql",
            "V0024__namespaces.sql",
            "V0025__lists.sql",
            "V0026__unique_entries.sql",
            "V0027__views.sql");

    /** From this version on the schema says which releases may use it. */
    static final int FORMATS = 13;

    /** The version of the newest file. */
    static final int VERSION = version(SCRIPTS.getLast());

    /** How long a connection may be silent: one migration may change every row. */
    private static final Duration PATIENCE = Duration.ofHours(6);

    private PostgresMigrations() {}

    static void run(DataSource dataSource) {
        run(dataSource, VERSION);
    }

    /** @param until the version to stop at */
    static void run(DataSource dataSource, int until) {
        Timeouts timeouts = new Timeouts(PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE);
        try (Loan loan = new Loan(dataSource, Schema.of(dataSource), timeouts, Timeouts.DEFAULT.network())) {
            for (String script : SCRIPTS) {
                if (version(script) <= until) {
                    boolean ran = loan.transaction(() -> migrate(loan, script));
                    if (ran) {
                        LOG.info("schema {}: {} done", loan.schema().name(), script);
                    }
                }
            }
        } catch (SQLException e) {
            throw PostgresErrors.opening(e);
        }
    }

    /** @return false if another process had applied it before */
    private static boolean migrate(Loan loan, String script) throws SQLException {
        for (String block : List.of("migration.pin", "migration.lock")) {
            try (Query query = ask(loan, block)) {
                query.execute();
            }
        }
        Map<Integer, @Nullable Integer> done = done(loan);
        String text = SqlFile.text(PostgresSql.class, "migration/" + script);
        int version = version(script);
        if (done.containsKey(version)) {
            check(loan.schema(), script, checksum(text), done.get(version));
            return false;
        }
        long begun = System.nanoTime();
        execute(loan, text);
        add(loan, script, checksum(text), Duration.ofNanos(System.nanoTime() - begun));
        return true;
    }

    private static Map<Integer, @Nullable Integer> done(Loan loan) throws SQLException {
        boolean schema;
        boolean history;
        try (Query query = ask(loan, "migration.found");
                ResultSet rows = query.rows()) {
            rows.next();
            schema = rows.getBoolean(1);
            history = rows.getBoolean(2);
        }
        if (!schema) {
            execute(loan, PostgresSql.of("migration.schema").text());
        }
        if (!history) {
            execute(loan, PostgresSql.of("migration.history").text());
        }
        Map<Integer, @Nullable Integer> done = new HashMap<>();
        try (Query query = ask(loan, "migration.done");
                ResultSet rows = query.rows()) {
            while (rows.next()) {
                done.put(rows.getInt(1), rows.getObject(2, Integer.class));
            }
        }
        return done;
    }

    private static Query ask(Loan loan, String block) throws SQLException {
        return Query.inSession(loan.connection(), loan.schema().sql(block));
    }

    private static void add(Loan loan, String script, int checksum, Duration took) throws SQLException {
        try (Query query = ask(loan, "migration.add")) {
            query.set("version", script.substring(1, script.indexOf("__")))
                    .set("description", description(script))
                    .set("script", script)
                    .set("checksum", checksum)
                    .set("millis", (int) took.toMillis())
                    .update();
        }
    }

    private static void execute(Loan loan, String script) throws SQLException {
        try (Statement statement = loan.connection().createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(loan.schema().in(script));
        }
    }

    /** Released files do not change. A schema with another checksum was not made from this file. */
    private static void check(Schema schema, String script, int expected, @Nullable Integer found) {
        if (found != null && found != expected) {
            throw new StoreException(
                    StoreException.Kind.UNUSABLE,
                    "the schema %s was made by another %s than this release has (checksum %d, expected %d): use the release that made it, or restore a backup"
                            .formatted(schema.name(), script, found, expected),
                    null);
        }
    }

    /** The numbers of all migrations; some are unused. */
    static List<Integer> versions() {
        return SCRIPTS.stream().map(PostgresMigrations::version).toList();
    }

    private static int version(String script) {
        return Integer.parseInt(script.substring(1, script.indexOf("__")));
    }

    private static String description(String script) {
        return script.substring(script.indexOf("__") + 2, script.length() - ".sql".length())
                .replace('_', ' ');
    }

    /** As Flyway computes it, which earlier releases used: over the lines without their ends. */
    private static int checksum(String text) {
        CRC32 crc = new CRC32();
        text.lines().forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
        return (int) crc.getValue();
    }
}
