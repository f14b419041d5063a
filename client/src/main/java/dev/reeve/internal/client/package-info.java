/** A client of a server: the interfaces of {@code dev.reeve} over HTTP. */
@NullMarked
package dev.reeve.internal.client;

import org.jspecify.annotations.NullMarked;
