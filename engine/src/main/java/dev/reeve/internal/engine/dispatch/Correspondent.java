package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.internal.core.codec.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Exchanges notices with the dispatchers of other nodes, about the agents of each. Agreements last as long as both
 * nodes are registered. Thread-safe.
 */
public final class Correspondent {

    private final RemoteAgents remote;
    private final Handout handout;
    private final Consumer<Consumer<Effects>> moved;
    private final Consumer<AttemptToken> orphaned;

    /** Changes under the lock of the dispatcher. Empty while this node is not registered. */
    private volatile String self = "";

    /**
     * @param moved applies a change under the lock of the dispatcher
     * @param orphaned takes attempts that are lost
     */
    Correspondent(
            RemoteAgents remote, Handout handout, Consumer<Consumer<Effects>> moved, Consumer<AttemptToken> orphaned) {
        this.remote = remote;
        this.handout = handout;
        this.moved = moved;
        this.orphaned = orphaned;
    }

    /** Sets the signal for when {@link #round} has something to tell. It must be cheap. */
    public void onNotices(Runnable signal) {
        remote.onNotices(signal);
    }

    /**
     * This node is registered. Agreements of its earlier registration end. Called before its lanes load: what they have
     * to tell belongs to this registration.
     *
     * @param node this node, with its incarnation
     */
    public void registered(String node) {
        moved.accept(effects -> {
            self = node;
            handout.release(remote.reset(), effects);
        });
    }

    /** This node has lost its registration. Guarded by the dispatcher's lock. */
    void removed() {
        self = "";
    }

    /** This node, with its incarnation; empty while it is not registered. */
    public String self() {
        return self;
    }

    /**
     * Applies what other nodes say about agents. Does nothing if this node is not registered as {@code node} any more.
     *
     * @param node this node, with the incarnation that the notices were for
     * @param nodes exactly the other nodes that share the store, by the {@link SessionPrefix} of each
     * @return what to tell them
     */
    public List<Parcel> round(String node, Map<Integer, String> nodes, List<Parcel> received) {
        List<Parcel> outgoing = new ArrayList<>();
        moved.accept(effects -> {
            if (node.equals(self)) {
                handout.release(remote.nodes(nodes), effects);
                received.forEach(one -> received(one.node(), one.notice(), effects));
                outgoing.addAll(remote.take(handout.isHandingOut()));
            }
        });
        return outgoing;
    }

    /** The store does not keep this notice. An attempt for an agent elsewhere is lost. */
    public void leftOut(Parcel parcel) {
        if (parcel.notice() instanceof Notice.HandOut attempt) {
            moved.accept(effects -> remote.leftOut(parcel.node(), attempt));
            orphaned.accept(Objects.requireNonNull(attempt.work().token()));
        }
    }

    private void received(String from, Notice notice, Effects effects) {
        switch (notice) {
            case Notice.Want want -> remote.want(from, want).forEach(session -> handout.fill(session, effects));
            case Notice.Return back -> handout.release(remote.returned(from, back), effects);
            case Notice.Lend lend -> handout.fill(remote.lent(from, lend), effects);
            case Notice.Recall recall -> remote.recalled(from, recall.agent());
            case Notice.Gone gone -> remote.gone(from, gone.agent());
            case Notice.Cancel cancel -> handout.cancel(List.of(cancel.token()), List.of(cancel.agent()), effects);
            case Notice.Forget forget -> handout.forget(List.of(forget.token()), List.of(forget.agent()), effects);
            case Notice.HandOut attempt -> handout.take(attempt, remote.slotFor(from, attempt), effects);
            case Notice.Tally tally -> {} // of the correspondence
        }
    }
}
