package dev.reeve.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of this repository, without those that a build writes. */
final class Repository {

    static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

    private Repository() {}

    /** The files whose names end in one of these, in the order of their paths. */
    static List<Path> files(String... ends) {
        Set<String> wanted = Set.of(ends);
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(path -> wanted.contains(end(path)))
                    .filter(path -> !name(path).matches("(.*/)?(target|\\.git|node_modules)/.*"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path from the root of the repository, with slashes. */
    static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String end(Path path) {
        String name = path.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
