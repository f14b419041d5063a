package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.CallLimit;
import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceKey.Kind;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceReply.Grant;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.workflow.Rate;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of this node in the limits of one action and key. A call takes part in
 * those kinds of limits that its own step has. Guarded by the dispatcher's lock.
 */
public final class SharedLimit {

    /** The allowances of one call. */
    static final class Use {
        private static final int NONE = -1;

        private final SharedLimit limit;
        private final long epoch;
        private final int granted;
        private final @Nullable HeldTokens tokens;
        private final int grant;

        private Use(SharedLimit limit, int granted, @Nullable HeldTokens tokens, int grant) {
            this.limit = limit;
            this.epoch = limit.epochs.getAsLong();
            this.granted = granted;
            this.tokens = tokens;
            this.grant = grant;
        }

        private boolean isHere() {
            return granted != NONE && epoch == limit.epochs.getAsLong();
        }

        /** The call is over. */
        void end(long nanos) {
            if (isHere()) {
                limit.calls.end(granted, nanos);
                limit.changed(nanos);
            }
        }

        /** The call did not take place. {@link #end} follows. */
        void giveBack() {
            if (tokens != null && epoch == limit.epochs.getAsLong()) {
                tokens.giveBack(grant);
            }
        }

        /** The execution of the call has left this node. */
        void leave(int shard, long nanos) {
            if (isHere()) {
                limit.calls.leave(shard, granted);
                limit.changed(nanos);
            }
        }
    }

    /** A limit without a question has none before this time is over. */
    private static final long REST_NANOS = Duration.ofMillis(1).toNanos();

    /** How often to look for an agent, while there is none for the steps that wait. */
    private static final long NOBODY_NANOS = Duration.ofMillis(250).toNanos();

    final String action;
    final @Nullable String key;

    /** When to ask next, of the clock of the node. */
    long nextNanos = Long.MAX_VALUE;

    private final LongSupplier epochs;
    private final ObjLongConsumer<SharedLimit> schedule;

    /** Whether no agent takes the steps that wait. */
    private boolean isStuck;

    private final HeldCalls calls = new HeldCalls();
    private final Map<Rate.Unit, HeldTokens> tokens = new EnumMap<>(Rate.Unit.class);

    /**
     * @param epochs changes when everything is forgotten
     * @param schedule schedules a question for a time
     */
    SharedLimit(String action, @Nullable String key, LongSupplier epochs, ObjLongConsumer<SharedLimit> schedule) {
        this.action = action;
        this.key = key;
        this.epochs = epochs;
        this.schedule = schedule;
    }

    public String action() {
        return action;
    }

    public @Nullable String key() {
        return key;
    }

    private static Kind kind(Rate rate) {
        return switch (rate.unit()) {
            case SECOND -> Kind.SECOND;
            case MINUTE -> Kind.MINUTE;
            case HOUR -> Kind.HOUR;
            case DAY -> Kind.DAY;
        };
    }

    /** How many calls with this limit may begin now. */
    int free(CallLimit limit, long nanos) {
        int free = limit.concurrency() == 0 ? Integer.MAX_VALUE : calls.free(limit.concurrency());
        Rate rate = limit.rate();
        if (rate != null) {
            HeldTokens held = tokens.get(rate.unit());
            free = Math.min(free, held == null ? 0 : held.free(rate.count(), nanos));
        }
        return free;
    }

    /** A call begins that is allowed. */
    Use begin(CallLimit limit, long nanos) {
        Rate rate = limit.rate();
        HeldTokens held = rate == null ? null : tokens.get(rate.unit());
        int granted = limit.concurrency() == 0 ? Use.NONE : calls.use(limit.concurrency());
        Use use = new Use(this, granted, held, held == null ? 0 : held.use(nanos));
        changed(nanos);
        return use;
    }

    /** A call is under way that was not allowed here. */
    Use force(CallLimit limit, long nanos) {
        Use use = new Use(this, limit.concurrency() == 0 ? Use.NONE : calls.force(), null, 0);
        changed(nanos);
        return use;
    }

    private void changed(long nanos) {
        schedule.accept(this, calls.isDue() ? nanos : next(false, nanos));
    }

