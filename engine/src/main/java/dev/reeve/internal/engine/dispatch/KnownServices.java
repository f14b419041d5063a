package dev.reeve.internal.engine.dispatch;

import dev.reeve.CallLimit;
import dev.reeve.ServiceIncident;
import dev.reeve.ServiceListener;
import dev.reeve.ServiceOptions;
import dev.reeve.ServicePause;
import dev.reeve.ServiceState;
import dev.reeve.ServiceStatus;
import dev.reeve.internal.engine.dispatch.breaker.Breaker;
import dev.reeve.internal.engine.dispatch.breaker.Latency;
import dev.reeve.internal.engine.dispatch.breaker.RetryBudget;
import dev.reeve.internal.engine.dispatch.queue.CallCounter;
import dev.reeve.internal.engine.dispatch.queue.LimitStatus;
import dev.reeve.internal.engine.dispatch.queue.Quota;
import dev.reeve.internal.engine.dispatch.queue.ReadyQueue;
import dev.reeve.internal.engine.runtime.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All known actions, and the incidents of their services. Guarded by the dispatcher's lock, except for listeners. */
final class KnownServices {

    private static final Logger LOG = LoggerFactory.getLogger(KnownServices.class);

    /** Beyond this number the oldest are dropped. */
    private static final int INCIDENTS_MAX = 1_000;

    /** Beyond this number agents cannot offer further actions. Each takes a few kilobytes. */
    static final int SERVICES_MAX = 20_000;

    /** Unused services that are kept for what was learnt about them. */
    private static final int LEARNT_MAX = 1_000;

    private final Clock clock;
    private final ServiceOptions options;
    private final RandomGenerator chance;
    private final CallCounter counting;
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Deque<ServiceIncident> over = new ArrayDeque<>();

    /** Open incidents, by action. */
    private final Map<String, ServiceIncident> lasting = new LinkedHashMap<>();

    private final List<ServiceListener> listeners = new CopyOnWriteArrayList<>();

    /** Notifications to send after the lock is released. */
    private List<Runnable> news = new ArrayList<>();

    KnownServices(Clock clock, ServiceOptions options, RandomGenerator chance, CallCounter counting) {
        this.counting = counting;
        this.clock = clock;
        this.options = options;
        this.chance = chance;
    }

    void listen(ServiceListener listener) {
        listeners.add(listener);
    }

    @Nullable Service find(String action) {
        return services.get(action);
    }

    /** Whether an agent offers the action. */
    boolean isOffered(String action) {
        Service service = find(action);
        return service != null && !service.able.isEmpty();
    }

    Service of(String action) {
        Service service = services.get(action);
        if (service == null) {
            service = new Service(
                    action,
                    new ReadyQueue(action, counting),
                    new Breaker(options.breaker(), chance),
                    new RetryBudget(options.retry(), clock.nanos()),
                    new Latency(clock.nanos()));
            services.put(action, service);
        }
        return service;
    }

    /** Whether an agent may offer these actions: all of them are known, or there is room for the rest. */
    boolean hasRoomFor(Collection<String> actions) {
        long fresh =
                actions.stream().filter(action -> !services.containsKey(action)).count();
        return fresh == 0 || services.size() + fresh <= SERVICES_MAX;
    }

    /**
     * Forgets those of these services that nothing uses. Otherwise agents could fill the memory with names of actions.
     *
     * @param needed whether an action is needed though no step and no agent here has it
     */
    void dropUnused(Collection<Service> candidates, Predicate<String> needed, long nanos) {
        candidates.stream()
                .filter(service -> service.isUnused() && !service.hasLearnt(nanos) && !needed.test(service.action))
                .toList()
                .forEach(service -> services.remove(service.action, service));
    }

    /** The same for all services, and for those that have learnt something if they are many. */
    void dropUnused(Predicate<String> needed, long nanos) {
        dropUnused(all(), needed, nanos);
        List<Service> learnt = all().stream()
                .filter(service -> service.isUnused() && !needed.test(service.action))
                .toList();
        learnt.stream()
                .limit(Math.max(0, learnt.size() - LEARNT_MAX))
                .forEach(service -> services.remove(service.action, service));
    }

    /** The status of the calls that share this key; null if none is counted and none waits. */
    @Nullable LimitStatus limit(String action, CallLimit limit) {
        Service service = find(action);
        Quota quota = service == null ? null : service.queue.quota(limit.key());
        return quota == null ? null : LimitStatus.of(quota, limit, clock);
    }

