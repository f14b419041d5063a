package dev.reeve.simulation.story;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionStatus;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.engine.scheduler.message.Ended;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.StoreException;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.Report;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Agents complete a transactional step in transactions that begin and end at any time around complete-by, commit or
 * roll back, and are reported well, wrongly or never, while answers of the database are lost and executions are
 * cancelled. The effect of each execution that completes happens exactly once, none happens after it was undone, and no
 * permit stays (I5, I8).
 */
public final class PermitStory {

    private static final Duration BUSY = Duration.ofMinutes(10);
    private static final Duration LENGTH = Duration.ofMinutes(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Stage stage;
    private final Map<ExecutionId, CompletableFuture<Ended>> ends = new LinkedHashMap<>();
    private final Map<ExecutionId, Integer> effects = new LinkedHashMap<>();
    private final Set<ExecutionId> undoing = new LinkedHashSet<>();
    private final Set<AttemptToken> seen = new LinkedHashSet<>();
    private final Set<AttemptToken> held = new LinkedHashSet<>();
    private final Map<AttemptToken, Report> reports = new LinkedHashMap<>();
    private boolean quiet;

    private PermitStory(long seed) {
        stage = new Stage(seed, Stage.OPTIONS, real -> Stage.aroundLanes(real, this::lane));
    }

    public static List<String> run(long seed) {
        return new PermitStory(seed).tell();
    }

    private List<String> tell() {
        stage.deploy("""
                workflow: book
                steps:
                  book:
                    action: test.book
                    transactional: true
                    completeBy: 10s
                    heartbeat: 3s
                    retry: { maxAttempts: 1000, backoff: 1s, maxBackoff: 5s }
                    compensate: test.unbook
                  wait: { after: [book], wait: 20s }
                """);
        stage.at(Duration.ofSeconds(1), this::register);
        int executions = 2 + stage.random.nextInt(4);
        for (int i = 0; i < executions; i++) {
            stage.at(
                    Duration.ofSeconds(2).plus(stage.upTo(BUSY)),
                    () -> stage.start("book", Json.EMPTY_OBJECT, id -> {
                        ends.put(id, stage.end(id).toCompletableFuture());
                        if (stage.random.nextInt(3) == 0) {
                            stage.at(now().plus(stage.upTo(Duration.ofSeconds(40))), () -> cancel(id));
                        }
                    }));
        }
        stage.at(BUSY.plusSeconds(2), () -> quiet = true);
        stage.at(LENGTH, this::judge);
        return stage.play(LENGTH.plusSeconds(1));
    }

    private void judge() {
        ends.forEach((id, end) -> {
            int times = effects.getOrDefault(id, 0);
            if (!end.isDone()) {
                stage.breach("execution %s has not ended".formatted(id));
            } else if (end.join().status() == ExecutionStatus.COMPLETED ? times != 1 : times > 1) {
                stage.breach("execution %s is %s, with %d effects"
                        .formatted(id, end.join().status(), times));
            } else if (times == 1 && end.join().status() != ExecutionStatus.COMPLETED && !undoing.contains(id)) {
                stage.breach("execution %s is %s, and its effect was not undone"
                        .formatted(id, end.join().status()));
            }
        });
        if (!permits().isEmpty()) {
            stage.breach("permits are left: " + permits().tokens());
        }
    }

    private ModelPermits permits() {
        return Objects.requireNonNull(stage.database.permits());
    }

    private Duration now() {
        return Duration.ofNanos(stage.timeline.nanos());
    }

    private void cancel(ExecutionId id) {
        var unused = stage.node.node().lanes().ask(id, new Command.Cancel("alice", "made up"));
    }

    // The agent

    private void register() {
        var unused = stage.node
                .node()
                .transport()
                .register(new Registration("books", Set.of("test.book", "test.unbook"), 5))
                .whenComplete((session, error) -> {
                    if (error == null) {
                        exchange(session);
                    } else {
                        stage.breach("an agent was refused: " + error);
                    }
                });
    }

    private void exchange(SessionId session) {
        List<Beat> beats = held.stream().map(token -> new Beat(token, null)).toList();
        var unused = stage.node
                .node()
                .transport()
                .exchange(session, new Exchange(List.copyOf(reports.values()), beats), POLL)
                .whenComplete((reply, error) -> {
                    if (error == null) {
                        hear(reply);
                    }
                    stage.timeline.after(POLL, "books", () -> stage.node.run(() -> exchange(session)));
                });
    }

    private void hear(Reply reply) {
        for (AttemptRequest request : reply.requests()) {
            if (seen.add(request.token())) {
                begin(request.token());
            }
        }
        reply.verdicts().forEach(verdict -> {
            reports.remove(verdict.token());
            held.remove(verdict.token());
        });
    }

    private void begin(AttemptToken token) {
        held.add(token);
        if (token.purpose() == Purpose.COMPENSATION) {
            undoing.add(token.execution());
            reports.put(token, new Report.Completed(token, Json.NULL));
            return;
        }
        Duration until = quiet ? Duration.ofSeconds(1) : stage.upTo(Duration.ofSeconds(14));
        stage.at(now().plus(until), () -> complete(token));
    }

    private void complete(AttemptToken token) {
        ModelPermits.AgentTransaction transaction = permits().complete(token, new Json("\"stored\""));
        if (transaction == null) {
            finish(token, false);
            return;
        }
        boolean commits = quiet || stage.random.nextInt(3) > 0;
        Duration lasts = quiet ? Duration.ofMillis(1) : stage.upTo(Duration.ofSeconds(8));
        stage.at(now().plus(lasts), () -> {
            if (commits) {
                transaction.commit();
                effects.merge(token.execution(), 1, Integer::sum);
                if (undoing.contains(token.execution())) {
                    stage.breach("attempt %s has its effect after it was undone".formatted(token.text()));
                }
            } else {
                transaction.rollBack();
            }
            finish(token, commits);
        });
    }

    /** The report may be wrong. */
    private void finish(AttemptToken token, boolean done) {
        if (!quiet && stage.random.nextInt(3) == 0) {
            held.remove(token); // it falls silent
        } else if (done && (quiet || stage.random.nextBoolean())) {
            reports.put(token, new Report.Completed(token, new Json("\"reported\"")));
        } else {
            reports.put(
                    token,
                    new Report.Failed(token, new Failure(Cause.TRANSIENT, "SHAKY", "made up", null, null, false)));
        }
    }

    // The database

    private @Nullable Object lane(LaneStore real, String method, @Nullable Object[] arguments) {
        if (!method.equals("commit") || quiet || stage.random.nextInt(8) > 0) {
            return null;
        }
        CompletionStage<CommitOutcome> committed = real.commit((Batch) Objects.requireNonNull(arguments[0]));
        return committed.thenApply(outcome -> new CommitOutcome.InDoubt(
                new StoreException(StoreException.Kind.UNAVAILABLE, "made up: the answer is lost", null)));
    }
}
