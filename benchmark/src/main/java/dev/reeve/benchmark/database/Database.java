package dev.reeve.benchmark.database;

import dev.reeve.Reeve;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.spi.store.Store;
import java.util.List;
import java.util.Map;

/** The database of a workload. */
public sealed interface Database extends AutoCloseable permits SqliteDatabase, PostgresDatabase {

    /** Opens the store, and creates it if it does not exist. */
    Store open();

    /** Opens an engine, as users do. */
    Reeve embedded();

    /** Product and relevant settings, for the report. */
    String describe();

    /** Processor time of the server so far, in nanoseconds; 0 if it is part of this process, -1 if it is not known. */
    long serverCpuNanos();

    /** Bytes on disk, including the database's own journal where that is known. */
    long sizeBytes();

    /** Bytes on disk of the tables that grow with executions, by name. */
    Map<String, Long> tableBytes();

    /** Writes ended executions directly, without an engine. No engine may be open, and the schema must exist. */
    void keep(KeptRows rows, Progress progress);

    /** Arguments for a child process, with which {@link Databases#ofChild} opens the same database. */
    List<String> childArguments();

    /** Writes the same rows by plain JDBC, without Reeve's store. */
    RawWriter rawWriter();

    /** Number of raw writers to use where an engine has this many lanes. More would only wait for each other. */
    int rawWriters(int lanes);

    @Override
    void close();
}
