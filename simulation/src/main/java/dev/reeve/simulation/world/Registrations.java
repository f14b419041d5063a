package dev.reeve.simulation.world;

import dev.reeve.internal.test.node.SimNode;
import dev.reeve.internal.test.store.StoreLine;
import dev.reeve.internal.test.store.Witness;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.NodeId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The registrations of the nodes of a cluster, and how they ended. */
final class Registrations implements Witness {

    private final Map<SimNode, StoreLine> lines = new LinkedHashMap<>();

    /** Registrations that were removed because they were not renewed. Their nodes knew that they were silent. */
    private final Set<String> silenced = new HashSet<>();

    /** Registrations that ended in another way. Their nodes may go on for a moment. */
    private final Set<String> ended = new HashSet<>();

    /** A node has opened the store over this line. */
    void opened(SimNode node, StoreLine line) {
        lines.put(node, line);
    }

    /** A node has ended. */
    void gone(SimNode node) {
        lines.remove(node);
    }

    /** The registration of a node, as it was last. */
    @Nullable NodeId of(SimNode node) {
        StoreLine line = lines.get(node);
        return line == null ? null : line.node();
    }

    @Override
    public void removed(String registration, boolean silent) {
        (silent ? silenced : ended).add(registration);
    }

    @Override
    public void applied(NodeId node, int lane, long join, Batch batch) {}

    @Override
    public void undone(NodeId node, int lane, long join, Batch batch) {}

    /** The registration with which a node sends something to an agent; null if it may send no request any more. */
    @Nullable String sender(SimNode node) {
        String sender = String.valueOf(of(node));
        return silenced.contains(sender) ? null : sender;
    }

    /** Whether the registration of a {@link #sender} has ended: what it sent may be given up already. */
    boolean isOver(@Nullable String sender) {
        return sender != null && (ended.contains(sender) || silenced.contains(sender));
    }
}
