package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.internal.engine.dispatch.queue.ReadyStep;
import dev.reeve.spi.transport.Reply;
import java.util.ArrayList;
import java.util.List;

/** The effects of a change under the dispatcher's lock. They are sent after the lock is released. */
final class Effects {

    private final List<AgentSession.Poll> polls = new ArrayList<>(0);
    private final List<Reply> replies = new ArrayList<>(0);
    private final List<ReadyStep> steps = new ArrayList<>(0);
    private final List<Slot> slots = new ArrayList<>(0);
    private final List<AttemptToken> lost = new ArrayList<>(0);
    private final List<AttemptToken> silent = new ArrayList<>(0);
    private List<Runnable> news = List.of();

    /** The answer to an exchange. */
    void answer(AgentSession.Poll poll, Reply reply) {
        polls.add(poll);
        replies.add(reply);
    }

    /** A queued step has got a slot. */
    void grant(ReadyStep ready, Slot slot) {
        steps.add(ready);
        slots.add(slot);
    }

    /** No agent has the attempt. */
    void lost(AttemptToken token) {
        lost.add(token);
    }

    /** The heartbeats of an attempt for another node stopped. */
    void silent(AttemptToken token) {
        silent.add(token);
    }

    /** Collects the services' notifications. Called last under the lock. */
    void take(KnownServices services) {
        if (services.hasNews()) {
            news = services.takeNews();
        }
    }

    /** @return slots whose steps have left this node */
    List<Slot> send(WorkSink sink) {
        List<Slot> unused = new ArrayList<>(0);
        for (int i = 0; i < polls.size(); i++) {
            polls.get(i).promise().complete(replies.get(i));
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!sink.grant(steps.get(i), slots.get(i))) {
                unused.add(slots.get(i));
            }
        }
        lost.forEach(sink::lost);
        silent.forEach(sink::silent);
        news.forEach(Runnable::run);
        return unused;
    }
}
