package dev.reeve.internal.engine.dispatch;

import dev.reeve.AgentHealth;
import dev.reeve.AgentStatus;
import dev.reeve.AttemptToken;
import dev.reeve.internal.engine.dispatch.queue.Line;
import dev.reeve.internal.engine.runtime.Clock;
import dev.reeve.internal.engine.runtime.HeldBytes;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.transport.AttemptRequest;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Registration;
import dev.reeve.spi.transport.Reply;
import dev.reeve.spi.transport.SessionId;
import dev.reeve.spi.transport.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The node's knowledge of one agent. Guarded by the dispatcher's lock. */
sealed class AgentSession permits BorrowedSlots {

    /** The ended attempts that are remembered for late letters. The letters are under way for seconds at most. */
    private static final int OVER_MAX = 10_000;

    /**
     * Maximum characters of inputs, checkpoints and evidence in one answer. A single longer request is sent alone, and
     * the rest with the next answers (R41).
     */
    static final int ANSWER_LENGTH_MAX = 4 << 20;

    /** An exchange that is held open (a long poll). The requests in its answer count from {@code received}. */
    record Poll(CompletableFuture<Reply> promise, Instant received, long expiresNanos) {}

    private final SessionId id;
    private final Registration registration;
    private final String reference;

    /** The actions that the agent offers, all of one namespace. */
    private final List<Service> services;

    /** Attempts that the agent has or is about to receive. */
    private final Map<AttemptToken, HeldAttempt> held = new LinkedHashMap<>();

    /**
     * The last attempts that are over and that had more than one owner, or another node as their owner, with their
     * complete-by. A letter that hands one of them out may be on its way.
     */
    private final Map<AttemptToken, Instant> over = new LinkedHashMap<>(0);

    /** Requests to send to the agent, in the order in which they were handed out. */
    private Map<AttemptToken, Delivery> requests = new LinkedHashMap<>();

    private List<Verdict> verdicts = new ArrayList<>();
    private List<AttemptToken> cancelled = new ArrayList<>();
    private @Nullable Poll poll;
    private final long registeredNanos;

    /** Maximum number of concurrent attempts at present. */
    private int slots;

    private long lastExchangeNanos;
    private boolean asked;
    private boolean suspect;

    /** Whether an alert may be raised when one of the attempts becomes suspect. */
    private boolean alertsIfSlow;

    /** An attempt whose heartbeat was late at the last check; null if none was. */
    private @Nullable HeldAttempt late;

    /** Whether an attempt may be late after {@link #lateFromNanos}, and none before. */
    private boolean mayBeLate;

    private long lateFromNanos;
    private int reserved;
    private long handedOut;
    private int reported;

    /** Reports of attempts that are not held, while the lanes have them. Agents repeat a report until its verdict. */
    private final Set<AttemptToken> reporting = new HashSet<>();

    private boolean open = true;
    private boolean draining;

    /** Counts the memory that the attempts hold. */
    private final HeldBytes bytes;

    AgentSession(SessionId id, Registration registration, List<Service> services, HeldBytes bytes, long nanos) {
        this.bytes = bytes;
        this.id = id;
        this.registration = registration;
        this.services = services;
        this.reference = registration.agent() + "@" + id;
        this.registeredNanos = nanos;
        this.slots = registration.slots();
        this.lastExchangeNanos = nanos;
    }

    SessionId id() {
        return id;
    }

    Registration registration() {
        return registration;
    }

    String reference() {
        return reference;
    }

    List<Service> services() {
        return services;
    }

    /** The action with the namespace of the agent. */
    String qualified(String action) {
        String namespace = services.isEmpty() ? Namespaces.DEFAULT : Namespaces.namespaceOf(services.getFirst().action);
        return Namespaces.qualified(namespace, action);
    }

    /** Whether the agent belongs to another node. */
    boolean isBorrowed() {
        return false;
    }

    int reserved() {
        return reserved;
    }

    boolean isDraining() {
        return draining;
    }

    boolean isOpen() {
        return open;
    }

