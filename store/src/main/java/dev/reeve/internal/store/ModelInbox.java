package dev.reeve.internal.store;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The inbox of a {@link ModelStore}. */
final class ModelInbox implements Inbox {

    private record Question(String node, long request) {}

    private final Supplier<Instant> clock;

    /** By number, which grows with time. */
    private final NavigableMap<Long, InboxRow> rows = new TreeMap<>();

    private final Map<Question, ReplyRow> replies = new LinkedHashMap<>();
    private long lastNumber;

    ModelInbox(Supplier<Instant> clock) {
        this.clock = clock;
    }

    @Override
    public void post(List<InboxPost> messages) {
        for (InboxPost post : messages) {
            if (rows.values().stream().noneMatch(row -> isSame(row.post(), post))) {
                add(post);
            }
        }
    }

    /** Stores a request, which has no sender, as the transaction of a caller does. */
    void request(InboxPost post) {
        add(post);
    }

    private void add(InboxPost post) {
        InboxKey key = new InboxKey(post.execution(), ++lastNumber, clock.get());
        rows.put(key.number(), new InboxRow(key, post, "model"));
    }

    /** Loses the last message, as in a failover to a server that lagged behind. The next message gets its number. */
    Optional<InboxRow> loseLast() {
        InboxRow last = rows.remove(lastNumber);
        if (last != null) {
            lastNumber--;
        }
        return Optional.ofNullable(last);
    }

    List<InboxRow> requests(ShardSet shards, int limit, long lengthMax, Set<ExecutionId> except) {
        return waiting(shards, limit, lengthMax, post -> post.sender().isEmpty() && !except.contains(post.execution()));
    }

    private static boolean isSame(InboxPost one, InboxPost other) {
        return one.sender().equals(other.sender()) && one.request() == other.request();
    }

    @Override
    public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax) {
        return waiting(shards, limit, lengthMax, post -> !post.sender().isEmpty());
    }

    private List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax, Predicate<InboxPost> wanted) {
        List<InboxRow> found = new ArrayList<>();
        long length = 0;
        for (InboxRow row : rows.values()) {
            if (!shards.contains(row.key().shard()) || !wanted.test(row.post())) {
                continue;
            }
            length += row.post().content().length();
            if (found.size() == limit || (!found.isEmpty() && length > lengthMax)) {
                break;
            }
            found.add(row);
        }
        return found;
    }

    @Override
    public List<ReplyRow> replies(String node, long from, Collection<Long> done) {
        done.forEach(request -> replies.remove(new Question(node, request)));
        return replies.values().stream()
                .filter(reply -> reply.node().equals(node))
                .toList();
    }

    boolean hasRows() {
        return !rows.isEmpty();
    }

    boolean contains(InboxKey key) {
        InboxRow row = rows.get(key.number());
        return row != null && row.key().equals(key);
    }

    void write(Batch.Crossing crossing) {
        crossing.consumed().forEach(key -> rows.remove(key.number()));
        crossing.replies().forEach(reply -> replies.putIfAbsent(question(reply), reply));
    }

    /** Captures what the batch is about to change. The result restores it. */
    Runnable before(Batch.Crossing crossing) {
        List<InboxRow> consumed = new ArrayList<>();
        for (InboxKey key : crossing.consumed()) {
            if (contains(key)) {
                consumed.add(rows.get(key.number()));
            }
        }
        List<Question> unanswered = crossing.replies().stream()
                .map(ModelInbox::question)
                .filter(question -> !replies.containsKey(question))
                .toList();
        return () -> {
            consumed.forEach(row -> rows.put(row.key().number(), row));
            unanswered.forEach(replies::remove);
        };
    }

    private static Question question(ReplyRow reply) {
        return new Question(reply.node(), reply.request());
    }
}
