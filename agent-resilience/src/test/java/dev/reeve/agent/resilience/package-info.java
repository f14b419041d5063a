/** Handlers with Resilience4j around them. */
@NullMarked
package dev.reeve.agent.resilience;

import org.jspecify.annotations.NullMarked;
