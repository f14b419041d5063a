package dev.reeve.benchmark.database;

import java.nio.file.Path;
import java.util.List;

/** Opens the database of a child process. */
public final class Databases {

    private Databases() {}

    /** The database that {@link Database#childArguments} names. */
    public static Database ofChild(List<String> arguments) {
        return switch (arguments.getFirst()) {
            case "sqlite" -> SqliteDatabase.at(Path.of(arguments.get(1)));
            case "postgres" -> PostgresDatabase.at(arguments.get(1), arguments.get(2), arguments.get(3));
            default -> throw new IllegalArgumentException("expected sqlite or postgres, found " + arguments);
        };
    }
}
