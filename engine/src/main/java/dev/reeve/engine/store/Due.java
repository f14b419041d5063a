package dev.reeve.engine.store;

import dev.reeve.core.ExecutionId;
import java.time.Instant;

/** An open execution and when it must be looked at. */
public record Due(Instant wakeAt, ExecutionId id) {}
