package dev.reeve.internal.test.store;

import dev.reeve.spi.store.StoreException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a commit.
 *
 * @param dealtWith delay from now until the database commits
 * @param isLost whether it never commits
 * @param error the error that the node receives instead of the outcome; null if it receives the outcome
 * @param heardOf delay from now until the node receives the error, possibly before the database commits
 */
record CommitFate(
        Duration dealtWith, boolean isLost, @Nullable StoreException error, Duration heardOf) {}
