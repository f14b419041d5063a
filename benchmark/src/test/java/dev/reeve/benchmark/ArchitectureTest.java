package dev.reeve.benchmark;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.reeve.internal.architecture.Rooms;
import dev.reeve.internal.architecture.Rooms.Room;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The rooms of the benchmark")
final class ArchitectureTest {

    private static final String ROOT = "dev.reeve.benchmark";

    /** From the bottom to the top: a room enters only rooms above it in this list. */
    private static final List<Room> ROOMS = List.of(
            new Room("process"),
            new Room("database", "process"),
            new Room("report", "process", "database"),
            new Room("workload", "process", "database"),
            new Room("member", "process", "database"),
            new Room("cluster", "process", "database", "report", "member"),
            new Room("throughput", "process", "database", "report", "workload"),
            new Room("size", "process", "database", "report", "workload"),
            new Room("restart", "process", "database", "report", "workload", "cluster"),
            new Room("server", "process", "database", "report", "workload", "restart"),
            new Room("soak", "process", "database", "report", "workload"),
            new Room(
                    "",
                    "process",
                    "database",
                    "report",
                    "member",
                    "cluster",
                    "throughput",
                    "size",
                    "restart",
                    "server",
                    "soak"));

    @Test
    @DisplayName("Every package is named, with exactly its dependencies, which have one direction")
    void roomsDependInOneDirection() {
        new Rooms(
                        ROOT,
                        new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages(ROOT))
                .check(ROOMS);
    }
}
