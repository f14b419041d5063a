/**
 * The seam between the public interfaces and the modules that implement them, which are found by
 * {@link java.util.ServiceLoader} (ADR 29).
 *
 * <p>Entered by the public interfaces, and by the modules that implement a provider: the engine, the model, the agents
 * and the client.
 */
@NullMarked
package dev.reeve.internal.provider;

import org.jspecify.annotations.NullMarked;
