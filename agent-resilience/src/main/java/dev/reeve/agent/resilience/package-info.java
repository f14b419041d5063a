/** Resilience4j around the handlers of an agent. */
@NullMarked
package dev.reeve.agent.resilience;

import org.jspecify.annotations.NullMarked;
