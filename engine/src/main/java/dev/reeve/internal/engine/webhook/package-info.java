/**
 * Webhooks: messages over HTTP, signed according to Standard Webhooks, and sent only to allowed destinations. Entered
 * by the client's door only. All others know a channel as {@link dev.reeve.spi.MessageChannel}.
 */
@NullMarked
package dev.reeve.internal.engine.webhook;

import org.jspecify.annotations.NullMarked;
