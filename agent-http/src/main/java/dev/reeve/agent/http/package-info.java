/** An action that calls HTTP services: allowed destinations, secrets by reference, statuses as causes of failures. */
@NullMarked
package dev.reeve.agent.http;

import org.jspecify.annotations.NullMarked;
