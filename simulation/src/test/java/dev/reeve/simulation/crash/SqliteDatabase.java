package dev.reeve.simulation.crash;

import dev.reeve.core.ExecutionId;
import dev.reeve.engine.store.Store;
import dev.reeve.simulation.store.MemoryFile;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file.path());
                PreparedStatement delete = connection.prepareStatement(
                        "delete from journal where seq = 1 and execution = (select number from execution where id = ?)")) {
            delete.setBytes(1, HexFormat.of().parseHex(id.toString().replace("-", "")));
            if (delete.executeUpdate() != 1) {
                throw new IllegalStateException("nothing to damage in " + id);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        file.delete();
    }
}
