package dev.reeve.micrometer;

import dev.reeve.AgentHealth;
import dev.reeve.EngineStats;
import dev.reeve.Reeve;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.internal.values.Namespaces;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gauges that query the engine each time the registry is read. Thread-safe. */
final class Gauges {

    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final Set<String> services = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Reeve watched;

    Gauges(MeterRegistry registry) {
        this.registry = registry;
    }

    void watch(Reeve reeve) {
        watched = reeve;
        gauge(reeve, "reeve.executions.active", "Executions in memory", EngineStats::active);
        gauge(
                reeve,
                "reeve.executions.swapped",
                "Executions whose content is in the store alone because memory is short",
                EngineStats::swappedOut);
        gauge(reeve, "reeve.memory.held", "Bytes that executions and messages hold", EngineStats::heldBytes);
        gauge(
                reeve,
                "reeve.memory.held.max",
                "Bytes that may be held before starts are refused",
                EngineStats::heldBytesMax);
        gauge(
                reeve,
                "reeve.executions.quarantined",
                "Executions that cannot be read; a person must look at them",
                EngineStats::quarantined);
        seconds(
                reeve,
                "reeve.supervisor.lag",
                "How late the supervisor's last turn came",
                stats -> stats.supervisor().lag());
        seconds(
                reeve,
                "reeve.supervisor.overdue",
                "By how much the earliest of what was due is late",
                stats -> stats.supervisor().overdue());
        counter(
                reeve,
                "reeve.supervisor.stalls",
                "How often this process had stood still",
                stats -> stats.supervisor().stalls());
        node(reeve);
        gauge(
                reeve,
                "reeve.audit.incidents",
                "Rules that the auditor found broken",
                stats -> stats.audit().incidents());
        seconds(
                reeve,
                "reeve.audit.overdue",
                "Maximum lateness of due work, by the store's clock",
                stats -> stats.audit().overdue());
        counter(
                reeve,
                "reeve.messages.delivered",
                "Status messages that were taken",
                stats -> stats.courier().delivered());
        counter(
                reeve,
                "reeve.messages.failed",
                "Attempts to deliver one that came to nothing",
                stats -> stats.courier().failed());
        gauge(
                reeve,
                "reeve.messages.unreachable",
                "Receivers that are left alone for a while because they cannot be reached",
                stats -> stats.courier().unreachable());
        for (AgentHealth health : AgentHealth.values()) {
            Gauge.builder("reeve.agents", reeve, engine -> agents(engine, health))
                    .description("Sessions of agents, by how they are doing")
                    .tag("health", health.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
        services.forEach(this::register);
    }

    private void node(Reeve reeve) {
        gauge(
                reeve,
                "reeve.nodes",
                "Engines that are registered on this store",
                stats -> stats.node().nodes());
        gauge(
                reeve,
                "reeve.node.shards",
                "Shards that this engine owns, of 256",
                stats -> stats.node().shards());
        seconds(
                reeve,
                "reeve.node.renewal",
                "How long ago this engine renewed its registration",
                stats -> stats.node().sinceRenewal());
    }

    /** Registers the gauges of an action at its first mention. */
    void service(String action) {
        if (services.add(action) && watched != null) {
            register(action);
        }
    }

    private void register(String action) {
        Reeve reeve = watched;
        if (reeve == null) {
            return;
        }
        Gauge.builder("reeve.services.queued", reeve, engine -> ask(engine, action, ServiceStatus::queued))
                .description("Steps that wait for an agent's slot, or for the service")
                .tags(MeterTags.of("action", action))
                .register(registry);
        Gauge.builder(
                        "reeve.services.waiting",
                        reeve,
                        engine -> ask(engine, action, status -> status.waiting().toNanos() / NANOS))
                .description("For how long none of them was handed out")
                .baseUnit("seconds")
                .tags(MeterTags.of("action", action))
                .register(registry);
        Gauge.builder("reeve.services.limited", reeve, engine -> ask(engine, action, ServiceStatus::limited))
                .description("Steps that wait for their limit")
                .tags(MeterTags.of("action", action))
                .register(registry);
        Gauge.builder(
                        "reeve.attempts.suspect",
                        reeve,
                        engine -> of(engine, action).services().suspects().stream()
                                .filter(attempt -> attempt.action().equals(Namespaces.nameOf(action)))
                                .count())
                .description("Attempts that take unusually long")
                .tags(MeterTags.of("action", action))
                .register(registry);
        for (ServiceState state : ServiceState.values()) {
            Gauge.builder(
                            "reeve.services.state",
                            reeve,
                            engine -> ask(engine, action, status -> status.state() == state ? 1 : 0))
                    .description("1 for the state in which the service's breaker is")
                    .tags(MeterTags.of("action", action))
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }
    }

    /** The engine as the namespace of the action sees it. */
    private static Reeve of(Reeve engine, String action) {
        return engine.namespace(Namespaces.namespaceOf(action));
    }

    private static double ask(Reeve engine, String action, ToDoubleFunction<ServiceStatus> what) {
        List<ServiceStatus> all = of(engine, action).services().list();
        return all.stream()
                .filter(status -> status.action().equals(Namespaces.nameOf(action)))
                .mapToDouble(what)
                .findFirst()
                .orElse(0);
    }

    private double agents(Reeve engine, AgentHealth health) {
        return Stream.concat(Stream.of(Namespaces.DEFAULT), services.stream().map(Namespaces::namespaceOf))
                .distinct()
                .flatMap(namespace -> engine.namespace(namespace).health().agents().stream())
                .filter(agent -> agent.health() == health)
                .count();
    }

    private void gauge(Reeve reeve, String name, String description, ToDoubleFunction<EngineStats> value) {
        Gauge.builder(name, reeve, engine -> value.applyAsDouble(engine.health().stats()))
                .description(description)
                .register(registry);
    }

    private void counter(Reeve reeve, String name, String description, ToDoubleFunction<EngineStats> value) {
        FunctionCounter.builder(
                        name,
                        reeve,
                        engine -> value.applyAsDouble(engine.health().stats()))
                .description(description)
                .register(registry);
    }

    private interface Length {
        Duration of(EngineStats stats);
    }

    private void seconds(Reeve reeve, String name, String description, Length length) {
        Gauge.builder(name, reeve, engine -> length.of(engine.health().stats()).toNanos() / NANOS)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }
}
