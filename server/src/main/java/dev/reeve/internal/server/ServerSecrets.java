package dev.reeve.internal.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The values of secrets, by name: from an environment variable, or from a file. A file is read at each use, so that it
 * can change while the server runs. Immutable.
 */
final class ServerSecrets {

    private static final int BYTES_MAX = 16 * 1024;

    /** Variables with this beginning are secrets. */
    private static final String PREFIX = "REEVE_SECRET_";

    private final Map<String, String> variables;
    private final Path directory;

    /**
     * @param variables those of the environment, by their whole name
     * @param directory of the files
     */
    ServerSecrets(Map<String, String> variables, Path directory) {
        this.variables = variables;
        this.directory = directory;
    }

    static boolean isSecret(String variable) {
        return variable.startsWith(PREFIX);
    }

    /** The secrets of an environment. */
    static Map<String, String> of(Map<String, String> environment) {
        Map<String, String> secrets = new TreeMap<>(environment);
        secrets.keySet().removeIf(name -> !isSecret(name));
        return secrets;
    }

    /** The name of a secret's variable: {@code payments-eu} is {@code REEVE_SECRET_PAYMENTS_EU}. */
    private static String variable(String name) {
        return PREFIX + name.replaceAll("[.-]", "_").toUpperCase(Locale.ROOT);
    }

    /** Where the value of a secret can be, for people. */
    String places(String name) {
        return "set the variable %s, or put its value into the file %s"
                .formatted(variable(name), directory.resolve(name));
    }

    /**
     * The value of a secret now.
     *
     * @throws UncheckedIOException if there is none
     */
    String value(String name) {
        String variable = variables.get(variable(name));
        if (variable != null) {
            return variable;
        }
        Path file = directory.resolve(name);
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new IOException(file + " is too large for a secret");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
