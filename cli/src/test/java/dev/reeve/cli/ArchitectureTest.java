package dev.reeve.cli;

import dev.reeve.internal.architecture.Rooms;
import dev.reeve.internal.architecture.Rooms.Room;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The rooms of the command line")
final class ArchitectureTest {

    private static final String ROOT = "dev.reeve.cli";

    /** From the bottom to the top: a room enters only rooms above it in this list. */
    private static final List<Room> ROOMS = List.of(
            new Room("output"),
            new Room("connection"),
            new Room("command", "output", "connection"),
            new Room("look", "output", "connection", "command"),
            new Room("verb", "output", "connection", "command"),
            new Room("definition", "output", "connection", "command"),
            new Room("server", "output", "command"),
            new Room("schedule", "output", "connection", "command"),
            new Room("service", "output", "connection", "command"),
            new Room("message", "output", "connection", "command"),
            new Room("completion"),
            new Room(
                    "",
                    "output",
                    "command",
                    "look",
                    "verb",
                    "definition",
                    "server",
                    "schedule",
                    "service",
                    "message",
                    "completion"));

    @Test
    @DisplayName("Every package is named, with exactly its dependencies, which have one direction")
    void roomsDependInOneDirection() {
        Rooms.of(ROOT).check(ROOMS);
    }
}
