package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import java.util.List;

/**
 * The node's answer to an exchange.
 *
 * @param requests attempts to make
 * @param verdicts the answers to reports; the agent must not send these reports again
 * @param cancelled attempts whose result is no longer wanted; the node still accepts a result, so that the effect is
 *     known
 */
public record Reply(List<AttemptRequest> requests, List<Verdict> verdicts, List<AttemptToken> cancelled) {}
