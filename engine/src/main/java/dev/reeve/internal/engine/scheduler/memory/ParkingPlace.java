package dev.reeve.internal.engine.scheduler.memory;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where an execution belongs after a commit.
 *
 * @param wakeAt for the row in the store: the latest time that is correct
 * @param lookAt when the supervisor must look at it while it is in memory; null for never
 * @param leaves whether it can leave memory
 */
public record ParkingPlace(
        @Nullable Instant wakeAt, @Nullable Instant lookAt, boolean leaves) {}
