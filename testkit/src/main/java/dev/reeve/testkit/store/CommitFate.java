package dev.reeve.testkit.store;

import dev.reeve.engine.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a commit.
 *
 * @param dealtWith when the database commits it, from now on
 * @param isLost or that it never does
 * @param error what the node hears instead of the truth; null if it hears the truth, once there is one
 * @param heardOf when it hears of the error, from now on; it may be before the database is done
 */
record CommitFate(
        Duration dealtWith, boolean isLost, @Nullable StoreException error, Duration heardOf) {}
