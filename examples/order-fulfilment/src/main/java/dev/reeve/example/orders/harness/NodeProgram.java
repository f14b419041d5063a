package dev.reeve.example.orders.harness;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/**
 * Node with the service in JavaScript.
 *
 * @param node the program
 * @param script of the service
 */
record NodeProgram(String node, Path script) {

    private static final String SCRIPT = "src/main/javascript/notifications.mjs";

    private static final String IS_RECENT = "process.exit(Number(process.versions.node.split('.')[0]) >= 18 ? 0 : 1)";

    /**
     * Looks for Node 18 or later, and for the script, which lies in the sources of this example.
     *
     * @param node the name of the program, or its path
     */
    static Optional<NodeProgram> find(String node) throws InterruptedException {
        Optional<Path> script = source();
        return script.isPresent() && isRecent(node)
                ? Optional.of(new NodeProgram(node, script.get()))
                : Optional.empty();
    }

    private static boolean isRecent(String node) throws InterruptedException {
        try {
            return new ProcessBuilder(node, "-e", IS_RECENT).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    /** The classes are in the directory {@code target}, as a jar or not. */
    private static Optional<Path> source() {
        CodeSource classes = NodeProgram.class.getProtectionDomain().getCodeSource();
        try {
            return classes == null
                    ? Optional.empty()
                    : Optional.of(Path.of(classes.getLocation().toURI())
                                    .resolveSibling("..")
                                    .resolve(SCRIPT)
                                    .normalize())
                            .filter(Files::isRegularFile);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the JVM gives addresses of files", e);
        }
    }
}
