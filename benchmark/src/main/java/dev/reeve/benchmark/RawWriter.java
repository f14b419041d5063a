package dev.reeve.benchmark;

import dev.reeve.engine.store.Batch;
import java.sql.SQLException;

/** Writes batches by plain JDBC, one transaction each: what the database can do without any code of ours. */
interface RawWriter extends AutoCloseable {

    void write(Batch batch) throws SQLException;

    @Override
    void close();
}
