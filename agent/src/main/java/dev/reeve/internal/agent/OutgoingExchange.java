package dev.reeve.internal.agent;

import dev.reeve.spi.transport.Beat;
import dev.reeve.spi.transport.Exchange;
import dev.reeve.spi.transport.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The content of one exchange: reports and heartbeats, within the size limit. Used by the agent's thread only.
 *
 * @param exchange the message
 * @param reported the attempts whose reports are in it
 * @param checkpointed the attempts whose checkpoints are in it
 */
record OutgoingExchange(Exchange exchange, List<Attempt> reported, List<Attempt> checkpointed) {

    static final int REPORTS_MAX = 1_000;

    /** Maximum characters of outputs and checkpoints in one exchange. A single longer one is sent alone (R41). */
    static final int EXCHANGE_LENGTH_MAX = 2 * 1024 * 1024;

    /** Removes the content from the queues. If the exchange is lost, the caller puts it back. */
    static OutgoingExchange collect(Holdings holdings, Beats beats, boolean draining, long now) {
        List<Attempt> reported = new ArrayList<>();
        List<Attempt> checkpointed = new ArrayList<>();
        List<Report> reports = new ArrayList<>();
        List<Beat> list = new ArrayList<>();
        int room = EXCHANGE_LENGTH_MAX;
        if (beats.due(now)) {
            beats.sent(holdings.all(), now);
            for (Attempt attempt : holdings.all()) {
                int length = attempt.newCheckpointLength();
                if (length > room && !checkpointed.isEmpty()) {
                    list.add(new Beat(attempt.token(), null));
                    beats.wanted(now);
                } else {
                    room -= addBeat(attempt, length, list, checkpointed);
                }
            }
        }
        while (reports.size() < REPORTS_MAX) {
            Attempt attempt = holdings.takeReport(room, reports.isEmpty(), now);
            if (attempt == null) {
                break;
            }
            Report report = Objects.requireNonNull(attempt.report(), "a reported attempt has its report");
            reports.add(report);
            reported.add(attempt);
            room -= Holdings.length(report);
            if (attempt.hasNewCheckpoint()) {
                room -= addBeat(attempt, attempt.newCheckpointLength(), list, checkpointed);
            }
        }
        return new OutgoingExchange(
                new Exchange(reports, list, draining, holdings.usableSlots()), reported, checkpointed);
    }

    /** @return the length of the checkpoint that was added */
    private static int addBeat(Attempt attempt, int length, List<Beat> list, List<Attempt> checkpointed) {
        if (length > 0) {
            checkpointed.add(attempt);
        }
        list.add(new Beat(attempt.token(), attempt.takeNewCheckpoint()));
        return length;
    }
}
