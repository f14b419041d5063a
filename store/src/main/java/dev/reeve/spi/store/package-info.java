/**
 * The Store port: what the engine needs from a database. The engine calls it, and the store modules implement it.
 *
 * <p>A store does not know what an event means. {@code StoreContract} in this module's test jar specifies what an
 * implementation must do, and every store runs it. {@code ForwardingStore} and its siblings are the base of
 * decorators. Entered by the engine, by stores and their decorators, and by those that look into a store beside an
 * engine: the test kit, the simulation and the benchmark. Agents, clients and the command line never enter.
 */
@NullMarked
package dev.reeve.spi.store;

import org.jspecify.annotations.NullMarked;
