/** Webhooks: messages over HTTP, signed according to Standard Webhooks, and sent only to allowed destinations. */
@NullMarked
package dev.reeve.internal.engine.webhook;

import org.jspecify.annotations.NullMarked;
