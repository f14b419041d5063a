package dev.reeve.benchmark.server;

import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.agent.Agent;
import dev.reeve.benchmark.database.Database;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.process.Directories;
import dev.reeve.benchmark.process.Ledger;
import dev.reeve.benchmark.process.Pause;
import dev.reeve.benchmark.report.CommonOptions;
import dev.reeve.benchmark.report.KillOptions;
import dev.reeve.benchmark.report.Report;
import dev.reeve.benchmark.restart.CrashAudit;
import dev.reeve.benchmark.workload.NoopCall;
import dev.reeve.benchmark.workload.Payloads;
import dev.reeve.spi.store.Store;
import dev.reeve.spi.store.StoredExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Checks that nothing is lost or repeated when a server with agents and clients elsewhere is killed. */
@Command(
        name = "kills",
        description =
                "Kills a server with SIGKILL at random moments, also while it starts, again and again on the same store. Its agent and its client are in another process, talk by HTTP, and survive. Then what they saw is compared with the store: nothing acknowledged is lost, no step whose result was stored was called again, every execution ends.")
public final class KillsCommand implements Callable<Integer> {

    private static final int STEPS = 3;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Mixin
    private final CommonOptions common = new CommonOptions();

    @Mixin
    private final KillOptions kills = new KillOptions(20);

    private final AtomicLong ended = new AtomicLong();
    private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();

    @Override
    public Integer call() throws Exception {
        kills.require(common);
        return common.run("kills of a server %d".formatted(kills.rounds()), this::measure);
    }

    private void measure(Database database, Report report) throws IOException {
        Random random = kills.random(common, report);
        Path directory = common.temporaryDirectory();
        try {
            Instant begun = Instant.now();
            Path file = directory.resolve("seen");
            run(database, directory, Ledger.create(file), random, report);
            audit(database, begun, Ledger.read(file), report);
        } finally {
            Directories.delete(directory);
        }
    }

    private void run(Database database, Path directory, Ledger ledger, Random random, Report report)
            throws IOException {
        try (ServerProcess server = ServerProcess.start(database, directory.resolve("server"))) {
            try (Agent agent = agent(server, ledger);
                    Reeve client = server.client()) {
                common.progress().say("%,d in flight, agent %s …".formatted(kills.inflight(), agent.name()));
                Load load = new Load(client, ledger);
                load.thread.start();
                report.add("kills", kills.rounds(), "");
                report.add("killsFromTheStart", killAll(server, random), "timed from the start of the process");
                long stopped = System.nanoTime();
                load.stop();
                report.add("lastEndsSeconds", (System.nanoTime() - stopped) / 1e9, 2, "s, until everything had ended");
            }
            server.end();
        }
    }

    /** Returns the number of kills that were timed from the start of the process. */
    private int killAll(ServerProcess server, Random random) throws IOException {
        int early = 0;
        for (int round = 0; round < kills.rounds(); round++) {
            long before = ended.get();
            boolean isEarly = round > 0 && kills.isEarly(random);
            if (!isEarly) {
                if (round > 0) {
                    server.awaitReady();
                }
                awaitEnds(before);
            }
            Pause.of(kills.delay(random));
            server.kill();
            server.launch();
            early += isEarly ? 1 : 0;
            common.progress()
                    .say("kill %d of %d: %,d executions had ended".formatted(round + 1, kills.rounds(), ended.get()));
        }
        server.awaitReady();
        awaitEnds(ended.get());
        return early;
    }

    /** Twice the slots that the load needs, because attempts of a killed server may still run. */
    private Agent agent(ServerProcess server, Ledger ledger) {
        return Agent.named("bench")
                .action(NoopCall.ACTION, Json.class, (order, step) -> {
                    int number = Integer.parseInt(step.step().step().substring("step".length()));
                    ledger.add(new Ledger.Entry(Ledger.Kind.CALLED, step.execution(), number, step.attempt()));
                    return Payloads.result(order);
                })
                .slots(2 * kills.inflight())
                .servers(server.address())
                .start();
    }

    /** The server is under load: an execution has ended since. */
    private void awaitEnds(long before) {
        boolean productive = Pause.until(() -> ended.get() > before || wrong.get() != null, PATIENCE);
        String problem = wrong.get();
        CheckFailedException.check(problem == null, () -> "an execution went wrong: " + problem);
        CheckFailedException.check(productive, () -> "no execution has ended for " + PATIENCE);
    }

    private void audit(Database database, Instant begun, List<Ledger.Entry> entries, Report report) {
        CrashAudit audit = new CrashAudit(STEPS);
        audit.round(begun, entries);
        common.progress().say("auditing %,d executions …".formatted(audit.executions()));
        try (Store store = database.open()) {
            List<String> violations =
                    audit.check(id -> store.find(id).map(row -> new StoredExecution(row, store.history(id))));
            CheckFailedException.check(violations.isEmpty(), () -> String.join("\n  ", violations));
        }
        audit.addTo(report);
    }

    /** Starts executions continuously, until it is stopped. */
    private final class Load {

        private final Semaphore free = new Semaphore(kills.inflight());
        private final Thread thread = Thread.ofPlatform().daemon().name("load").unstarted(this::run);
        private final Reeve client;
        private final Ledger ledger;
        private volatile boolean stopped;

        Load(Reeve client, Ledger ledger) {
            this.client = client;
            this.ledger = ledger;
        }

        private void run() {
            for (long number = 0; !stopped && wrong.get() == null; number++) {
                free.acquireUninterruptibly();
                var unused = client.startAsync("chain" + STEPS, Payloads.order(number), Start.plain())
                        .thenCompose(execution -> {
                            ledger.add(new Ledger.Entry(Ledger.Kind.ACKNOWLEDGED, execution.id(), 0, 0));
                            return execution.result();
                        })
                        .whenComplete((result, error) -> {
                            end(result, error);
                            free.release();
                        });
            }
        }

        private void end(@Nullable ExecutionResult result, @Nullable Throwable error) {
            if (error != null || result == null) {
                wrong.compareAndSet(null, String.valueOf(error));
            } else if (result.status() != ExecutionStatus.COMPLETED) {
                wrong.compareAndSet(
                        null, "%s ended as %s: %s".formatted(result.id(), result.status(), result.failure()));
            } else {
                ledger.add(new Ledger.Entry(Ledger.Kind.ENDED, result.id(), 0, 0));
                ended.incrementAndGet();
            }
        }

        /** Waits for the end of all executions. */
        void stop() {
            stopped = true;
            boolean over =
                    Pause.until(() -> free.availablePermits() == kills.inflight() && !thread.isAlive(), PATIENCE);
            String problem = wrong.get();
            CheckFailedException.check(problem == null, () -> "an execution went wrong: " + problem);
            CheckFailedException.check(
                    over,
                    () -> "%,d executions have not ended %s after the last kill"
                            .formatted(kills.inflight() - free.availablePermits(), PATIENCE));
        }
    }
}
