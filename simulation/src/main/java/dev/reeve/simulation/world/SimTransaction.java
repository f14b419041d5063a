package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Event;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * The transaction of an agent that contains the effect of a step and its output. It is rolled back if the process of
 * the agent ends first. The effects of one idempotency key are committed once (I5).
 */
final class SimTransaction {

    private static final int LONG_MAX_MILLIS = 8_000;
    private static final int SHORT_MAX_MILLIS = 50;

    private final World world;
    private final SimAgent agent;
    private final SimAttempt attempt;
    private final RandomGenerator random;
    private final AttemptToken token;
    private final String key;
    private final int life;

    SimTransaction(World world, SimAgent agent, SimAttempt attempt, RandomGenerator random, AttemptRequest request) {
        this.world = world;
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
                Objects.requireNonNull(world.database.permits()).complete(token, output);
        if (transaction == null) {
            world.sometimes.saw(Milestone.PERMIT_GONE);
            fail("ATTEMPT_GIVEN_UP");
            return;
        }
        boolean commits = random.nextInt(5) > 0;
        int lasts = 1 + random.nextInt(random.nextInt(3) == 0 ? LONG_MAX_MILLIS : SHORT_MAX_MILLIS);
        world.timeline.after(Duration.ofMillis(lasts), "transaction", () -> end(transaction, commits, output));
    }

    private void end(ModelPermits.AgentTransaction transaction, boolean commits, Json output) {
        if (agent.life() != life || !commits) {
            transaction.rollBack();
            agentsTurn(() -> fail("ROLLED_BACK"));
            return;
        }
        transaction.commit();
        world.ledger.reported(token, output);
        world.ledger.effect(key);
        world.sometimes.saw(Milestone.OUTPUT_COMMITTED);
        if (world.ledger.committed(key) > 1 + outputsRefused()) {
            world.judge.breach("I5", "the effect of %s was committed twice, by attempt %s".formatted(key, token));
        }
        agentsTurn(() -> {
            if (world.happens(WorldFault.HANDLER_DIES_AFTER)) {
                world.crash(agent);
            } else {
                attempt.report(new Report.Completed(token, output));
            }
        });
    }

    /** How many stored outputs did not fit the definition. A person may repeat the step after that. */
    private long outputsRefused() {
        return world.database.journal(token.execution()).stream()
                .flatMap(row -> EventCodec.read(row.events()).stream())
                .filter(event -> event instanceof Event.AttemptFailed failed
                        && failed.step().equals(token.step())
                        && failed.failure().code().equals("OUTPUT_INVALID"))
                .count();
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
