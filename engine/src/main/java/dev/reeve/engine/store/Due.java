package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;

/** An open execution and its wake time. */
public record Due(Instant wakeAt, ExecutionId id) {}
