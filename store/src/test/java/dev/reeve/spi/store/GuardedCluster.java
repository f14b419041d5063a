package dev.reeve.spi.store;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The cluster of a store that only one thread may use at a time. */
public class GuardedCluster extends ForwardingClusterStore {

    private final Object lock;
    private final UnaryOperator<LaneStore> lanes;

    /** @param lanes wraps the lanes */
    public GuardedCluster(ClusterStore cluster, Object lock, UnaryOperator<LaneStore> lanes) {
        super(cluster);
        this.lock = lock;
        this.lanes = lanes;
    }

    /** Makes a call, alone. */
    protected <T> T guarded(Supplier<T> call) {
        return call.get();
    }

    private <T> T locked(Supplier<T> call) {
        synchronized (lock) {
            return guarded(call);
        }
    }

    @Override
    protected <T> T writing(Supplier<T> call) {
        return locked(call);
    }

    @Override
    public List<LaneStore> join(Registration registration, int count) {
        return super.join(registration, count).stream().map(lanes).toList();
    }

    @Override
    public Inbox inbox() {
        Inbox inbox = super.inbox();
        return new Inbox() {
            @Override
            public void post(List<InboxPost> messages) {
                boolean posted = locked(() -> {
                    inbox.post(messages);
                    return true;
                });
                assert posted : "a write has no other answer";
            }

            @Override
            public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax) {
                return locked(() -> inbox.waiting(shards, limit, lengthMax));
            }

            @Override
            public List<ReplyRow> replies(String node, long from, Collection<Long> done) {
                return locked(() -> inbox.replies(node, from, done));
            }
        };
    }

    @Override
    public Mail mail() {
        Mail mail = super.mail();
        return new Mail() {
            @Override
            public void send(List<MailRow> letters) {
                boolean sent = locked(() -> {
                    mail.send(letters);
                    return true;
                });
                assert sent : "a write has no other answer";
            }

            @Override
            public List<MailRow> receive(String receiver, Collection<MailProgress> senders, int limit, long lengthMax) {
                return locked(() -> mail.receive(receiver, senders, limit, lengthMax));
            }
        };
    }
}
