package dev.reeve.faults.proxy;

import java.util.List;
import java.util.Locale;

/**
 * What a client asks at once, before it waits for an answer: everything up to a Sync, or a simple query.
 *
 * @param connection which one, from 1, in the order in which the proxy accepted them
 * @param statements the texts of what is executed, in order
 */
public record Exchange(int connection, List<String> statements) {

    /** Whether it is the one statement by which a lane of the store commits a batch. */
    public boolean isBatch() {
        return statements.stream().anyMatch(sql -> sql.contains("set batch = batch + 1"));
    }

    /** Whether it is the statement by which a lane is taken again. */
    public boolean isReacquire() {
        return statements.stream().anyMatch(sql -> sql.contains("set incarnation = "));
    }

    /** Whether it is the end of an explicit transaction. */
    public boolean isCommit() {
        return statements.stream()
                .anyMatch(sql -> sql.strip().toLowerCase(Locale.ROOT).startsWith("commit"));
    }
}
