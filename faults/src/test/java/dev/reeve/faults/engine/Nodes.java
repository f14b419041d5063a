package dev.reeve.faults.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Engines in processes that share a PostgreSQL and a ledger.
 *
 * @param directory of the ledger and the logs
 */
public record Nodes(Place place, Path directory) {

    /** The number of keys of each node. */
    private static final int KEYS = 1_000;

    public Path ledger() {
        return directory.resolve("ledger");
    }

    /**
     * Runs an engine that starts executions.
     *
     * @param number its keys begin with 1,000 times this number
     */
    public Child run(String name, int number, int starts, String... jvmOptions) {
        List<String> options = new ArrayList<>(List.of(jvmOptions));
        options.add("-Dfaults.node=" + name);
        options.add("-Dorg.slf4j.simpleLogger.logFile=" + directory.resolve(name + ".log"));
        return Child.run(place, ledger(), number * KEYS, number * KEYS + starts, options.toArray(String[]::new));
    }

    /** Checks what the engines have done. */
    public void audit() {
        Audit.check(place, ledger());
    }
}
