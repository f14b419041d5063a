package dev.reeve.internal.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The files that the build has put into the jar. Only those in its list can be read. Immutable. */
final class ConsoleFiles {

    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(Map<String, ConsoleFile> files) {
        this.files = files;
    }

    static ConsoleFiles ofThisJar() {
        Map<String, ConsoleFile> files = new TreeMap<>();
        new String(read("files.txt"), StandardCharsets.UTF_8)
                .lines()
                .forEach(name -> files.put(name, new ConsoleFile(name, read(name))));
        return new ConsoleFiles(files);
    }

    private static byte[] read(String name) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream("/dev/reeve/internal/console/web/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Optional<ConsoleFile> find(String name) {
        return Optional.ofNullable(files.get(name));
    }

    Set<String> names() {
        return files.keySet();
    }
}
