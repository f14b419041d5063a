package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply;
import dev.reeve.spi.store.AllowanceRequest;
import dev.reeve.spi.store.ShardSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The limits that this node shares with others. Collects the questions to the store that are due: a node without
 * limited work has none. Guarded by the dispatcher's lock, except for {@link #signal}.
 */
public final class SharedLimits {

    /** The most questions in one request. Each one locks its limit. */
    private static final int QUESTIONS_MAX = 200;

    private static final long RETRY_NANOS = Duration.ofMillis(500).toNanos();

    private record Id(String action, @Nullable String key) {}

    private record Timer(long nanos, SharedLimit limit) {}

    /**
     * A question about one kind of a limit.
     *
     * @param returns whether the node gives something back
     */
    record Question(SharedLimit limit, AllowanceNeed need, boolean returns) {}

    /** A request under way. */
    public static final class Asked {
        private final AllowanceRequest request;
        private final List<Question> questions;
        private final long epoch;

        private Asked(AllowanceRequest request, List<Question> questions, long epoch) {
            this.request = request;
            this.questions = questions;
            this.epoch = epoch;
        }

        public AllowanceRequest request() {
            return request;
        }

        /**
         * Notes for which limits this node waits.
         *
         * @return whether it waits for one that it did not wait for
         */
        public boolean note(AllowanceReply reply, Set<AllowanceKey> waiting) {
            boolean more = false;
            for (int i = 0; i < questions.size(); i++) {
                AllowanceNeed need = questions.get(i).need();
                if (reply.grants().get(i).calls() >= need.wanted()) {
                    waiting.remove(need.key());
                } else {
                    more |= waiting.add(need.key());
                }
            }
            return more;
        }

        /** Whether something was given back or became known for which other nodes wait. */
        public boolean isNews(AllowanceReply reply) {
            boolean returned = false;
            for (int i = 0; i < questions.size(); i++) {
                returned |=
                        reply.grants().get(i).isContested() && questions.get(i).returns();
            }
            return returned || !request.counted().isEmpty();
        }
    }

    private final Map<Id, SharedLimit> limits = new HashMap<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((one, other) -> Long.signum(one.nanos() - other.nanos()));

    /** Shards of this node whose calls under way are counted, and of which the store does not know that yet. */
    private ShardSet counted = ShardSet.NONE;

    /** The shards that have left since the last request that said which are counted. */
    private ShardSet left = ShardSet.NONE;

    private long number;
    private long epoch;

    /** Until when the thread that asks rests. */
    private long restUntilNanos = Long.MIN_VALUE;

    private volatile boolean sooner;
    private volatile Runnable onSooner = () -> {};

    /** Sets the signal for a question that is due sooner than {@link #nextNanos} said. It must be cheap. */
    public void onSooner(Runnable action) {
        onSooner = action;
    }

    /** Called without the lock, after each change. */
    void signal() {
        if (sooner) {
            sooner = false;
            onSooner.run();
        }
    }

    SharedLimit of(String action, @Nullable String key) {
        return limits.computeIfAbsent(
                new Id(action, key), id -> new SharedLimit(action, key, () -> epoch, this::schedule));
    }

    /** How many calls with this limit may begin now. */
    int free(String action, CallLimit limit, long nanos) {
        SharedLimit held = limits.get(new Id(action, limit.key()));
        return held == null ? 0 : held.free(limit, nanos);
    }

    /** Schedules a question; {@link Long#MAX_VALUE} for never. */
    private void schedule(SharedLimit limit, long nanos) {
        if (nanos < limit.nextNanos) {
            limit.nextNanos = nanos;
            timers.add(new Timer(nanos, limit));
            sooner |= nanos < restUntilNanos;
        }
    }

    /** All calls under way in these shards are counted. */
    void counted(ShardSet shards) {
        counted = counted.with(shards);
        left = left.without(shards);
        sooner = true;
    }

