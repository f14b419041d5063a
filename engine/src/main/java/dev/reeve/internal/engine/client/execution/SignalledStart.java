package dev.reeve.internal.engine.client.execution;

import dev.reeve.ErrorCode;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.Json;
import dev.reeve.KeyPolicy;
import dev.reeve.ReeveException;
import dev.reeve.Signal;
import dev.reeve.Start;
import dev.reeve.internal.core.Command;
import dev.reeve.internal.core.Decision;
import dev.reeve.internal.core.rules.Decider;
import dev.reeve.internal.engine.client.boundary.Arguments;
import dev.reeve.internal.engine.client.boundary.Conversion;
import dev.reeve.internal.engine.client.boundary.EngineCalls;
import dev.reeve.internal.engine.scheduler.message.Refused;
import dev.reeve.internal.engine.scheduler.message.StartRequest;
import dev.reeve.spi.store.ExecutionRow;
import dev.reeve.spi.store.Succession;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A signal for the execution of a key, which is started if there is none. Sends the signal to the open execution of the
 * key, or else starts one that has the signal from its beginning. Each of the two is one transaction. If another caller
 * was faster, or the execution ends in between, it begins again: then nothing has happened yet. Callers of a key that
 * begin again look and start one after the other: all at once, most of them would begin again for each that succeeds.
 * Their signals to an open execution do not wait for each other.
 *
 * @param <R> the value of the future
 */
public final class SignalledStart<R> {

    /** Each further try follows an execution of another caller, which began or ended in between. */
    private static final int TRIES_MAX = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EngineAccess engine;
    private final String workflow;
    private final String key;
    private final Json input;
    private final Start how;
    private final Event.SignalReceived signal;
    private final TakenSignal taken;
    private final Function<ExecutionId, R> handle;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private int tries;

    /** Complete when the next caller of the key may look; null before the first turn. */
    private volatile @Nullable CompletableFuture<Void> turn;

    /** The execution that is open in the store, and has refused the signal; null if there is none. */
    private @Nullable ExecutionId refusing;

    /** The ended execution that has the signal, and whose owner was asked to confirm its end; null if there is none. */
    private @Nullable ExecutionId repeated;

    /**
     * @param handle makes the value of the future from the id
     * @throws ReeveException if an argument is invalid
     */
    public SignalledStart(
            EngineAccess engine,
            String workflow,
            Object input,
            Start how,
            Signal signal,
            Function<ExecutionId, R> handle) {
        engine.check();
        this.engine = engine;
        this.workflow = Objects.requireNonNull(workflow, "workflow");
        this.input = Conversion.write("input", input);
        this.how = how;
        this.handle = handle;
        if (how.key() == null) {
            throw Arguments.invalid("key: a signal with a start needs one, such as Start.key(\"order-17\")");
        }
        this.key = Arguments.name("key", how.key());
        if (how.keyPolicy() != KeyPolicy.RETURN && how.keyPolicy() != KeyPolicy.RETURN_OPEN) {
            throw Arguments.invalid(
                    "keyPolicy: expected RETURN or RETURN_OPEN for a signal with a start, found %s, which refuses the execution that the signal is for"
                            .formatted(how.keyPolicy()));
        }
        this.signal = new Event.SignalReceived(
                Arguments.name("name", signal.name()),
                signal.id() == null ? null : Arguments.name("id", signal.id()),
                Conversion.write("data", signal.data()),
                engine.actor());
        this.taken = new TakenSignal(engine, engine.first(key), this.signal, how.request());
    }

    /** As {@link #send}, and waits until an execution has the signal. */
    public R sent() {
        return EngineCalls.await(send(), PATIENCE, "for the signal to be stored");
    }

    /**
     * Sends the signal. Call it once. The future completes on a virtual thread with the execution that has the signal,
     * and fails only with {@link ReeveException}.
     *
     * @throws ReeveException if the start or the signal is invalid; nothing was sent then
     */
    public CompletionStage<R> send() {
        look();
        return result;
    }

    private void look() {
        if (result.isDone()) {
            release(); // the caller has left
            return;
        }
        if (++tries > TRIES_MAX) {
            throw ReeveException.of(
                    ErrorCode.OVERLOADED,
                    "too many executions of key '%s' began and ended at the same time, and none got the signal; nothing was changed: try again"
                            .formatted(key));
        }
        ExecutionRow newest = engine.newest(key);
        if (newest == null) {
            start(engine.first(key));
        } else {
            answer(newest);
        }
    }