    /** A step waits that is not allowed. */
    void want(CallLimit limit, long nanos) {
        Rate rate = limit.rate();
        HeldTokens held = rate == null ? null : tokens.get(rate.unit());
        boolean waits = (limit.concurrency() > 0 && calls.free(limit.concurrency()) == 0)
                ? calls.isWaiting()
                : (held != null && held.isWaiting());
        schedule.accept(this, waits || isStuck ? next(true, nanos) : nanos);
    }

    private long next(boolean waiting, long nanos) {
        long next = Math.min(calls.nextNanos(waiting), isStuck ? nanos + NOBODY_NANOS : Long.MAX_VALUE);
        for (HeldTokens held : tokens.values()) {
            next = Math.min(next, held.nextNanos());
        }
        return next;
    }

    /**
     * Collects the questions to the store.
     *
     * @param questions takes each question, and whether the node gives something back
     */
    void ask(Demand demand, long nanos, BiConsumer<AllowanceNeed, Boolean> questions) {
        CallLimit limit = demand.limit();
        isStuck = demand.waiting() > 0 && demand.calls() == 0;
        Rate rate = limit == null ? null : limit.rate();
        HeldTokens needed =
                rate == null ? null : tokens.computeIfAbsent(rate.unit(), unit -> new HeldTokens(kind(rate)));
        boolean isBlocked = needed != null && needed.isBlocked(nanos);
        Demand now = isBlocked ? new Demand(limit, 0, demand.waiting(), demand.borrows()) : demand;
        add(questions, calls.ask(asked(Kind.CONCURRENCY), now, nanos));
        int begin = limit == null || limit.concurrency() == 0
                ? demand.calls()
                : Math.min(demand.calls(), calls.free(limit.concurrency()));
        tokens.forEach((unit, held) -> {
            int most = rate != null && held == needed ? rate.count() : 0;
            if (held != needed || !isBlocked) {
                add(questions, held.ask(asked(held.kind()), begin == 0 ? 0 : most, begin, nanos));
            }
        });
    }

    private AllowanceKey asked(Kind kind) {
        return new AllowanceKey(action, kind, key);
    }

    private void add(BiConsumer<AllowanceNeed, Boolean> questions, @Nullable AllowanceNeed need) {
        if (need != null) {
            boolean isRate = need.key().kind() != Kind.CONCURRENCY;
            boolean returns = isRate ? (need.spent() != null && need.wanted() == 0) : calls.hasReturned();
            questions.accept(need, returns);
        }
    }

    /** Schedules the next question, if there was none. */
    void asked(Demand demand, long nanos) {
        schedule.accept(this, Math.max(next(demand.waiting() > 0, nanos), nanos + REST_NANOS));
    }

    void answered(AllowanceNeed need, Grant grant, ShardSet marked, long nanos) {
        if (need.key().kind() == Kind.CONCURRENCY) {
            calls.answered(need, grant, marked, nanos);
        } else {
            held(need).answered(need, grant, nanos);
        }
        schedule.accept(this, calls.isDue() ? nanos : next(true, nanos));
    }

    private HeldTokens held(AllowanceNeed need) {
        for (HeldTokens held : tokens.values()) {
            if (held.kind() == need.key().kind()) {
                return held;
            }
        }
        throw new IllegalStateException("nobody asked for " + need.key());
    }

    void failed(AllowanceNeed need, long retryNanos) {
        if (need.key().kind() == Kind.CONCURRENCY) {
            calls.failed();
        }
        schedule.accept(this, retryNanos);
    }

    /** Another node has changed something. */
    void hinted(long nanos) {
        calls.hinted();
        tokens.values().forEach(HeldTokens::hinted);
        if (calls.isWaiting() || calls.isHeld() || tokens.values().stream().anyMatch(HeldTokens::isWaiting)) {
            schedule.accept(this, nanos);
        }
    }

    /** Whether the store must learn which calls are under way, and was not asked since. */
    boolean isUntold() {
        return calls.isUntold();
    }

    boolean isEmpty() {
        return calls.isEmpty() && tokens.values().stream().allMatch(HeldTokens::isEmpty);
    }

    void clear() {
        calls.clear();
        tokens.clear();
        nextNanos = Long.MAX_VALUE;
    }
}
