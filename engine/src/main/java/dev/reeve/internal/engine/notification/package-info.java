/**
 * Status messages about executions: the courier sends the messages that the lanes have written into the outbox,
 * through channels.
 *
 * <p>Notifications never delay an execution: the courier reads the store, and lanes only signal new messages. Entered
 * by the node, and by the client's rooms {@code execution} and {@code operation}.
 */
@NullMarked
package dev.reeve.internal.engine.notification;

import org.jspecify.annotations.NullMarked;
