package dev.reeve.agent.resilience;

/**
 * The number of calls of an action, and of their retries, since the process started.
 *
 * @param attempts the attempts made, each of one call or more
 * @param repeated the calls beyond the first of each attempt
 * @param saved the attempts that succeeded because of a retry
 */
public record RetryCounts(long attempts, long repeated, long saved) {}
