package dev.reeve.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The release, as recorded by the build, and the platform that it runs on. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "reeve " + release(), "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor"))
        };
    }

    static String release() {
        try (InputStream text = Objects.requireNonNull(
                Version.class.getResourceAsStream("version.txt"), "version.txt is beside this class")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
