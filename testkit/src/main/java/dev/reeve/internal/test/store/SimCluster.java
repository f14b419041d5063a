package dev.reeve.internal.test.store;

import dev.reeve.spi.store.Allowances;
import dev.reeve.spi.store.ClusterHints;
import dev.reeve.spi.store.ClusterMember;
import dev.reeve.spi.store.ClusterStore;
import dev.reeve.spi.store.ClusterView;
import dev.reeve.spi.store.Inbox;
import dev.reeve.spi.store.InboxPost;
import dev.reeve.spi.store.InboxRow;
import dev.reeve.spi.store.LaneStore;
import dev.reeve.spi.store.Mail;
import dev.reeve.spi.store.MailProgress;
import dev.reeve.spi.store.MailRow;
import dev.reeve.spi.store.NodeId;
import dev.reeve.spi.store.NodeReport;
import dev.reeve.spi.store.Registration;
import dev.reeve.spi.store.ReplyRow;
import dev.reeve.spi.store.ShardSet;
import dev.reeve.spi.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The cluster of the simulated database as one node sees it. The witnesses learn who registers and who owns what. */
final class SimCluster implements ClusterStore {

    private final SimConnection connection;
    private final SimServer server;
    private final ClusterStore behind;

    SimCluster(SimConnection connection) {
        this.connection = connection;
        this.server = connection.server();
        this.behind = server.behind().cluster();
    }

    @Override
    public List<LaneStore> join(Registration registration, int lanes) {
        NodeId node = registration.node();
        return connection.ask(CallKind.OTHER_WRITE, () -> {
            if (registration.replaces()) {
                settle(other -> other.name().equals(node.name())
                        && (!registration.isAgain() || node.isSameProcess(other.toString())));
            }
            List<String> before = members(node);
            List<LaneStore> opened = behind.join(registration, lanes);
            if (opened.isEmpty()) {
                return opened;
            }
            long join = server.nextJoin();
            List<LaneStore> joined = new ArrayList<>();
            for (LaneStore lane : opened) {
                joined.add(new SimLane(connection, server.row(lane, node, joined.size(), join)));
            }
            boolean again = connection.line().node() != null;
            connection.line().registered(node);
            server.witnesses().forEach(witness -> witness.joined(node, again));
            List<String> left = members(node);
            before.stream().filter(other -> !left.contains(other)).forEach(other -> removed(other, false));
            return List.copyOf(joined);
        });
    }

    /** The registered nodes. A node that is not registered changes nothing by its renewal. */
    private List<String> members(NodeId asking) {
        NodeId nobody = new NodeId("nobody", asking.incarnation());
        return behind.renew(nobody, false).members().stream()
                .map(ClusterMember::node)
                .toList();
    }

    @Override
    public ClusterView renew(NodeId node, boolean owns, @Nullable NodeReport report) {
        return connection.ask(CallKind.OTHER_WRITE, () -> behind.renew(node, owns, report));
    }

    @Override
    public ShardSet claim(NodeId node, int lane, ShardSet shards) {
        return connection.ask(CallKind.OTHER_WRITE, () -> {
            ShardSet claimed = behind.claim(node, lane, shards);
            if (!claimed.isEmpty()) {
                server.witnesses().forEach(witness -> witness.claimed(node, claimed));
            }
            return claimed;
        });
    }

    @Override
    public boolean remove(ClusterMember seen) {
        return connection.ask(CallKind.OTHER_WRITE, () -> {
            settle(other -> other.toString().equals(seen.node()));
            boolean gone = behind.remove(seen);
            if (gone) {
                removed(seen.node(), true);
            }
            return gone;
        });
    }

    @Override
    public void leave(NodeId node) {
        connection.tell(CallKind.OTHER_WRITE, () -> {
            settle(node::equals);
            behind.leave(node);
            removed(node.toString(), false);
        });
    }

    /** Waits for the batches of these nodes that are under way, or kills them. */
    private void settle(Predicate<NodeId> nodes) {
        if (server.trouble().settleZombies(nodes)) {
            server.witnesses().forEach(Witness::tookDoubtful);
        }
    }

    private void removed(String node, boolean silent) {
        server.witnesses().forEach(witness -> witness.removed(node, silent));
    }

    @Override
    public Inbox inbox() {
        return new SimInbox(behind.inbox());
    }

    @Override
    public Mail mail() {
        Mail mail = behind.mail();
        return new Mail() {
            @Override
            public void send(List<MailRow> letters) {
                connection.tell(CallKind.OTHER_WRITE, () -> mail.send(letters));
            }

            @Override
            public List<MailRow> receive(String receiver, Collection<MailProgress> senders, int limit, long lengthMax) {
                boolean removes = senders.stream().anyMatch(sender -> sender.read() > sender.removed());
                CallKind kind = removes ? CallKind.OTHER_WRITE : CallKind.READ;
                return connection.ask(kind, () -> mail.receive(receiver, senders, limit, lengthMax));
            }
        };
    }

    @Override
    public Allowances allowances() {
        return (node, request) ->
                connection.ask(CallKind.OTHER_WRITE, () -> behind.allowances().exchange(node, request));
    }

    /** None: a sweep alone is correct. */
    @Override
    public ClusterHints hints() {
        throw new StoreException(StoreException.Kind.DATA, "a simulated database sends no notifications", null);
    }

    /** The store behind outlives the node. */
    @Override
    public void close() {}

    private final class SimInbox implements Inbox {

        private final Inbox inbox;

        private SimInbox(Inbox inbox) {
            this.inbox = inbox;
        }

        @Override
        public void post(List<InboxPost> messages) {
            connection.tell(CallKind.OTHER_WRITE, () -> {
                inbox.post(messages);
                List<InboxRow> all = inbox.waiting(ShardSet.ALL, Integer.MAX_VALUE, Long.MAX_VALUE);
                server.witnesses().forEach(witness -> witness.posted(all));
            });
        }

        @Override
        public List<InboxRow> waiting(ShardSet shards, int limit, long lengthMax) {
            return connection.ask(CallKind.READ, () -> inbox.waiting(shards, limit, lengthMax));
        }

        @Override
        public List<ReplyRow> replies(String node, long from, Collection<Long> done) {
            // what returns replies waits for the standby
            boolean some = !inbox.replies(node, from, List.of()).isEmpty();
            CallKind kind = some ? CallKind.OTHER_WRITE : CallKind.READ;
            return ask(kind, () -> inbox.replies(node, from, done));
        }

        private <T> T ask(CallKind kind, Supplier<T> question) {
            return connection.ask(kind, question);
        }
    }
}
