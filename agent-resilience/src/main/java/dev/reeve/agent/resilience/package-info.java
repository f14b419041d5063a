/** Resilience4j retries and circuit breakers for the handlers of an agent. */
@NullMarked
package dev.reeve.agent.resilience;

import org.jspecify.annotations.NullMarked;
