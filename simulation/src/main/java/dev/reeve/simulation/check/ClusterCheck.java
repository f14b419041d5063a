package dev.reeve.simulation.check;

import dev.reeve.ExecutionId;
import dev.reeve.internal.test.store.SimDatabase;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the nodes of a cluster write, with books of its own about the owners of the shards: only the owner writes
 * about an execution, and each message of the inbox is applied and answered once.
 */
public final class ClusterCheck {

    private record Question(String sender, long request) {}

    private final BiConsumer<String, String> breach;
    private final Coverage sometimes;
    private final Set<String> members = new LinkedHashSet<>();
    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<InboxKey, InboxPost> inbox = new LinkedHashMap<>();
    private final Set<InboxKey> seen = new HashSet<>();
    private final Map<InboxKey, InboxPost> consumed = new HashMap<>();
    private final Map<Question, ReplyRow> answered = new HashMap<>();
    private boolean shared;

    ClusterCheck(BiConsumer<String, String> breach, Coverage sometimes) {
        this.breach = breach;
        this.sometimes = sometimes;
    }

    /** Whether the nodes share the store. */
    boolean isShared() {
        return shared;
    }

    void joined(NodeId node, boolean again) {
        shared = true;
        members.add(node.toString());
        if (again) {
            sometimes.saw(Milestone.REJOINED);
        }
    }

    void claimed(NodeId node, ShardSet shards) {
        String name = node.toString();
        if (!members.contains(name)) {
            breach.accept("H1", "%s claims shards and is not registered".formatted(name));
        }
        shards.stream().forEach(shard -> {
            String before = owners.put(shard, name);
            if (before != null) {
                breach.accept("I9", "%s claims shard %d, which %s has".formatted(name, shard, before));
            }
        });
    }

    /** @return the shards that became free */
    ShardSet removed(String node) {
        members.remove(node);
        List<Integer> free = new ArrayList<>();
        owners.forEach((shard, owner) -> {
            if (owner.equals(node)) {
                free.add(shard);
            }
        });
        free.forEach(owners::remove);
        return ShardSet.of(free);
    }

    /** Records what is in the inbox, whenever something was added. */
    void posted(List<InboxRow> rows) {
        for (InboxRow row : rows) {
            if (seen.add(row.key())) {
                inbox.put(row.key(), row.post());
            }
        }
    }

    /** @param isBusy whether an execution has attempts under way */
    void applied(NodeId node, Batch batch, Predicate<ShardSet> isBusy) {
        String name = node.toString();
        if (!members.contains(name)) {
            breach.accept("I9", "%s wrote after it was removed".formatted(name));
        }
        batch.started().forEach(row -> check(name, row.id()));
        batch.journal().forEach(row -> check(name, row.id()));
        batch.changed().forEach(row -> check(name, row.id()));
        received(node, batch);
        Batch.Crossing crossing = batch.crossing();
        crossing.replies().forEach(this::answered);
        if (!crossing.released().isEmpty()) {
            if (isBusy.test(crossing.released())) {
                sometimes.saw(Milestone.HANDED_OVER_WITH_WORK);
            }
            crossing.released().stream().forEach(shard -> {
                if (!owners.remove(shard, name)) {
                    breach.accept("I9", "%s frees shard %d, which it does not have".formatted(name, shard));
                }
            });
        }
    }

    /** The messages and requests that a batch removes from the inbox; also of a node that owns the store alone. */
    void received(NodeId node, Batch batch) {
        Batch.Crossing crossing = batch.crossing();
        crossing.consumed().forEach(key -> consumed(node.toString(), key, crossing.replies()));
    }

    /** Whether nothing is left in the inbox. */
    boolean isReceived() {
        return inbox.isEmpty();
    }

    private void check(String node, ExecutionId id) {
        String owner = owners.get(id.shard());
        if (!node.equals(owner)) {
            breach.accept(
                    "I9",
                    "%s wrote about %s in shard %d, which %s has"
                            .formatted(node, id, id.shard(), owner == null ? "nobody" : owner));
        }
    }

    private void consumed(String node, InboxKey key, List<ReplyRow> replies) {
        InboxPost post = inbox.remove(key);
        if (post == null) {
            breach.accept("I9", "%s applied a message that is not in the inbox: %s".formatted(node, consumed.get(key)));
            return;
        }
        consumed.put(key, post);
        if (shared) {
            check(node, post.execution());
        }
        Milestone through = InboxMilestones.of(post);
        if (through != null) {
            sometimes.saw(through);
        }
        if (!post.sender().isEmpty() && replies.stream().noneMatch(reply -> answers(reply, post))) {
            breach.accept("L1", "%s applied a message and stored no reply: %s".formatted(node, post));
        }
    }

    private static boolean answers(ReplyRow reply, InboxPost post) {
        return reply.node().equals(post.sender()) && reply.request() == post.request();
    }

    private void answered(ReplyRow reply) {
        ReplyRow before = answered.put(new Question(reply.node(), reply.request()), reply);
        if (before != null) {
            breach.accept("I3", "a message was answered twice: %s and %s".formatted(before, reply));
        }
    }

    void undone(NodeId node, Batch batch) {
        Batch.Crossing crossing = batch.crossing();
        crossing.released().stream().forEach(shard -> owners.put(shard, node.toString()));
        for (InboxKey key : crossing.consumed()) {
            InboxPost post = consumed.remove(key);
            if (post != null) {
                inbox.put(key, post);
            }
        }
        crossing.replies().forEach(reply -> answered.remove(new Question(reply.node(), reply.request())));
    }

    /** The node that owns the execution; null if none does. */
    public @Nullable String owner(ExecutionId id) {
        return owners.get(id.shard());
    }

    /** Why the cluster is not at rest; null if it is. */
    public @Nullable String unrest(Set<String> living, SimDatabase database) {
        for (int shard = 0; shard < ExecutionId.SHARDS; shard++) {
            String owner = owners.get(shard);
            if (owner == null || !living.contains(owner)) {
                return "shard %d belongs to %s".formatted(shard, owner == null ? "nobody" : owner);
            }
        }
        if (!members.equals(living)) {
            return "%s are registered, and %s live".formatted(members, living);
        }
        if (!inbox.isEmpty()) {
            return "%d messages are in the inbox, such as %s"
                    .formatted(inbox.size(), inbox.values().iterator().next());
        }
        for (String node : living) {
            List<ReplyRow> left = database.replies(node);
            if (!left.isEmpty()) {
                return "%d replies are left, such as %s".formatted(left.size(), left.getFirst());
            }
        }
        return null;
    }
}