    void close() {
        open = false;
        held.values().forEach(attempt -> attempt.slot.service.over(attempt.slot));
        held.values().forEach(attempt -> bytes.remove(attempt.bytes));
    }

    Map<AttemptToken, HeldAttempt> held() {
        return held;
    }

    /**
     * Frees the slot of an attempt whose report has arrived. The attempt counts as held until the verdict.
     *
     * @return whether to pass the report to the lane; false if the lane has it already
     */
    boolean reported(AttemptToken token) {
        HeldAttempt attempt = held.get(token);
        if (attempt == null) {
            return reporting.add(token);
        }
        if (!attempt.reported) {
            attempt.reported = true;
            attempt.unconfirmed = null;
            reported++;
        }
        boolean first = !attempt.reporting;
        attempt.reporting = true;
        return first;
    }

    /**
     * Records heartbeats.
     *
     * @return the heartbeats whose checkpoints are to be stored now
     */
    List<Beat> beat(List<Beat> beats, long nanos) {
        List<Beat> toStore = new ArrayList<>(0);
        for (Beat beat : beats) {
            // Only held attempts count: an attempt that was given up must not return and occupy a slot permanently.
            HeldAttempt attempt = held.get(beat.token());
            if (attempt != null) {
                attempt.beat(nanos);
                if (attempt.cancelled) {
                    cancelled.add(beat.token()); // the answer that said so may have been lost
                }
                if (beat.checkpoint() != null && attempt.checkpoint(beat.checkpoint())) {
                    toStore.add(beat);
                }
            }
        }
        return toStore;
    }

    /** The lane has decided about the report, or never will. */
    void reportDone(AttemptToken token) {
        HeldAttempt attempt = held.get(token);
        if (attempt == null) {
            reporting.remove(token);
        } else {
            attempt.reporting = false;
        }
    }

    /** Removes an attempt that is over, together with its unsent request. */
    void drop(AttemptToken token) {
        HeldAttempt attempt = held.remove(token);
        if (attempt == null) {
            return;
        }
        attempt.dropped = true;
        if (attempt.mayComeLate()) {
            over.put(token, attempt.completeBy);
            if (over.size() > OVER_MAX) {
                over.remove(over.keySet().iterator().next());
            }
        }
        if (attempt.reporting) {
            reporting.add(token);
        }
        if (open) {
            attempt.slot.service.over(attempt.slot);
            bytes.remove(attempt.bytes);
        }
        if (attempt.reported) {
            reported--;
        }
        requests.remove(token);
    }

    boolean hasFreeSlot() {
        return isTaking() && free() > 0;
    }

    /** Whether a free slot of the agent may be used. */
    boolean isTaking() {
        return open && !draining && !suspect;
    }

    int free() {
        return open ? slots - busy() : 0;
    }

    /** How many slots are taken. */
    int busy() {
        return held.size() - reported + reserved;
    }

    /** How many attempts the agent has or is about to receive, with those whose reports are not answered yet. */
    int unfinished() {
        return open ? held.size() + reserved : 0;
    }

    /** The executions in these shards belong to other nodes from now on. */
    void moved(ShardSet shards) {
        held.forEach((token, attempt) -> {
            if (shards.contains(token.execution())) {
                attempt.moved();
            }
        });
    }

    /** The execution of the attempt belongs to another node. */
    void moved(AttemptToken token) {
        HeldAttempt attempt = held.get(token);
        if (attempt != null) {
            attempt.moved();
        }
    }

    /** Whether the agent has the attempt, or had it. */
    boolean knows(AttemptToken token) {
        return held.containsKey(token) || over.containsKey(token);
    }

    /** The attempts for other nodes whose heartbeats stopped. Each is returned again as long as it is held. */
    List<AttemptToken> silentElsewhere(long nanos) {
        List<AttemptToken> silent = new ArrayList<>(0);
        held.forEach((token, attempt) -> {
            Duration heartbeat = attempt.heartbeat;
            if (attempt.isElsewhere()
                    && !attempt.reporting
                    && heartbeat != null
                    && attempt.silence(nanos).compareTo(heartbeat) > 0
                    && nanos - attempt.toldNanos >= heartbeat.toNanos()) {
                attempt.toldNanos = nanos;
                silent.add(token);
            }
        });
        return silent;
    }

