/**
 * The extension points: channels for messages, archives, observers.
 *
 * <p>A type belongs here if it is an interface that extensions of an engine implement, or a value that only these
 * interfaces name. The port of stores is {@code dev.reeve.spi.store}, in a module of its own.
 */
@NullMarked
package dev.reeve.spi;

import org.jspecify.annotations.NullMarked;
