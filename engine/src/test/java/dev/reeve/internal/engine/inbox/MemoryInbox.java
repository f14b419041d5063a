package dev.reeve.internal.engine.inbox;

import dev.reeve.ExecutionId;
import dev.reeve.internal.engine.scheduler.ShardOwners;
import dev.reeve.spi.store.Batch;
import dev.reeve.spi.store.CommitOutcome;
import dev.reeve.spi.store.ForwardingLaneStore;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxKey;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Reacquired;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An inbox in memory, and the lanes whose batches change it. Can fail in the ways of a database. */
final class MemoryInbox implements Inbox {

    final Map<InboxKey, InboxRow> rows = new LinkedHashMap<>();
    final Map<Long, ReplyRow> replies = new LinkedHashMap<>();
    final List<Integer> groups = new ArrayList<>();
    private final ShardOwners<LaneOfNode> owners = new ShardOwners<>();
    private long numbers;
    private long posts;

    /** The message of the database. Only the log may have it. */
    static final String REFUSAL = "the database cannot keep this: INSERT INTO reeve.inbox, user reeve_owner";

    /** The failure of the next calls; null for none. */
    @Nullable StoreException failure;

    /** Whether a post that fails is stored. */
    boolean storesThough;

    /** A content with this text is refused; null for none. */
    @Nullable String unstorable;

    /** Whether the next replies do not arrive, although they are stored. */
    boolean losesReplies;

    /** Runs once, between a read of the waiting messages and its end. */
    Runnable whileReading = () -> {};

    @Override
    public void post(List<InboxPost> messages) {
        if (failure != null && !storesThough) {
            throw failure;
        }
        String bad = unstorable;
        if (bad != null && messages.stream().anyMatch(one -> one.content().contains(bad))) {
            throw new StoreException(StoreException.Kind.DATA, REFUSAL, null);
        }
        groups.add(messages.size());
        messages.forEach(this::add);
        if (failure != null) {
            throw failure;
        }
    }

    void add(InboxPost post) {
        InboxKey key = new InboxKey(post.execution(), ++numbers, Instant.EPOCH.plusSeconds(++posts));
        rows.put(key, new InboxRow(key, post, "app"));
    }

    /** A failover to a server that lagged behind: the last message is lost, and the next one gets its number. */
    void loseLast() {
        rows.values().removeIf(row -> row.key().number() == numbers);
        numbers--;
    }

    @Override
    public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax) {
        if (failure != null) {
            throw failure;
        }
        List<InboxRow> found = new ArrayList<>();
        long length = 0;
        for (InboxRow row : rows.values()) {
            length += row.post().content().length();
            if (shards.contains(row.post().execution())
                    && found.size() < limit
                    && (found.isEmpty() || length <= lengthMax)) {
                found.add(row);
            }
        }
        Runnable then = whileReading;
        whileReading = () -> {};
        then.run();
        return found;
    }

    @Override
    public List<ReplyRow> replies(String node, long from, Collection<Long> done) {
        if (failure != null) {
            throw failure;
        }
        done.forEach(replies::remove);
        return losesReplies
                ? List.of()
                : replies.values().stream()
                        .filter(reply -> reply.node().equals(node))
                        .toList();
    }

    /** A lane of one of the nodes. It begins without shards. */
    final class LaneOfNode extends ForwardingLaneStore {

        /** Whether the answer to the next batch is lost. */
        boolean losesAnswers;

        /** Whether the node is dead, and reaches nothing. */
        boolean cut;

        /** An event with this text is refused; null for none. */
        @Nullable String poison;

        /** Whether batches that remove messages are refused. */
        boolean keepsMessages;

        private boolean refused;

        LaneOfNode(LaneStore lane) {
            super(ShardOwners.withoutShards(lane));
        }

        ShardSet claim(ShardSet wanted) {
            owners.claim(wanted, this);
            return owned();
        }

        ShardSet owned() {
            return owners.of(this);
        }

        /** Another node has removed this one. */
        void remove() {
            cut = true;
            owners.remove(this);
        }

        @Override
        public CompletionStage<CommitOutcome> commit(Batch batch) {
            if (cut) {
                return CompletableFuture.completedStage(CommitOutcome.FENCED);
            }
            Batch.Crossing crossing = batch.crossing();
            String bad = poison;
            if (!rows.keySet().containsAll(crossing.consumed())) {
                return refused("a message is not there");
            }
            if (keepsMessages && !crossing.consumed().isEmpty()) {
                return refused("the database refuses this");
            }
            if (bad != null
                    && batch.journal().stream().anyMatch(row -> row.events().contains(bad))) {
                return refused(REFUSAL);
            }
            Batch plain = new Batch(batch.journal(), batch.started(), batch.changed(), batch.messages());
            return delegate().commit(plain).thenCompose(outcome -> {
                owners.release(crossing.released(), this);
                crossing.consumed().forEach(rows::remove);
                crossing.replies().forEach(reply -> replies.putIfAbsent(reply.request(), reply));
                return losesAnswers
                        ? inDoubt(StoreException.Kind.UNAVAILABLE, "the answer was lost")
                        : CompletableFuture.completedStage(outcome);
            });
        }

        private CompletionStage<CommitOutcome> refused(String message) {
            refused = true;
            return inDoubt(StoreException.Kind.DATA, message);
        }

        private CompletionStage<CommitOutcome> inDoubt(StoreException.Kind kind, String message) {
            return CompletableFuture.completedStage(new CommitOutcome.InDoubt(new StoreException(kind, message, null)));
        }

        @Override
        public CompletionStage<Reacquired> reacquire() {
            if (cut) {
                return CompletableFuture.completedStage(Reacquired.FENCED);
            }
            boolean landed = losesAnswers;
            boolean notLanded = refused;
            losesAnswers = false;
            refused = false;
            return delegate()
                    .reacquire()
                    .thenApply(found -> notLanded ? Reacquired.NOT_LANDED : landed ? Reacquired.LANDED : found);
        }
    }

    /** The messages about this execution. */
    List<InboxRow> about(ExecutionId id) {
        return rows.values().stream()
                .filter(row -> row.post().execution().equals(id))
                .toList();
    }
}
