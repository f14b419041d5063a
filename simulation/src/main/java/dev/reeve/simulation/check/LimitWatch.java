package dev.reeve.simulation.check;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.CallLimit;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.Open;
import dev.reeve.core.StepPath;
import dev.reeve.core.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sees after each transaction that of calls that are counted together no more are under way than their limits allow (S8). */
final class LimitWatch {

    private record Together(String action, @Nullable String key) {}

    /** @param most how many might be under way when it began, with this one */
    private record Counted(Together together, int most) {}

    /** A call that was not under way before the transaction. */
    private record Begun(AttemptToken token, Together together, CallLimit limit) {}

    private final BiConsumer<String, String> breach;
    private final Sometimes sometimes;
    private final Map<ExecutionId, Map<AttemptToken, Counted>> underWay = new HashMap<>();
    private final Map<Together, Integer> counts = new HashMap<>();
    private final List<Begun> begun = new ArrayList<>();

    LimitWatch(BiConsumer<String, String> breach, Sometimes sometimes) {
        this.breach = breach;
        this.sometimes = sometimes;
    }

    /**
     * It is so in the store.
     *
     * @param since when its last transaction was decided: calls that began before, and are counted only now because it was moved to a
     *     version that has a limit, were begun without one
     */
    void look(ExecutionState state, Instant since) {
        if (!state.plan().hasLimits()) {
            forget(state.id());
            return;
        }
        Map<AttemptToken, Counted> before = underWay.getOrDefault(state.id(), Map.of());
        forget(state.id());
        Map<AttemptToken, Counted> now = new LinkedHashMap<>();
        for (StepPath path : state.open()) {
            AttemptToken token = state.countedAttempt(path);
            CallLimit limit = token == null ? null : state.work(path).limit();
            if (token != null && limit != null) {
                Together together = new Together(state.work(path).action(), limit.key());
                Counted known = before.get(token);
                if (known == null && hasBegunBefore(state, path, since)) {
                    known = new Counted(together, Integer.MAX_VALUE);
                } else if (known == null) {
                    known = new Counted(together, limit.concurrency() == 0 ? Integer.MAX_VALUE : limit.concurrency());
                    begun.add(new Begun(token, together, limit));
                }
                now.put(token, known);
                counts.merge(known.together(), 1, Integer::sum);
            }
        }
        underWay.put(state.id(), now);
    }

    private static boolean hasBegunBefore(ExecutionState state, StepPath path, Instant since) {
        StepState step = state.step(path);
        return step != null
                && step.open() instanceof Open.Running running
                && running.startedAt().isBefore(since);
    }

    /** All that the transaction has changed was looked at. */
    void judge() {
        Map<Together, Integer> soFar = new HashMap<>();
        begun.forEach(call -> soFar.merge(call.together(), -1, Integer::sum));
        soFar.replaceAll((together, begunNow) -> begunNow + counts.getOrDefault(together, 0));
        begun.sort(Comparator.comparingInt(call -> call.limit().concurrency()));
        for (Begun call : begun) {
            int count = soFar.merge(call.together(), 1, Integer::sum);
            int concurrency = call.limit().concurrency();
            if (concurrency > 0 && count > concurrency && !isPossible(call.together())) {
                breach.accept(
                        "S8",
                        "%d calls are under way, though %s: %s; all of them: %s"
                                .formatted(count, call.limit(), call.token(), underWay(call.together())));
            } else if (count == concurrency) {
                sometimes.saw(Situation.LIMIT_REACHED);
            }
        }
        begun.clear();
    }

    /**
     * Whether there is an order in which all these calls can have begun, each within its own limit. Lanes commit side by side, so the
     * call that is seen last may well have begun first.
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

    /** As it stands now nobody decided it. */
    void accept() {
        begun.clear();
    }

    /** It is not in the store any more, or not so. */
    void forget(ExecutionId id) {
        Map<AttemptToken, Counted> before = underWay.remove(id);
        if (before != null) {
            before.values().forEach(counted -> counts.merge(counted.together(), -1, Integer::sum));
        }
    }
}
