/**
 * The Store port: what the engine needs of a database. Owned by the engine, implemented by the store modules.
 *
 * <p>Values in, values out; no store knows what an event means. {@code StoreContract} in the engine's tests says what an
 * implementation must do, and every store runs it.
 */
@NullMarked
package dev.reeve.engine.store;

import org.jspecify.annotations.NullMarked;
