package dev.reeve.internal.engine.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The release of this engine, as recorded by the build. */
final class Release {

    private Release() {}

    static String name() {
        try (InputStream text = Objects.requireNonNull(
                Release.class.getResourceAsStream("release.txt"), "release.txt is beside this class")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
