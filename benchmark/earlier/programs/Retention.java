package dev.reeve.benchmark.earlier;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Executions at a steady rate that are removed after some seconds, beside others that are kept for a year. */
final class Retention {

    private static final int INFLIGHT = 4_000;

    /** Time to remove what is due, before it counts as too late. */
    private static final int GRACE_SECONDS = 2;

    private Retention() {}

    /** Arguments: the store, seconds, starts per second, the retention in seconds, and how many are kept. */
    public static void main(String[] args) throws Exception {
        Program.endWithTheDriver();
        Place place = new Place(args[0]);
        int seconds = Integer.parseInt(args[1]);
        int rate = Integer.parseInt(args[2]);
        int retention = Integer.parseInt(args[3]);
        int kept = Integer.parseInt(args[4]);
        try (Connection connection = place.connect();
                Engine engine = Release.keeping(place, Duration.ofSeconds(retention))) {
            engine.deploy(Program.chain(1));
            engine.deploy("workflow: kept\nretention: 365d\nsteps:\n  only: { action: %s }\n".formatted(Engine.ACTION));
            engine.agent(2 * INFLIGHT, input -> Program.result());
            Program.Load others = new Program.Load(engine, "kept", INFLIGHT);
            while (others.started() < kept) {
                others.one();
            }
            others.drain();
            Program.Load load = new Program.Load(engine, "chain1", INFLIGHT);
            long begun = System.nanoTime();
            drive(load, rate, begun, seconds / 2);
            long endedFirst = load.completed();
            long removedFirst = endedFirst - rows(connection, "status in (4)");
            double middle = Program.millisSince(begun);
            drive(load, rate, begun, seconds);
            load.drain();
            long removed = load.completed() - rows(connection, "true");
            double took = (Program.millisSince(begun) - middle) / 1000;
            Program.tell("endedPerSecond", (load.completed() - endedFirst) / took);
            Program.tell("removedPerSecond", (removed - removedFirst) / took);
            Program.tell("overdue", rows(connection, "ended_at < clock_timestamp() - interval '%d s'"
                    .formatted(retention + GRACE_SECONDS)));
            Program.tell("tablesMiB", megabytes(connection));
        }
        Runtime.getRuntime().halt(0);
    }

    /** Starts at fixed times, or as fast as the engine takes them. */
    private static void drive(Program.Load load, int rate, long begun, int seconds) throws InterruptedException {
        while (load.started() < (long) rate * seconds) {
            long due = begun + load.started() * 1_000_000_000L / rate;
            long early = due - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            }
            load.one();
            if (Program.millisSince(begun) > seconds * 1000.0) {
                return;
            }
        }
    }

    private static long rows(Connection connection, String condition) throws SQLException {
        return Long.parseLong(Place.query(
                connection,
                "select count(*) from reeve.execution where workflow = 'chain1' and (%s)".formatted(condition)));
    }

    private static double megabytes(Connection connection) throws SQLException {
        return Double.parseDouble(Place.query(connection, """
                select sum(pg_total_relation_size(c.oid)) / 1048576.0
                from pg_class c where c.relnamespace = 'reeve'::regnamespace and c.relkind = 'r'
                """));
    }
}
