package dev.reeve.agent.transport;

import java.util.List;

/**
 * What an agent has to say.
 *
 * @param reports results; repeated until there is a verdict
 * @param beats one for each attempt that the agent holds, if a beat is due; otherwise empty. Costs the node no write,
 *     except for changed checkpoints
 */
public record Exchange(List<Report> reports, List<Beat> beats) {

    public static final Exchange NOTHING = new Exchange(List.of(), List.of());
}
