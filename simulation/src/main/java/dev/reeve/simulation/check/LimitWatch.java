package dev.reeve.simulation.check;

import dev.reeve.AttemptToken;
import dev.reeve.CallLimit;
import dev.reeve.Event;
import dev.reeve.ExecutionId;
import dev.reeve.StepPath;
import dev.reeve.internal.core.codec.EventCodec;
import dev.reeve.internal.core.state.ExecutionState;
import dev.reeve.internal.core.state.Work;
import dev.reeve.internal.test.timeline.Timeline;
import dev.reeve.internal.values.Namespaces;
import dev.reeve.spi.store.JournalRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks after each transaction that calls counted together stay within their limits (S8), over all nodes. */
final class LimitWatch {

    private record Together(String action, @Nullable String key) {}

    /**
     * @param most the maximum number of calls under way when it began, including this one
     * @param since when it began to count, in virtual time, if it had begun before that; null if it counted from its
     *     beginning
     */
    private record Counted(
            Together together, int most, @Nullable Duration since) {}

    /** A call that was not under way before the transaction. */
    private record Begun(AttemptToken token, Together together, CallLimit limit) {}

    /**
     * A slot may be granted early and used only when an unavailable store is back. In virtual time, since the store's
     * clock may jump.
     */
    private static final Duration UNDER_WAY = Duration.ofMinutes(5);

    private final Timeline timeline;
    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final Map<ExecutionId, Map<AttemptToken, Counted>> underWay = new HashMap<>();
    private final Map<Together, Integer> counts = new HashMap<>();
    private final List<Begun> begun = new ArrayList<>();

    LimitWatch(Timeline timeline, BiConsumer<String, String> breach, Coverage sometimes) {
        this.timeline = timeline;
        this.breach = breach;
        this.sometimes = sometimes;
    }

    /**
     * Records the calls of an execution in the store.
     *
     * @param last its last transition. A move to a version with a limit makes calls count that began without a limit
     */
    void look(ExecutionState state, JournalRow last) {
        if (!state.plan().hasLimits()) {
            forget(state.id());
            return;
        }
        Map<AttemptToken, Counted> before = underWay.getOrDefault(state.id(), Map.of());
        forget(state.id());
        Map<AttemptToken, Counted> now = new LinkedHashMap<>();
        for (StepPath path : state.open()) {
            AttemptToken token = state.countedAttempt(path);
            CallLimit limit = token == null ? null : Work.of(state, path).limit();
            if (token != null && limit != null) {
                Together together = new Together(
                        Namespaces.qualified(
                                state.started().namespace(),
                                Work.of(state, path).action()),
                        limit.key());
                Counted known = before.get(token);
                if (known == null && isMove(last)) {
                    known = new Counted(together, Integer.MAX_VALUE, now());
                } else if (known == null) {
                    int most = limit.concurrency() == 0 ? Integer.MAX_VALUE : limit.concurrency();
                    known = new Counted(together, most, null);
                    begun.add(new Begun(token, together, limit));
                }
                now.put(token, known);
                counts.merge(known.together(), 1, Integer::sum);
            }
        }
        underWay.put(state.id(), now);
    }

    private Duration now() {
        return Duration.ofNanos(timeline.nanos());
    }

    private static boolean isMove(JournalRow row) {
        return EventCodec.read(row.events()).stream().anyMatch(Event.ExecutionMoved.class::isInstance);
    }

    /** Checks the state after all changes of the transaction were recorded. */
    void judge() {
        Map<Together, Integer> soFar = new HashMap<>();
        begun.forEach(call -> soFar.merge(call.together(), -1, Integer::sum));
        soFar.replaceAll((together, begunNow) -> begunNow + counts.getOrDefault(together, 0));
        begun.sort(Comparator.comparingInt(call -> call.limit().concurrency()));
        for (Begun call : begun) {
            int count = soFar.merge(call.together(), 1, Integer::sum);
            int concurrency = call.limit().concurrency();
            if (concurrency > 0 && count > concurrency && (!isPossible(call.together()) || isFull(call))) {
                breach.accept(
                        "S8",
                        "%d calls are under way, though %s: %s; all of them: %s"
                                .formatted(count, call.limit(), call.token(), underWay(call.together())));
            } else if (count == concurrency) {
                sometimes.saw(Milestone.LIMIT_REACHED);
            }
        }
        begun.clear();
    }

    /**
     * Whether some order of begins keeps each call within its own limit. Lanes commit concurrently, so the call that is
     * seen last may have begun first.
     */
    private boolean isPossible(Together together) {
        List<Integer> most = new ArrayList<>();
        underWay.values()
                .forEach(of -> of.values().forEach(counted -> {
                    if (counted.together().equals(together)) {
                        most.add(counted.most());
                    }
                }));
        most.sort(Comparator.naturalOrder());
        for (int i = 0; i < most.size(); i++) {
            if (most.get(i) <= i) {
                return false;
            }
        }
        return true;
    }

    /** Whether calls that began without a limit and count for a long time already use up the limit. */
    private boolean isFull(Begun call) {
        Duration before = now().minus(UNDER_WAY);
        return underWay.values().stream()
                        .flatMap(of -> of.values().stream())
                        .filter(counted -> counted.together().equals(call.together()))
                        .filter(counted ->
                                counted.since() != null && counted.since().compareTo(before) < 0)
                        .count()
                >= call.limit().concurrency();
    }

    private List<String> underWay(Together together) {
        List<String> calls = new ArrayList<>();
        underWay.values()
                .forEach(of -> of.forEach((token, counted) -> {
                    if (counted.together().equals(together)) {
                        calls.add("%s of %s".formatted(token.step(), token.execution()));
                    }
                }));
        return calls;
    }

    /** Accepts the current calls without a check: no decision led to them. */
    void accept() {
        begun.clear();
    }

    /** Forgets an execution that was removed or changed by a failover. */
    void forget(ExecutionId id) {
        Map<AttemptToken, Counted> before = underWay.remove(id);
        if (before != null) {
            before.values().forEach(counted -> counts.merge(counted.together(), -1, Integer::sum));
        }
    }
}
