package dev.reeve.test;

import dev.reeve.Json;
import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.test.Turn.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The behavior of a simulated service, call by call. The first entry is for the first call, and the last entry for all
 * calls that follow. Not thread-safe.
 *
 * <pre>{@code
 * reeve.on("payment.charge")
 *         .timesOut()
 *         .succeedsButTheReportIsLost(Map.of("payment", "p-1"))
 *         .answers(Map.of("payment", "p-1"));
 * }</pre>
 *
 * <p>Calls of all executions and steps are counted together. A call that succeeds has its effect once for each
 * idempotency key, unless the service {@link #ignoresIdempotencyKey()}.
 */
public final class Script {

    private final String action;
    private final List<Turn> turns = new ArrayList<>();
    private int calls;
    private boolean ignoresKey;

    Script(String action) {
        this.action = action;
    }

    /**
     * Succeeds.
     *
     * @param output any value that can be written as JSON; for a probe a {@link dev.reeve.agent.Probe}
     */
    public Script answers(@Nullable Object output) {
        return add((input, step) -> output, Manner.REPORTS);
    }

    /** Succeeds, with an output that depends on the step's input. */
    public Script answersBy(Function<Json, Object> output) {
        Objects.requireNonNull(output, "output");
        return add((input, step) -> output.apply(input), Manner.REPORTS);
    }

    /**
     * Fails without effect, with a business error. The engine does not retry it.
     *
     * @param code for programs, as in {@code CARD_DECLINED}
     */
    public Script failsWithBusinessError(String code) {
        return failsWith(StepFailure.businessError(code, "the script says so"));
    }

    /** Fails without effect, with a transient error. The engine retries it. */
    public Script failsWithTransientError(String code) {
        return failsWith(StepFailure.transientError(code, "the script says so"));
    }

    /** Fails with a throttling failure that asks for a pause before the next call. */
    public Script throttles(Duration retryAfter) {
        return failsWith(StepFailure.throttled(retryAfter));
    }

    /** Fails with this failure. */
    public Script failsWith(StepFailure failure) {
        Objects.requireNonNull(failure, "failure");
        return add(
                (input, step) -> {
                    throw failure;
                },
                Manner.REPORTS);
    }

    /** Does nothing and sends no report, so that complete-by passes (a timeout). */
    public Script timesOut() {
        return add(null, Manner.SAYS_NOTHING);
    }

    /** Performs the action, and the report is lost. */
    public Script succeedsButTheReportIsLost(@Nullable Object output) {
        return add((input, step) -> output, Manner.SAYS_NOTHING);
    }

    /** Performs the action, and the report arrives after complete-by, when the attempt no longer counts. */
    public Script succeedsButTheReportIsLate(@Nullable Object output) {
        return add((input, step) -> output, Manner.REPORTS_LATE);
    }

    /**
     * The agent's process ends before it performs the action. The engine notices at once. A new process starts five
     * seconds later.
     */
    public Script dies() {
        return add(null, Manner.DIES);
    }

    /** Performs the action, and then the agent's process ends, as with {@link #dies}. */
    public Script succeedsAndDies(@Nullable Object output) {
        return add((input, step) -> output, Manner.DIES);
    }

    /**
     * Sets how long the last entry takes. The effect happens at the beginning and the report is sent at the end.
     * Heartbeats are sent in between, as often as the step requires. If this exceeds complete-by, no report is sent.
     * Default zero.
     *
     * @throws IllegalStateException if the script has no entry yet
     */
    public Script taking(Duration time) {
        if (turns.isEmpty()) {
            throw new IllegalStateException("say first what " + action + " does, as in answers(…).taking(…)");
        }
        turns.set(turns.size() - 1, turns.getLast().taking(time));
        return this;
    }

    /** Repeats the effect at each call that succeeds, even with the same idempotency key. */
    public Script ignoresIdempotencyKey() {
        ignoresKey = true;
        return this;
    }

    private Script add(@Nullable Handler<Json, ?> handler, Manner manner) {
        turns.add(Turn.scripted(action, handler, manner));
        return this;
    }

    boolean repeatsEffects() {
        return ignoresKey;
    }

    /** @return null if the script has no entry */
    @Nullable Turn next() {
        return turns.isEmpty() ? null : turns.get(Math.min(calls++, turns.size() - 1));
    }
}
