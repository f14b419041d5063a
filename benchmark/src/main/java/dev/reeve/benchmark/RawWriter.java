package dev.reeve.benchmark;

import dev.reeve.spi.store.Batch;
import java.sql.SQLException;

/** Writes batches by plain JDBC, one transaction each: the database's own performance, without Reeve's code. */
interface RawWriter extends AutoCloseable {

    void write(Batch batch) throws SQLException;

    @Override
    void close();
}
