package dev.reeve.internal.engine.dispatch.queue;

import dev.reeve.spi.store.AllowanceKey;
import dev.reeve.spi.store.AllowanceNeed;
import dev.reeve.spi.store.AllowanceNeed.Spent;
import dev.reeve.spi.store.AllowanceReply.Grant;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that this node may begin under a rate, as the store has granted them for a short time. There is one grant
 * at a time. Before the next one, the node tells the store how many have begun. Guarded by the dispatcher's lock.
 */
final class HeldTokens {

    /** How long a grant is kept that nothing uses. */
    private static final long KEEP_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long RETRY_MIN_NANOS = Duration.ofMillis(10).toNanos();
    private static final long RETRY_MAX_NANOS = Duration.ofMillis(500).toNanos();

    private final AllowanceKey.Kind kind;
    private boolean open;
    private int grant;
    private int left;
    private int used;
    private int bound;

    /** When the grant was asked for: no later than it began. */
    private long begunNanos;

    /** How long the grant may be used. */
    private long validNanos;

    /** How long the next grant should be usable: the store may be slow. */
    private long wantedNanos;

    private long usedNanos;

    /** The use of the last grant, until the store knows it. */
    private @Nullable Spent spent;

    /** Whether the store knows that this node waits. */
    private boolean waits;

    /** Whether to ask again at once: another node has changed something. */
    private boolean hinted;

    private long askedNanos;
    private long retryNanos = RETRY_MIN_NANOS;
    private long retryAtNanos;

    HeldTokens(AllowanceKey.Kind kind) {
        this.kind = kind;
        this.wantedNanos = kind.validity().toNanos();
    }

    AllowanceKey.Kind kind() {
        return kind;
    }

    /** How many calls under this rate may begin now. */
    int free(int rate, long nanos) {
        return open && bound <= rate && nanos - begunNanos < validNanos ? left : 0;
    }

    /** @return the grant that the call uses */
    int use(long nanos) {
        left--;
        used++;
        usedNanos = nanos;
        return grant;
    }

    /** The call did not take place. */
    void giveBack(int from) {
        if (open && from == grant) {
            left++;
            used--;
        }
    }

    boolean isEmpty() {
        return !open && spent == null && !waits;
    }

    /** Whether the rate has nothing left before a known time. */
    boolean isBlocked(long nanos) {
        return waits && !open && !hinted && nanos - retryAtNanos < 0;
    }

    boolean isWaiting() {
        return waits;
    }

    /** Another node has changed something. */
    void hinted() {
        hinted = waits;
    }

    /**
     * The message to the store, if one is due.
     *
     * @param rate the limit of the call that goes next; 0 for none
     * @param calls how many calls could begin
     */
    @Nullable AllowanceNeed ask(AllowanceKey key, int rate, int calls, long nanos) {
        boolean usable = rate > 0 && free(rate, nanos) > 0;
        int wanted = usable || rate == 0 ? 0 : Math.min(calls, rate);
        boolean isTime = !waits || hinted || nanos - retryAtNanos >= 0;
        hinted = false;
        boolean asks = wanted > 0 && isTime;
        if (open && (asks || isOver(nanos))) {
            open = false;
            spent = new Spent(used, Duration.ofNanos(Math.max(0, usedNanos - begunNanos)));
        }
        if (!asks && !(wanted == 0 && waits) && (spent == null || wanted > 0)) {
            return null;
        }
        askedNanos = nanos;
        return new AllowanceNeed(key, 0, Map.of(), spent, wanted, Math.max(rate, 1), Duration.ofNanos(wantedNanos));
    }

    private boolean isOver(long nanos) {
        return nanos - overNanos() >= 0;
    }

    private long overNanos() {
        return Math.min(begunNanos + validNanos, usedNanos + KEEP_NANOS);
    }

    /** The store has answered. */
    void answered(AllowanceNeed need, Grant answer, long nanos) {
        spent = null;
        // of a grant that lasts four times as long as its question, most of its time is left
        wantedNanos = Math.clamp(
                4 * (nanos - askedNanos),
                kind.validity().toNanos(),
                kind.validityMax().toNanos());
        if (answer.calls() > 0) {
            open = true;
            grant++;
            left = answer.calls();
            used = 0;
            bound = need.bound();
            validNanos = need.validity().toNanos();
            begunNanos = askedNanos;
            usedNanos = askedNanos;
        }
        waits = answer.calls() < need.wanted();
        retryNanos = answer.calls() > 0 ? RETRY_MIN_NANOS : Math.min(retryNanos * 2, RETRY_MAX_NANOS);
        // a rate that has nothing left before a known time needs no question before it
        long rest = answer.isContested() || answer.retry().isZero()
                ? retryNanos
                : Math.max(RETRY_MIN_NANOS, answer.retry().toNanos());
        retryAtNanos = nanos + rest;
    }

    /** When to ask again. */
    long nextNanos() {
        return Math.min(open ? overNanos() : Long.MAX_VALUE, waits ? retryAtNanos : Long.MAX_VALUE);
    }

    void clear() {
        open = false;
        grant++;
        spent = null;
        waits = false;
        hinted = false;
    }
}
