package dev.reeve.internal.engine.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process, as others on the same machine can recognise it. Linux only: the text holds the boot, the namespace of
 * process ids, the id and the start time, so it means one process and no other one that later gets the same id.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
final class LocalProcess {

    private static final Logger LOG = LoggerFactory.getLogger(LocalProcess.class);

    private static final Path PROC = Path.of("/proc");

    // Numbers of fields after the command name, which is in parentheses and may contain any character.
    private static final int STATE = 0;
    private static final int START_TIME = 19;

    private LocalProcess() {}

    /** The text for a process of this machine; null if it is not known. */
    static @Nullable String of(long pid) {
        try {
            if (isHidden()) {
                return null;
            }
            String boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            Path namespace = Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
            return "%s %s %d %s".formatted(boot, namespace, pid, stat(pid)[START_TIME]);
        } catch (IOException | RuntimeException e) {
            LOG.debug("process {} cannot be identified", pid, e);
            return null;
        }
    }

    /** Whether users cannot see each other's processes, so that one that lives may look as if it had ended. */
    private static boolean isHidden() throws IOException {
        return Files.readString(PROC.resolve("self/mounts")).contains("hidepid");
    }

    /** Whether the process with this text has certainly ended. False for a process of another machine. */
    static boolean isGone(String process) {
        String[] words = process.split(" ", -1);
        String self = of(ProcessHandle.current().pid());
        if (words.length != 4 || self == null || !self.startsWith(words[0] + " " + words[1] + " ")) {
            return false;
        }
        try {
            String[] stat = stat(Long.parseLong(words[2]));
            return stat[STATE].equals("Z") || !stat[START_TIME].equals(words[3]);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.debug("it is not known whether process {} lives", process, e);
            return false;
        }
    }

    private static String[] stat(long pid) throws IOException {
        String line = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
        return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    }
}
