package dev.reeve.simulation.crash;

import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.simulation.store.MemoryFile;
import dev.reeve.spi.store.Store;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;

/** SQLite in memory; a new file each time. */
final class SqliteDatabase implements Database {

    private MemoryFile file = MemoryFile.create();

    @Override
    public Store open() {
        return file.open();
    }

    @Override
    public void empty() {
        file.delete();
        file = MemoryFile.create();
    }

    @Override
    public void damage(ExecutionId id) {
        change(
                "delete from journal where seq = 1 and execution = (select number from execution where id = ?)",
                bytes(id));
    }

    @Override
    public void append(ExecutionId id, String events) {
        change(
                "insert into journal (execution, seq, at, events) select execution, max(seq) + 1, max(at), ? from journal"
                        + " where execution = (select number from execution where id = ?) group by execution",
                events,
                bytes(id));
    }

    @Override
    public void status(ExecutionId id, ExecutionStatus status) {
        change("update execution set status = ? where id = ?", status.name(), bytes(id));
    }

    @Override
    public void wake(ExecutionId id, Instant at) {
        change("update execution set wake_at = ? where id = ?", at.toEpochMilli() * 1_000, bytes(id));
    }

    @Override
    public void remove(ExecutionId id) {
        change("delete from journal where execution = (select number from execution where id = ?)", bytes(id));
        change("delete from execution where id = ?", bytes(id));
    }

    @Override
    public void forget(String workflow) {
        change("delete from workflow where name = ?", workflow);
    }

    private static byte[] bytes(ExecutionId id) {
        return HexFormat.of().parseHex(id.toString().replace("-", ""));
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file.path());
    }

    @Override
    public void close() {
        file.delete();
    }
}
