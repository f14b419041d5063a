package dev.reeve.faults.proxy;

import java.util.List;
import java.util.Locale;

/**
 * The statements that a client sends before it waits for an answer: everything up to a Sync, or a simple query.
 *
 * @param connection its number, from 1, in the order in which the proxy accepted connections
 * @param statements the texts of the executed statements, in order
 */
public record Exchange(int connection, List<String> statements) {

    /** Whether it is the one statement by which a lane of the store commits a batch. */
    public boolean isBatch() {
        return statements.stream().anyMatch(sql -> sql.contains("set batch = batch + 1"));
    }

    /** Whether it is the statement that takes a lane again. */
    public boolean isReacquire() {
        return statements.stream().anyMatch(sql -> sql.contains("set incarnation = "));
    }

    /** Whether it ends an explicit transaction. */
    public boolean isCommit() {
        return statements.stream()
                .anyMatch(sql -> sql.strip().toLowerCase(Locale.ROOT).startsWith("commit"));
    }
}
