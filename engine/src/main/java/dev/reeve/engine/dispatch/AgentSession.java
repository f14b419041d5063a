package dev.reeve.engine.dispatch;

import dev.reeve.agent.transport.AttemptRequest;
import dev.reeve.agent.transport.Beat;
import dev.reeve.agent.transport.Registration;
import dev.reeve.agent.transport.Reply;
import dev.reeve.agent.transport.SessionId;
import dev.reeve.agent.transport.Verdict;
import dev.reeve.core.AttemptToken;
import dev.reeve.engine.runtime.Clock;
import dev.reeve.engine.runtime.HeldBytes;
import dev.reeve.model.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What the node knows about one agent. Guarded by the dispatcher's lock. */
final class AgentSession {

    /** An exchange that is held open. {@code received} is the moment from which the requests in its answer count. */
    record Poll(CompletableFuture<Reply> promise, Instant received, long expiresNanos) {}

    /** An attempt, from its commit to its report. */
    static final class Held {
        final Slot slot;

        /** How much memory it takes, mostly for its input. */
        final long bytes;

        private final long begunNanos;
        private long aliveNanos;
        private long offeredNanos;

        /** Kept until the agent has shown that it arrived; then null. */
        private @Nullable Delivery unconfirmed;

        /** The report has come and is not dealt with yet: no slot is taken any more, and nobody need worry. */
        private boolean reported;

        private boolean dropped;

        /** A lane has the report. */
        private boolean reporting;

        /** A lane has a checkpoint of it. Agents send them as often as they like, also while nothing can be stored. */
        private boolean storing;

        private @Nullable Json newest;

        /** After this time it is suspect; null if that is learnt. */
        final @Nullable Duration expected;

        /** Within which time its agent was told to show a sign of life; null for none. */
        final @Nullable Duration heartbeat;

        /** A sign of life is late after this time; null if none need be shown. */
        private final @Nullable Duration lateAfter;

        private Held(Delivery delivery, long nanos) {
            heartbeat = delivery.work().heartbeat();
            // Agents beat three times within it.
            lateAfter = heartbeat == null ? null : heartbeat.multipliedBy(2).dividedBy(3);
            expected = delivery.work().expected();
            slot = delivery.slot();
            bytes = delivery.bytes();
            begunNanos = nanos;
            aliveNanos = nanos;
            offeredNanos = nanos;
            unconfirmed = delivery;
        }

        /** For how long it has been under way. */
        long runningNanos(long nanos) {
            return reported ? 0 : nanos - begunNanos;
        }

        long tookNanos(long nanos) {
            return nanos - begunNanos;
        }

        /** When it is late if nothing more is heard; only if it can be. */
        private long lateNanos() {
            return aliveNanos + (lateAfter == null ? 0 : lateAfter.toNanos());
        }

        private boolean isLate(long nanos) {
            return !dropped && lateAfter != null && silence(nanos).compareTo(lateAfter) > 0;
        }

        /** How long ago the agent last gave a sign of life for it. */
        Duration silence(long nanos) {
            return reported ? Duration.ZERO : Duration.ofNanos(nanos - aliveNanos);
        }

        /** @return whether it is to be stored now; if not, because one is being stored, it is kept until then, if it is the newest */
        boolean checkpoint(Json checkpoint) {
            if (storing) {
                newest = checkpoint;
                return false;
            }
            storing = true;
            return true;
        }

        /** @return what is to be stored next; null for nothing */
        @Nullable Json stored() {
            Json next = newest;
            newest = null;
            storing = next != null;
            return next;
        }

        /** What it says of the service that the attempt is given up. One that never arrived says nothing. */
        Outcome givenUp() {
            return reported || unconfirmed != null ? Outcome.UNKNOWN : Outcome.SILENT;
        }

        void beat(long nanos) {
            aliveNanos = nanos;
            unconfirmed = null;
        }
    }

    private final SessionId id;
    private final Registration registration;
    private final String reference;

    /** What its agent can do. */
    private final List<Service> services;

    /** Attempts that the agent has or is about to get. */
    private final Map<AttemptToken, Held> held = new LinkedHashMap<>();

    /** What is to be asked of the agent, in the order in which it was handed out. */
    private Map<AttemptToken, Delivery> requests = new LinkedHashMap<>();

    private List<Verdict> verdicts = new ArrayList<>();
    private List<AttemptToken> cancelled = new ArrayList<>();
    private @Nullable Poll poll;
    private final long registeredNanos;
    private long lastExchangeNanos;
    private boolean asked;
    private boolean suspect;

    /** One of which a sign of life was late when they were looked at last; null if none was. */
    private @Nullable Held late;

    /** Whether one may be late after {@link #lateFromNanos}, and none before. */
    private boolean mayBeLate;

    private long lateFromNanos;
    private int reserved;
    private long handedOut;
    private int reported;

    /** Attempts that are not held and whose reports the lanes have: agents repeat them until there is a verdict. */
    private final Set<AttemptToken> reporting = new HashSet<>();

    private boolean open = true;
    private boolean draining;

    /** What its attempts hold in memory is counted there. */
    private final HeldBytes bytes;

