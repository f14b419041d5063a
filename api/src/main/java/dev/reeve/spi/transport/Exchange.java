package dev.reeve.spi.transport;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message from an agent to its node.
 *
 * <p>The node processes the heartbeats before the reports, so the checkpoint that comes with a failure report is
 * available to the next attempt.
 *
 * @param reports results, repeated until the node has answered each with a verdict
 * @param beats one for each held attempt, if heartbeats are due; otherwise only for attempts with a changed checkpoint
 *     whose report is in the same exchange. Only changed checkpoints cost the node a write
 * @param draining the agent is closing: it takes no more work and receives none
 * @param slots maximum number of concurrent attempts from now on; null if it is that of the registration. The node
 *     subtracts the attempts that it handed out, so the agent need not know which of them are still on their way
 */
public record Exchange(
        List<Report> reports,
        List<Beat> beats,
        boolean draining,
        @Nullable Integer slots) {

    /** An exchange without reports and heartbeats, which only asks for work. */
    public static final Exchange NOTHING = new Exchange(List.of(), List.of());

    public Exchange {
        reports = List.copyOf(reports);
        beats = List.copyOf(beats);
    }

    /** A message from an agent that takes work. */
    public Exchange(List<Report> reports, List<Beat> beats) {
        this(reports, beats, false, null);
    }

    /** A message from an agent with as many slots as it registered. */
    public Exchange(List<Report> reports, List<Beat> beats, boolean draining) {
        this(reports, beats, draining, null);
    }
}
