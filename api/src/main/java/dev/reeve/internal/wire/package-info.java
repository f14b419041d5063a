/**
 * Reads the answers of servers, for clients and agents.
 *
 * <p>Knows no other package.
 *
 * <p>Entered by the transport of agents over HTTP and by the client.
 */
@NullMarked
package dev.reeve.internal.wire;

import org.jspecify.annotations.NullMarked;
