package dev.reeve.agent.resilience;

/**
 * How often the calls of an action had to be made again, since its process began.
 *
 * @param attempts that were made, each of one call or more
 * @param repeated calls beyond the first of each attempt
 * @param saved attempts that went well because a call was made again
 */
public record RetryCounts(long attempts, long repeated, long saved) {}
