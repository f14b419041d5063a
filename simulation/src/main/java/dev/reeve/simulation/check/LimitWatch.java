package dev.reeve.simulation.check;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.CallLimit;
import dev.reeve.core.ExecutionId;
import dev.reeve.core.ExecutionState;
import dev.reeve.core.StepPath;
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

    /** A call that was not under way before the transaction. */
    private record Begun(AttemptToken token, Together together, CallLimit limit) {}

    private final BiConsumer<String, String> breach;
    private final Sometimes sometimes;
    private final Map<ExecutionId, Map<AttemptToken, Together>> underWay = new HashMap<>();
    private final Map<Together, Integer> counts = new HashMap<>();
    private final List<Begun> begun = new ArrayList<>();

    LimitWatch(BiConsumer<String, String> breach, Sometimes sometimes) {
        this.breach = breach;
        this.sometimes = sometimes;
    }

    /** It is so in the store. */
    void look(ExecutionState state) {
        if (!state.plan().hasLimits()) {
            return;
        }
        Map<AttemptToken, Together> before = underWay.getOrDefault(state.id(), Map.of());
        forget(state.id());
        Map<AttemptToken, Together> now = new LinkedHashMap<>();
        for (StepPath path : state.open()) {
            AttemptToken token = state.countedAttempt(path);
            CallLimit limit = token == null ? null : state.work(path).limit();
            if (token != null && limit != null) {
                Together together = new Together(state.work(path).action(), limit.key());
                now.put(token, together);
                counts.merge(together, 1, Integer::sum);
                if (!before.containsKey(token)) {
                    begun.add(new Begun(token, together, limit));
                }
            }
        }
        underWay.put(state.id(), now);
    }

    /** All that the transaction has changed was looked at. In which order the calls in it began is not known: the strictest first. */
    void judge() {
        Map<Together, Integer> soFar = new HashMap<>();
        begun.forEach(call -> soFar.merge(call.together(), -1, Integer::sum));
        soFar.replaceAll((together, begunNow) -> begunNow + counts.getOrDefault(together, 0));
        begun.sort(Comparator.comparingInt(call -> call.limit().concurrency()));
        for (Begun call : begun) {
            int count = soFar.merge(call.together(), 1, Integer::sum);
            int concurrency = call.limit().concurrency();
            if (concurrency > 0 && count > concurrency) {
                breach.accept(
                        "S8", "%d calls are under way, though %s: %s".formatted(count, call.limit(), call.token()));
            } else if (count == concurrency) {
                sometimes.saw(Situation.LIMIT_REACHED);
            }
        }
        begun.clear();
    }

    /** As it stands now nobody decided it. */
    void accept() {
        begun.clear();
    }

    /** It is not in the store any more, or not so. */
    void forget(ExecutionId id) {
        Map<AttemptToken, Together> before = underWay.remove(id);
        if (before != null) {
            before.values().forEach(together -> counts.merge(together, -1, Integer::sum));
        }
    }
}
