package dev.reeve.cli;

import dev.reeve.Reeve;
import dev.reeve.http.LocalDoor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** An application in a process of its own, with an engine on a file, and a local door. */
final class DoorProcess implements AutoCloseable {

    private static final String READY = "ready";

    private final Process process;

    private DoorProcess(Process process) {
        this.process = process;
    }

    /** Runs until its standard input ends. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        try (Reeve reeve = Reeve.open(file);
                LocalDoor door = LocalDoor.open(reeve, file)) {
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // nothing is ever sent
            }
            System.out.println(door.file());
        }
    }

    /** Starts the application, and waits until its door is open. */
    static DoorProcess start(Path file) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoorProcess.class.getName(),
                        file.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        if (!READY.equals(line)) {
            process.destroyForcibly();
            throw new IOException("the application does not start: " + line);
        }
        return new DoorProcess(process);
    }

    /** As with SIGKILL: the file of the door stays. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it in order. */
    void stop() throws IOException, InterruptedException {
        process.getOutputStream().close();
        int unused = process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
