package dev.reeve.internal.agent;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.SchemaDataSource;
import dev.reeve.agent.StepContext;
import dev.reeve.agent.StepFailure;
import dev.reeve.internal.values.Limits;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Report;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt that the agent holds, from the request to the verdict on its report.
 *
 * <p>Two threads share an attempt. The handler's thread runs {@link #run()} and writes {@link #report} before it hands
 * the attempt back through {@link Host#finished}. The agent's thread decides everything else, and only it uses the
 * fields under "the agent's thread".
 */
final class Attempt implements Runnable, StepContext {

    /** The services that an agent offers to its attempts. Thread-safe; the methods return quickly. */
    interface Host {
        long now();

        /** Called when the handler's thread is done with the attempt. */
        void finished(Attempt attempt);

        /** Requests a heartbeat for the attempt soon. */
        void beatWanted();

        /** Stores the output of an attempt in the transaction of its handler. */
        default void complete(Connection connection, AttemptToken token, Json output) throws SQLException {
            StoredOutput.write(connection, schema(), token, output);
        }

        /** The schema of the store. */
        default String schema() {
            return SchemaDataSource.DEFAULT;
        }

        /** A token for others who report the result. */
        default CompletionStage<String> completionToken(AttemptToken token, Duration remaining) {
            return CompletableFuture.failedFuture(new UnsupportedOperationException("this attempt has no server"));
        }
    }

    /** The stage of an attempt. */
    enum Stage {
        /** Waits for a slot. */
        WAITING,
        /** A thread was started for the attempt. */
        RUNNING,
        /** The report waits for a verdict. */
        REPORTED,
        /** The agent is done with the attempt, even if its handler still runs. */
        OVER
    }

    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    /** How long a handler waits for a completion token. */
    private static final Duration TOKEN_PATIENCE = Duration.ofSeconds(20);

    private final AttemptRequest request;
    private final @Nullable BoundAction<?> action;
    private final long deadline;
    private final Host host;

    private volatile boolean silent;
    private volatile boolean cancelled;
    private volatile boolean closing;
    private volatile @Nullable Json checkpoint;
    private volatile @Nullable Report report;

    /** The output that the handler has stored in its own transaction. */
    private volatile @Nullable Json stored;

    /** Others report the result. */
    private volatile boolean later;

    // the agent's thread

    Stage stage = Stage.WAITING;

    @Nullable Thread thread;
    /** Whether the attempt is in the queue of reports to be sent. */
    boolean queued;

    /** How many times the report was sent. */
    int sends;

    long resendAt = Ticker.NEVER;
    long interruptedAt = Ticker.NEVER;
    private @Nullable Json sentCheckpoint;

    /**
     * @param action null if the agent has no such action; the attempt then receives a report at once and never runs
     * @param deadline complete-by on the agent's clock
     */
    Attempt(AttemptRequest request, @Nullable BoundAction<?> action, long deadline, Host host) {
        this.request = request;
        this.action = action;
        this.deadline = deadline;
        this.host = host;
        this.checkpoint = request.checkpoint();
        this.sentCheckpoint = request.checkpoint();
    }

    // ---- the handler's thread

    @Override
    public void run() {
        try {
            handle();
        } finally {
            // nothing that a library throws may keep the slot
            host.finished(this);
        }
    }

    private void handle() {
        try {
            LogContext.enter(this);
            report = perform(Objects.requireNonNull(action, "an attempt without an action is not run"));
        } catch (Throwable thrown) {
            if (!over() && !cutOffByClose(thrown)) {
                Diagnosis diagnosis = Diagnosis.of(thrown);
                // set before logging: a logger that fails must not lose the report
                report = new Report.Failed(request.token(), diagnosis.failure());
                log(diagnosis);
            }
            rethrowIfFatal(thrown);
        } finally {
            LogContext.leave();
        }
    }

    private <I> @Nullable Report perform(BoundAction<I> performed) throws Exception {
        I input = performed.bind(request.input());
        // I8: checked last, so that no handler starts late, even if its thread waited long for the processor
        if (over()) {
            return null;
        }
        Object result = performed.handler().handle(input, this);
        Json output = stored;
        if (output != null) {
            return new Report.Completed(request.token(), output);
        }
        if (later) {
            return over() ? null : new Report.LeftOpen(request.token());
        }
        try {
            output = Payloads.write(result, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw ReportedFailures.output(e);
        }
        return over() ? null : new Report.Completed(request.token(), output);
    }

    private void log(Diagnosis diagnosis) {
        if (diagnosis.cause() instanceof StepFailure failure) {
            LOG.debug("step failed as its handler stated: {} code={}", this, failure.code(), diagnosis.logged());
        } else {
            LOG.info(
                    "step failed with an exception of its handler, reported as transient: {}",
                    this,
                    diagnosis.logged());
        }
    }

    /**
     * When the agent leaves, the node treats the attempt as lost: not a failure of the step, and no attempt of its
     * budget.
     */
    private boolean cutOffByClose(Throwable thrown) {
        return closing && !(ReportedFailures.unwrapped(thrown) instanceof StepFailure);
    }

    /** A stack overflow ends with the handler; after any other such error the process cannot be trusted (R45). */
    private static void rethrowIfFatal(Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
            throw fatal;
        }
    }

    private boolean over() {
        return silent || host.now() >= deadline;
    }

    @Override
    public AttemptToken token() {
        return request.token();
    }

    @Override
    public String idempotencyKey() {
        return request.idempotencyKey();
    }

    @Override
    public String workflow() {
        return request.workflow();
    }

    @Override
    public String action() {
        return request.action();
    }

    @Override
    public Optional<String> traceparent() {
        return Optional.ofNullable(request.traceparent());
    }

    @Override
    public Duration remaining() {
        return silent ? Duration.ZERO : Duration.ofNanos(Math.max(0, deadline - host.now()));
    }

    @Override
    public boolean cancelled() {
        return cancelled || over();
    }

    @Override
    public void heartbeat() {
        if (!over()) {
            host.beatWanted();
        }
    }

    @Override
    public void heartbeat(Object progress) {
        Json written;
        try {
            written = Payloads.write(Objects.requireNonNull(progress, "checkpoint"), Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw new IllegalArgumentException("not a checkpoint: " + e.message(), e);
        }
        checkpoint = written;
        heartbeat();
    }

    @Override
    public <T> Optional<T> checkpoint(Class<T> type) {
        return read(checkpoint, type, "CHECKPOINT_MISMATCH", "the last checkpoint");
    }

    @Override
    public void complete(Connection connection, @Nullable Object result) throws SQLException {
        Json output;
        try {
            output = Payloads.write(result, Limits.DEFAULT.payloadBytes());
        } catch (PayloadException e) {
            throw ReportedFailures.output(e);
        }
        host.complete(connection, request.token(), output);
        stored = output;
    }

    @Override
    public String completionToken() throws InterruptedException {
        Duration remaining = remaining();
        Duration patience = remaining.compareTo(TOKEN_PATIENCE) < 0 ? remaining : TOKEN_PATIENCE;
        Future<String> answer = host.completionToken(request.token(), remaining).toCompletableFuture();
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedOperationException unsupported) {
                throw unsupported;
            }
            throw ReportedFailures.completionToken(e);
        } catch (TimeoutException e) {
            throw ReportedFailures.completionToken(e);
        }
    }

    @Override
    public void completeLater() {
        later = true;
    }

    @Override
    public <T> Optional<T> evidence(Class<T> type) {
        return read(request.evidence(), type, "EVIDENCE_MISMATCH", "the output of the late report");
    }

    private static <T> Optional<T> read(@Nullable Json json, Class<T> type, String code, String what) {
        if (json == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Payloads.reader(type).read(json));
        } catch (PayloadException e) {
            // the agent that wrote it may already have caused an effect
            throw StepFailure.businessError(
                            code, "%s does not fit %s: %s".formatted(what, type.getSimpleName(), e.message()))
                    .possiblyDone()
                    .causedBy(e);
        }
    }

    // ---- the agent's thread

    void start(Thread handlerThread) {
        stage = Stage.RUNNING;
        thread = handlerThread;
        handlerThread.start();
    }

    /** Marks the attempt as cancelled. A result that the handler still returns is reported. */
    void cancel() {
        cancelled = true;
    }

    /** The agent closes and stops waiting: interrupts the handler. A result that it still returns is reported. */
    void cutOff() {
        closing = true;
        interrupt();
    }

    private void interrupt() {
        Thread running = thread;
        if (stage == Stage.RUNNING && running != null) {
            running.interrupt();
        }
    }

    /** Ends all messages about the attempt and interrupts its handler. */
    void silence() {
        silent = true;
        cancelled = true;
        interrupt();
        stage = Stage.OVER;
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Settles the attempt without running it. */
    void answer(Report made) {
        report = made;
        stage = Stage.REPORTED;
    }

    /** Whether the handler has stored its output in its own transaction. */
    boolean hasStored() {
        return stored != null;
    }

    @Nullable Report report() {
        return report;
    }

    long deadline() {
        return deadline;
    }

    @Nullable Duration heartbeatTimeout() {
        return request.heartbeat();
    }

    boolean hasNewCheckpoint() {
        return !Objects.equals(checkpoint, sentCheckpoint);
    }

    int newCheckpointLength() {
        Json newest = checkpoint;
        return newest == null || newest.equals(sentCheckpoint)
                ? 0
                : newest.text().length();
    }

    /** Takes the checkpoint to send and marks it as sent; null if nothing is new. */
    @Nullable Json takeNewCheckpoint() {
        Json newest = checkpoint;
        if (Objects.equals(newest, sentCheckpoint)) {
            return null;
        }
        sentCheckpoint = newest;
        return newest;
    }

    /** The exchange that carried the checkpoint was lost. */
    void checkpointLost() {
        sentCheckpoint = request.checkpoint();
    }

    @Override
    public String toString() {
        return "execution=" + execution() + " step=" + step() + " purpose=" + purpose() + " attempt=" + attempt()
                + " action=" + action();
    }
}
