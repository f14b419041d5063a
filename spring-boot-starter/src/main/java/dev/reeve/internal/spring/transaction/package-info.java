/**
 * Starts that join the transaction of the caller.
 *
 * <p>Entered by the factory of the engine, and by the configuration in {@code dev.reeve.spring}.
 */
@NullMarked
package dev.reeve.internal.spring.transaction;

import org.jspecify.annotations.NullMarked;