    /** Another node counts the calls of these shards. If they come back, they have to be counted again. */
    void dropped(ShardSet shards) {
        counted = counted.without(shards);
        left = left.with(shards);
    }

    /** Forgets everything: the node has lost its registration. Its allowances last in the store. */
    void clear() {
        epoch++;
        limits.values().forEach(SharedLimit::clear);
        timers.clear();
        counted = ShardSet.NONE;
        left = ShardSet.NONE;
    }

    /** Other nodes have given something back, or wait. */
    public void hinted(long nanos) {
        limits.values().forEach(limit -> limit.hinted(nanos));
    }

    /**
     * The next request; null if there is none before {@link #nextNanos}.
     *
     * @param demands finds the steps that wait for a limit
     */
    public @Nullable Asked ask(long nanos, Function<SharedLimit, Demand> demands) {
        List<Question> questions = new ArrayList<>();
        Timer next;
        while (questions.size() < QUESTIONS_MAX && (next = timers.peek()) != null && next.nanos() - nanos <= 0) {
            timers.remove();
            SharedLimit limit = next.limit();
            if (next.nanos() == limit.nextNanos) {
                limit.nextNanos = Long.MAX_VALUE;
                Demand demand = demands.apply(limit);
                int before = questions.size();
                limit.ask(demand, nanos, (need, returns) -> questions.add(new Question(limit, need, returns)));
                if (questions.size() == before) { // otherwise the answer schedules the next one
                    limit.asked(demand, nanos);
                    removeIfEmpty(limit);
                }
            }
        }
        ShardSet told = takeCounted();
        restUntilNanos = nextNanos();
        sooner = false;
        if (questions.isEmpty() && told.isEmpty()) {
            return null;
        }
        AllowanceRequest request = new AllowanceRequest(
                ++number, told, questions.stream().map(Question::need).toList());
        return new Asked(request, questions, epoch);
    }

    /** From then on, former owners keep nothing for the calls in these shards. So the store must know each of them. */
    private ShardSet takeCounted() {
        if (counted.isEmpty() || limits.values().stream().anyMatch(SharedLimit::isUntold)) {
            return ShardSet.NONE;
        }
        ShardSet told = counted;
        counted = ShardSet.NONE;
        left = ShardSet.NONE;
        return told;
    }

    private void removeIfEmpty(SharedLimit limit) {
        if (limit.nextNanos == Long.MAX_VALUE && limit.isEmpty()) {
            limits.remove(new Id(limit.action, limit.key));
        }
    }

    /** When the next request is due; {@link Long#MAX_VALUE} for never. */
    public long nextNanos() {
        Timer next = timers.peek();
        return next == null ? Long.MAX_VALUE : next.nanos();
    }

    /**
     * The store has answered.
     *
     * @return the limits of which this node may use more now
     */
    public Set<SharedLimit> answered(Asked asked, AllowanceReply reply, long nanos) {
        Set<SharedLimit> more = new LinkedHashSet<>();
        if (asked.epoch != epoch) {
            return more;
        }
        if (!reply.applied()) {
            failed(asked, nanos);
            return more;
        }
        for (int i = 0; i < asked.questions.size(); i++) {
            Question question = asked.questions.get(i);
            AllowanceReply.Grant grant = reply.grants().get(i);
            question.limit().answered(question.need(), grant, reply.marked(), nanos);
            if (grant.calls() > 0) {
                more.add(question.limit());
            }
        }
        asked.questions.forEach(question -> removeIfEmpty(question.limit()));
        restUntilNanos = nextNanos();
        sooner = false;
        return more;
    }

    /** The outcome of the request is unknown. The next one replaces what it may have stored. */
    public void failed(Asked asked, long nanos) {
        if (asked.epoch == epoch) {
            counted = counted.with(asked.request.counted().without(left));
            asked.questions.forEach(question -> question.limit().failed(question.need(), nanos + RETRY_NANOS));
        }
    }
}
