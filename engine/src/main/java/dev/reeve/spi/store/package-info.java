/**
 * The Store port: what the engine needs from a database. Owned by the engine, implemented by the store modules.
 *
 * <p>A store does not know what an event means. {@code StoreContract} in the engine's tests specifies what an
 * implementation must do, and every store runs it.
 */
@NullMarked
package dev.reeve.spi.store;

import org.jspecify.annotations.NullMarked;
