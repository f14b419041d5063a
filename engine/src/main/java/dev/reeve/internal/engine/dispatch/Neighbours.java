package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The attempts of this node's executions that agents of other nodes have. Such an attempt goes on while its node is
 * alive. Guarded by the dispatcher's lock, except for {@link #isEmpty} and {@link #hasUnheard}.
 */
final class Neighbours {

    private final int own;
    private Set<Integer> alive = Set.of();

    /** By attempt: the node of its agent. */
    private final Map<AttemptToken, Integer> attempts = new LinkedHashMap<>();

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
        OptionalInt node = SessionPrefix.of(agent);
        return node.isPresent() && node.getAsInt() != own && alive.contains(node.getAsInt());
    }

    boolean isAlive(int prefix) {
        return alive.contains(prefix);
    }

    /** @return false if the agent's node is unknown or has died */
    boolean add(AttemptToken token, String agent) {
        if (!have(agent)) {
            return false;
        }
        attempts.put(token, SessionPrefix.of(agent).getAsInt());
        empty = false;
        return true;
    }

    /** Whether there is no such attempt. Needs no lock. */
    boolean isEmpty() {
        return empty;
    }

    void remove(AttemptToken token) {
        attempts.remove(token);
        empty = attempts.isEmpty();
    }

    void drop(ShardSet shards) {
        attempts.keySet().removeIf(token -> shards.contains(token.execution()));
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
     * Exactly the nodes of these prefixes are alive.
     *
     * @return the attempts whose nodes have died; each is returned once
     */
    List<AttemptToken> alive(Set<Integer> prefixes) {
        alive = new LinkedHashSet<>(prefixes);
        List<AttemptToken> lost = new ArrayList<>(0);
        attempts.forEach((token, node) -> {
            if (!alive.contains(node)) {
                lost.add(token);
            }
        });
        lost.forEach(this::remove);
        return lost;
    }
}
