/**
 * A client of a server: the interfaces of {@code dev.reeve} over HTTP. Entered by no package: {@code Reeve.connect}
 * finds it by {@link java.util.ServiceLoader}.
 */
@NullMarked
package dev.reeve.internal.client;

import org.jspecify.annotations.NullMarked;
