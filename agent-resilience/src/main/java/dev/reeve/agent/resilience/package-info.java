/**
 * Resilience4j retries and circuit breakers for the handlers of an agent.
 *
 * <p>A type belongs here if one who wraps a handler names it. Entered by no module of the library.
 */
@NullMarked
package dev.reeve.agent.resilience;

import org.jspecify.annotations.NullMarked;
