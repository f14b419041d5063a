package dev.reeve.http;

import dev.reeve.ErrorCode;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.internal.http.AccessLog;
import dev.reeve.internal.http.local.DoorServer;
import java.nio.file.Path;

/**
 * Lets the command line act on a SQLite store while an application has it open. The application opens a door, and
 * {@code ./reeve … --store orders.db} finds it by itself.
 *
 * <pre>{@code
 * Reeve reeve = Reeve.open(file);
 * LocalDoor door = LocalDoor.open(reeve, file);
 * }</pre>
 *
 * <p>The door is a port on the loopback address. Its number and a random key are in the file {@code orders.db.door}
 * beside the database, which only the user of the application can read. Commands of that user may do everything. Each
 * one is logged by {@code dev.reeve.access}. Thread-safe.
 */
public final class LocalDoor implements AutoCloseable {

    private final DoorServer server;

    private LocalDoor(DoorServer server) {
        this.server = server;
    }

    /**
     * Opens a door. Close it before the engine.
     *
     * @param reeve an engine of this process
     * @param database the file that the engine has open
     * @throws ReeveException {@link ErrorCode#REFUSED} if no engine has this file open, or its file system has no
     *     owners and permissions; {@link ErrorCode#STORE_UNAVAILABLE} if the file beside it cannot be written
     */
    public static LocalDoor open(Reeve reeve, Path database) {
        return new LocalDoor(DoorServer.open(reeve, database, new AccessLog()));
    }

    /** The file that leads to this door. */
    public Path file() {
        return server.file();
    }

    /** Removes the file, ends the requests under way, and stops. Idempotent. */
    @Override
    public void close() {
        server.close();
    }
}
