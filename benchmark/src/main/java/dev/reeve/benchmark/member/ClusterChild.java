package dev.reeve.benchmark.member;

import com.zaxxer.hikari.HikariDataSource;
import dev.reeve.ClusterOptions;
import dev.reeve.NodeOptions;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.benchmark.database.Databases;
import dev.reeve.benchmark.database.PostgresDatabase;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.internal.engine.client.EmbeddedReeve;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A program with one node of a cluster, its agent and its callers, until it is killed. SIGTERM closes the engine. The
 * line {@code rest} on standard input ends the starts, and the end of the input ends the program.
 */
public final class ClusterChild {

    /** The last argument of a process that starts only the kinds of executions which older releases know. */
    public static final String PLAIN = "plain";

    private static final int SLOTS = 100;

    /** Most attempts are short, and one in a hundred lasts for longer than a node needs to give its shards away. */
    private static final int SHORT_MILLIS_MAX = 30;

    private static final int LONG_MILLIS = 2_000;
    private static final int LONG_ONE_IN = 100;

    /** Transactions at the same time. */
    private static final int BOOKINGS_MAX = 4;

    private ClusterChild() {}

    /**
     * Arguments: place, the ledger to write, the name of the node, then the plan, see {@link ClusterPlan#of}, then the
     * database, see {@link Databases#ofChild}, and perhaps {@link #PLAIN}.
     */
    public static void main(String[] args) throws IOException {
        List<String> arguments = Arrays.asList(args);
        int place = Integer.parseInt(arguments.getFirst());
        List<String> rest = arguments.subList(3, arguments.size());
        ClusterPlan plan = ClusterPlan.of(rest);
        ClusterOptions cluster =
                ClusterOptions.defaults().withName(arguments.get(2)).withTtl(plan.ttl());
        NodeOptions options = plan.isNode(place)
                ? NodeOptions.defaults().withCluster(cluster)
                : NodeOptions.defaults().withLanes(1).withCluster(cluster.withOwns(false));
        System.out.println("opening");
        PostgresDatabase database = (PostgresDatabase) Databases.ofChild(ClusterPlan.rest(rest));
        Reeve reeve = EmbeddedReeve.on(database.open(), options);
        Ledger ledger = Ledger.create(Path.of(arguments.get(1)));
        boolean plain = arguments.getLast().equals(PLAIN);
        ClusterLoad load = plan.isNode(place) ? new ClusterLoad(plan, place, plain, reeve, ledger) : null;
        HikariDataSource bookings = plan.hasAgent(place) ? database.applicationPool(BOOKINGS_MAX) : null;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(reeve, load, bookings)));
        deploy(reeve, plain);
        if (bookings != null) {
            serve(reeve, place, ledger, new ClusterBookings(bookings));
        }
        System.out.println("ready");
        if (load != null) {
            load.begin();
        }
        obey(load);
    }

    private static void deploy(Reeve reeve, boolean plain) {
        try {
            reeve.deploy(ClusterKind.workflows(plain));
        } catch (ReeveException e) {
            System.err.println("not deployed: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void serve(Reeve reeve, int place, Ledger ledger, ClusterBookings bookings) {
        reeve.agent("place-" + place)
                .action(ClusterKind.WORK, (input, step) -> {
                    called(ledger, step);
                    work();
                    return Map.of("n", input.get("n").asInt());
                })
                .action(ClusterKind.UNDO, (input, step) -> {
                    called(ledger, step);
                    return Map.of();
                })
                .action(ClusterKind.REFUSE, (input, step) -> {
                    called(ledger, step);
                    throw StepFailure.businessError("REFUSED", "never");
                })
                .action(ClusterKind.BOOK, (input, step) -> {
                    called(ledger, step);
                    book(bookings, input, step);
                    return Map.of(); // the stored output counts
                })
                .action(ClusterKind.WITHDRAW, (input, step) -> {
                    called(ledger, step);
                    bookings.book(step, Map.of(), ClusterChild::work, ClusterBookings.Decision.ROLL_BACK);
                    throw StepFailure.businessError("WITHDRAWN", "rolled back");
                })
                .slots(SLOTS)
                .start();
    }

    /** The first attempt of some executions is rolled back on purpose. */
    private static void book(ClusterBookings bookings, JsonNode input, StepContext step) {
        Map<String, Integer> output = Map.of("n", input.path("n").asInt(0)); // none where a step is undone
        if (ClusterBookings.isRolledBack(step.execution(), step.attempt())) {
            bookings.book(step, output, ClusterChild::work, ClusterBookings.Decision.ROLL_BACK);
            throw StepFailure.transientError("ROLLED_BACK", "not this time");
        }
        bookings.book(step, output, ClusterChild::work, ClusterBookings.Decision.COMMIT);
    }

    private static void close(Reeve reeve, @Nullable ClusterLoad load, @Nullable HikariDataSource bookings) {
        if (load != null) {
            load.end();
        }
        reeve.close();
        if (bookings != null) {
            bookings.close();
        }
        System.out.println("closed");
    }

    private static void obey(@Nullable ClusterLoad load) throws IOException {
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = parent.readLine(); line != null; line = parent.readLine()) {
            if (load != null) {
                load.rest();
            }
        }
        Runtime.getRuntime().halt(1); // the parent is gone
    }

    private static void called(Ledger ledger, StepContext step) {
        ledger.add(new Ledger.Entry(
                Ledger.Kind.CALLED,
                step.execution(),
                ClusterWork.of(step).step(),
                step.attempt(),
                step.idempotencyKey().hashCode(),
                System.currentTimeMillis()));
    }

    private static void work() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Pause.of(Duration.ofMillis(random.nextInt(LONG_ONE_IN) == 0 ? LONG_MILLIS : random.nextInt(SHORT_MILLIS_MAX)));
    }
}
