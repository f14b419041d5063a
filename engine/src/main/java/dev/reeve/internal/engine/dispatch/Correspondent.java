package dev.reeve.internal.engine.dispatch;

import dev.reeve.internal.core.codec.Notice;
import java.util.List;
import java.util.Map;

/** Applies what other nodes say about agents. Guarded by the dispatcher's lock. */
final class Correspondent {

    private final RemoteAgents remote;
    private final Handout handout;

    Correspondent(RemoteAgents remote, Handout handout) {
        this.remote = remote;
        this.handout = handout;
    }

    /**
     * One round.
     *
     * @param nodes exactly the other nodes that share the store, by the prefix of their sessions
     * @return what to tell them
     */
    List<Parcel> round(Map<Integer, String> nodes, List<Parcel> received, Effects effects) {
        handout.release(remote.nodes(nodes), effects);
        received.forEach(one -> received(one.node(), one.notice(), effects));
        return remote.take(handout.isHandingOut());
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
        }
    }
}
