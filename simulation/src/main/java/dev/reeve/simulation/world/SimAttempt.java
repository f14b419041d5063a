package dev.reeve.simulation.world;

import dev.reeve.AttemptToken;
import dev.reeve.Cause;
import dev.reeve.Failure;
import dev.reeve.Json;
import dev.reeve.Purpose;
import dev.reeve.internal.store.ModelPermits;
import dev.reeve.internal.test.node.SimNode;
import dev.reeve.simulation.check.Milestone;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Report;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One attempt at an agent: performs the request, or misbehaves. */
final class SimAttempt {

    private static final String OVERSIZE = "\"" + "x".repeat(1_100_000) + "\"";

    private final Scene scene;
    private final ServiceWatch services;
    private final SimAgent agent;
    private final RandomGenerator random;
    private final AttemptRequest request;
    private final AttemptToken token;
    private final @Nullable SimNode node;

    /** By the agent's own clock, which cannot be late. */
    private final long completeBy;

    /** Whether it has a permit. */
    private boolean transactional;

    private boolean stopped;
    private boolean disturbed;
    private boolean beats = true;
    private Duration beatEvery = Duration.ZERO;
    private int progress;
    private boolean progressed;

    SimAttempt(
            Scene scene,
            ServiceWatch services,
            SimAgent agent,
            RandomGenerator random,
            AttemptRequest request,
            @Nullable SimNode node,
            long askedAt) {
        this.scene = scene;
        this.services = services;
        this.agent = agent;
        this.random = random;
        this.request = request;
        this.token = request.token();
        this.node = node;
        this.completeBy = askedAt + request.remaining().toNanos();
    }

    void begin() {
        ModelPermits permits = scene.database.permits();
        transactional = permits != null && permits.tokens().contains(token);
        scene.judge.handedOut(token, agent.namespace(), request.action(), request.idempotencyKey(), request.input());
        services.begun(node, agent.namespace(), request);
        scene.ledger.began(token);
        scene.remember(token);
        if (request.checkpoint() != null) {
            scene.sometimes.saw(Milestone.CHECKPOINT_HANDED_ON);
        }
        scene.story.tell(() -> "%s begins %s %s, attempt %d of %s"
                .formatted(agent.name(), token.purpose(), token.step(), token.attempt(), token.execution()));
        long now = scene.timeline.nanos();
        if (scene.happens(WorldFault.HANDLER_SILENT)) {
            if (random.nextBoolean()) {
                effect();
            }
            agent.later(Duration.ofNanos(Math.max(0, completeBy - now)), "given up", this::end);
            return;
        }
        if (scene.happens(WorldFault.BEATS_STOP)) {
            beats = false;
        }
        Duration beat = request.heartbeat();
        if (beat != null) {
            beatEvery = beat.dividedBy(3);
            agent.later(beatEvery, "beat", this::beat);
        }
        long remaining = Math.max(0, completeBy - now);
        long work = 1_000_000 + random.nextLong(1 + remaining / (2 + random.nextInt(20)));
        if (scene.happens(WorldFault.HANDLER_SLOW)) {
            work = remaining / 2 + random.nextLong(remaining + 1);
        }
        boolean late = scene.happens(WorldFault.HANDLER_LATE);
        if (late) {
            work = remaining + random.nextLong(20_000_000_000L);
        }
        if (work > remaining && !late) {
            if (random.nextBoolean()) {
                effect();
            }
            agent.later(Duration.ofNanos(remaining), "deadline", this::end);
        } else {
            agent.later(Duration.ofNanos(work), "work", this::finish);
        }
    }

    /** Its agent or its node stood still, or lost touch with the other. */
    void disturb() {
        disturbed = true;
    }

    /** Whether its agent tells the node all the time that it goes on. */
    boolean isUndisturbed() {
        return !disturbed && beats;
    }

    boolean isOf(@Nullable SimNode other) {
        return node == other;
    }

    /** The attempt is no longer wanted. */
    void stop() {
        stopped = true;
        beats = false;
        if (random.nextBoolean()) {
            end();
        }
    }

    private void beat() {
        if (!stopped && beats && scene.timeline.nanos() < completeBy) {
            progress++;
            progressed = random.nextInt(3) == 0;
            agent.beat();
            agent.later(beatEvery, "beat", this::beat);
        }
    }

    void beat(List<Beat> said) {
        if (beats) {
            Json checkpoint = progressed ? new Json("{\"progress\":%d}".formatted(progress)) : null;
            progressed = false;
            said.add(new Beat(token, checkpoint));
        }
    }

    private void end() {
        stopped = true;
        agent.ended(token);
    }

