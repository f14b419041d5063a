package dev.reeve.internal.engine.cluster.membership;

import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The view that one node has of the others. Decides which nodes are dead, which shards the node claims, and which it
 * releases. A pure state machine: the caller passes the time in and carries out the orders. Not thread-safe.
 *
 * <p>A node is dead if its number has not changed for the time to live, as measured by the monotonic clock of the
 * observer. If the two have different times to live, the longer one counts. No clock of the database and no clock of
 * another machine is involved, so a clock that jumps kills nobody. Time for which the observer cannot reach the store
 * does not count, and after two thirds of the time to live it begins to observe anew: after an outage of the database
 * every node has time to renew. It has as much time more as the outage lasted, ten seconds at most, because a pool of
 * connections tries less and less often while the database is away.
 *
 * <p>A wrong judgement costs time and no correctness: a node that is removed cannot commit any more, because removal
 * deletes the rows of its lanes.
 */
public final class Membership {

    /** Shortest time to live: three renewals must fit in, each with a pause of the garbage collector. */
    public static final Duration TTL_MIN = Duration.ofSeconds(3);

    /** A dead node is found at most this much later than after its time to live. */
    private static final long PERIOD_MAX_NANOS = Duration.ofMillis(1_500).toNanos();

    /** How much later than the first node the last one may reach the store again after an outage. */
    private static final long RECONNECTING_MAX_NANOS = Duration.ofSeconds(10).toNanos();

    /**
     * @param moved whether the number was seen to change
     * @param patienceNanos after what time without a change the node is dead
     */
    private record Sighting(long beat, long sinceNanos, boolean moved, long patienceNanos) {}

    private final String self;
    private final int shards;
    private final long ttlNanos;
    private final Map<String, Sighting> sightings = new HashMap<>();

    private boolean reached;
    private boolean removed;
    private boolean otherOwners;
    private long reachedNanos;
    private long answeredNanos;

    /**
     * @param self the node that decides
     * @param shards the number of shards
     * @param ttl how long a node may fail to renew its registration; {@link #TTL_MIN} or longer
     */
    public Membership(String self, int shards, Duration ttl) {
        if (ttl.compareTo(TTL_MIN) < 0) {
            throw new IllegalArgumentException("ttl: expected %s or longer, found %s".formatted(TTL_MIN, ttl));
        }
        this.self = self;
        this.shards = shards;
        this.ttlNanos = ttl.toNanos();
    }

    /** The longest time from one renewal to the next, in nanoseconds. */
    public long periodNanos() {
        return Math.min(ttlNanos / 3, PERIOD_MAX_NANOS);
    }

    /** How long to wait before the next renewal: less than a period if a node will be dead before it ends. */
    public long restNanos(long nanos) {
        long rest = periodNanos();
        for (Sighting last : sightings.values()) {
            long left = last.sinceNanos() + last.patienceNanos() - nanos;
            if (left > 0) {
                rest = Math.min(rest, left);
            }
        }
        return rest;
    }

    /**
     * The store has answered a renewal.
     *
     * @param askedNanos when the renewal was sent
     * @param answeredNanos when the answer came
     */
    public Orders renewed(long askedNanos, long answeredNanos, ClusterView view) {
        long gap = askedNanos - this.answeredNanos;
        long reconnecting = 0;
        if (!reached) {
            sightings.clear();
        } else if (gap > silenceNanos()) {
            sightings.clear();
            reconnecting = Math.min(gap, RECONNECTING_MAX_NANOS);
        } else if (gap > ttlNanos / 3) {
            forgive(gap - ttlNanos / 3);
        }
        reached = true;
        reachedNanos = askedNanos;
        this.answeredNanos = answeredNanos;
        removed = !view.registered();
        observe(view, answeredNanos, reconnecting);
        List<ClusterMember> dead = new ArrayList<>();
        if (removed) {
            return new Orders(dead, new TreeSet<>(), new TreeSet<>());
        }
        List<ClusterMember> owners = new ArrayList<>();
        for (ClusterMember member : view.members()) {
            long unchanged = askedNanos - sighting(member).sinceNanos();
            if (isOther(member) && isDead(member, askedNanos)) {
                dead.add(member);
            } else if (member.owns() && (!isOther(member) || isAwake(member, unchanged, view))) {
                owners.add(member);
            }
        }
        otherOwners = owners.stream().anyMatch(this::isOther);
        return assigned(view, dead, owners);
    }

