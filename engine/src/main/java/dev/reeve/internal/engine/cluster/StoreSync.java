package dev.reeve.internal.engine.cluster;

import dev.reeve.ClusterOptions;
import dev.reeve.internal.engine.runtime.StoreClock;
import dev.reeve.internal.engine.runtime.Surroundings;
import dev.reeve.internal.engine.scheduler.definition.Definitions;
import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads again and again what may change in the store without this node: its time, the pauses of services, the
 * definitions, whether messages wait. Thread-safe.
 */
final class StoreSync {

    private static final Logger LOG = LoggerFactory.getLogger(StoreSync.class);

    private static final Duration ALONE = Duration.ofSeconds(10);

    /** How soon changes that are made at other nodes take effect here. */
    private static final Duration SHARED = Duration.ofSeconds(1);

    /** How soon the store's clock is read again after it seems to have jumped. */
    private static final Duration CLOCK_CHECK = Duration.ofSeconds(2);

    /** How long an engine keeps its own time after a jump of the store's clock if it does not share the store. */
    private static final Duration FREEZE_ALONE = ClusterOptions.defaults().ttl();

    private final PulseReader pulse;
    private final StoreClock clock;
    private final ServicePauses pauses;
    private final DeploymentWatch deployments;
    private final Definitions definitions;
    private final Surroundings surroundings;
    private final Duration interval;
    private final AtomicBoolean syncing = new AtomicBoolean();
    private final List<Runnable> receivers = new CopyOnWriteArrayList<>();
    private long lastNanos;

    /** @param shared whether others change the store too: other nodes, or callers of SQL functions */
    StoreSync(
            PulseReader pulse,
            StoreClock clock,
            ServicePauses pauses,
            DeploymentWatch deployments,
            Definitions definitions,
            Surroundings surroundings,
            boolean shared) {
        this.pulse = pulse;
        this.clock = clock;
        this.pauses = pauses;
        this.deployments = deployments;
        this.definitions = definitions;
        this.surroundings = surroundings;
        this.interval = shared ? SHARED : ALONE;
        this.lastNanos = clock.nanos();
    }

    /** How long a node keeps its own time after a jump of the store's clock: its time to live. */
    static Duration freeze(@Nullable ClusterOptions cluster) {
        return cluster == null ? FREEZE_ALONE : cluster.ttl();
    }

    /** Sets a signal for messages that wait in the store, for any node. It must be cheap. */
    void onMessages(Runnable receiver) {
        receivers.add(receiver);
    }

    /** Reads it if it is time. Called often, by one thread. */
    void look() {
        boolean soon = clock.isDoubtful() && CLOCK_CHECK.compareTo(interval) < 0;
        Duration until = soon ? CLOCK_CHECK : interval;
        if (clock.nanos() - lastNanos > until.toNanos() && syncing.compareAndSet(false, true)) {
            lastNanos = clock.nanos();
            // On a separate thread: a store that hangs must not keep the supervisor from its timers.
            surroundings.aside("reeve-clock", this::sync);
        }
    }

    private void sync() {
        try {
            long since = pauses.changes();
            clock.sync();
            pauses.sync(pulse.last().pauses(), since);
            if (pulse.last().hasMessages()) {
                receivers.forEach(Runnable::run);
            }
            deployments.read(definitions);
            definitions.settle();
        } catch (StoreException e) {
            deployments.doubt();
            LOG.warn(
                    "the store's clock cannot be read; going on by this machine's monotonic clock: {}", e.getMessage());
        } finally {
            syncing.set(false);
        }
    }
}
