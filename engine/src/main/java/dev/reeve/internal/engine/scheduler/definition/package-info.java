/** The deployed definitions, compiled on first use, and histories folded with them. */
@NullMarked
package dev.reeve.internal.engine.scheduler.definition;

import org.jspecify.annotations.NullMarked;
