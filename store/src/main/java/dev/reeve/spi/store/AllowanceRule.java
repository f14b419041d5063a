package dev.reeve.spi.store;

import dev.reeve.spi.store.AllowanceReply.Grant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a store divides a limit among the nodes. Pure: a function of the rows of one limit.
 *
 * <p>Nodes that wait get equal shares, as far as they want them. The remainder of the division goes to one node after
 * another.
 */
public final class AllowanceRule {

    /** How long a node keeps a part of the remainder. */
    private static final Duration TURN = Duration.ofMillis(250);

    /** A node that still waits says so more often. */
    private static final Duration WAIT_MAX = Duration.ofSeconds(3);

    /** Calls that began under a rate are kept in this many parts of the period. */
    private static final int PARTS = 64;

    /**
     * The knowledge of the store beside the rows.
     *
     * @param node the node that asks
     * @param registered the registered nodes
     * @param former the nodes with which a shard is marked
     * @param complete whether the calls under way of each shard are known to a node
     * @param marked the shards that are marked with the node that asks
     * @param now the time of the store
     */
    public record Context(
            String node, Set<String> registered, Set<String> former, boolean complete, ShardSet marked, Instant now) {

        boolean counts(String other) {
            return registered.contains(other) || former.contains(other);
        }
    }

    /**
     * The decision.
     *
     * @param rows all rows of the limit from now on
     * @param grant the answer to the node
     */
    public record Outcome(List<AllowanceRow> rows, Grant grant) {}

    /** A node that wants a share. */
    private record Party(String node, int demand, boolean first, Instant turn) {}

    private AllowanceRule() {}

    /**
     * Divides one limit.
     *
     * @param rows all rows of the limit
     */
    public static Outcome decide(AllowanceNeed need, List<AllowanceRow> rows, Context context) {
        return need.key().kind() == AllowanceKey.Kind.CONCURRENCY
                ? concurrency(need, rows, context)
                : rate(need, rows, context);
    }

    // Calls under way

    private static Outcome concurrency(AllowanceNeed need, List<AllowanceRow> rows, Context context) {
        int kept = need.kept();
        for (Map.Entry<Integer, Integer> left : need.leaving().entrySet()) {
            kept -= context.marked().contains(left.getKey()) ? 0 : left.getValue();
        }
        List<AllowanceRow> after = new ArrayList<>();
        List<Party> rivals = new ArrayList<>();
        Instant turn = Instant.EPOCH;
        long taken = 0;
        long takenByRivals = 0;
        for (AllowanceRow row : rows) {
            if (row.node().equals(context.node())) {
                turn = row.turn();
            } else if (context.counts(row.node())) {
                after.add(row);
                taken += row.calls();
                if (isWaiting(row, context)) {
                    rivals.add(party(row.node(), row.calls() + row.wanted(), row.calls(), row.turn(), context));
                    takenByRivals += row.calls();
                }
            }
        }
        int share = Integer.MAX_VALUE;
        if (!rivals.isEmpty()) {
            rivals.add(party(context.node(), kept + need.wanted(), kept, turn, context));
            share = share(rivals, need.bound() - (taken - takenByRivals), context.node());
        }
        long free = context.complete() ? need.bound() - taken - kept : 0;
        int granted = Math.clamp(Math.min(free, (long) share - kept), 0, need.wanted());
        int calls = kept + granted;
        int wanted = need.wanted() - granted;
        if (calls > 0 || wanted > 0) {
            after.add(new AllowanceRow(
                    context.node(),
                    AllowanceRow.FOREVER,
                    calls,
                    wanted,
                    granted > 0 ? context.now() : turn,
                    context.now()));
        }
        return new Outcome(after, new Grant(granted, share, Duration.ZERO));
    }

    private static Party party(String node, int demand, int calls, Instant turn, Context context) {
        boolean first = calls > 0 && turn.isAfter(context.now().minus(TURN));
        return new Party(node, demand, first, turn);
    }

    private static boolean isWaiting(AllowanceRow row, Context context) {
        return row.wanted() > 0
                && context.registered().contains(row.node())
                && row.at().isAfter(context.now().minus(WAIT_MAX))
                && row.at().isBefore(context.now().plus(WAIT_MAX));
    }

    /** The part of a node if the capacity is divided equally among those who want some of it. */
    private static int share(List<Party> parties, long capacity, String node) {
        List<Party> left = new ArrayList<>(parties);
        left.sort(Comparator.comparing((Party party) -> !party.first())
                .thenComparing(Party::turn)
                .thenComparing(Party::node));
        Map<String, Integer> shares = new HashMap<>();
        long rest = Math.max(0, capacity);
        while (!left.isEmpty()) {
            long each = rest / left.size();
            List<Party> content =
                    left.stream().filter(party -> party.demand() <= each).toList();
            if (content.isEmpty()) {
                for (int i = 0; i < left.size(); i++) {
                    shares.put(left.get(i).node(), (int) (each + (i < rest % left.size() ? 1 : 0)));
                }
                break;
            }
            for (Party party : content) {
                shares.put(party.node(), party.demand());
                rest -= party.demand();
            }
            left.removeAll(content);
        }
        return shares.getOrDefault(node, 0);
    }

