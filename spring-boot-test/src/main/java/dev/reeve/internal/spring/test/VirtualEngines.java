package dev.reeve.internal.spring.test;

import dev.reeve.internal.spring.action.ActionHandlers;
import dev.reeve.test.VirtualReeve;
import dev.reeve.workflow.Workflow;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Opens an engine for each test of a context, with the definitions and actions of the application. For one test at a
 * time.
 */
public final class VirtualEngines implements SmartInitializingSingleton {

    private final Supplier<List<Workflow>> source;
    private final Supplier<ActionHandlers> beans;
    private final Clock clock = new VirtualClock(ZoneOffset.UTC);
    private List<Workflow> workflows = List.of();
    private @Nullable ActionHandlers handlers;
    private @Nullable VirtualReeve current;

    /**
     * @param source reads the definitions of the application
     * @param beans finds its actions
     */
    VirtualEngines(Supplier<List<Workflow>> source, Supplier<ActionHandlers> beans) {
        this.source = source;
        this.beans = beans;
    }

    /** Mistakes in definitions and actions stop the context, before any test. */
    @Override
    public void afterSingletonsInstantiated() {
        workflows = List.copyOf(source.get());
        handlers = beans.get();
    }

    /** Opens an engine. The test closes it. */
    VirtualReeve open() {
        ActionHandlers found = handlers;
        if (found == null) {
            throw new IllegalStateException("the context has not started yet");
        }
        VirtualReeve opened = VirtualReeve.open();
        if (!workflows.isEmpty()) {
            opened.deploy(workflows);
        }
        found.register(opened::handle);
        current = opened;
        return opened;
    }

    /** A clock with the time of the engine that was opened last. */
    Clock clock() {
        return clock;
    }

    private final class VirtualClock extends Clock {

        private final ZoneId zone;

        private VirtualClock(ZoneId zone) {
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new VirtualClock(other);
        }

        @Override
        public Instant instant() {
            VirtualReeve reeve = current;
            if (reeve == null) {
                throw new IllegalStateException(
                        "virtual time begins with the first test that has a parameter of type VirtualReeve");
            }
            return reeve.now();
        }
    }
}
