package dev.reeve.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The compiled main classes of all modules. A build compiles them before the tests of this module run. */
final class Modules {

    private static final int DEPTH = 4;

    private Modules() {}

    /** The directories of classes, in the order of the names of their modules. */
    static List<Path> compiled() {
        try (Stream<Path> all = Files.walk(Repository.ROOT, DEPTH)) {
            return all.filter(path -> path.endsWith("target/classes"))
                    .filter(path -> Files.isRegularFile(path.resolve("../../pom.xml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory of the module, from the root of the repository. */
    static String name(Path classes) {
        return Repository.name(classes.resolve("../..").normalize());
    }
}
