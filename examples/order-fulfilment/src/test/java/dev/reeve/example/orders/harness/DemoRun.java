package dev.reeve.example.orders.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The demo with what it prints. */
final class DemoRun {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** A file with the first orders of the demo. */
    static Path orders(Path directory, int count) throws IOException {
        try (InputStream in = Objects.requireNonNull(OrderDemo.class.getResourceAsStream("orders.jsonl"))) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .limit(count)
                    .toList();
            return Files.write(directory.resolve("orders.jsonl"), lines);
        }
    }

    /** Runs the demo, and returns its exit code. */
    int run(String... args) {
        return run(InputStream.nullInputStream(), args);
    }

    /** As above, with what a user types. */
    int run(InputStream in, String... args) {
        Terminal terminal = new Terminal(
                in,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        return OrderDemo.run(terminal, args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
