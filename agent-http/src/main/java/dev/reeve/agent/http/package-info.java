/**
 * An action that calls HTTP services: allowed destinations, secrets by reference, statuses as causes of failures.
 *
 * <p>A type belongs here if one who registers the action names it, or the server, which offers it by its settings.
 */
@NullMarked
package dev.reeve.agent.http;

import org.jspecify.annotations.NullMarked;
