package dev.reeve.benchmark.cluster;

import dev.reeve.benchmark.member.ClusterPlan;
import dev.reeve.benchmark.process.Cable;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One place in a cluster, and the process that has it now. For one thread. */
final class ClusterNode implements AutoCloseable {

    /** Two processors run three nodes, the server and the load. */
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1");

    private static final int TERMINATED = 143;
    private static final long PATIENCE_SECONDS = 240;

    private final ClusterPlan plan;
    private final int place;
    private final Cable cable;
    private final List<String> database;
    private final Path logs;
    private ClusterRelease release;
    private String name;
    private int life;
    private ChildProcess child;
    private CountDownLatch ready = new CountDownLatch(1);

    /** @param database the arguments of a process, which lead through the cable */
    ClusterNode(ClusterRelease release, ClusterPlan plan, int place, Cable cable, List<String> database, Path logs)
            throws IOException {
        this.release = release;
        this.plan = plan;
        this.place = place;
        this.cable = cable;
        this.database = database;
        this.logs = logs;
        this.name = "place-" + place;
        this.child = open();
    }

    int place() {
        return place;
    }

    /** The name of the node that runs here. */
    String name() {
        return name;
    }

    Cable cable() {
        return cable;
    }

    /** The place of the node with this name. */
    static int placeOf(String name) {
        return Integer.parseInt(name.split("-", -1)[1]);
    }

    long pid() {
        return child.pid();
    }

    private ChildProcess open() throws IOException {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(place));
        arguments.add(plan.ledger(place, life).toString());
        arguments.add(name);
        arguments.addAll(plan.arguments());
        arguments.addAll(database);
        arguments.addAll(release.words());
        List<String> options = new ArrayList<>(SMALL);
        options.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        options.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
        ProcessBuilder.Redirect log = ProcessBuilder.Redirect.to(log().toFile());
        ChildProcess opened = ChildProcess.start(release.classPath(), release.main(), arguments, options, log);
        CountDownLatch told = new CountDownLatch(1);
        ready = told;
        Thread.ofPlatform().daemon().name("reading").start(() -> read(opened, told));
        return opened;
    }

    /** The log of the process that runs here. */
    Path log() {
        return logs.resolve("node-%d-%d.log".formatted(place, life));
    }

    private static void read(ChildProcess child, CountDownLatch told) {
        try {
            for (String line = child.line(); line != null; line = child.line()) {
                if (line.equals("ready")) {
                    told.countDown();
                }
            }
        } catch (IOException e) {
            // killed
        }
    }

    void awaitReady() {
        try {
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!ready.await(1, TimeUnit.SECONDS)) {
                CheckFailedException.check(
                        child.isAlive(), () -> "%s has ended and not opened; see %s".formatted(name, log()));
                CheckFailedException.check(
                        System.nanoTime() - giveUp < 0,
                        () -> "%s has not opened within %d s".formatted(name, PATIENCE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailedException("interrupted", e);
        }
    }

    void checkAlive() {
        CheckFailedException.check(child.isAlive(), () -> "%s ended by itself; see its log".formatted(name));
    }

    void kill() {
        checkAlive();
        child.kill();
    }

    /** The next processes here are of this release. */
    void use(ClusterRelease next) {
        release = next;
    }

    /** Starts the next process here. */
    void restart() throws IOException {
        life++;
        child = open();
    }

    /** Starts the next process here under another name. */
    void restartRenamed() throws IOException {
        name = "place-%d-again-%d".formatted(place, life + 1);
        restart();
    }

    void freeze() throws IOException {
        checkAlive();
        child.signal("STOP");
    }

    void thaw() throws IOException {
        child.signal("CONT");
    }

    void terminate() throws IOException {
        checkAlive();
        child.signal("TERM");
    }

    void awaitEnd() {
        int exit = child.awaitExit();
        CheckFailedException.check(
                exit == TERMINATED, () -> "%s ended with exit code %d after SIGTERM".formatted(name, exit));
    }

    boolean isReady() {
        return ready.getCount() == 0;
    }

    boolean isAlive() {
        return child.isAlive();
    }

    /** Ends the starts of this process. */
    void rest() throws IOException {
        child.say("rest");
    }

    @Override
    public void close() {
        child.close();
        cable.close();
    }
}
