package dev.reeve.benchmark.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The processor time that a PostgreSQL server on this machine has used: its postmaster, the postmaster's living
 * children (connections, checkpointer, WAL writer …), and its children that have ended. The kernel adds the time of an
 * ended child to its parent's account when it reaps the child. Linux only.
 *
 * @param postmaster its process id
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
record ServerCpu(long postmaster) {

    /** The kernel's unit for times in /proc (USER_HZ), independent of its internal unit. */
    private static final long NANOS_PER_TICK = TimeUnit.SECONDS.toNanos(1) / 100;

    // Field numbers after the command name, which is in parentheses and may contain any character.
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    /** In nanoseconds, with a resolution of 10 ms. */
    long nanos() {
        String[] own = stat(Path.of("/proc", Long.toString(postmaster)));
        long ticks =
                number(own, USER) + number(own, SYSTEM) + number(own, CHILDREN_USER) + number(own, CHILDREN_SYSTEM);
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                String[] fields = stat(process);
                if (fields.length > SYSTEM && number(fields, PARENT) == postmaster) {
                    ticks += number(fields, USER) + number(fields, SYSTEM);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ticks * NANOS_PER_TICK;
    }

    /** Empty if the process has ended. */
    private static String[] stat(Path process) {
        try {
            String line = Files.readString(process.resolve("stat"));
            return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        } catch (NoSuchFileException e) {
            return new String[0];
        } catch (IOException e) {
            // A process that ends while its file is read: ESRCH.
            if (Files.notExists(process)) {
                return new String[0];
            }
            throw new UncheckedIOException(e);
        }
    }

    private static long number(String[] fields, int index) {
        return index < fields.length ? Long.parseLong(fields[index]) : 0;
    }
}
