package dev.reeve.internal.agent.protocol;

import java.time.Duration;

/**
 * The pace that a server asks its agents for.
 *
 * @param poll how long the agent lets an answer be delayed
 * @param confirm within this time after a hand-out the agent lists the attempt in a heartbeat
 */
public record Pace(Duration poll, Duration confirm) {

    public static final Pace STANDARD = new Pace(Protocol.WAIT, Protocol.CONFIRM);
}
