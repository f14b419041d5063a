package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.internal.engine.dispatch.breaker.RetryBudget;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of this node's executions that agents of other nodes have. Such an attempt goes on while its node is
 * alive. Guarded by the dispatcher's lock, except for {@link #isEmpty} and {@link #hasUnheard}.
 */
final class Neighbours {

    private final int own;

    /** By the prefix of their sessions. */
    private Map<Integer, String> alive = Map.of();

    /** By attempt: the node of its agent, with the incarnation under which it is registered. */
    private final Map<AttemptToken, String> attempts = new LinkedHashMap<>();

    /** Those attempts that follow failed ones, with the services whose {@link RetryBudget} they count for. */
    private final Map<AttemptToken, Service> retries = new HashMap<>();

    /** Lost attempts of their executions, that they do not know of. */
    private final Set<AttemptToken> unheard = new LinkedHashSet<>();

    private volatile boolean empty = true;
    private volatile boolean allHeard = true;

    /** @param own the prefix of this node's sessions */
    Neighbours(int own) {
        this.own = own;
    }

    /** Whether the agent belongs to another node, which is alive. */
    boolean have(String agent) {
        return node(agent) != null;
    }

    /** The node of an agent; null if it is this one, is unknown or has died. */
    @Nullable String node(String agent) {
        OptionalInt prefix = SessionPrefix.of(agent);
        return prefix.isPresent() && prefix.getAsInt() != own ? alive.get(prefix.getAsInt()) : null;
    }

    /** @return false if the agent's node is unknown or has died */
    boolean add(AttemptToken token, String agent) {
        String node = node(agent);
        if (node == null) {
            return false;
        }
        attempts.put(token, node);
        empty = false;
        return true;
    }

    /** Whether there is no such attempt. Needs no lock. */
    boolean isEmpty() {
        return empty;
    }

    /** This node has handed the attempt out, as a retry. */
    void retry(AttemptToken token, Service service) {
        retries.put(token, service);
    }

    /** Removes an attempt. It did not fail. */
    void succeeded(AttemptToken token) {
        Service service = retries.get(token);
        if (service != null) {
            service.retrySucceeded();
        }
        remove(token);
    }

    void remove(AttemptToken token) {
        attempts.remove(token);
        retries.remove(token);
        empty = attempts.isEmpty();
    }

    void drop(ShardSet shards) {
        attempts.keySet().removeIf(token -> shards.contains(token.execution()));
        retries.keySet().retainAll(attempts.keySet());
        empty = attempts.isEmpty();
    }

    /** The owner of the execution does not know yet that the attempt is lost. The message is repeated. */
    void unheard(AttemptToken token) {
        unheard.add(token);
        allHeard = false;
    }

    /** Whether any attempt is unheard of. Needs no lock. */
    boolean hasUnheard() {
        return !allHeard;
    }

    List<AttemptToken> takeUnheard() {
        List<AttemptToken> taken = List.copyOf(unheard);
        unheard.clear();
        allHeard = true;
        return taken;
    }

    /**
     * Exactly these nodes are alive. A letter to a registration that is over may not have arrived, so the attempts that
     * were sent to it are lost even if the node is registered again.
     *
     * @param nodes by the prefix of their sessions
     * @return the attempts whose nodes have died; each is returned once
     */
    List<AttemptToken> alive(Map<Integer, String> nodes) {
        alive = new LinkedHashMap<>(nodes);
        List<AttemptToken> lost = new ArrayList<>(0);
        attempts.forEach((token, node) -> {
            if (!alive.containsValue(node)) {
                lost.add(token);
            }
        });
        lost.forEach(this::remove);
        return lost;
    }
}
