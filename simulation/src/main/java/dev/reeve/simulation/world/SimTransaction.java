package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The transaction of an agent that contains the effect of a step and its output. It is rolled back if the process of
 * the agent ends first. The effects of one idempotency key are committed once (I5).
 */
final class SimTransaction {

    private static final int LONG_MAX_MILLIS = 8_000;
    private static final int SHORT_MAX_MILLIS = 50;

    private final Scene scene;
    private final SimAgent agent;
    private final SimAttempt attempt;
    private final RandomGenerator random;
    private final AttemptToken token;
    private final String key;
    private final int life;

    SimTransaction(Scene scene, SimAgent agent, SimAttempt attempt, RandomGenerator random, AttemptRequest request) {
        this.scene = scene;
        this.agent = agent;
        this.attempt = attempt;
        this.random = random;
        this.token = request.token();
        this.key = request.idempotencyKey();
        this.life = agent.life();
    }

    void begin() {
        Json output = new Json("{\"key\":\"%s\",\"attempt\":%d}".formatted(key, token.attempt()));
        ModelPermits.AgentTransaction transaction =
                Objects.requireNonNull(scene.database.permits()).complete(token, output);
        if (transaction == null) {
            scene.sometimes.saw(Milestone.PERMIT_GONE);
            fail("ATTEMPT_GIVEN_UP");
            return;
        }
        boolean commits = random.nextInt(5) > 0;
        int lasts = 1 + random.nextInt(random.nextInt(3) == 0 ? LONG_MAX_MILLIS : SHORT_MAX_MILLIS);
        scene.timeline.after(Duration.ofMillis(lasts), "transaction", () -> end(transaction, commits, output));
    }

    private void end(ModelPermits.AgentTransaction transaction, boolean commits, Json output) {
        if (agent.life() != life || !commits) {
            transaction.rollBack();
            agentsTurn(() -> fail("ROLLED_BACK"));
            return;
        }
        transaction.commit();
        scene.ledger.reported(token, output);
        scene.ledger.effect(key);
        scene.sometimes.saw(Milestone.OUTPUT_COMMITTED);
        if (scene.ledger.committed(key) > 1 + repetitions()) {
            scene.judge.breach("I5", "the effect of %s was committed twice, by attempt %s".formatted(key, token));
        }
        agentsTurn(() -> {
            if (scene.happens(WorldFault.HANDLER_DIES_AFTER)) {
                agent.die();
            } else {
                attempt.report(new Report.Completed(token, output));
            }
        });
    }

    /**
     * How many times a person has retried this step, or this round of it, or done the execution again, after its stored
     * output had not fitted the definition. Each time the step has its effect once more.
     */
    private int repetitions() {
        int repetitions = 0;
        boolean isRefused = false;
        for (Event event : events()) {
            switch (event) {
                case Event.AttemptFailed failed when isOutputOfThis(failed) -> isRefused = true;
                case Event.StepRetried retried
                when retried.purpose() == token.purpose() -> {
                    // with another input it has another idempotency key
                    repetitions = retried.input() != null ? 0 : isRefused ? repetitions + 1 : repetitions;
                    isRefused = false;
                }
                case Event.ExecutionStarted again -> {
                    repetitions += isRefused ? 1 : 0;
                    isRefused = false;
                }
                case Event.RoundEnded ended -> repetitions = 0;
                default -> {}
            }
        }
        return repetitions;
    }

    private boolean isOutputOfThis(Event.AttemptFailed failed) {
        return failed.purpose() == token.purpose() && failed.failure().code().equals("OUTPUT_INVALID");
    }

    /** The events of the step, in order, and of the same step of the executions that a person had done again. */
    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        ExecutionId next = token.execution();
        while (next != null) {
            List<Event> all = scene.database.journal(next).stream()
                    .flatMap(row -> EventCodec.read(row.events()).stream())
                    .toList();
            events.addAll(0, all.stream().filter(this::isAboutStep).toList());
            next = !all.isEmpty() && all.getFirst() instanceof Event.ExecutionStarted started && started.rerun() != null
                    ? started.rerun().of()
                    : null;
        }
        return events;
    }

    private boolean isAboutStep(Event event) {
        return event instanceof Event.ExecutionStarted
                || (event instanceof Event.OfStep of && of.step().equals(token.step()));
    }

    /** Nothing happens if the process has ended. */
    private void agentsTurn(Runnable task) {
        if (agent.life() == life) {
            agent.later(Duration.ZERO, "transaction ended", task);
        }
    }

    private void fail(String code) {
        attempt.report(new Report.Failed(token, new Failure(Cause.TRANSIENT, code, "made up", null, null, false)));
    }
}
