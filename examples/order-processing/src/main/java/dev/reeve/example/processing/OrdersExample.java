package dev.reeve.example.processing;

import dev.reeve.Event;
import dev.reeve.Execution;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionQuery;
import dev.reeve.ExecutionStatus;
import dev.reeve.ExecutionSummary;
import dev.reeve.ReeveException;
import dev.reeve.ReeveReader;
import dev.reeve.example.processing.Partner.Conduct;
import dev.reeve.example.stage.Audit;
import dev.reeve.example.stage.Check;
import dev.reeve.example.stage.Narrator;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** {@code ./reeve example orders}: plays every path that an order can take, and audits the result. For one thread. */
public final class OrdersExample {

    private static final int OK = 0;
    private static final int AUDIT_FAILED = 1;
    private static final int BAD_USAGE = 2;
    private static final int NOT_FINISHED = 3;

    private static final Duration NEWS_PATIENCE = Duration.ofSeconds(30);
    private static final long TICK_MILLIS = 20;

    private static final String USAGE = """
            Usage: ./reeve example orders

            Plays orders that a partner carries out behind a pair of queues, as a story on a PostgreSQL server of its own, and
            audits the shop, the partner and the store at its end.

            Exit codes: 0 all is well, 1 the audit found something, 2 bad usage, 3 it could not be finished
            """;

    private final PrintStream out;
    private final Server server;
    private final Moods moods = new Moods();
    private World world;

    private OrdersExample(PrintStream out, Server server) throws SQLException {
        this.out = out;
        this.server = server;
        world = World.open(server.database(), moods);
    }

    public static void main(String[] args) throws Exception {
        // Always UTF-8: without a locale, as in most containers, the JVM would print question marks.
        System.exit(run(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                args));
    }

    static int run(PrintStream out, PrintStream err, String... args) throws InterruptedException {
        if (args.length == 1 && (args[0].equals("-h") || args[0].equals("--help"))) {
            out.print(USAGE);
            return OK;
        }
        if (args.length > 0) {
            err.printf("example orders: expected nothing more, found '%s'%n%s", String.join(" ", args), USAGE);
            return BAD_USAGE;
        }
        out.println(
                "orders that a partner carries out behind a pair of queues: taken in one transaction with their workflow");
        try (Server server = Server.start()) {
            return Audit.tell(out, new OrdersExample(out, server).play()) ? OK : AUDIT_FAILED;
        } catch (ReeveException | IOException | SQLException | IllegalStateException e) {
            err.println("example orders: " + e.getMessage());
            return NOT_FINISHED;
        }
    }

    private List<Check> play() throws SQLException, InterruptedException {
        try {
            chapter("A lamp: ordered, carried out, and the shop hears of it");
            follow(take("plain")).untilEnd();
            notWanted();
            // One, not two: on a busy machine, an attempt that is answered late is lost as well.
            chapter("A request is lost on its way: it is made good after complete-by");
            follow(take("lost", Conduct.LOSES_REQUEST)).untilEnd();
            chapter("An answer is lost: it is asked for again with the same key, and the order carried out once");
            follow(take("unheard", Conduct.LOSES_ANSWER)).untilEnd();
            overTheThreshold();
            refused();
            engineGoes();
            return audit();
        } finally {
            world.close();
        }
    }

    private void notWanted() throws SQLException {
        chapter("1,001 lamps: more than the shop takes, so it rolls its transaction back");
        boolean taken = world.take(new Order("too-many", "lamp", 1_001)).isPresent();
        say("%s, and %s"
                .formatted(
                        taken ? "the order is taken" : "there is no order",
                        world.reeve().find("too-many").isPresent() ? "there is work on it" : "no work is left behind"));
    }

    private void overTheThreshold() throws SQLException, InterruptedException {
        chapter("The partner is silent three times: over the threshold an operator is called");
        Execution order = take("silent", Conduct.LOSES_REQUEST, Conduct.LOSES_REQUEST, Conduct.LOSES_REQUEST);
        Narrator narrator = follow(order);
        narrator.until(OrdersExample::isForAPerson);
        world.reeve().inbox().groups().forEach(group -> say("in the inbox: " + group.action() + ", " + group.code()));
        order.actingAs("olga").recovery().retry("carry_out", "the partner says that they are back");
        narrator.untilEnd();
    }

    private void refused() throws SQLException, InterruptedException {
        chapter("The partner refuses: no retry, and the operator cancels");
        Execution order = take("refused", Conduct.REFUSES, Conduct.REFUSES, Conduct.REFUSES);
        Narrator narrator = follow(order);
        narrator.until(OrdersExample::isForAPerson);
        order.actingAs("olga").cancel("the customer has their money back");
        narrator.untilEnd();
    }

    private void engineGoes() throws SQLException, InterruptedException {
        chapter("The engine is closed while the partner is asked: the next one goes on with the order");
        Narrator narrator = follow(take("handed-over", Conduct.LOSES_ANSWER));
        narrator.until(event -> event instanceof Event.StepStarted);
        world.close();
        say("☠ closed, and opened again on the same database");
        world = World.open(server.database(), moods);
        narrator.untilEnd();
    }

    private Execution take(String id, Conduct... conducts) throws SQLException {
        moods.plan(id, conducts);
        return world.take(new Order(id, "lamp", 1)).orElseThrow();
    }

    /** Continues when another engine takes the execution over. */
    private Narrator follow(Execution order) {
        ExecutionId id = order.id();
        return new Narrator(out, () -> world.reeve().find(id).orElseThrow().history());
    }

    private static boolean isForAPerson(Event event) {
        return event instanceof Event.StepEscalated;
    }

    private void chapter(String title) {
        out.println();
        out.println(title);
    }

    private void say(String text) {
        out.println("          " + text);
    }

    private List<Check> audit() throws SQLException, InterruptedException {
        SortedMap<String, String> ends = new TreeMap<>();
        List<String> completed = new ArrayList<>();
        for (ExecutionSummary order : world.reeve().list(ExecutionQuery.all().workflow("process_order"))) {
            String id = String.valueOf(order.key());
            ends.put(id, order.status().name().toLowerCase(Locale.ROOT));
            if (order.status() == ExecutionStatus.COMPLETED) {
                completed.add(id);
            }
        }
        awaitNews(ends);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.same(
                "the shop learnt how each of its orders ended",
                ends.entrySet(),
                world.states().entrySet()));
        checks.add(Check.same(
                "the partner carried out each completed order once",
                completed,
                world.carriedOut().values()));
        try (ReeveReader reader = ReeveReader.open(server.database())) {
            checks.add(Audit.verify(reader));
        }
        return checks;
    }

    /** Status messages arrive after the end of the execution. */
    private void awaitNews(SortedMap<String, String> ends) throws SQLException, InterruptedException {
        long endNanos = System.nanoTime() + NEWS_PATIENCE.toNanos();
        while (!world.states().equals(ends) && System.nanoTime() - endNanos < 0) {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
    }
}