    private void again() {
        CompletableFuture<Void> current = turn;
        if (current != null && !current.isDone()) {
            look();
            return;
        }
        CompletableFuture<Void> next = new CompletableFuture<>();
        turn = next;
        engine.afterOthers(key, next, () -> guarded(this::look));
    }

    /** Ends the turn, if there is one. */
    private void release() {
        CompletableFuture<Void> current = turn;
        if (current != null) {
            current.complete(null);
        }
    }

    /** The turn ends before the caller's own callbacks run, which may take long. */
    private void done(ExecutionId id) {
        release();
        result.complete(handle.apply(id));
    }

    private void failed(Throwable error) {
        release();
        result.completeExceptionally(EngineCalls.translated(error));
    }

    private void answer(ExecutionRow newest) {
        ExecutionId taker = taken.taker(newest);
        if (taker != null) {
            repeated(taker);
        } else if (!newest.workflow().equals(workflow)) {
            throw ReeveException.of(
                    ErrorCode.CONFLICT,
                    "key '%s' belongs to execution %s, which was started with another workflow; use another key for another start"
                            .formatted(key, newest.id()));
        } else if (!newest.status().isTerminal()) {
            signal(newest.id());
        } else {
            checkSuccession(newest);
            // Exactly the next one: if another caller's has followed and ended by then, it may have this signal.
            start(Succession.after(newest.id()));
        }
    }

    /**
     * A repetition, after the end. The end may be one that the standby has not confirmed, and that a failover loses
     * together with the signal. So the owner gets the signal once more: an execution that is open takes it, and one
     * whose end the owner confirms is the answer.
     */
    private void repeated(ExecutionId id) {
        repeated = id;
        signal(id);
    }

    /**
     * Checks that another execution can follow an ended one.
     *
     * @throws ReeveException if it cannot
     */
    private void checkSuccession(ExecutionRow ended) {
        if (!StartRequest.startsAnew(how.keyPolicy())) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "execution %s of key '%s' has ended (%s) and takes no signals; use another key, or KeyPolicy.RETURN_OPEN to start another execution"
                            .formatted(ended.id(), key, ended.status()));
        }
        if (StartRequest.isRequest(how.request(), ended.labels())) {
            throw ReeveException.of(
                    ErrorCode.REFUSED,
                    "execution %s of key '%s' was started by the same request, and has ended (%s) without this signal; use another request"
                            .formatted(ended.id(), key, ended.status()));
        }
    }

    private void start(ExecutionId id) {
        StartRequest request = engine.request(workflow, input, how, id);
        Decision.Refused refusal = Decider.refusal(id, request.plan(), signal);
        if (refusal != null) {
            throw new Refused.Decided(refusal.reason(), refusal.message()).toException();
        }
        then(engine.begun(request.with(signal)), started -> {
            if (started.existing()) {
                again();
            } else {
                done(started.id());
            }
        });
    }

    private void signal(ExecutionId id) {
        Command command = new Command.Signal(signal.signal(), signal.id(), signal.data(), signal.actor());
        CompletionStage<ExecutionId> asked = engine.asked(id, command);
        release();
        asked.whenComplete((taker, error) -> guarded(() -> {
            if (error == null) {
                done(taker);
            } else if (error instanceof ReeveException refusal && isRefused(refusal)) {
                afterRefusal(id, refusal);
            } else {
                failed(error);
            }
        }));
    }

    private static boolean isRefused(ReeveException error) {
        return error.code() == ErrorCode.REFUSED || error.code() == ErrorCode.NOT_FOUND;
    }

    /** An open execution that refuses twice means it. A failover may have lost the end for which it refused once. */
    private void afterRefusal(ExecutionId id, ReeveException refusal) {
        ExecutionRow row = engine.row(id);
        boolean isOpen = row != null && !row.status().isTerminal();
        if (isOpen && id.equals(refusing)) {
            throw refusal;
        }
        if (row != null && id.equals(repeated) && taken.isIn(row)) {
            done(id);
            return;
        }
        refusing = isOpen ? id : null;
        again();
    }

    private <T> void then(CompletionStage<T> stage, Consumer<T> next) {
        stage.whenComplete((value, error) -> guarded(() -> {
            if (error == null) {
                next.accept(value);
            } else {
                failed(error);
            }
        }));
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }
}
