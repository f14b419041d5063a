package dev.reeve.benchmark.earlier.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Runs programs in processes of their own. None of them outlives this process. */
final class Children {

    private static final String PROGRAMS = "dev.reeve.benchmark.earlier.";
    private static final int LOG_LINES = 12;

    private final Settings settings;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private int count;

    Children(Settings settings) {
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> running.forEach(Process::destroyForcibly)));
    }

    /** Runs a program of this directory with a heap that does not limit it. */
    Outcome program(Side side, Duration cap, String name, Object... arguments) throws InterruptedException {
        return program(side, List.of("-Xmx4g", "-XX:+UseParallelGC"), cap, name, arguments);
    }

    Outcome program(Side side, List<String> options, Duration cap, String name, Object... arguments)
            throws InterruptedException {
        return java(side, options, cap, PROGRAMS + name, arguments);
    }

    /** Runs a program and waits for its end. If that takes longer than the cap, it is killed. */
    Outcome java(Side side, List<String> options, Duration cap, String main, Object... arguments)
            throws InterruptedException {
        List<String> command = new ArrayList<>(settings.java(side, options));
        command.add(main);
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        String simple = main.substring(main.lastIndexOf('.') + 1);
        Path log = settings.directory().resolve("%s-%s-%d.log".formatted(simple, side.word(), ++count));
        long begun = System.nanoTime();
        Process process = start(command, log);
        Map<String, String> figures = new ConcurrentHashMap<>();
        Thread reader = Thread.ofVirtual().start(() -> read(process, figures));
        boolean ended = process.waitFor(cap.toMillis(), TimeUnit.MILLISECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        reader.join();
        running.remove(process);
        Outcome outcome = new Outcome(figures, ended ? process.exitValue() : Outcome.KILLED);
        Main.say("  %s, %s: %s, %.1f s".formatted(side.word(), simple, outcome, (System.nanoTime() - begun) / 1e9));
        if (outcome.exit() != 0) {
            tail(log);
        }
        return outcome;
    }

    private Process start(List<String> command, Path log) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            running.add(process);
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(Process process, Map<String, String> figures) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int equals = line.indexOf('=');
                if (line.startsWith("{")) {
                    figures.put("json", line);
                } else if (equals > 0) {
                    figures.put(line.substring(0, equals), line.substring(equals + 1));
                }
            }
        } catch (IOException e) {
            // the process was killed
            figures.put("output", e.toString());
        }
    }

    private static void tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()).forEach(line -> Main.say("    " + line));
        } catch (IOException e) {
            Main.say("    no log: " + e);
        }
    }
}
