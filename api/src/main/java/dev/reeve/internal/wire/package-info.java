/**
 * Reads the answers of servers, for clients and agents.
 *
 * <p>Knows no other package.
 */
@NullMarked
package dev.reeve.internal.wire;

import org.jspecify.annotations.NullMarked;
