package dev.reeve.testkit;

import dev.reeve.agent.Handler;
import dev.reeve.agent.StepFailure;
import dev.reeve.model.Json;
import dev.reeve.testkit.Turn.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a service that does not exist does, call by call: the first word is for the first call, and the last one for all
 * that follow. Not thread-safe.
 *
 * <pre>{@code
 * reeve.on("payment.charge")
 *         .timesOut()
 *         .succeedsButTheReportIsLost(Map.of("payment", "p-1"))
 *         .answers(Map.of("payment", "p-1"));
 * }</pre>
 *
 * <p>A call of any execution and step counts. What succeeds has its effect once for each idempotency key, however often it
 * is called, unless the service {@link #ignoresIdempotencyKey()}.
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
     * @param output anything that can be written as JSON; for a probe a {@link dev.reeve.agent.Probe}
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
     * Says no, for good and with no effect.
     *
     * @param code for programs, as in {@code CARD_DECLINED}
     */
    public Script fails(String code) {
        return failsWith(StepFailure.permanent(code, "the script says so"));
    }

    /** Fails with no effect, in a way that may pass. */
    public Script failsForNow(String code) {
        return failsWith(StepFailure.transient_(code, "the script says so"));
    }

    /** Asks to be left alone for a while. */
    public Script throttles(Duration retryAfter) {
        return failsWith(StepFailure.throttled(retryAfter));
    }

    /** Fails exactly so. */
    public Script failsWith(StepFailure failure) {
        Objects.requireNonNull(failure, "failure");
        return add(
                (input, step) -> {
                    throw failure;
                },
                Manner.REPORTS);
    }

    /** Does nothing and says nothing, so that complete-by passes. */
    public Script timesOut() {
        return add(null, Manner.SAYS_NOTHING);
    }

    /** Does it, and nobody hears of it. */
    public Script succeedsButTheReportIsLost(@Nullable Object output) {
        return add((input, step) -> output, Manner.SAYS_NOTHING);
    }

    /** Does it, and the report comes when the attempt does not count any more. */
    public Script succeedsButTheReportIsLate(@Nullable Object output) {
        return add((input, step) -> output, Manner.REPORTS_LATE);
    }

    /**
     * Its agent's process ends before it has done anything, which the engine notices at once. Another is started five seconds
     * later.
     */
    public Script dies() {
        return add(null, Manner.DIES);
    }

    /** Does it, and then its agent's process ends, as with {@link #dies}. */
    public Script succeedsAndDies(@Nullable Object output) {
        return add((input, step) -> output, Manner.DIES);
    }

    /**
     * What was said last takes this long. The effect comes at the beginning, the report at the end, and beats as often as
     * the step wants them in between. If it takes longer than complete-by allows, nothing is reported. Default zero.
     *
     * @throws IllegalStateException if nothing was said yet
     */
    public Script taking(Duration time) {
        if (turns.isEmpty()) {
            throw new IllegalStateException("say first what " + action + " does, as in answers(…).taking(…)");
        }
        turns.set(turns.size() - 1, turns.getLast().taking(time));
        return this;
    }

    /** Each call that succeeds has its effect, also a second one with the same key. */
    public Script ignoresIdempotencyKey() {
        ignoresKey = true;
        return this;
    }

    private Script add(@Nullable Handler<Json> handler, Manner manner) {
        turns.add(Turn.scripted(action, handler, manner));
        return this;
    }

    boolean repeatsEffects() {
        return ignoresKey;
    }

    /** @return null if nothing was said */
    @Nullable Turn next() {
        return turns.isEmpty() ? null : turns.get(Math.min(calls++, turns.size() - 1));
    }
}
