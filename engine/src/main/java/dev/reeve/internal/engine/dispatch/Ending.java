package dev.reeve.internal.engine.dispatch;

import dev.reeve.AttemptToken;
import dev.reeve.Failure;
import org.jspecify.annotations.Nullable;

/**
 * An attempt that an agent of another node may have had was reported or lost.
 *
 * @param failure null if it did not fail, or was lost
 */
public record Ending(AttemptToken token, @Nullable Failure failure) {}
