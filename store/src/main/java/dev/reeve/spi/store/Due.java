package dev.reeve.spi.store;

import dev.reeve.ExecutionId;
import java.time.Instant;

/** An open execution and its wake time. */
public record Due(Instant wakeAt, ExecutionId id) {}
