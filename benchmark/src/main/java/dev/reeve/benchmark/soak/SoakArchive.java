package dev.reeve.benchmark.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Consumes archived executions: counts them by workflow, and deletes the files. No engine may have the archive open.
 */
final class SoakArchive {

    private static final String EXECUTION = "{\"type\":\"execution\"";
    private static final String WORKFLOW = "\"workflow\":\"";
    private static final String PENDING = ".pending";

    private final Path directory;
    private final Map<String, Long> counts = new TreeMap<>();
    private long bytes;

    SoakArchive(Path directory) {
        this.directory = directory;
    }

    void collect() {
        try {
            for (Path file : files(".jsonl.gz")) {
                bytes += Files.size(file);
                count(file);
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void count(Path file) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith(EXECUTION)) {
                    int begin = line.indexOf(WORKFLOW) + WORKFLOW.length();
                    counts.merge(line.substring(begin, line.indexOf('"', begin)), 1L, Long::sum);
                }
            }
        }
    }

    /** Whether a file exists whose executions may not be removed from the store yet. */
    boolean isPending() {
        return !files(PENDING).isEmpty();
    }

    private List<Path> files(String end) {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(end)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long count(String workflow) {
        return counts.getOrDefault(workflow, 0L);
    }

    long executions() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    long bytes() {
        return bytes;
    }
}
