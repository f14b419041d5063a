package dev.reeve.benchmark.server;

import com.sun.management.OperatingSystemMXBean;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.BenchServer;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import dev.reeve.internal.http.endpoint.ChangeFeed;
import dev.reeve.internal.server.ReeveServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server as a process. It answers each line with what it uses, and ends in order when its input ends. */
final class ServerChild {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int KIBIBYTE = 1_024;

    private ServerChild() {}

    /**
     * Arguments: the port or 0, the directory of the server, then the database, see {@link Databases#ofChild}. The
     * workflows {@code chain1} and {@code chain3} are deployed.
     */
    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        ChangeFeed feed = new ChangeFeed(Long.toHexString(System.nanoTime()));
        NodeOptions options = NodeOptions.defaults().withObserver(feed);
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Database database = Databases.ofChild(arguments.subList(2, arguments.size()));
                Engine engine =
                        Engine.withoutAgent(database, options, List.of(Workflows.chain(1), Workflows.chain(3)));
                ReeveServer server = BenchServer.start(
                        engine.reeve(), feed, Path.of(arguments.get(1)), Integer.parseInt(arguments.getFirst()))) {
            System.out.println("ready " + server.address());
            for (String line = parent.readLine(); line != null; line = parent.readLine()) {
                System.out.println(line.equals("heap") ? "heap " + Usage.heapBytes() : used());
            }
        }
    }

    private static String used() throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        String status = Files.exists(STATUS) ? Files.readString(STATUS) : "";
        return "used %d %d %d"
                .formatted(system.getProcessCpuTime(), number("VmRSS", status) * KIBIBYTE, number("Threads", status));
    }

    /** 0 where the kernel does not say it. */
    private static long number(String name, String status) {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(status);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }
}
