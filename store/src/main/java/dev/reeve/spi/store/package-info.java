/**
 * The Store port: what the engine needs from a database. The engine calls it, and the store modules implement it.
 *
 * <p>A store does not know what an event means. {@code StoreContract} in this module's test jar specifies what an
 * implementation must do, and every store runs it. {@code ForwardingStore} and its siblings are the base of decorators.
 */
@NullMarked
package dev.reeve.spi.store;

import org.jspecify.annotations.NullMarked;
