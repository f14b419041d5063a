package dev.reeve.internal.sqlite;

import dev.reeve.internal.sql.SqlFile;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migrates the schema of a file to the one of this release: forward only, each step in one transaction. */
final class SqliteMigrations {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteMigrations.class);

    /** Marks a SQLite file as ours: "Reev". */
    static final int APPLICATION_ID = 0x52656576;

    /** In order. The number in the name of a step is kept in the file as its user_version. Some numbers are unused. */
    private static final List<String> STEPS = List.of(
            "V0001__foundation.sql",
            "V0002__schedules.sql",
            "V0003__labels.sql",
            "V0004__schedule_changes.sql",
            "V0005__service_changes.sql",
            "V0006__definition_changes.sql",
            "V0007__unoffered_actions.sql",
            "V0008__retention.sql",
            "V0009__namespaces.sql",
            "V0010__views.sql");

    /** The first schema with a table of schedules. */
    static final int SCHEDULES = 2;

    /** The first schema with a table of labels. */
    static final int LABELS = 3;

    /** The first schema with a table of changes that people made to schedules. */
    static final int SCHEDULE_CHANGES = 4;

    /** The first schema with a table of changes that people made to actions. */
    static final int SERVICE_CHANGES = 5;

    /** The first schema with a table of actions that no agent offers. */
    static final int UNOFFERED_ACTIONS = 7;

    private SqliteMigrations() {}

    /** The newest schema that this release supports. */
    static int newest() {
        return number(STEPS.getLast());
    }

    static List<String> steps() {
        return STEPS;
    }

    private static int number(String step) {
        return Integer.parseInt(step.substring(1, step.indexOf("__")));
    }

    /**
     * Refuses a file that is not ours or that a newer release wrote, before anything is written.
     *
     * @return the version of its schema; 0 if it is new
     */
    static int check(Session session, Path file) throws SQLException {
        int version = session.version();
        int application = Integer.parseInt(session.pragma("application_id"));
        if (application != APPLICATION_ID && (version != 0 || application != 0 || session.number(Blocks.TABLES) > 0)) {
            throw SqliteErrors.unusable(
                    "%s is a database of something else: it has tables that are not ours. Give another file."
                            .formatted(file));
        }
        if (version < 0) {
            throw SqliteErrors.unusable(
                    "%s says that its schema is number %d, which no release has written: its user_version was changed by another program, or it is damaged. Restore a backup."
                            .formatted(file, version));
        }
        if (version > newest()) {
            throw SqliteErrors.unusable(
                    "%s was written by a newer release: its schema is number %d, and this release knows %d. Use the newer release."
                            .formatted(file, version, newest()));
        }
        return version;
    }

    /** Applies the missing steps. The exclusive lock is held, so no other process migrates. */
    static void migrate(Session session, Path file, int from) throws SQLException {
        for (String step : STEPS) {
            int version = number(step);
            if (version <= from) {
                continue;
            }
            session.execute("BEGIN IMMEDIATE");
            try {
                session.execute(SqlFile.text(SqliteSql.class, "migration/" + step));
                session.execute("PRAGMA application_id = " + APPLICATION_ID);
                session.execute("PRAGMA user_version = " + version);
                session.execute("COMMIT");
            } catch (SQLException e) {
                session.execute("ROLLBACK");
                throw e;
            }
            LOG.info("Schema of {} is now {}.", file, step);
        }
    }
}
