package dev.reeve.internal.engine.dispatch;

import dev.reeve.Json;
import dev.reeve.internal.engine.dispatch.breaker.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An attempt at an agent, from its commit to its report. Guarded by the dispatcher's lock. */
final class HeldAttempt {
    final Slot slot;

    /** The memory that the attempt takes, mostly for its input. */
    final long bytes;

    private final long begunNanos;
    private long aliveNanos;
    long offeredNanos;

    /** The request, kept until the agent has confirmed its arrival; then null. */
    @Nullable Delivery unconfirmed;

    /** The request has left. */
    boolean sent;

    /** The report has arrived and is not decided yet: the slot is free, and silence is no concern. */
    boolean reported;

    boolean dropped;

    /** The agent learns again with its heartbeats that the result is not wanted. */
    boolean cancelled;

    /** A lane has the report. */
    boolean reporting;

    final Instant completeBy;

    /** Another node owns the execution, and does not tell this one when the attempt does not count any more. */
    private boolean elsewhere;

    /** Another node may have written a letter that hands this attempt out. It may come after the end. */
    private boolean mayComeLate;

    /** When the owner last got a message that the heartbeats stopped. */
    long toldNanos;

    /**
     * A lane has a checkpoint of this attempt. Agents may send checkpoints at any rate, also while the store is
     * unavailable.
     */
    private boolean storing;

    private @Nullable Json newest;

    /** The attempt is suspect after this time; null if the time is learnt. */
    final @Nullable Duration expected;

    /** An alert is raised when the attempt becomes suspect, and has not been raised yet. */
    boolean alertsIfSlow;

    /** The agent must send a heartbeat within this time; null for none. */
    final @Nullable Duration heartbeat;

    /** A heartbeat is late after this time; null if none is required. */
    final @Nullable Duration lateAfter;

    HeldAttempt(Delivery delivery, long nanos) {
        heartbeat = delivery.work().heartbeat();
        // Agents send three heartbeats within it.
        lateAfter = heartbeat == null ? null : heartbeat.multipliedBy(2).dividedBy(3);
        expected = delivery.work().expected();
        alertsIfSlow = delivery.work().alertsIfSlow();
        slot = delivery.slot();
        mayComeLate = slot.isForBegun();
        bytes = delivery.bytes();
        begunNanos = nanos;
        aliveNanos = nanos;
        toldNanos = nanos;
        offeredNanos = nanos;
        unconfirmed = delivery;
        completeBy = delivery.completeBy();
    }

    /** Another node owns the execution. */
    void moved() {
        elsewhere = true;
        mayComeLate = true;
    }

    boolean isElsewhere() {
        return elsewhere;
    }

    boolean mayComeLate() {
        return mayComeLate;
    }

    /** A lane of this node has the execution, and ends the attempt. */
    Presence isHere() {
        elsewhere = false;
        return Presence.HELD;
    }

    /** How long the attempt has been under way. */
    long runningNanos(long nanos) {
        return reported ? 0 : nanos - begunNanos;
    }

    long tookNanos(long nanos) {
        return nanos - begunNanos;
    }

    /** When the attempt is late if no further heartbeat arrives. Valid only if the attempt requires heartbeats. */
    long lateNanos() {
        return aliveNanos + (lateAfter == null ? 0 : lateAfter.toNanos());
    }

    boolean isLate(long nanos) {
        return !dropped && lateAfter != null && silence(nanos).compareTo(lateAfter) > 0;
    }

    /** The time since the agent's last heartbeat for the attempt. */
    Duration silence(long nanos) {
        return reported ? Duration.ZERO : Duration.ofNanos(nanos - aliveNanos);
    }

    /**
     * @return whether to store the checkpoint now. If false, another one is being stored, and the newest of the
     *     rest follows it
     */
    boolean checkpoint(Json checkpoint) {
        if (storing) {
            newest = checkpoint;
            return false;
        }
        storing = true;
        return true;
    }

    /**
     * @return the next checkpoint to store; null for none
     */
    @Nullable Json stored() {
        Json next = newest;
        newest = null;
        storing = next != null;
        return next;
    }

    /** Judges the service from a given-up attempt. An attempt that never arrived says nothing. */
    Outcome givenUp() {
        return reported || unconfirmed != null ? Outcome.UNKNOWN : Outcome.SILENT;
    }

    void beat(long nanos) {
        aliveNanos = nanos;
        unconfirmed = null;
    }
}
