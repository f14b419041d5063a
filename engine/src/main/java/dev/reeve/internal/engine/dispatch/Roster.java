package dev.reeve.internal.engine.dispatch;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.SuspectAttempt;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.SessionId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connected agents, and those that left recently. Guarded by the dispatcher's lock. */
final class Roster {

    private static final Duration GONE_LISTED = Duration.ofMinutes(15);
    private static final int GONE_MAX = 1_000;

    /** The actions of the agents that left: beyond this number the oldest agents are dropped. */
    private static final int GONE_ACTIONS_MAX = 100_000;

    /** The actions of all connected agents. */
    private static final int OFFERS_MAX = 1_000_000;

    private final Clock clock;
    private final HeldBytes held;
    private final Map<SessionId, AgentSession> sessions = new LinkedHashMap<>();
    private final Map<String, AgentSession> byReference = new HashMap<>();

    /** In the order in which they left. */
    private final Deque<AgentStatus> gone = new ArrayDeque<>();

    private long counter;
    private int offers;
    private int goneActions;

    /**
     * @param seed the number before the first session id
     */
    Roster(Clock clock, HeldBytes held, long seed) {
        this.clock = clock;
        this.held = held;
        this.counter = seed;
    }

    /** Whether an agent may connect with as many actions. */
    boolean hasRoomFor(Registration registration) {
        return offers + registration.actions().size() <= OFFERS_MAX;
    }

    AgentSession add(Registration registration, List<Service> able) {
        AgentSession session = new AgentSession(new SessionId(++counter), registration, able, held, clock.nanos());
        sessions.put(session.id(), session);
        byReference.put(session.reference(), session);
        able.forEach(service -> service.add(session));
        offers += able.size();
        // Most likely the agent is one of those that left.
        gone.stream()
                .filter(status -> status.name().equals(registration.agent()))
                .findFirst()
                .ifPresent(status -> {
                    gone.remove(status);
                    goneActions -= status.actions().size();
                });
        return session;
    }

    /**
     * @return the session that ends now; null if it had ended before
     */
    @Nullable AgentSession remove(SessionId id) {
        AgentSession session = sessions.remove(id);
        if (session != null) {
            offers -= session.services().size();
            if (!session.services().isEmpty()) { // otherwise it was there for one report
                gone.add(offline(session.status(clock)));
                goneActions += gone.getLast().actions().size();
            }
            while (gone.size() > GONE_MAX || goneActions > GONE_ACTIONS_MAX) {
                goneActions -= gone.remove().actions().size();
            }
            session.close();
            byReference.remove(session.reference());
            session.services().forEach(service -> service.able.remove(session));
        }
        return session;
    }

    private static AgentStatus offline(AgentStatus last) {
        return new AgentStatus(
                last.name(),
                last.reference(),
                AgentHealth.OFFLINE,
                last.actions(),
                last.slots(),
                0,
                last.registeredAt(),
                last.heardAt());
    }

    @Nullable AgentSession find(SessionId id) {
        return sessions.get(id);
    }

    @Nullable AgentSession find(String reference) {
        return byReference.get(reference);
    }

    /** The attempt, if that agent holds it. */
    @Nullable HeldAttempt held(String reference, AttemptToken token) {
        AgentSession session = find(reference);
        return session == null ? null : session.held().get(token);
    }

    /** Number of attempts that agents hold or are about to receive. */
    int outstanding() {
        int count = 0;
        for (AgentSession session : sessions.values()) {
            count += session.busy();
        }
        return count;
    }

    /** As {@link #outstanding}, with those whose reports are not answered yet. */
    int unfinished() {
        return sessions.values().stream().mapToInt(AgentSession::unfinished).sum();
    }

    /** Removes and returns the exchanges that are held open. */
    List<AgentSession.Poll> takePolls() {
        List<AgentSession.Poll> polls = new ArrayList<>();
        for (AgentSession session : sessions.values()) {
            AgentSession.Poll poll = session.poll(null);
            if (poll != null) {
                polls.add(poll);
            }
        }
        return polls;
    }

    Collection<AgentSession> all() {
        return sessions.values();
    }

    /** Attempts that take longer than expected, the longest-running first. */
    List<SuspectAttempt> suspects(long nanos) {
        return suspects(sessions.values(), attempt -> true, nanos);
    }

    /** Attempts that have become suspect and of which an alert is to be raised. Returns each of them once. */
    List<SuspectAttempt> slow(long nanos) {
        List<AgentSession> asking =
                sessions.values().stream().filter(AgentSession::alertsIfSlow).toList();
        List<SuspectAttempt> slow = suspects(asking, attempt -> attempt.alertsIfSlow, nanos);
        for (SuspectAttempt suspect : slow) {
            HeldAttempt attempt = held(suspect.agent(), suspect.token());
            if (attempt != null) {
                attempt.alertsIfSlow = false;
            }
        }
        return slow;
    }

    private static List<SuspectAttempt> suspects(
            Collection<AgentSession> sessions, Predicate<HeldAttempt> which, long nanos) {
        Map<Service, Optional<Duration>> learnt = new HashMap<>();
        List<SuspectAttempt> suspects = new ArrayList<>();
        for (AgentSession session : sessions) {
            session.held().forEach((token, attempt) -> {
                Service service = attempt.slot.service;
                Duration running = Duration.ofNanos(attempt.runningNanos(nanos));
                Optional<Duration> expected = !which.test(attempt)
                        ? Optional.empty()
                        : attempt.expected != null
                                ? Optional.of(attempt.expected)
                                : learnt.computeIfAbsent(
                                        service, asked -> Optional.ofNullable(asked.latency.expected()));
                expected.filter(usual -> running.compareTo(usual) > 0)
                        .ifPresent(usual -> suspects.add(
                                new SuspectAttempt(token, service.action, session.reference(), running, usual)));
            });
        }
        suspects.sort(Comparator.comparing(SuspectAttempt::running).reversed());
        return suspects;
    }

    /** The connected agents in the order of their registration, then those that left. */
    List<AgentStatus> statuses() {
        List<AgentStatus> statuses = new ArrayList<>();
        sessions.values().forEach(session -> statuses.add(session.status(clock)));
        gone.removeIf(status -> status.heardAt().plus(GONE_LISTED).isBefore(clock.now()));
        goneActions = gone.stream().mapToInt(status -> status.actions().size()).sum();
        statuses.addAll(gone);
        return statuses;
    }
}