    /** The attempts for other nodes that must have been completed by this time. */
    List<AttemptToken> overdueElsewhere(Instant time) {
        over.values().removeIf(time::isAfter);
        List<AttemptToken> overdue = new ArrayList<>(0);
        held.forEach((token, attempt) -> {
            if (attempt.isElsewhere() && !attempt.reporting && attempt.completeBy.isBefore(time)) {
                overdue.add(token);
            }
        });
        return overdue;
    }

    void reserve() {
        reserved++;
        handedOut++;
    }

    /** Whether the next slot goes to the longest-waiting action, regardless of priority. */
    boolean isFairTurn() {
        return handedOut % Line.FAIR == Line.FAIR - 1;
    }

    void unreserve() {
        reserved--;
    }

    /**
     * Adds an attempt to the work for the agent.
     *
     * @return false if the agent holds this attempt, so nothing was added
     */
    boolean request(Delivery delivery, long nanos) {
        HeldAttempt attempt = new HeldAttempt(delivery, nanos);
        if (held.putIfAbsent(delivery.token(), attempt) != null) {
            return false;
        }
        alertsIfSlow |= attempt.alertsIfSlow;
        attempt.reporting = !reporting.isEmpty() && reporting.remove(delivery.token());
        if (attempt.lateAfter != null) {
            lateFrom(attempt.lateNanos());
        }
        bytes.add(attempt.bytes);
        requests.put(delivery.token(), delivery);
        return true;
    }

    /**
     * Sends requests again that left {@code patience} or longer ago and were not confirmed since, as the same attempts
     * (R21). An agent that has received such an attempt after all ignores the repetition.
     */
    void offerAgain(long nanos, long patienceNanos) {
        if (!requests.isEmpty()) {
            // the agent has not polled for a while; it receives the open requests with its next poll
            return;
        }
        for (HeldAttempt attempt : held.values()) {
            if (attempt.unconfirmed != null && nanos - attempt.offeredNanos >= patienceNanos) {
                attempt.offeredNanos = nanos;
                requests.put(attempt.unconfirmed.token(), attempt.unconfirmed);
            }
        }
    }

    void verdict(Verdict verdict) {
        verdicts.add(verdict);
    }

    void cancel(AttemptToken token) {
        HeldAttempt attempt = held.get(token);
        if (attempt != null) {
            attempt.cancelled = true;
        }
        cancelled.add(token);
    }

    /** @return whether the agent has more slots than before */
    boolean exchanged(Exchange exchange, long nanos) {
        int before = slots;
        Integer told = exchange.slots();
        slots = told == null ? registration.slots() : Math.min(told, registration.slots());
        asked = true;
        lastExchangeNanos = nanos;
        draining = exchange.draining();
        return slots > before;
    }

    /** The agent was waiting for this answer. Its silence starts now. */
    void answered(long nanos) {
        lastExchangeNanos = nanos;
    }

    /**
     * Judges whether the agent is overdue (D2).
     *
     * @return whether the agent was suspect and no longer is
     */
    boolean judge(long nanos, long lateNanos) {
        boolean before = suspect;
        boolean silent = poll == null && nanos - lastExchangeNanos > lateNanos;
        suspect = silent || isAnyLate(nanos);
        return before && !suspect;
    }

    /** Examines all attempts only when one of them may have become late. Cheap to call often. */
    private boolean isAnyLate(long nanos) {
        HeldAttempt known = late;
        if (known != null && known.isLate(nanos)) {
            return true;
        }
        late = null;
        if (!mayBeLate || nanos - lateFromNanos <= 0) {
            return false;
        }
        mayBeLate = false;
        for (HeldAttempt attempt : held.values()) {
            if (attempt.isLate(nanos)) {
                late = attempt;
                lateFrom(nanos); // the remaining attempts were not examined
                return true;
            }
            if (attempt.lateAfter != null && !attempt.reported) {
                lateFrom(attempt.lateNanos());
            }
        }
        return false;
    }

