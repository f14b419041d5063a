package dev.reeve.benchmark.earlier;

import java.sql.Connection;
import java.sql.SQLException;

/** An engine of one lane beside a transaction that holds a snapshot, as a backup or a report does. */
final class Snapshot {

    /** Few, and in one lane, so that there are many small batches: each leaves a version of the lane's row. */
    private static final int INFLIGHT = 32;

    private static final long PATIENCE_SECONDS = 60;
    private static final double WARM_UP_SECONDS = 8;

    private Snapshot() {}

    /**
     * Arguments: the store, how many executions end under the snapshot, the seconds of a measurement, and the longest
     * time for these executions in seconds.
     */
    public static void main(String[] args) throws Exception {
        Program.endWithTheDriver();
        Place place = new Place(args[0]);
        int count = Integer.parseInt(args[1]);
        double seconds = Double.parseDouble(args[2]);
        try (Connection holder = place.connect()) {
            try (Engine engine = open(place)) {
                new Program.Load(engine, "chain3", INFLIGHT).perSecond(WARM_UP_SECONDS);
                measure(engine, "without", seconds);
                Place.query(holder, "begin isolation level repeatable read");
                Place.query(holder, "select 1");
                fill(place, engine, count, Double.parseDouble(args[3]));
                measure(engine, "with", seconds);
            }
            long begun = System.nanoTime();
            try (Engine engine = open(place)) {
                Program.tell("openMillis", Program.millisSince(begun));
                // the lane decides on nothing before it has loaded its open executions
                Program.join(engine.run("chain1", "", Program.order(0)), PATIENCE_SECONDS);
                Program.tell("firstMillis", Program.millisSince(begun));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static Engine open(Place place) {
        Engine engine = Release.open(place, 1);
        engine.deploy(Program.chain(1));
        engine.deploy(Program.chain(3));
        engine.agent(2 * INFLIGHT, input -> Program.result());
        return engine;
    }

    private static void fill(Place place, Engine engine, int count, double secondsMax) throws Exception {
        long commits = commits(place);
        Program.Load load = new Program.Load(engine, "chain1", INFLIGHT);
        long begun = System.nanoTime();
        while (load.started() < count && Program.millisSince(begun) < secondsMax * 1000) {
            load.one();
        }
        load.drain();
        Program.tell("ended", load.completed());
        Program.tell("commits", commits(place) - commits);
    }

    private static long commits(Place place) throws SQLException {
        try (Connection connection = place.connect()) {
            return Long.parseLong(Place.query(
                    connection, "select xact_commit from pg_stat_database where datname = current_database()"));
        }
    }

    private static void measure(Engine engine, String name, double seconds) throws InterruptedException {
        Program.Load load = new Program.Load(engine, "chain3", INFLIGHT);
        Program.tell(name + "PerSecond", load.perSecond(seconds));
        load.drain();
        Program.tell(name + "Millis", load.medianMillis(seconds));
    }
}
