package dev.reeve.benchmark.throughput;

import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.Usage;
import dev.reeve.benchmark.workload.ClosedLoop;
import dev.reeve.benchmark.workload.Engine;
import dev.reeve.benchmark.workload.Workflows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A program with one of several nodes that share a database, its agent, and a closed loop of starts. */
final class ShareChild {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * The load of one node.
     *
     * @param inflight executions under way at once, of this node
     */
    record Plan(int steps, int inflight, int lanes, Duration warmUp, Duration seconds) {

        List<String> arguments() {
            return List.of(
                    Integer.toString(steps),
                    Integer.toString(inflight),
                    Integer.toString(lanes),
                    warmUp.toString(),
                    seconds.toString());
        }

        static Plan of(List<String> arguments) {
            return new Plan(
                    Integer.parseInt(arguments.get(0)),
                    Integer.parseInt(arguments.get(1)),
                    Integer.parseInt(arguments.get(2)),
                    Duration.parse(arguments.get(3)),
                    Duration.parse(arguments.get(4)));
        }
    }

    private static final int PLAN_LENGTH = 5;

    private ShareChild() {}

    /** Arguments: the plan, then the database, see {@link Databases#ofChild}. */
    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        Plan plan = Plan.of(arguments);
        NodeOptions options = NodeOptions.defaults().withLanes(plan.lanes()).withCluster(ClusterOptions.defaults());
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Database database = Databases.ofChild(arguments.subList(PLAN_LENGTH, arguments.size()));
                Engine engine =
                        Engine.open(database, options, 2 * plan.inflight(), List.of(Workflows.chain(plan.steps())));
                ClosedLoop loop =
                        new ClosedLoop(engine.reeve(), "chain" + plan.steps(), plan.steps(), plan.inflight())) {
            System.out.println("ready");
            parent.readLine();
            loop.start();
            Pause.of(plan.warmUp());
            long before = loop.completed();
            long committed = engine.commits().count().commits();
            Usage begin = Usage.now(database);
            Pause.of(plan.seconds());
            loop.check();
            Usage usage = Usage.now(database).since(begin);
            System.out.println("measured %d %d %d %d"
                    .formatted(
                            loop.completed() - before,
                            usage.nanos(),
                            usage.cpuNanos(),
                            engine.commits().count().commits() - committed));
            // The others measure with this load until they have finished, too.
            parent.readLine();
            loop.drain(PATIENCE);
        }
        System.out.println("closed");
    }
}
