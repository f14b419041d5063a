package dev.reeve.internal.document;

import dev.reeve.ExecutionId;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are sent again.
 *
 * @param execution the execution that they are about; without a value all
 * @param messages the number of messages
 */
public record RedeliveryDocument(@Nullable ExecutionId execution, int messages) implements Document {}
