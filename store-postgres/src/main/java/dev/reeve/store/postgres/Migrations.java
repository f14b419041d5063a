package dev.reeve.store.postgres;

import dev.reeve.engine.store.StoreException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Brings the schema up to date, forward only. Flyway takes a lock for as long as its transaction lasts, so that of two
 * who start at once one waits for the other (F56), and a pooler does no harm (R49).
 */
final class Migrations {

    /** Of the newest file in {@code migration/}. */
    static final int VERSION = 10;

    static final String HISTORY = "schema_history";

    private static final String LOCATION = "classpath:dev/reeve/store/postgres/migration";

    private Migrations() {}

    static void run(DataSource dataSource) {
        try {
            flyway(dataSource).load().migrate();
        } catch (FlywayException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof SQLException sql) {
                    throw Failures.opening(sql);
                }
            }
            throw new StoreException(
                    StoreException.Kind.UNUSABLE, "cannot migrate the schema reeve: " + e.getMessage(), e);
        }
    }

    static FluentConfiguration flyway(DataSource dataSource) {
        return Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations(LOCATION)
                .failOnMissingLocations(true)
                .defaultSchema("reeve")
                .schemas("reeve")
                .createSchemas(true)
                .table(HISTORY)
                .placeholderReplacement(false);
    }
}
