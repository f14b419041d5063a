package dev.reeve.internal.spring;

import dev.reeve.Reeve;
import dev.reeve.internal.access.AccessRecord;
import dev.reeve.internal.http.local.DoorServer;
import java.nio.file.Path;
import java.util.Optional;

/** The local door of an engine on a file, for commands of the application's user. Thread-safe. */
public final class FileDoor implements AutoCloseable {

    private final Optional<DoorServer> door;

    private FileDoor(Optional<DoorServer> door) {
        this.door = door;
    }

    /** Opens a door, if that is possible. The application starts without one, too. */
    public static FileDoor of(Reeve engine, Path file, AccessRecord record) {
        return new FileDoor(DoorServer.openIfPossible(engine, file, record));
    }

    /** Without a door. */
    public static FileDoor none() {
        return new FileDoor(Optional.empty());
    }

    @Override
    public void close() {
        door.ifPresent(DoorServer::close);
    }
}