    /** The number of steps that wait for actions that no agent offers, without paused actions. */
    SortedMap<String, Integer> unoffered() {
        SortedMap<String, Integer> waiting = new TreeMap<>();
        for (Service service : all()) {
            if (service.able.isEmpty() && !service.queue.isEmpty() && service.state() != ServiceState.PAUSED) {
                waiting.put(service.action, service.queue.size());
            }
        }
        return waiting;
    }

    Collection<Service> all() {
        return services.values();
    }

    void pause(ServicePause pause) {
        Service service = of(pause.action());
        if (service.pause(pause, clock.nanos())) {
            changed(service);
        }
    }

    Service resume(String action) {
        Service service = of(action);
        resume(service);
        return service;
    }

    private void resume(Service service) {
        if (service.resume(clock.nanos())) {
            changed(service);
        }
    }

    /**
     * Makes exactly these pauses effective.
     *
     * @return the services that were resumed
     */
    List<Service> paused(List<ServicePause> pauses) {
        Set<String> named = new HashSet<>();
        for (ServicePause pause : pauses) {
            named.add(pause.action());
            if (of(pause.action()).state() != ServiceState.PAUSED) {
                pause(pause);
            }
        }
        List<Service> resumed = services.values().stream()
                .filter(service -> service.state() == ServiceState.PAUSED && !named.contains(service.action))
                .toList();
        resumed.forEach(this::resume);
        return resumed;
    }

    /** By action. */
    List<ServiceStatus> statuses() {
        return services.values().stream()
                .map(service -> service.status(clock))
                .sorted((one, other) -> one.action().compareTo(other.action()))
                .toList();
    }

    /** The oldest first. */
    List<ServiceIncident> incidents() {
        List<ServiceIncident> all = new ArrayList<>(over);
        all.addAll(lasting.values());
        return all;
    }

    /** Notes that the state of a service has changed. */
    void changed(Service service) {
        ServiceStatus status = service.status(clock);
        switch (status.state()) {
            case OPEN -> opened(service, status);
            case CLOSED -> closed(service);
            case HALF_OPEN -> {}
            case RAMPING ->
                news.add(() -> LOG.info(
                        "action={} is resumed; {} waiting steps are released in a ramp",
                        status.action(),
                        status.queued()));
            case PAUSED ->
                news.add(() -> LOG.info(
                        "action={} was paused by {}: {}; its steps wait until it is resumed",
                        status.action(),
                        status.actor(),
                        status.reason()));
        }
    }

    private void opened(Service service, ServiceStatus status) {
        if (lasting.containsKey(service.action)) {
            news.add(() -> LOG.info(
                    "action={} still fails: {}; next trial at {}; {} steps wait",
                    status.action(),
                    status.reason(),
                    status.next(),
                    status.queued()));
            return;
        }
        ServiceIncident incident = new ServiceIncident(service.action, service.why(), service.since(clock), null);
        lasting.put(service.action, incident);
        news.add(() -> {
            LOG.info(
                    "action={} fails for all callers: {}; its steps wait; next trial at {}",
                    status.action(),
                    status.reason(),
                    status.next());
            listeners.forEach(listener -> listener.opened(incident));
        });
    }

    private void closed(Service service) {
        ServiceIncident incident = lasting.remove(service.action);
        if (incident == null) {
            return;
        }
        ServiceIncident ended =
                new ServiceIncident(incident.action(), incident.reason(), incident.openedAt(), service.since(clock));
        over.add(ended);
        if (over.size() > INCIDENTS_MAX) {
            over.remove();
        }
        news.add(() -> {
            LOG.info("action={} has recovered; it had failed since {}", ended.action(), ended.openedAt());
            listeners.forEach(listener -> listener.closed(ended));
        });
    }

    boolean hasNews() {
        return !news.isEmpty();
    }

    /** Pending notifications. The caller sends them without the lock. */
    List<Runnable> takeNews() {
        List<Runnable> taken = news;
        news = new ArrayList<>();
        return taken;
    }

    /** Actions that are called and whose queue has not moved for longer than {@code patience}. */
    List<StarvingAction> starving(long nanos, long patience) {
        List<StarvingAction> found = new ArrayList<>();
        for (Service service : all()) {
            long waited = nanos - service.queue.waitingSinceNanos();
            if (service.hasNext() && waited > patience) {
                found.add(new StarvingAction(
                        service.action, service.queue.size(), service.able.size(), Duration.ofNanos(waited)));
            }
        }
        return found;
    }
}