    private void finish() {
        if (stopped && random.nextBoolean()) {
            end();
            return;
        }
        if (scene.happens(WorldFault.HANDLER_DIES_BEFORE)) {
            agent.die();
            return;
        }
        if (services.isDown(request.action())) {
            report(new Report.Failed(token, down()));
            return;
        }
        Failure failure = token.purpose() == Purpose.PROBE ? null : failure();
        if (failure != null) {
            report(new Report.Failed(token, failure));
            return;
        }
        if (transactional) {
            new SimTransaction(scene, agent, this, random, request).begin();
            return;
        }
        Json output = token.purpose() == Purpose.PROBE ? answer() : output();
        if (scene.happens(WorldFault.HANDLER_DIES_AFTER)) {
            scene.sometimes.saw(Milestone.EFFECT_UNREPORTED);
            agent.die();
            return;
        }
        report(new Report.Completed(token, output));
    }

    private Failure down() {
        return random.nextInt(3) == 0
                ? new Failure(Cause.THROTTLED, "DOWN", "later", null, Duration.ofSeconds(random.nextInt(120)), false)
                : new Failure(Cause.TRANSIENT, "DOWN", "nobody is there", null, null, false);
    }

    private @Nullable Failure failure() {
        boolean afterAll = random.nextInt(4) == 0;
        Failure failure = null;
        if (scene.happens(WorldFault.FAILS_TRANSIENT)) {
            failure = new Failure(Cause.TRANSIENT, "SHAKY", "try again", null, null, afterAll);
        } else if (scene.happens(WorldFault.FAILS_PERMANENT)) {
            Json details = new Json("{\"attempt\":%d}".formatted(token.attempt()));
            failure = new Failure(Cause.BUSINESS, "NO", "never", details, null, afterAll);
        } else if (scene.happens(WorldFault.FAILS_THROTTLED)) {
            Duration after = Duration.ofMillis(100 + random.nextInt(5_000));
            failure = new Failure(Cause.THROTTLED, "BUSY", "later", null, after, afterAll);
        }
        if (failure != null && afterAll) {
            effect();
        }
        return failure;
    }

    private Json output() {
        effect();
        if (scene.happens(WorldFault.OUTPUT_OVERSIZE)) {
            return new Json(OVERSIZE);
        }
        return new Json("{\"key\":\"%s\",\"attempt\":%d}".formatted(request.idempotencyKey(), token.attempt()));
    }

    /** The service's knowledge about the forward attempts. */
    private Json answer() {
        String key = request.idempotencyKey();
        if (scene.happens(WorldFault.OUTPUT_GARBAGE)) {
            return new Json("[\"what?\"]");
        }
        if (scene.happens(WorldFault.PROBE_UNKNOWN)) {
            return new Json("{\"state\":\"unknown\"}");
        }
        if (scene.happens(WorldFault.PROBE_RUNNING)) {
            return new Json("{\"state\":\"running\"}");
        }
        if (scene.ledger.isDone(key)) {
            return new Json("{\"state\":\"done\",\"output\":{\"key\":\"%s\"}}".formatted(key));
        }
        // It may still be done after this answer, so the probe's answer proves nothing.
        scene.ledger.unreliable(key);
        return new Json("{\"state\":\"notDone\"}");
    }

    private void effect() {
        if (transactional) {
            return; // the transaction was not committed
        }
        int times = scene.ledger.effect(request.idempotencyKey());
        if (times > 1) {
            scene.sometimes.saw(Milestone.EFFECT_TWICE);
        }
    }

    void report(Report report) {
        if (!agent.talksTo(node)) {
            scene.sometimes.saw(Milestone.REPORT_OF_OLD_NODE);
        }
        if (scene.judge.isSuperseded(token)) {
            scene.sometimes.saw(Milestone.LATE_AFTER_RETRY);
        }
        if (report instanceof Report.Completed completed) {
            scene.ledger.reported(token, completed.output());
        }
        stopped = true;
        agent.report(report);
        if (scene.happens(WorldFault.REPORT_FORGED)) {
            forge();
        }
    }

    private void forge() {
        AttemptToken known = scene.someToken(random);
        AttemptToken forged = switch (random.nextInt(4)) {
            case 0 ->
                new AttemptToken(token.execution(), token.step(), token.purpose(), token.attempt() + 1, token.nonce());
            case 1 ->
                new AttemptToken(known.execution(), known.step(), known.purpose(), known.attempt(), known.nonce() + 1);
            case 2 ->
                new AttemptToken(known.execution(), token.step(), token.purpose(), token.attempt(), token.nonce());
            default ->
                new AttemptToken(known.execution(), known.step(), known.purpose(), known.attempt(), random.nextLong());
        };
        if (!scene.ledger.hasBegun(forged)) {
            agent.forge(forged);
        }
    }
}
