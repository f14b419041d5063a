package dev.reeve;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A PostgreSQL database with the schema in which Reeve keeps its tables and functions. Without it that is the schema
 * {@code reeve}. Stores in several schemas of one database know nothing of each other. Thread-safe if the other data
 * source is.
 *
 * <pre>{@code
 * JdbcReeve reeve = Reeve.open(SchemaDataSource.of(dataSource, "billing_workflows"));
 * }</pre>
 *
 * <p>Where the documentation names the schema {@code reeve}, in functions, tables and rights, this one stands instead.
 */
public final class SchemaDataSource implements DataSource {

    /** The schema of a store unless another one is named. */
    public static final String DEFAULT = "reeve";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** The words that PostgreSQL takes for a name only in quotes: the reserved ones of its appendix C. */
    private static final Set<String> RESERVED = Set.of("""
            all analyse analyze and any array as asc asymmetric authorization binary both case cast check
            collate collation column concurrently constraint create cross current_catalog current_date
            current_role current_schema current_time current_timestamp current_user default deferrable desc
            distinct do else end except false fetch for foreign freeze from full grant group having ilike
            in initially inner intersect into is isnull join lateral leading left like limit localtime
            localtimestamp natural not notnull null offset on only or order outer overlaps placing primary
            references returning right select session_user similar some symmetric system_user table
            tablesample then to trailing true union unique user using variadic verbose when where window
            with""".split("\\s+"));

    private final DataSource database;
    private final String schema;

    private SchemaDataSource(DataSource database, String schema) {
        this.database = Objects.requireNonNull(database, "database: expected a data source, found null");
        this.schema = schema;
    }

    /**
     * Names the schema of a store. The engine that opens it first creates the schema.
     *
     * @param schema up to 63 characters of a-z, 0-9 and _, beginning with a letter; not one of PostgreSQL's own, and no
     *     reserved word of SQL
     * @throws IllegalArgumentException if that is no name of a schema
     */
    public static SchemaDataSource of(DataSource database, String schema) {
        if (!NAME.matcher(schema).matches() || schema.startsWith("pg_") || schema.equals("information_schema")) {
            throw new IllegalArgumentException(
                    "schema: expected up to 63 characters of a-z, 0-9 and _ that begin with a letter and not with pg_, found '%s'"
                            .formatted(schema));
        }
        if (RESERVED.contains(schema)) {
            throw new IllegalArgumentException("schema: '%s' is a reserved word of SQL; use another name, such as '%s_'"
                    .formatted(schema, schema));
        }
        return new SchemaDataSource(database, schema);
    }

    /** The schema in which Reeve keeps its tables and functions. */
    public String schema() {
        return schema;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return database.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return database.getConnection(user, password);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return database.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        database.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        database.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return database.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return database.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type.isInstance(this) ? type.cast(this) : database.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this) || database.isWrapperFor(type);
    }
}
