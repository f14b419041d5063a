package dev.reeve.micrometer;

import dev.reeve.Cause;
import dev.reeve.ExecutionStatus;
import dev.reeve.Purpose;
import dev.reeve.Reeve;
import dev.reeve.WaitReason;
import dev.reeve.spi.Observer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Registers the metrics of one engine in a Micrometer registry. Thread-safe.
 *
 * <pre>{@code
 * ReeveMetrics metrics = new ReeveMetrics(registry);
 * Reeve reeve = Reeve.open(dataSource, NodeOptions.defaults().withObserver(metrics));
 * metrics.watch(reeve);
 * }</pre>
 *
 * <p>The names, tags and meanings are in the guide, {@code docs/guide/metrics.md}. Tags are names of namespaces,
 * workflows and actions, and enumeration constants. They are never ids or keys, so that the number of time series stays
 * small. Timers publish the median and the 95th and 99th percentile. A {@code MeterFilter} of the registry changes
 * that.
 */
public final class ReeveMetrics implements Observer {

    private static final double[] PERCENTILES = {0.5, 0.95, 0.99};

    private final MeterRegistry registry;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
    private final Timer commits;
    private final DistributionSummary transitions;
    private final Gauges gauges;

    /** A cache key. A registry lookup for each event would create a builder and sort tags. */
    private record Key(String meter, String name, Object first, Object second) {}

    /** Registers its meters in this registry. */
    public ReeveMetrics(MeterRegistry registry) {
        this.registry = registry;
        commits = timer("reeve.commits", "Transactions of lanes, until the store has answered")
                .register(registry);
        transitions = DistributionSummary.builder("reeve.commit.transitions")
                .description("Executions that moved in one transaction")
                .register(registry);
        gauges = new Gauges(registry);
    }

    /** Adds the gauges that query the engine: memory, supervisor, auditor, agents and services. Call it once. */
    public void watch(Reeve reeve) {
        gauges.watch(reeve);
    }

    private static Timer.Builder timer(String name, String description) {
        return Timer.builder(name).description(description).publishPercentiles(PERCENTILES);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private Counter counter(Key key, Function<Key, Tags> tags, String description) {
        return counters.computeIfAbsent(
                key,
                missing -> Counter.builder(missing.meter())
                        .description(description)
                        .tags(tags.apply(missing))
                        .register(registry));
    }

    private Timer timer(Key key, Function<Key, Tags> tags, String description) {
        return timers.computeIfAbsent(
                key,
                missing -> timer(missing.meter(), description)
                        .tags(tags.apply(missing))
                        .register(registry));
    }

    @Override
    public void executionStarted(String workflow) {
        counter(
                        new Key("reeve.executions.started", workflow, "", ""),
                        key -> MeterTags.of("workflow", key.name()),
                        "Executions that were started")
                .increment();
    }

    @Override
    public void executionEnded(String workflow, ExecutionStatus status, Duration took) {
        timer(
                        new Key("reeve.executions", workflow, status, ""),
                        key -> MeterTags.of("workflow", key.name(), "status", word(status)),
                        "Executions that have ended, from their start on")
                .record(took);
    }

    @Override
    public void compensationStarted(String workflow) {
        counter(
                        new Key("reeve.compensations", workflow, "", ""),
                        key -> MeterTags.of("workflow", key.name()),
                        "Executions that began to be undone")
                .increment();
    }

    @Override
    public void attemptStarted(String action, Purpose purpose, Duration queued) {
        timer(
                        new Key("reeve.attempts.queued", action, purpose, ""),
                        key -> MeterTags.of("action", key.name(), "purpose", word(purpose)),
                        "How long steps waited until an agent was given them")
                .record(queued);
        gauges.service(action);
    }

    @Override
    public void attemptEnded(String action, Purpose purpose, @Nullable Cause failure, Duration took) {
        String outcome = failure == null ? "result" : word(failure);
        timer(
                        new Key("reeve.attempts", action, purpose, outcome),
                        key -> MeterTags.of("action", key.name(), "purpose", word(purpose), "outcome", outcome),
                        "Attempts of steps, by how they ended, from when they were handed out on")
                .record(took);
    }

    @Override
    public void retryScheduled(String action, Purpose purpose, WaitReason reason) {
        counter(
                        new Key("reeve.retries", action, purpose, reason),
                        key -> MeterTags.of("action", key.name(), "purpose", word(purpose), "reason", word(reason)),
                        "Steps that wait for another attempt")
                .increment();
    }

    @Override
    public void stepEscalated(String action, Purpose purpose, Cause failure) {
        counter(
                        new Key("reeve.escalations", action, purpose, failure),
                        key -> MeterTags.of("action", key.name(), "purpose", word(purpose), "cause", word(failure)),
                        "Steps that came to need a person")
                .increment();
    }

    @Override
    public void committed(int moved, Duration took) {
        commits.record(took);
        transitions.record(moved);
    }
}
