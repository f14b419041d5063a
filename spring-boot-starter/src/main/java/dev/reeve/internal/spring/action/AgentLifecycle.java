package dev.reeve.internal.spring.action;

import dev.reeve.AgentStatus;
import dev.reeve.Deployed;
import dev.reeve.Reeve;
import dev.reeve.agent.Agent;
import dev.reeve.internal.spring.ReeveProperties;
import dev.reeve.internal.spring.ReeveProperties.AgentSettings;
import dev.reeve.internal.spring.ReeveProperties.MissingActions;
import dev.reeve.internal.spring.StartupException;
import dev.reeve.internal.spring.workflow.DeployedWorkflows;
import dev.reeve.spi.AttemptObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the agents of the application when it is ready, and drains them before it stops serving requests. Thread-safe.
 */
public final class AgentLifecycle implements SmartInitializingSingleton, SmartLifecycle {

    /**
     * After the web server when starting, and so before it when stopping. Spring Boot starts and stops its web server
     * in the phase {@code DEFAULT_PHASE - 2048}, and ends its requests in {@code DEFAULT_PHASE - 1024}.
     */
    public static final int PHASE = DEFAULT_PHASE - 512;

    /** Other agents of this process, which beans have started, register within this time. */
    private static final Duration REGISTRATION = Duration.ofSeconds(1);

    private static final Duration REGISTRATION_PAUSE = Duration.ofMillis(20);

    private static final Logger LOG = LoggerFactory.getLogger("dev.reeve.spring");

    private final Reeve reeve;
    private final ReeveProperties properties;
    private final DeployedWorkflows workflows;
    private final ConfigurableListableBeanFactory beans;
    private final String agentOfApplication;
    private final String store;
    private final AtomicReference<List<Agent>> agents = new AtomicReference<>(List.of());
    private volatile Map<String, List<ActionMethod<?>>> methods = Map.of();
    private volatile boolean running;

    /**
     * @param agentOfApplication the name of the agent for actions that name none
     * @param store the kind of the store, for people
     */
    public AgentLifecycle(
            Reeve reeve,
            ReeveProperties properties,
            DeployedWorkflows workflows,
            ConfigurableListableBeanFactory beans,
            String agentOfApplication,
            String store) {
        this.reeve = reeve;
        this.properties = properties;
        this.workflows = workflows;
        this.beans = beans;
        this.agentOfApplication = agentOfApplication;
        this.store = store;
    }

    /** Checks what can be checked before the web server starts. */
    @Override
    public void afterSingletonsInstantiated() {
        workflows.deployTo(reeve);
        methods = ActionBeans.find(beans, agentOfApplication);
        Set<String> unused = new TreeSet<>(properties.agents().keySet());
        unused.removeAll(methods.keySet());
        if (!unused.isEmpty()) {
            throw new StartupException(
                    "The properties reeve.agents.* name agents that perform no action: %s.".formatted(unused),
                    "Correct the name, or remove the properties. Known agents: %s".formatted(methods.keySet()),
                    null);
        }
        checkActions();
    }

    private void checkActions() {
        if (properties.missingActions() == MissingActions.IGNORE) {
            return;
        }
        Map<String, Set<String>> missing = missing();
        boolean fail = properties.missingActions() == MissingActions.FAIL;
        long since = System.nanoTime();
        while (fail && !missing.isEmpty() && System.nanoTime() - since < REGISTRATION.toNanos()) {
            LockSupport.parkNanos(REGISTRATION_PAUSE.toNanos());
            missing = missing();
        }
        if (missing.isEmpty()) {
            return;
        }
        String problem = "No agent offers these actions, which definitions of the application name: %s."
                .formatted(missing.entrySet().stream()
                        .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
                        .collect(Collectors.joining(", ")));
        if (fail) {
            throw new StartupException(
                    problem,
                    "Add a bean with a method @Action(\"%s\"). If other processes perform them, set reeve.missing-actions=warn."
                            .formatted(missing.keySet().iterator().next()),
                    null);
        }
        LOG.warn("{} Their steps wait until one does", problem);
    }

    private Map<String, Set<String>> missing() {
        Map<String, Set<String>> missing = new TreeMap<>(workflows.actions());
        missing.keySet().removeAll(offered());
        return missing;
    }

    /** The actions of the beans, and of all agents that are connected to this engine. */
    private Set<String> offered() {
        Set<String> offered = new TreeSet<>();
        if (properties.agent().enabled()) {
            methods.values().forEach(each -> each.forEach(method -> offered.add(method.action())));
        }
        reeve.health().agents().stream().map(AgentStatus::actions).forEach(offered::addAll);
        return offered;
    }

    @Override
    public void start() {
        if (running) {
            return;
        }
        List<Agent> started = new ArrayList<>();
        try {
            if (properties.agent().enabled()) {
                methods.forEach((name, actions) -> started.add(agent(name, actions)));
            }
        } catch (RuntimeException e) {
            close(started);
            throw e;
        }
        agents.set(List.copyOf(started));
        running = true;
        LOG.info(
                "Reeve runs on {}, namespace {}; definitions: {}; agents: {}",
                store,
                reeve.namespace(),
                definitions(),
                started.isEmpty() ? "none" : agentsInWords());
    }

    private Agent agent(String name, List<ActionMethod<?>> actions) {
        Agent.Builder agent = reeve.agent(name).slots(slots(name)).drain(drain(name));
        actions.forEach(action -> action.addTo(agent));
        beans.getBeanProvider(AttemptObserver.class)
                .orderedStream()
                .reduce(AgentLifecycle::around)
                .ifPresent(agent::observer);
        return agent.start();
    }

    private static AttemptObserver around(AttemptObserver outer, AttemptObserver inner) {
        return (step, attempt) -> outer.around(step, () -> inner.around(step, attempt));
    }

    private int slots(String name) {
        AgentSettings own = properties.agents().get(name);
        Integer slots = own == null ? null : own.slots();
        return slots == null ? properties.agent().slots() : slots;
    }

    private Duration drain(String name) {
        AgentSettings own = properties.agents().get(name);
        Duration drain = own == null ? null : own.drain();
        return drain == null ? properties.agent().drain() : drain;
    }

    private String definitions() {
        List<Deployed> all = workflows.deployed();
        return all.isEmpty()
                ? "none"
                : all.stream()
                        .map(each ->
                                "%s v%d%s".formatted(each.workflow(), each.version(), each.created() ? " (new)" : ""))
                        .collect(Collectors.joining(", "));
    }

    private String agentsInWords() {
        return methods.entrySet().stream()
                .map(each -> "%s with %d slots performs %s"
                        .formatted(
                                each.getKey(),
                                slots(each.getKey()),
                                each.getValue().stream()
                                        .map(ActionMethod::action)
                                        .sorted()
                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining("; "));
    }

    @Override
    public void stop() {
        running = false;
        close(agents.getAndSet(List.of()));
    }

    /** Drains on another thread, so that the other beans of the phase stop meanwhile. */
    @Override
    public void stop(Runnable callback) {
        Thread.ofVirtual().name("reeve-drain").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    /** Closes all at once, so that the longest drain counts, and not their sum. */
    private static void close(Collection<Agent> agents) {
        List<Thread> closing = agents.stream()
                .map(agent ->
                        Thread.ofVirtual().name("reeve-drain-" + agent.name()).start(agent::close))
                .toList();
        for (Thread each : closing) {
            try {
                each.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