    // Rates

    private static Outcome rate(AllowanceNeed need, List<AllowanceRow> rows, Context context) {
        AllowanceKey.Kind kind = need.key().kind();
        Map<Instant, Integer> begun = new TreeMap<>();
        List<AllowanceRow> after = new ArrayList<>();
        List<Party> parties = new ArrayList<>();
        Instant turn = Instant.EPOCH;
        for (AllowanceRow found : rows) {
            AllowanceRow row = bounded(found, kind, context.now());
            boolean counts = row.until().plus(kind.period()).isAfter(context.now());
            if (row.node().equals(context.node())) {
                turn = row.turn();
                spend(row, need.spent(), kind, begun);
            } else if (row.node().isEmpty()) {
                begun.merge(row.until(), row.calls(), Integer::sum);
            } else if (isWaiting(row, context)) {
                parties.add(new Party(row.node(), row.wanted(), false, row.turn()));
                after.add(row);
            } else if (counts && row.calls() > 0) {
                after.add(row);
            }
        }
        begun.keySet().removeIf(until -> !until.plus(kind.period()).isAfter(context.now()));
        long taken = begun.values().stream().mapToLong(calls -> calls).sum();
        for (AllowanceRow row : after) {
            taken += row.until().plus(kind.period()).isAfter(context.now()) ? row.calls() : 0;
        }
        boolean contested = !parties.isEmpty();
        parties.add(new Party(context.node(), need.wanted(), false, turn));
        int granted = share(parties, need.bound() - taken, context.node());
        Duration retry = granted < need.wanted() ? next(begun, after, kind, context.now()) : Duration.ZERO;
        if (granted > 0 || need.wanted() > granted) {
            after.add(new AllowanceRow(
                    context.node(),
                    granted > 0 ? context.now().plus(validity(need)) : context.now(),
                    granted,
                    need.wanted() - granted,
                    granted > 0 ? context.now() : turn,
                    context.now()));
        }
        begun.forEach((until, calls) -> after.add(new AllowanceRow("", until, calls, 0, Instant.EPOCH, until)));
        return new Outcome(after, new Grant(granted, contested ? granted : Integer.MAX_VALUE, retry));
    }

    private static Duration validity(AllowanceNeed need) {
        Duration longest = need.key().kind().validityMax();
        return need.validity().compareTo(longest) < 0 ? need.validity() : longest;
    }

    /** If the clock of the store was put back, no call counts for longer than if it began now. */
    private static AllowanceRow bounded(AllowanceRow row, AllowanceKey.Kind kind, Instant now) {
        Duration validity = row.node().isEmpty() ? Duration.ZERO : Duration.between(row.turn(), row.until());
        Instant last = now.plus(kind.period().dividedBy(PARTS))
                .plus(validity.compareTo(kind.validityMax()) < 0 ? validity : kind.validityMax());
        return row.until().isAfter(last)
                ? new AllowanceRow(row.node(), last, row.calls(), row.wanted(), row.turn(), row.at())
                : row;
    }

    /** The node's last grant is used up, or given back. */
    private static void spend(
            AllowanceRow grant,
            AllowanceNeed.@Nullable Spent spent,
            AllowanceKey.Kind kind,
            Map<Instant, Integer> begun) {
        int calls = spent == null ? grant.calls() : Math.min(spent.calls(), grant.calls());
        if (calls == 0) {
            return;
        }
        Instant until = grant.until();
        if (spent != null) {
            Instant last = grant.turn().plus(spent.after());
            until = last.isBefore(until) ? last : until;
        }
        long part = kind.period().toMillis() * 1_000_000 / PARTS;
        long nanos = Math.floorMod(until.getEpochSecond() * 1_000_000_000 + until.getNano(), part);
        begun.merge(nanos == 0 ? until : until.plusNanos(part - nanos), calls, Integer::sum);
    }

    /** When a call no longer counts. */
    private static Duration next(
            Map<Instant, Integer> begun, List<AllowanceRow> rows, AllowanceKey.Kind kind, Instant now) {
        Instant first = null;
        for (Instant until : begun.keySet()) {
            first = first == null || until.isBefore(first) ? until : first;
        }
        for (AllowanceRow row : rows) {
            first = row.calls() > 0 && (first == null || row.until().isBefore(first)) ? row.until() : first;
        }
        Duration left = first == null ? Duration.ZERO : Duration.between(now, first.plus(kind.period()));
        return left.isNegative() ? Duration.ZERO : left;
    }
}
