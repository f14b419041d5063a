package dev.reeve.benchmark;

import dev.reeve.engine.client.Reeve;
import dev.reeve.engine.store.Store;
import java.util.List;
import java.util.Map;

/** Where a workload's data goes. */
sealed interface Database extends AutoCloseable permits SqliteDatabase, PostgresDatabase {

    /** Opens the store in it, which is created if there is none yet. */
    Store open();

    /** Opens an engine on it, in the way in which users do. */
    Reeve embedded();

    /** What it is, with the settings that matter, for the report. */
    String describe();

    /** Processor time of the server so far, in nanoseconds; 0 if it is part of this process, -1 if it is not known. */
    long serverCpuNanos();

    /** Bytes on disk, journal of the database included where that is known. */
    long sizeBytes();

    /** Bytes on disk of what grows with executions, by name. */
    Map<String, Long> tableBytes();

    /** Writes executions that have ended, past any engine: none may be open. The schema must be there. */
    void keep(KeptRows rows, Progress progress);

    /** What a child process has to be given, so that {@link Databases#ofChild} opens the same database. */
    List<String> childArguments();

    /** Writes the same rows by plain JDBC, without any store of ours. */
    RawWriter rawWriter();

    /** How many of them to use at once where an engine has so many lanes: more would only wait for each other. */
    int rawWriters(int lanes);

    @Override
    void close();
}
