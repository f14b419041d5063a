package dev.reeve.example.orders.harness;

import dev.reeve.ErrorCode;
import dev.reeve.ReeveException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs engine and services in a child process. Kills it with SIGKILL when a certain number of orders have ended, and
 * restarts it, until all orders have ended. For one thread, single use.
 */
final class CrashRun {

    private final Settings settings;
    private final Watcher watcher;

    /** For each remaining kill: the number of ended orders at which it happens. */
    private final Deque<Integer> kills;

    private final int killsWanted;

    /** @param kills number of kills */
    CrashRun(Settings settings, int orders, int kills, Watcher watcher) {
        this.settings = settings;
        this.watcher = watcher;
        this.killsWanted = kills;
        this.kills = points(settings.seed(), orders, kills);
    }

    /**
     * Spreads the kills over the run: one at a random point of each of {@code kills} equal parts. Half a part at the
     * start and half a part at the end are left out.
     */
    static Deque<Integer> points(long seed, int orders, int kills) {
        SplittableRandom random = new SplittableRandom(seed);
        Deque<Integer> points = new ArrayDeque<>();
        double part = (double) orders / (kills + 1);
        for (int i = 0; i < kills; i++) {
            points.add((int) Math.max(1, part * (i + 0.5 + random.nextDouble())));
        }
        return points;
    }

    /** @throws ReeveException if the process ends before the orders have */
    void run() throws InterruptedException {
        boolean over = false;
        while (!over) {
            Life life = new Life(start());
            try {
                over = life.endsByItself();
            } finally {
                life.process.destroyForcibly();
            }
        }
        if (!kills.isEmpty()) {
            watcher.note("only %d of %d kills: the orders had ended before"
                    .formatted(killsWanted - kills.size(), killsWanted));
        }
    }

    private Process start() {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EngineProcess.class.getName(),
                        settings.data().path().toString(),
                        Long.toString(settings.seed()),
                        Double.toString(settings.ordersPerSecond()))
                .redirectError(Redirect.INHERIT);
        if (settings.jdbcUrl() != null) {
            builder.environment().put(EngineProcess.JDBC_URL, settings.jdbcUrl());
        }
        try {
            return builder.start();
        } catch (IOException e) {
            throw ReeveException.of(ErrorCode.INTERNAL, "the engine's process cannot be started: " + e.getMessage(), e);
        }
    }

    /** One process, from its start to its end. */
    private final class Life {

        private final Process process;
        private final long beginNanos = System.nanoTime();
        private int endedBefore = -1;
        private boolean productive;

        Life(Process process) {
            this.process = process;
        }

        /**
         * Runs the process to its end.
         *
         * @return false if it was killed
         * @throws ReeveException if it ends too early
         */
        boolean endsByItself() throws InterruptedException {
            // A parent that dies in any way takes its child along: see ParentProcess.
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    Optional<Progress> progress = Progress.ofLine(line);
                    progress.ifPresent(this::follow);
                    if (progress.isPresent() && isTimeToKill(progress.get())) {
                        kill(progress.get());
                        return false;
                    }
                    if (line.startsWith(EngineProcess.NOTE)) {
                        watcher.note(line.substring(EngineProcess.NOTE.length()));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            int exit = process.waitFor();
            if (exit != 0) {
                throw ReeveException.of(
                        ErrorCode.INTERNAL,
                        "the engine's process ended with exit code %d; what it said is above".formatted(exit));
            }
            return true;
        }

        private void follow(Progress progress) {
            watcher.progress(progress);
            if (endedBefore < 0) {
                endedBefore = progress.ended();
            }
            if (!productive && progress.ended() > endedBefore) {
                productive = true;
                if (kills.size() < killsWanted) {
                    watcher.note("  … and started again: the first order ended %.1f s after the start of the process"
                            .formatted((System.nanoTime() - beginNanos) / 1e9));
                }
            }
        }

        /** Only after an order has ended, so that every process makes progress. */
        private boolean isTimeToKill(Progress progress) {
            @Nullable Integer next = kills.peek();
            return next != null && productive && progress.ended() >= next && !progress.isOver();
        }

        private void kill(Progress progress) throws InterruptedException {
            kills.remove();
            process.destroyForcibly().waitFor();
            watcher.note("kill %d of %d: SIGKILL, with %,d orders ended, %,d in flight and %,d still to come"
                    .formatted(
                            killsWanted - kills.size(),
                            killsWanted,
                            progress.ended(),
                            progress.inFlight(),
                            progress.total() - progress.accepted()));
        }
    }
}
