package dev.reeve.internal.engine.scheduler.message;

import dev.reeve.ExecutionId;
import dev.reeve.spi.store.ShardSet;
import java.util.Map;

/**
 * The shards that one lane hands over to another.
 *
 * @param shards the shards
 * @param shunned their executions about which deciding fails, and why: the next lane must not try it again
 */
public record Handover(ShardSet shards, Map<ExecutionId, RuntimeException> shunned) {}
