package dev.reeve.benchmark.restart;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.process.Progress;
import dev.reeve.benchmark.workload.BulkStart;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A program with a node that starts executions, and an agent whose calls do not end. It is there to be killed. */
final class TakeOverChild {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private TakeOverChild() {}

    /** Arguments: the number of executions and of lanes, then the database, see {@link Databases#ofChild}. */
    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        int inflight = Integer.parseInt(arguments.get(0));
        NodeOptions options = NodeOptions.defaults()
                .withLanes(Integer.parseInt(arguments.get(1)))
                .withCluster(ClusterOptions.defaults());
        CountDownLatch called = new CountDownLatch(inflight);
        CountDownLatch never = new CountDownLatch(1);
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Engine engine = Engine.open(
                Databases.ofChild(arguments.subList(2, arguments.size())),
                options,
                inflight,
                List.of(Workflows.chain(1)),
                (order, step) -> {
                    called.countDown();
                    never.await();
                    return order;
                });
        System.out.println("ready");
        parent.readLine();
        BulkStart.run(
                engine.reeve(),
                "chain1",
                inflight,
                new Progress(new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
        CheckFailedException.check(
                Pause.until(() -> called.getCount() == 0, PATIENCE),
                () -> "%,d of %,d were not called within %s".formatted(called.getCount(), inflight, PATIENCE));
        System.out.println("held");
        parent.readLine();
        Runtime.getRuntime().halt(1); // the parent is gone
    }
}