    /** From this time on an attempt may be late. */
    private void lateFrom(long nanos) {
        lateFromNanos = mayBeLate && lateFromNanos - nanos < 0 ? lateFromNanos : nanos;
        mayBeLate = true;
    }

    /** Whether alerts may be raised of attempts. Looks at all of them only if one of them had asked for it. */
    boolean alertsIfSlow() {
        alertsIfSlow = alertsIfSlow && held.values().stream().anyMatch(attempt -> attempt.alertsIfSlow);
        return alertsIfSlow;
    }

    boolean isSuspect() {
        return suspect;
    }

    AgentStatus status(Clock clock) {
        int busy = busy();
        AgentHealth health = suspect
                ? AgentHealth.SUSPECT
                : busy > 0 ? AgentHealth.BUSY : asked ? AgentHealth.IDLE : AgentHealth.REGISTERED;
        return new AgentStatus(
                registration.agent(),
                reference,
                health,
                new TreeSet<>(registration.actions()),
                registration.slots(),
                busy,
                ago(clock, registeredNanos),
                ago(clock, lastExchangeNanos));
    }

    private static Instant ago(Clock clock, long nanos) {
        return Instant.ofEpochMilli(clock.now().plusNanos(nanos - clock.nanos()).toEpochMilli());
    }

    long lastExchangeNanos() {
        return lastExchangeNanos;
    }

    @Nullable Poll poll() {
        return poll;
    }

    /** Replaces the open exchange. The caller answers the old one. */
    @Nullable Poll poll(@Nullable Poll next) {
        Poll before = poll;
        poll = next;
        return before;
    }

    /** @param silent whether requests may not leave at present */
    boolean hasNews(BooleanSupplier silent) {
        return !verdicts.isEmpty() || !cancelled.isEmpty() || (!requests.isEmpty() && !silent.getAsBoolean());
    }

    /**
     * Moves the pending messages into the answer to an exchange that was received at {@code received}.
     *
     * @param silent whether requests may not leave at present
     */
    Reply takeReply(Instant received, BooleanSupplier silent) {
        List<AttemptRequest> work = requests.isEmpty() || silent.getAsBoolean() ? List.of() : takeRequests(received);
        Reply reply = new Reply(work, verdicts, cancelled);
        verdicts = new ArrayList<>();
        cancelled = new ArrayList<>();
        return reply;
    }

    private List<AttemptRequest> takeRequests(Instant received) {
        List<AttemptRequest> work = new ArrayList<>(requests.size());
        Map<AttemptToken, Delivery> rest = new LinkedHashMap<>();
        long length = 0;
        for (Delivery d : requests.values()) {
            length += d.length();
            if (length > ANSWER_LENGTH_MAX && !work.isEmpty()) {
                rest.put(d.token(), d);
                continue;
            }
            HeldAttempt attempt = held.get(d.token());
            if (attempt != null) {
                attempt.sent = true;
            }
            work.add(new AttemptRequest(
                    d.token(),
                    d.work().idempotencyKey(),
                    d.workflow(),
                    d.work().action(),
                    d.work().input(),
                    Duration.between(received, d.completeBy()),
                    d.work().heartbeat(),
                    LeftOpen.checkpoint(d.work().checkpoint()),
                    d.work().evidence(),
                    d.work().traceparent()));
        }
        requests = rest;
        return work;
    }

    /**
     * Removes the attempts of which the agent knows nothing: all that is under way at this node counts as lost. Their
     * owners may offer them again.
     */
    void dropUnsent() {
        List<AttemptToken> unsent = requests.keySet().stream()
                .filter(token -> {
                    HeldAttempt attempt = held.get(token);
                    return attempt != null && !attempt.sent;
                })
                .toList();
        unsent.forEach(token -> {
            drop(token);
            over.remove(token);
        });
    }

    /** The agent as one that left while it held attempts. */
    OfflineAgent offline() {
        SortedMap<String, Integer> byAction = new TreeMap<>();
        held().values().forEach(attempt -> byAction.merge(attempt.slot.service.action, 1, Integer::sum));
        return new OfflineAgent(registration().agent(), byAction);
    }
}
