package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Json;
import dev.reeve.internal.engine.runtime.Mailbox;
import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes what agents report to the lanes, and collects their verdicts. Called without the dispatcher's lock,
 * except for {@link #takeVerdicts}.
 */
final class Reports {

    private final ReentrantLock lock;
    private final WorkSink sink;

    /** The lanes' verdicts on reports until their batches are done. One acquisition of the lock handles all of them. */
    private final Mailbox<Handout.Judged> judged = new Mailbox<>(Integer.MAX_VALUE);

    /** @param lock the dispatcher's lock */
    Reports(ReentrantLock lock, WorkSink sink) {
        this.lock = lock;
        this.sink = sink;
    }

    void send(AgentSession session, List<Beat> checkpoints, List<Report> reports) {
        for (Beat beat : checkpoints) {
            if (beat.checkpoint() != null) {
                store(session, beat.token(), beat.checkpoint());
            }
        }
        for (Report report : reports) {
            sink.report(
                    report,
                    refused -> judged.offer(new Handout.Judged(session, report, refused)),
                    () -> unanswered(session, report.token()));
        }
    }

    boolean hasVerdicts() {
        return !judged.isEmpty();
    }

    List<Handout.Judged> takeVerdicts() {
        List<Handout.Judged> verdicts = new ArrayList<>();
        judged.drainTo(verdicts, Integer.MAX_VALUE);
        return verdicts;
    }

    /** Passes one checkpoint of an attempt to its lane at a time. The newest of those that arrive meanwhile follows. */
    private void store(AgentSession session, AttemptToken token, Json checkpoint) {
        sink.checkpoint(token, checkpoint, () -> {
            Json next;
            lock.lock();
            try {
                HeldAttempt attempt = session.held().get(token);
                next = attempt == null ? null : attempt.stored();
            } finally {
                lock.unlock();
            }
            if (next != null) {
                store(session, token, next);
            }
        });
    }

    private void unanswered(AgentSession session, AttemptToken token) {
        lock.lock();
        try {
            session.reportDone(token);
        } finally {
            lock.unlock();
        }
    }
}
