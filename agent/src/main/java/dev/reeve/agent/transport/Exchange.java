package dev.reeve.agent.transport;

import java.util.List;

/**
 * What an agent has to say.
 *
 * <p>The node takes the beats before the reports, so that a checkpoint that comes with the report of a failure is there
 * for the next attempt.
 *
 * @param reports results; repeated until there is a verdict
 * @param beats one for each attempt that the agent holds, if a beat is due; between beats only for attempts with a changed
 *     checkpoint whose report is in the same exchange. Costs the node no write, except for changed checkpoints
 * @param draining the agent is closing: it takes no more work, and is given none
 */
public record Exchange(List<Report> reports, List<Beat> beats, boolean draining) {

    public static final Exchange NOTHING = new Exchange(List.of(), List.of());

    public Exchange {
        reports = List.copyOf(reports);
        beats = List.copyOf(beats);
    }

    /** Of an agent that takes work. */
    public Exchange(List<Report> reports, List<Beat> beats) {
        this(reports, beats, false);
    }
}
