/**
 * Messages over HTTP: signed as Standard Webhooks says, and sent only where it is allowed.
 */
@NullMarked
package dev.reeve.engine.webhook;

import org.jspecify.annotations.NullMarked;
