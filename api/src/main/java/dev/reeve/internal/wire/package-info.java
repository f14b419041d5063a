/**
 * The reading of answers, for clients and agents of a server.
 *
 * <p>Knows no other package.
 */
@NullMarked
package dev.reeve.internal.wire;

import org.jspecify.annotations.NullMarked;
