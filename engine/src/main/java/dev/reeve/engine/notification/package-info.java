/**
 * Telling others how executions go: the courier sends what the lanes have written into the outbox, through channels.
 *
 * <p>Nothing of it stands in the way of an execution: it reads the store, and lanes only tell it that there is something.
 */
@NullMarked
package dev.reeve.engine.notification;

import org.jspecify.annotations.NullMarked;
