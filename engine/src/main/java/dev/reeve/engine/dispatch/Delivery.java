package dev.reeve.engine.dispatch;

import dev.reeve.core.AttemptToken;
import dev.reeve.core.Work;
import java.time.Instant;

/** A committed attempt on its way to the agent whose slot was reserved for it. */
public record Delivery(Slot slot, AttemptToken token, Work work, String workflow, Instant completeBy) {}
