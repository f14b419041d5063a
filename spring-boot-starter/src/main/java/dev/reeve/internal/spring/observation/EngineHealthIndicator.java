package dev.reeve.internal.spring.observation;

import dev.reeve.NodeStatus;
import dev.reeve.Reeve;
import dev.reeve.ReeveException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * UP if the engine runs and its store answers; DOWN if another engine has taken over, this one is closed, or the store
 * does not answer in time. Thread-safe.
 */
final class EngineHealthIndicator implements HealthIndicator {

    private final Reeve reeve;
    private final Duration patience;

    /** The check under way. Probes that come meanwhile wait for it, so that they do not use up the pool. */
    private final AtomicReference<@Nullable CompletableFuture<Health>> checking = new AtomicReference<>();

    EngineHealthIndicator(Reeve reeve, Duration patience) {
        this.reeve = reeve;
        this.patience = patience;
    }

    @Override
    public Health health() {
        try {
            return check().get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Health.down()
                    .withDetail("error", "the store has not answered for " + patience)
                    .build();
        } catch (ExecutionException e) {
            return Health.down(e.getCause() == null ? e : e.getCause()).build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.down(e).build();
        }
    }

    private CompletableFuture<Health> check() {
        CompletableFuture<Health> mine = new CompletableFuture<>();
        CompletableFuture<Health> other = checking.compareAndExchange(null, mine);
        if (other != null) {
            return other;
        }
        Thread.ofVirtual().name("reeve-health").start(() -> answer(mine));
        return mine;
    }

    /** A probe that comes after the answer must begin a check of its own, so the check is over before it answers. */
    private void answer(CompletableFuture<Health> mine) {
        try {
            Health found = found();
            checking.set(null);
            mine.complete(found);
        } catch (RuntimeException | Error e) {
            checking.set(null);
            mine.completeExceptionally(e);
        }
    }

    private Health found() {
        try {
            List<NodeStatus> nodes = reeve.nodes();
            return Health.up()
                    .withDetail("nodes", nodes.size())
                    .withDetail("activeExecutions", reeve.health().stats().active())
                    .withDetail("agents", reeve.health().agents().size())
                    .withDetail("incidents", reeve.health().incidents().size())
                    .build();
        } catch (ReeveException e) {
            return Health.down()
                    .withDetail("code", e.code().name())
                    .withDetail("error", String.valueOf(e.getMessage()))
                    .build();
        }
    }
}
