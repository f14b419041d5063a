package dev.reeve.faults.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few megabytes, with ballast that fills it up. */
public final class SmallDisk implements AutoCloseable {

    private static final int BLOCK = 4096;

    private final Path path;

    private SmallDisk(Path path) {
        this.path = path;
    }

    /** Mounts the file system. Skips the test if this machine does not permit it. */
    public static SmallDisk mount(Path path, int megabytes) throws IOException {
        Files.createDirectories(path);
        boolean mounted =
                run("mount", "-t", "tmpfs", "-o", "size=%dm".formatted(megabytes), "reeve-faults", path.toString());
        Assumptions.assumeTrue(mounted, "a tmpfs cannot be mounted without root");
        return new SmallDisk(path);
    }

    public Path path() {
        return path;
    }

    private Path ballast() {
        return path.resolve("ballast");
    }

    /** Leaves no block free. */
    public void fill() throws IOException {
        byte[] block = new byte[BLOCK];
        try (OutputStream out = Files.newOutputStream(ballast(), StandardOpenOption.CREATE)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            if (path.toFile().getUsableSpace() > 0) {
                throw e;
            }
        }
    }

    public void free() throws IOException {
        Files.delete(ballast());
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // no such program
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        run("umount", path.toString());
    }
}
