package dev.reeve.internal.console;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A shop in a process of its own, so that its processor time is not that of its clients. */
final class ShopProgram implements AutoCloseable {

    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;

    /** The address of the server. */
    final URI address;

    /** The id of an execution that needs a person. */
    final String order;

    private ShopProgram(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = process.outputWriter(StandardCharsets.UTF_8);
        String[] ready = answers.readLine().split(" ", -1);
        this.address = URI.create(ready[0]);
        this.order = ready[1];
    }

    static ShopProgram start(Path directory) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        path,
                        ShopProgram.class.getName(),
                        directory.toString())
                .redirectError(directory.resolve("shop.log").toFile())
                .start();
        return new ShopProgram(process);
    }

    /** Starts executions of one step from now on, as {@link Load#ticks}. */
    void ticks(int rate) {
        ask(Integer.toString(rate));
    }

    /** The processor time that the process has used so far. */
    long cpuNanos() {
        return Long.parseLong(ask("cpu"));
    }

    /** The heap that is in use after a collection. */
    long heapBytes() {
        return Long.parseLong(ask("heap"));
    }

    private String ask(String question) {
        try {
            questions.write(question + "\n");
            questions.flush();
            return answers.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Argument: an empty directory. It ends with its input. */
    public static void main(String[] args) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Shop shop = Shop.open(Path.of(args[0]), false);
                Load load = new Load(shop.reeve)) {
            System.out.println(shop.address + " " + shop.order("order-1").id());
            for (String line = questions.readLine(); line != null; line = questions.readLine()) {
                System.out.println(answer(line, load));
            }
        }
    }

    private static String answer(String question, Load load) {
        return switch (question) {
            case "cpu" -> {
                OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
                yield Long.toString(system.getProcessCpuTime());
            }
            case "heap" -> {
                System.gc();
                yield Long.toString(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
            default -> {
                load.ticks(Integer.parseInt(question));
                yield "done";
            }
        };
    }

    @Override
    public void close() throws IOException {
        questions.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
