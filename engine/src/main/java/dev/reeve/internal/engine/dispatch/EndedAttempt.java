package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that was reported or lost. An agent of another node may have had it.
 *
 * @param failure null if it did not fail, or was lost
 */
public record EndedAttempt(AttemptToken token, @Nullable Failure failure) {}
