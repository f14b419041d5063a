package dev.reeve.benchmark.server;

import dev.reeve.ExecutionResult;
import dev.reeve.ExecutionStatus;
import dev.reeve.Json;
import dev.reeve.Reeve;
import dev.reeve.Start;
import dev.reeve.benchmark.process.CheckFailedException;
import dev.reeve.benchmark.workload.Payloads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An execution that a client has started.
 *
 * @param result fails unless the execution completes with the results of its own input
 */
record Started(long number, CompletableFuture<ExecutionResult> result) {

    /** Starts a chain of this many steps. */
    static Started of(Reeve client, int steps, long number) {
        return new Started(
                number,
                client.startAsync("chain" + steps, Payloads.order(number), Start.plain())
                        .thenCompose(execution -> execution.result())
                        .thenApply(result -> checked(result, steps, number))
                        .toCompletableFuture());
    }

    private static ExecutionResult checked(ExecutionResult result, int steps, long number) {
        Json output = result.output();
        CheckFailedException.check(
                result.status() == ExecutionStatus.COMPLETED
                        && output != null
                        && Payloads.isOutput(output, number, steps),
                () -> "execution %s ended as %s with output %s".formatted(result.id(), result.status(), output));
        return result;
    }

    void await(Duration patience) {
        try {
            result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new CheckFailedException("execution %d went wrong: %s".formatted(number, e.getMessage()), e);
        } catch (TimeoutException e) {
            throw new CheckFailedException("execution %d has not ended after %s".formatted(number, patience), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CheckFailedException("interrupted", e);
        }
    }
}
