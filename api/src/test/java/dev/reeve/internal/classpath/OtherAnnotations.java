package dev.reeve.internal.classpath;

import java.io.File;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The class path of the running test with another jackson-annotations before it. */
public final class OtherAnnotations {

    /** @param printed what the program wrote, errors included */
    public record Outcome(int code, String printed) {}

    private final Path jar;

    private OtherAnnotations(Path jar) {
        this.jar = jar;
    }

    /**
     * The annotations of this build with another title and version in their manifest.
     *
     * @param directory where the jar is written
     */
    public static OtherAnnotations withVersion(Path directory, String title, String version) throws Exception {
        Path jar = directory.resolve("annotations.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, title);
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        URI source = Class.forName("com.fasterxml.jackson.annotation.JsonProperty")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        try (JarFile from = new JarFile(new File(source));
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (JarEntry entry : Collections.list(from.entries())) {
                if (entry.getName().endsWith(".class")) {
                    to.putNextEntry(new JarEntry(entry.getName()));
                    from.getInputStream(entry).transferTo(to);
                }
            }
        }
        return new OtherAnnotations(jar);
    }

    /** Runs a program in a process of its own, and waits for its end. */
    public Outcome run(Class<?> program) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        jar + File.pathSeparator + System.getProperty("java.class.path"),
                        program.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(child.waitFor(), printed);
    }
}
