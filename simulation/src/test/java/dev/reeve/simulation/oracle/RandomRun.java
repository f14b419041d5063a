package dev.reeve.simulation.oracle;

import dev.reeve.AttemptToken;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.StepPath;
import dev.reeve.StepStatus;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.RandomCommands;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.core.start.Reruns;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Open;
import dev.reeve.internal.core.state.Plan;
import dev.reeve.internal.core.state.QueueTimes;
import dev.reeve.internal.core.state.StepState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.model.definition.Definition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * One execution of a random workflow, decided by the core among agents and people who do what comes to their minds, and
 * judged by the oracle. Then the world calms down, and the execution must end.
 */
final class RandomRun {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private static final int CALM_MAX = 2000;

    /** A row of the journal. */
    record Row(Instant at, String events) {}

    private final RandomGenerator random;
    private final Definition workflow;
    private ExecutionId id;
    private Oracle oracle;
    private final List<String> breaches = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<AttemptToken> tokens = new ArrayList<>();
    /** How much goes wrong in this run: from nothing to everything. */
    private final int trouble;

    private final RandomCommands commands;

    private ExecutionState state;
    private Instant now = START;

    RandomRun(long seed) {
        this.random = new SplittableRandom(seed);
        this.workflow = RandomDefinition.next(random);
        this.id = new ExecutionId(new UUID(0x7000, seed));
        this.oracle = newOracle(workflow, id);
        this.trouble = random.nextInt(100);
        this.commands = new RandomCommands(random, trouble);
        Duration completeBy = workflow.completeBy();
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                workflow.name(),
                workflow.version(),
                "default",
                random.nextBoolean() ? "k-" + seed : null,
                new Json("{\"n\":" + random.nextInt(4) + "}"),
                random.nextInt(3),
                Map.of("seed", "\"" + seed + "\""),
                completeBy == null ? null : START.plus(completeBy),
                seed);
        Decision.Accepted decision = Decider.start(id, Plan.of(workflow), started, now);
        this.state = decision.state();
        judge(decision.events());
    }

    /** The objections of the oracle; empty if none. */
    List<String> run() {
        int actions = random.nextInt(120);
        for (int i = 0; i < actions && breaches.isEmpty(); i++) {
            somethingHappens();
        }
        calmDown();
        breaches.addAll(oracle.atEnd());
        if (breaches.isEmpty() && random.nextBoolean()) {
            rerun();
        }
        return breaches;
    }

    /**
     * An operator may re-run an ended execution from any step on; from here on this run is that of the new
     * execution.
     */
    private void rerun() {
        List<Event> history = rows.stream()
                .flatMap(row -> EventCodec.read(row.events()).stream())
                .toList();
        Json input = random.nextInt(3) == 0 ? new Json("{\"n\":2}") : null;
        Reruns.Wish wish = new Reruns.Wish(anyPath(), "ann", "by chance", input);
        if (!(Reruns.plan(state, null, history, wish) instanceof Reruns.Answer.Possible possible)) {
            return;
        }
        Event.ExecutionStarted old = state.started();
        Duration completeBy = workflow.completeBy();
        Event.ExecutionStarted started = new Event.ExecutionStarted(
                workflow.name(),
                workflow.version(),
                old.namespace(),
                null,
                input == null ? old.input() : input,
                old.priority(),
                old.labels(),
                completeBy == null ? null : now.plus(completeBy),
                old.seed() + 1,
                null,
                null,
                possible.rerun(),
                null);
        id = new ExecutionId(new UUID(0x7001, old.seed()));
        oracle = newOracle(workflow, id);
        rows.clear();
        tokens.clear();
        Decision.Accepted decision = Decider.start(id, state.plan(), started, possible.taken(), now);
        state = decision.state();
        judge(decision.events());
        int actions = random.nextInt(60);
        for (int i = 0; i < actions && breaches.isEmpty(); i++) {
            somethingHappens();
        }
        calmDown();
        breaches.addAll(oracle.atEnd());
    }

    ExecutionState state() {
        return state;
    }

    List<Row> rows() {
        return rows;
    }

    Oracle newOracle() {
        return newOracle(workflow, id);
    }

    private static Oracle newOracle(Definition workflow, ExecutionId id) {
        return new Oracle(workflow, id.toString());
    }

    String story() {
        return rows.stream().map(Row::toString).collect(Collectors.joining(System.lineSeparator()));
    }

    private boolean give(Command command) {
        Decision decision = Decider.decide(state, command, now);
        state = switch (decision) {
            case Decision.Accepted accepted -> {
                if (!accepted.events().isEmpty()) {
                    judge(accepted.events());
                }
                yield accepted.state();
            }
            case Decision.Refused refused -> {
                if (!refused.evidence().isEmpty()) {
                    judge(refused.evidence());
                }
                yield refused.state();
            }
        };
        if (!oracle.status().equals(state.status().name())) {
            breaches.add("status: the core says %s, the oracle says %s".formatted(state.status(), oracle.status()));
        }
        return decision instanceof Decision.Accepted;
    }

    private void judge(List<Event> events) {
        String json = EventCodec.write(events);
        rows.add(new Row(now, json));
        breaches.addAll(oracle.accept(json, now));
    }

    private void somethingHappens() {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> dispatch(anyPath());
            case 3, 4, 5 -> report();
            case 6 -> now = now.plusMillis(random.nextInt(random.nextInt(10) == 0 ? 500_000 : 2000));
            case 7 -> give(new Command.WakeStep(anyPath()));
            case 8 -> trouble();
            default -> give(commands.helpFor(anyPath(), new Json("{\"n\":7}")));
        }
    }

    private void dispatch(StepPath path) {
        if (give(new Command.StartStep(path, "agent-" + random.nextInt(3)))) {
            tokens.add(Objects.requireNonNull(Work.of(state, path).token()));
        }
    }

    /** Of any attempt, open or long over, once or twice, sometimes with a forged token. */
    private void report() {
        if (tokens.isEmpty()) {
            return;
        }
        AttemptToken token = commands.token(tokens);
        for (int left = commands.reports(); left > 0; left--) {
            give(outcome(token));
        }
    }

    private Command outcome(AttemptToken token) {
        if (random.nextInt(100) >= trouble) {
            return new Command.CompleteAttempt(token, output(token));
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Command.LoseAttempt(token);
            case 1 -> missesHeartbeat(token) ? new Command.GiveUpAttempt(token) : new Command.LoseAttempt(token);
            case 2 -> new Command.RecordCheckpoint(token, new Json("{\"at\":" + random.nextInt(100) + "}"));
            default -> new Command.FailAttempt(token, failure());
        };
    }

    /** Definitions name some of the codes. */
    private Failure failure() {
        Failure failure = commands.failure("by \"chance\"\u0001");
        return new Failure(
                failure.cause(),
                random.nextInt(3) == 0 ? "NO" : failure.code(),
                failure.message(),
                random.nextInt(3) == 0 ? new Json("{\"left\":2}") : null,
                failure.retryAfter(),
                failure.possiblyDone());
    }

    /** The supervisor only looks for heartbeats where they are due. */
    private boolean missesHeartbeat(AttemptToken token) {
        StepState step = Objects.requireNonNull(state.step(token.step()));
        if (!(step.open() instanceof Open.Running running)) {
            return true;
        }
        Duration heartbeat = Work.of(state, token.step()).heartbeat();
        return heartbeat != null && !now.isBefore(running.startedAt().plus(heartbeat));
    }

    private Json output(AttemptToken token) {
        if (token.purpose() != Purpose.PROBE) {
            return new Json(
                    random.nextInt(5) == 0 ? "{\"a\":[1.50,\"ü\\n\",null]}" : String.valueOf(random.nextInt(1000)));
        }
        return commands.probed();
    }

    private void trouble() {
        switch (random.nextInt(3)) {
            case 0 -> give(new Command.WakeExecution());
            case 1 -> give(new Command.WakeStep(anyPath()));
            default -> signal(List.of("go", "stop", "more").get(random.nextInt(3)));
        }
        if (random.nextInt(300) < trouble) {
            give(new Command.Cancel("ann", "by chance"));
        }
    }

    /** Some come again, and some are refused. */
    private void signal(String name) {
        String signalId = random.nextBoolean() ? null : "id" + random.nextInt(3);
        give(new Command.Signal(name, signalId, new Json(String.valueOf(random.nextInt(9))), "ann"));
    }

    private StepPath anyPath() {
        List<StepPath> paths = state.paths();
        return paths.get(random.nextInt(paths.size()));
    }

    private void calmDown() {
        give(new Command.Resume("ann", "calm"));
        for (int i = 0; i < CALM_MAX && !state.status().isTerminal() && breaches.isEmpty(); i++) {
            StepPath path = anyPath();
            StepState step = Objects.requireNonNull(state.step(path));
            switch (step.open()) {
                case Open.Ready ready -> {
                    Instant until = QueueTimes.until(state, path);
                    if (until != null && random.nextBoolean()) {
                        now = until.isAfter(now) ? until : now;
                        give(new Command.WakeStep(path));
                    } else {
                        dispatch(path);
                    }
                }
                case Open.Running running -> {
                    String answer = step.purpose() == Purpose.PROBE ? "{\"state\":\"notDone\"}" : "1";
                    give(new Command.CompleteAttempt(
                            Objects.requireNonNull(Work.of(state, path).token()), new Json(answer)));
                }
                case Open.Waiting waiting
                when waiting.until().isAfter(now.plus(Duration.ofDays(1))) -> {
                    signal("go");
                    signal("stop");
                }
                case Open.Waiting waiting -> {
                    now = waiting.until().isAfter(now) ? waiting.until() : now;
                    give(new Command.WakeStep(path));
                }
                case Open.Child child -> throw new AssertionError("no step here is done by another execution");
                case Open.Idle idle -> {
                    if (step.status() == StepStatus.ESCALATED) {
                        give(
                                random.nextBoolean()
                                        ? new Command.ResolveStep(path, new Json("0"), "ann")
                                        : new Command.SkipStep(path, "ann"));
                    }
                }
            }
        }
    }
}