    /**
     * Whether a node has not renewed its registration for its time to live.
     *
     * @param member from the last answer of the store
     * @param askedNanos when that was asked for
     */
    public boolean isDead(ClusterMember member, long askedNanos) {
        Sighting last = sighting(member);
        return askedNanos - last.sinceNanos() >= last.patienceNanos();
    }

    /**
     * Whether a node was seen to renew its registration.
     *
     * @param member from the last answer of the store
     */
    public boolean isProven(ClusterMember member) {
        return sighting(member).moved();
    }

    /** Whether another node takes shards and was awake at the last renewal. */
    public boolean hasOtherOwners() {
        return otherOwners;
    }

    /** Does not count the time for which this node could not look: the others may have been cut off as well. */
    private void forgive(long nanos) {
        sightings.replaceAll((node, last) ->
                new Sighting(last.beat(), last.sinceNanos() + nanos, last.moved(), last.patienceNanos()));
    }

    /** @param reconnecting how much longer than usual the others may take until they renew */
    private void observe(ClusterView view, long nanos, long reconnecting) {
        Set<String> present = new TreeSet<>();
        for (ClusterMember member : view.members()) {
            present.add(member.node());
            Sighting last = sightings.get(member.node());
            if (last == null || last.beat() != member.beat()) {
                sightings.put(
                        member.node(),
                        new Sighting(member.beat(), nanos, last != null, patienceNanos(member) + reconnecting));
            }
        }
        sightings.keySet().retainAll(present);
    }

    /**
     * Whether shards may go to another node. A newcomer has to renew its registration once: a process that dies each
     * time shortly after its start takes no shards.
     */
    private boolean isAwake(ClusterMember member, long unchanged, ClusterView view) {
        boolean proven = isProven(member) || view.owners().containsValue(member.node());
        return proven && unchanged < patienceNanos(member) / 3 * 2;
    }

    private Orders assigned(ClusterView view, List<ClusterMember> dead, List<ClusterMember> owners) {
        Set<String> present = new TreeSet<>();
        view.members().forEach(member -> present.add(member.node()));
        SortedSet<Integer> claim = new TreeSet<>();
        SortedSet<Integer> release = new TreeSet<>();
        for (int shard = 0; shard < shards; shard++) {
            String owner = view.owners().get(shard);
            String next = Rendezvous.owner(shard, owners);
            boolean free = owner == null || !present.contains(owner);
            if (free && self.equals(next)) {
                claim.add(shard);
            } else if (self.equals(owner) && !self.equals(next) && (next != null || !owns(view))) {
                release.add(shard);
            }
        }
        return new Orders(dead, claim, release);
    }

    private boolean owns(ClusterView view) {
        return view.members().stream().anyMatch(member -> !isOther(member) && member.owns());
    }

    private boolean isOther(ClusterMember member) {
        return !member.node().equals(self);
    }

    /** A node that renews less often than this one needs has said so. */
    private long patienceNanos(ClusterMember member) {
        return Math.max(ttlNanos, member.ttl().toNanos());
    }

    private Sighting sighting(ClusterMember member) {
        return Objects.requireNonNull(sightings.get(member.node()), member.node());
    }

    /** The current permissions of this node. */
    public RegistrationStatus status(long nanos) {
        if (removed) {
            return RegistrationStatus.REMOVED;
        }
        return reached && nanos - reachedNanos < silenceNanos()
                ? RegistrationStatus.RENEWED
                : RegistrationStatus.SILENT;
    }

    /** After what time without a renewal a node hands out nothing. Others remove it after its time to live. */
    public static long silenceNanos(Duration ttl) {
        return ttl.toNanos() / 3 * 2;
    }

    private long silenceNanos() {
        return ttlNanos / 3 * 2;
    }
}