    AgentSession(SessionId id, Registration registration, List<Service> services, HeldBytes bytes, long nanos) {
        this.bytes = bytes;
        this.id = id;
        this.registration = registration;
        this.services = services;
        this.reference = registration.agent() + "@" + id;
        this.registeredNanos = nanos;
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

    boolean isOpen() {
        return open;
    }

    void close() {
        open = false;
        held.values().forEach(attempt -> attempt.slot.service.over(attempt.slot));
        held.values().forEach(attempt -> bytes.remove(attempt.bytes));
    }

    Map<AttemptToken, Held> held() {
        return held;
    }

    /**
     * The report of an attempt has come: its slot is free. Until there is a verdict the attempt counts as held.
     *
     * @return whether the lane is to be told; it has it already if not
     */
    boolean reported(AttemptToken token) {
        Held attempt = held.get(token);
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
     * Signs of life.
     *
     * @return those whose checkpoints are to be stored now
     */
    List<Beat> beat(List<Beat> beats, long nanos) {
        List<Beat> toStore = new ArrayList<>(0);
        for (Beat beat : beats) {
            // Only what is held: an attempt that was given up must not come back and keep a slot for ever.
            Held attempt = held.get(beat.token());
            if (attempt != null) {
                attempt.beat(nanos);
                if (beat.checkpoint() != null && attempt.checkpoint(beat.checkpoint())) {
                    toStore.add(beat);
                }
            }
        }
        return toStore;
    }

    /** The lane has dealt with the report, or never will. */
    void reportDone(AttemptToken token) {
        Held attempt = held.get(token);
        if (attempt == null) {
            reporting.remove(token);
        } else {
            attempt.reporting = false;
        }
    }

    /** The attempt is over, and so is whatever was still to be said of it. */
    void drop(AttemptToken token) {
        Held attempt = held.remove(token);
        if (attempt == null) {
            return;
        }
        attempt.dropped = true;
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
        return open && !draining && !suspect && free() > 0;
    }

    int free() {
        return open ? registration.slots() - (held.size() - reported) - reserved : 0;
    }

    void reserve() {
        reserved++;
        handedOut++;
    }

    /** Whether it is the turn of the action that was not served for longest, whatever its priority. */
    boolean isFairTurn() {
        return handedOut % Line.FAIR == Line.FAIR - 1;
    }

    void unreserve() {
        reserved--;
    }

    void request(Delivery delivery, long nanos) {
        Held attempt = new Held(delivery, nanos);
        attempt.reporting = !reporting.isEmpty() && reporting.remove(delivery.token());
        held.put(delivery.token(), attempt);
        if (attempt.lateAfter != null) {
            lateFrom(attempt.lateNanos());
        }
        bytes.add(attempt.bytes);
        requests.put(delivery.token(), delivery);
    }

    /**
     * Requests that left {@code patience} ago or more, and of which the agent has shown no sign since, never arrived: they
     * go out again, as the same attempts (R21). An agent that has them after all ignores them.
     */
    void offerAgain(long nanos, long patienceNanos) {
        if (!requests.isEmpty()) {
            // the agent has not asked for a while; what it has not got, it will get now
            return;
        }
        for (Held attempt : held.values()) {
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
        cancelled.add(token);
    }

    void exchanged(long nanos, boolean agentDrains) {
        asked = true;
        lastExchangeNanos = nanos;
        draining = agentDrains;
    }

    /** Until now it was waiting for this answer; from now on it is silent. */
    void answered(long nanos) {
        lastExchangeNanos = nanos;
    }

    /**
     * Whether it ought to have been heard of by now (D2).
     *
     * @return whether it was suspect and is not any more
     */
    boolean judge(long nanos, long lateNanos) {
        boolean before = suspect;
        boolean silent = poll == null && nanos - lastExchangeNanos > lateNanos;
        suspect = silent || isAnyLate(nanos);
        return before && !suspect;
    }

    /** Looks at all attempts only when one may be late that was not before, however often it is asked. */
    private boolean isAnyLate(long nanos) {
        Held known = late;
        if (known != null && known.isLate(nanos)) {
            return true;
        }
        late = null;
        if (!mayBeLate || nanos - lateFromNanos <= 0) {
            return false;
        }
        mayBeLate = false;
        for (Held attempt : held.values()) {
            if (attempt.isLate(nanos)) {
                late = attempt;
                lateFrom(nanos); // the others have not been looked at
                return true;
            }
            if (attempt.lateAfter != null && !attempt.reported) {
                lateFrom(attempt.lateNanos());
            }
        }
        return false;
    }

    /** From then on one may be late. */
    private void lateFrom(long nanos) {
        lateFromNanos = mayBeLate && lateFromNanos - nanos < 0 ? lateFromNanos : nanos;
        mayBeLate = true;
    }

    boolean isSuspect() {
        return suspect;
    }

    AgentStatus status(Clock clock) {
        int busy = registration.slots() - free();
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

    /** Replaces the open exchange; the caller answers the old one. */
    @Nullable Poll poll(@Nullable Poll next) {
        Poll before = poll;
        poll = next;
        return before;
    }

    boolean hasNews() {
        return !requests.isEmpty() || !verdicts.isEmpty() || !cancelled.isEmpty();
    }

    /** Empties what is to be said into an answer to an exchange that was received at {@code received}. */
    Reply takeReply(Instant received) {
        List<AttemptRequest> work = new ArrayList<>(requests.size());
        for (Delivery d : requests.values()) {
            work.add(new AttemptRequest(
                    d.token(),
                    d.work().idempotencyKey(),
                    d.workflow(),
                    d.work().action(),
                    d.work().input(),
                    Duration.between(received, d.completeBy()),
                    d.work().heartbeat(),
                    d.work().checkpoint(),
                    d.work().evidence()));
        }
        Reply reply = new Reply(work, verdicts, cancelled);
        requests = new LinkedHashMap<>();
        verdicts = new ArrayList<>();
        cancelled = new ArrayList<>();
        return reply;
    }
}
