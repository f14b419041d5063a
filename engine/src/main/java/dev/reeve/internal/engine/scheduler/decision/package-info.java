/**
 * Handles messages: lets the core decide, and notes in the batch what follows. Entered by the lane and its recovery
 * only.
 */
@NullMarked
package dev.reeve.internal.engine.scheduler.decision;

import org.jspecify.annotations.NullMarked;
