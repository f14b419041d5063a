package dev.reeve.agent.transport;

import dev.reeve.core.AttemptToken;
import org.jspecify.annotations.Nullable;

/**
 * What became of a report.
 *
 * @param refused why it does not count; null if it was accepted
 */
public record Verdict(AttemptToken token, @Nullable String refused) {}
