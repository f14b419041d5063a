package dev.reeve.spi.transport;

import dev.reeve.AttemptToken;
import org.jspecify.annotations.Nullable;

/**
 * The node's answer to a report. The agent must not send the report again.
 *
 * @param token identifies the attempt of the report
 * @param refused why the report does not count; null if it was accepted
 */
public record Verdict(AttemptToken token, @Nullable String refused) {}
