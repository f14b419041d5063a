package dev.reeve.example.stage;

import dev.reeve.workflow.Workflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Reads the definitions that lie beside the classes. */
public final class Workflows {

    private Workflows() {}

    /** @param file in the package of {@code beside} */
    public static Workflow load(Class<?> beside, String file) {
        try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(file), file)) {
            return Workflow.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
