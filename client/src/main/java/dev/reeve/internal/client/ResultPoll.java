package dev.reeve.internal.client;

import dev.reeve.ErrorCode;
import dev.reeve.ExecutionId;
import dev.reeve.ExecutionResult;
import dev.reeve.ReeveException;
import dev.reeve.internal.document.ResultDocument;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the end of an execution, by one long poll after the other. Outlasts servers that restart and connections
 * that break.
 */
final class ResultPoll {

    /** Short enough for proxies, which often cut connections after half a minute. */
    private static final Duration POLL_MAX = Duration.ofSeconds(20);

    /** For the answer of the last poll to arrive. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** The execution goes on all the same, so it is worth asking again. */
    private static final Set<ErrorCode> PASSING = Set.of(
            ErrorCode.STORE_UNAVAILABLE, ErrorCode.CLOSED, ErrorCode.FENCED, ErrorCode.OVERLOADED, ErrorCode.TIMED_OUT);

    private final Wire wire;
    private final String namespace;
    private final ExecutionId id;
    private final Duration patience;
    private final long began;
    private final CompletableFuture<ExecutionResult> result = new CompletableFuture<>();
    private int pauses;
    private volatile @Nullable CompletableFuture<Reply> open;
    private volatile @Nullable ReeveException last;

    private ResultPoll(Wire wire, String namespace, ExecutionId id, Duration patience) {
        this.wire = wire;
        this.namespace = namespace;
        this.id = id;
        this.patience = patience;
        this.began = wire.surroundings().nanos().getAsLong();
    }

    /** The end, whenever it comes. Cancelling the future ends the polls. */
    static CompletableFuture<ExecutionResult> untilTheEnd(Wire wire, String namespace, ExecutionId id) {
        return new ResultPoll(wire, namespace, id, FOREVER).begin();
    }

    /**
     * The end, if it comes within this time.
     *
     * @throws ReeveException {@link ErrorCode#TIMED_OUT} if it does not
     */
    static ExecutionResult within(Wire wire, String namespace, ExecutionId id, Duration patience) {
        Duration bounded = patience.compareTo(FOREVER) > 0 ? FOREVER : patience.isNegative() ? Duration.ZERO : patience;
        return new ResultPoll(wire, namespace, id, bounded).await();
    }

    private ExecutionResult await() {
        CompletableFuture<ExecutionResult> end = begin();
        try {
            return end.get(patience.plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            end.cancel(false);
            throw timedOut();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end.cancel(false);
            throw ReeveException.of(
                    ErrorCode.TIMED_OUT,
                    "interrupted while waiting for the end of execution %s; it continues".formatted(id),
                    e);
        } catch (ExecutionException e) {
            throw Wire.rethrown(e.getCause() == null ? e : e.getCause());
        }
    }

    private CompletableFuture<ExecutionResult> begin() {
        var unusedToo = wire.register(result);
        var unused = result.whenComplete((end, error) -> {
            CompletableFuture<Reply> poll = open;
            if (poll != null) {
                poll.cancel(false);
            }
        });
        poll();
        return result;
    }

    private Duration left() {
        return patience.minusNanos(wire.surroundings().nanos().getAsLong() - began);
    }

    private void poll() {
        if (result.isDone()) {
            return;
        }
        Duration left = left();
        Duration wait = left.isNegative() ? Duration.ZERO : left.compareTo(POLL_MAX) > 0 ? POLL_MAX : left;
        long asked = wire.surroundings().nanos().getAsLong();
        Target target = Target.of("/v1/executions/{}/result", id).with("wait", wait.toMillis() + "ms");
        CompletableFuture<Reply> sent = wire.send(Request.get(namespace, target).waiting(wait));
        open = sent;
        if (result.isDone()) {
            sent.cancel(false);
        }
        var unused = sent.whenComplete((reply, error) -> {
            try {
                if (reply == null) {
                    failed(Wire.rethrown(error == null ? new IllegalStateException("no answer") : error));
                } else {
                    answered(reply, Duration.ofNanos(wire.surroundings().nanos().getAsLong() - asked), wait);
                }
            } catch (ReeveException e) {
                result.completeExceptionally(e);
            }
        });
    }

    private void answered(Reply reply, Duration took, Duration wait) {
        ResultDocument document = reply.as(ResultDocument.class);
        if (!document.id().equals(id)) {
            throw ReeveException.of(
                    ErrorCode.STORE_UNUSABLE,
                    "%s was asked about execution %s and answered about another one".formatted(reply.server(), id));
        }
        if (document.ended()) {
            result.complete(document.result());
        } else if (left().compareTo(Duration.ofMillis(1)) < 0) {
            result.completeExceptionally(timedOut());
        } else if (took.compareTo(wait.dividedBy(2)) < 0) { // a server that closes answers early
            again();
        } else {
            pauses = 0;
            poll();
        }
    }

    private void failed(ReeveException error) {
        last = error;
        if (!PASSING.contains(error.code())) {
            result.completeExceptionally(error);
        } else if (left().isNegative()) {
            result.completeExceptionally(timedOut());
        } else {
            again();
        }
    }

    private void again() {
        wire.later(wire.pause(pauses++), this::poll);
    }

    private ReeveException timedOut() {
        ReeveException before = last;
        return ReeveException.of(
                ErrorCode.TIMED_OUT,
                "gave up waiting for the end of execution %s after %s; it continues%s"
                        .formatted(id, patience, before == null ? "" : ". Last problem: " + before.getMessage()),
                before);
    }
}
